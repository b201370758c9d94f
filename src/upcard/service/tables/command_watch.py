"""Watching the commands of people and devices, at any number of observers."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

CommandObserver = Callable[[str, str], AbstractContextManager[None]]
"""Called with a command's name and its table; a block around the command, which sees it fail."""


class CommandWatch:
    """The observers of a floor's commands."""

    def __init__(self) -> None:
        self._observers: tuple[CommandObserver, ...] = ()

    def add(self, observer: CommandObserver) -> None:
        """Have an observer around every command from now on; the first is the outermost."""
        self._observers = (*self._observers, observer)

    def around(self, command: str, table: str) -> AbstractContextManager[None]:
        """A block around a command to a table."""
        if not self._observers:
            return nullcontext()
        if len(self._observers) == 1:
            return self._observers[0](command, table)
        return self._around_all(command, table)

    @contextmanager
    def _around_all(self, command: str, table: str) -> Iterator[None]:
        with ExitStack() as stack:
            for observer in self._observers:
                stack.enter_context(observer(command, table))
            yield

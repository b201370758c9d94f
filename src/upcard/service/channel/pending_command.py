"""Commands to several tables that one thread begins before it waits for any of them.

A thread that waits for each commit by itself costs more than the command: it is woken once for a
command, where here it is woken once for all that the journal commits together.
"""

from contextvars import Context, copy_context
from typing import Generic, TypeVar

from upcard.host.tables.in_flight import InFlight, finish
from upcard.host.tables.table import TableHost

T = TypeVar("T")


class PendingCommand(Generic[T]):
    """A command that waits for its commit, in a context of its own.

    The thread that began it holds the table until it has finished it.
    """

    def __init__(self, host: TableHost, in_flight: InFlight[T], context: Context) -> None:
        self._host, self._in_flight, self._context = host, _begin(in_flight), context
        self._context.run(next, self._in_flight)

    def finish(self) -> T:
        """The command's value, once it is durable; raises what the command raised."""
        try:
            return self._context.run(finish, self._in_flight)
        finally:
            self._host.let_go()


def begin(
    host: TableHost, in_flight: InFlight[T], context: Context | None = None
) -> PendingCommand[T] | None:
    """Begin a command to a table that this thread does not hold; None if another thread does.

    It runs in the `context` of its sender, which nothing else uses meanwhile.
    A thread that holds tables never waits for one more: two such threads could block each other.
    """
    return PendingCommand(host, in_flight, context or copy_context()) if host.try_hold() else None


def _begin(in_flight: InFlight[T]) -> InFlight[T]:
    """`in_flight`, but an error is raised only after the first yield."""
    try:
        next(in_flight)
    except StopIteration as end:
        yield
        value: T = end.value
        return value
    except Exception as error:
        yield
        raise error
    yield
    return finish(in_flight)

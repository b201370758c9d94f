"""Progress bars on standard error, hidden where that is not a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TimeRemainingColumn,
)

from upcard.cli.output import console


@contextmanager
def rounds_bar(rounds: int) -> Iterator[Callable[[int], None]]:
    """A progress bar of the rounds dealt."""
    with _bar(MofNCompleteColumn()) as bar:
        task = bar.add_task("", total=rounds)
        yield lambda dealt: bar.update(task, completed=min(dealt, rounds))


@contextmanager
def share_bar() -> Iterator[Callable[[float, object], None]]:
    """A bar that is told the share of work done, and of what is known, which it ignores."""
    with _bar(TaskProgressColumn()) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda share, _known: bar.update(task, completed=share)


def _bar(column: MofNCompleteColumn | TaskProgressColumn) -> Progress:
    err = console(err=True)
    columns = (BarColumn(bar_width=None), column, TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)

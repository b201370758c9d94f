"""How long a caller waits for the journal to begin what it asks for.

A command asks for several things in turn, and each waits for what came before it. Without a limit
to all of them together, a slow database would keep the command for as long as the queue is.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import Final, TypeVar

from upcard.journal.port import JournalUnavailable

T = TypeVar("T")

_ends: Final[ContextVar[float]] = ContextVar("ends", default=inf)
"""When the present context stops to wait, by the monotonic clock."""


def wait_no_longer_than(seconds: float) -> None:
    """Limit the waiting of the present context from now on, unless it has a limit."""
    if _ends.get() == inf:
        _ends.set(time.monotonic() + seconds)


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Limit the waiting in the block, unless the context has a limit already."""
    before = _ends.get()
    if before == inf:
        _ends.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _ends.set(before)


def seconds_left() -> float:
    """The seconds in which the present context still waits, at least 0; infinite for no limit."""
    deadline = _ends.get()
    return inf if deadline == inf else max(0.0, deadline - time.monotonic())


def lock_timeout() -> float:
    """The seconds for which the present context waits for a lock; -1 for no limit."""
    seconds = seconds_left()
    return -1 if seconds == inf else seconds


def require_time() -> None:
    """Raise `JournalUnavailable` if the present context waits no longer."""
    if not seconds_left():
        raise journal_behind()


def journal_behind() -> JournalUnavailable:
    """Why something was not begun."""
    return JournalUnavailable(
        "The journal is not available: what came before this takes too long. Nothing was changed; "
        "send the command again later."
    )


def result_of(future: "Future[T]") -> T:
    """A future's result; raises `JournalUnavailable` if its work is not begun in time."""
    seconds = seconds_left()
    if seconds == inf:
        return future.result()
    try:
        return future.result(seconds)
    except TimeoutError:
        if future.cancel():
            raise journal_behind() from None
        return future.result()  # its work has begun, and has limits of its own

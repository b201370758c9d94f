"""Options that say when a simulation ends."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


@contextmanager
def interrupted_by_sigterm() -> Iterator[None]:
    """Let SIGTERM interrupt the block as Ctrl-C does; only a main thread can."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt

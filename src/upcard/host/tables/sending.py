"""Commands under way: one thread can begin several, and then wait for all of them at once."""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

Sending: TypeAlias = Generator[None, None, T]
"""A command under way. It yields when its record is queued, and goes on when that is committed.

A table's lock is held meanwhile, so the thread that begins it has to finish it.
"""


def finish(sending: Sending[T]) -> T:
    """Carry a command to its end, and return its value; blocks until it is durable."""
    while True:
        try:
            next(sending)
        except StopIteration as end:
            value: T = end.value
            return value

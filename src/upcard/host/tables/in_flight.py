"""Commands under way: one thread can begin several, and then wait for all of them at once."""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

T = TypeVar("T")

InFlight: TypeAlias = Generator[None, None, T]
"""A command under way, as a generator that its sender runs.

It is carried out in memory and yields once, when its record is queued; run on, it waits until the
record is durable, and returns its value. One that writes nothing never yields. The table's lock is
held meanwhile, so the thread that begins a command has to finish it.
"""


def finish(in_flight: InFlight[T]) -> T:
    """Carry a command to its end, and return its value; blocks until it is durable."""
    while True:
        try:
            next(in_flight)
        except StopIteration as end:
            value: T = end.value
            return value

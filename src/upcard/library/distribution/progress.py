"""The progress of a result: the rounds dealt for it, and its state so far."""

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

Result = TypeVar("Result")

ResultProgress: TypeAlias = Callable[[float, Callable[[], Result]], None]
"""Is told the share of the rounds that is dealt, and a function that returns what is known so far.
"""


class ProgressReporter(Generic[Result]):
    """Tells a progress, if there is one, while `rounds` are dealt in several steps."""

    def __init__(self, progress: ResultProgress[Result] | None, rounds: int) -> None:
        self._progress = progress
        self._rounds = rounds
        self._before = 0

    def tell(self, dealt: int, result_so_far: Callable[[], Result]) -> None:
        """Tell that `dealt` rounds of this step are dealt."""
        if self._progress is not None:
            rounds_done = self._before + dealt
            self._progress(
                min(1.0, rounds_done / self._rounds) if self._rounds else 1.0, result_so_far
            )

    def end_step(self, rounds: int) -> None:
        """End a step of `rounds` rounds."""
        self._before += rounds

"""How much of a long list `make test` tries: a share of it; `make nightly` tries everything."""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

NIGHTLY: Final = "UPCARD_NIGHTLY" in os.environ


def every(step: int, cases: Sequence[T]) -> Sequence[T]:
    """The first of the cases and each `step`-th after it; nightly all of them."""
    return cases if NIGHTLY else cases[::step]

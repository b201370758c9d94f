"""What `make test` leaves to `make nightly`, so that it stays under eight minutes on two cores.

By day each rule, page, command and promise is tried once or a few times. Left to the night, under
`@pytest.mark.nightly` or by `every`, are further cases of the same kind, larger samples, and what
builds a thing whole that is tested in parts by day. A test of a defect that once got through runs
by day.
"""

import os
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

NIGHTLY: Final = "UPCARD_NIGHTLY" in os.environ


def every(step: int, cases: Sequence[T]) -> Sequence[T]:
    """The first of the cases and each `step`-th after it; nightly all of them."""
    return cases if NIGHTLY else cases[::step]

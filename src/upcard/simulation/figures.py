"""The figures that a simulation estimates, and when a mean differs from its exact value."""

from typing import Final

import msgspec

DOUBTFUL: Final = 4.0
"""Standard errors from the exact value beyond which a mean is said to differ, in every output.

Of 16,000 right means one lies so far away by chance: rare enough for a table of some dozen wagers.
The project's own tests allow 4.5, one of 150,000, because they compare thousands of means.
"""

DOUBTFUL_IN_A_SHOE: Final = 6.0
CUT_CARD_SHARE: Final = 0.005
"""Standard errors, and share of the wager, beyond both of which a mean is said to differ where a
shoe is dealt to its cover card, which explains less.
"""


class WagerEstimate(msgspec.Struct, frozen=True):
    """The estimate for one wager, per unit of the initial wager.

    `standard_deviation` is of one seat in one round. `exact` is the exact expected value, where it
    is known, and `z` the number of standard errors by which the mean exceeds it, where every round
    has a new shoe. `differs` is true for a mean that `is_further_than_chance` from the exact value.
    `outcomes` counts hands for Blackjack and seats for other wagers. A `bonus` adds to the
    wager that `wager` names. `gain` is None for a raw mean; else the mean is corrected, and the
    raw mean's variance is `gain` times as large.
    """

    wager: str
    mean: float
    standard_error: float | None
    standard_deviation: float
    exact: float | None
    z: float | None
    outcomes: dict[str, int]
    differs: bool = False
    gain: float | None = None
    bonus: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def difference(self) -> str:
        """One sentence on a mean that `differs` from the exact value; empty for any other."""
        if not self.differs or self.exact is None or not self.standard_error:
            return ""
        errors = abs(self.mean - self.exact) / self.standard_error
        unseen = [name for name, times in self.outcomes.items() if not times]
        missing = f"; {' and '.join(unseen)} did not occur, so deal more rounds" if unseen else ""
        return (
            f"{self.wager}: the simulated mean differs from the exact value by more than chance "
            f"explains: {100 * self.mean:+.4f} % and {100 * self.exact:+.4f} % are "
            f"{errors:.1f} standard errors apart{missing}."
        )


def is_further_than_chance(gap: float, error: float, *, fresh_shoe: bool) -> bool:
    """Whether a mean differs from the exact value by more than chance explains.

    `gap` is the difference, `error` the standard error of the mean, both per unit of the wager. A
    shoe that is not fresh for every round explains a small gap.
    """
    if fresh_shoe:
        return abs(gap) > DOUBTFUL * error
    return abs(gap) > max(DOUBTFUL_IN_A_SHOE * error, CUT_CARD_SHARE)


class TableResult(msgspec.Struct, frozen=True):
    """The estimate for all wagers of a round together, per unit of their initial wagers.

    `wagered` is the sum of the initial wagers in dollars. `raw_mean` is the mean of what was dealt,
    from which risks follow as they do from the deviation.
    """

    mean: float
    standard_error: float | None
    standard_deviation: float | None
    wagered: str
    raw_mean: float


class RoundShare(msgspec.Struct, frozen=True):
    """What a wager adds to a round of the table, in dollars.

    `initial` is what all seats wager on it at the start of a round: nothing on one that is not
    placed in every round, or a bonus beside the wager that `bonus` names. `won` is what it won in
    the mean of what was dealt, `expected` the same by its corrected mean where it has one. The
    covariance of two is that of `Result` times the `stake` of each.
    """

    wager: str
    bonus: str
    initial: float
    won: float
    stake: float
    expected: float

"""The return of an award per unit wagered, with the stake where the rules return it."""

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from upcard.money.odds import Award, PaidOdds, keeps_stake, won_per_unit


class Stakes(msgspec.Struct, frozen=True):
    """Whether a winner's stake is `returned` with odds "N to 1", and with a share of a meter."""

    returned: bool
    beside_meter: bool = False

    def back(self, award: Award, units: int) -> Fraction:
        """What an award returns per unit of a wager of `units`; meter shares count 0."""
        stake_stays = keeps_stake(award, returned=self.returned, beside_meter=self.beside_meter)
        return won_per_unit(award, units) + stake_stays


def mean_return(
    rows: Iterable[tuple[Fraction, Award, Fraction]], units: int, stakes: Stakes
) -> Fraction:
    """The mean amount returned, with all odds read as "to 1", or all as "for 1".

    `rows` are probability, award, and the amount returned as printed.
    """
    return sum(
        (chance * _award_returned(award, back, units, stakes) for chance, award, back in rows),
        Fraction(0),
    )


def _award_returned(award: Award, back: Fraction, units: int, stakes: Stakes) -> Fraction:
    """The amount an award returns when its odds are read as `stakes` says; a push is unchanged."""
    if not award:
        return back
    to_1 = tuple(
        PaidOdds(pay.win, pay.stake) if isinstance(pay, PaidOdds) and pay.for_one else pay
        for pay in award
    )
    return stakes.back(to_1, units)

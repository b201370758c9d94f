"""What an award hands back for each unit of a wager, with the stake where it is returned."""

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from upcard.money.odds import Award, Dollars, Odds, keeps_stake


class Stakes(msgspec.Struct, frozen=True):
    """Whether a winner's stake is `returned` with odds "N to 1", and beside a share of a meter."""

    returned: bool
    beside_meter: bool = False

    def back(self, award: Award, units: int) -> Fraction:
        """What an award hands back for each unit of a wager of so many; meters count 0."""
        kept = keeps_stake(award, returned=self.returned, beside_meter=self.beside_meter)
        return fixed(award, units) + kept


def fixed(award: Award, units: int) -> Fraction:
    """Odds and dollars of an award for each unit of a wager of so many."""
    odds = sum((pay.ratio for pay in award if isinstance(pay, Odds)), Fraction(0))
    return odds + Fraction(sum(pay.units for pay in award if isinstance(pay, Dollars)), units)


def expected(
    rows: Iterable[tuple[Fraction, Award, Fraction]], units: int, stakes: Stakes
) -> Fraction:
    """What is handed back in the mean with all odds read "to 1", or all "for 1"."""
    return sum(
        (chance * _read(award, back, units, stakes) for chance, award, back in rows), Fraction(0)
    )


def _read(award: Award, back: Fraction, units: int, stakes: Stakes) -> Fraction:
    """What an award hands back with its odds read so; a push hands back the same."""
    if not award:
        return back
    to_1 = tuple(
        Odds(pay.win, pay.stake) if isinstance(pay, Odds) and pay.for_one else pay for pay in award
    )
    return stakes.back(to_1, units)

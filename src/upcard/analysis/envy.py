"""Envy bonuses in the mean: what each player is paid for the hands of all others."""

from fractions import Fraction

from upcard.exact.par import BonusRecord, ParRecord
from upcard.exact.table import ENVY


def envy_bonuses(record: ParRecord) -> list[BonusRecord]:
    """The envy bonuses that the table offers with a wager."""
    return [bonus for bonus in record.bonuses if bonus.option == ENVY]


def envy_of_each(record: ParRecord) -> Fraction:
    """What envy bonuses return to a unit of the wager for the hand of each other player.

    Exact from a full shoe: every position's hand is then as likely to bring one, and means add up
    though hands of one round depend on each other (§§ 633c.2(i), 633c.10(h)(5)).
    """
    return sum((bonus.won.returns for bonus in envy_bonuses(record)), Fraction(0))


def envy_at(record: ParRecord, players: int) -> Fraction:
    """What envy bonuses return to a unit of the wager where `players` have it, one each."""
    return (players - 1) * envy_of_each(record)

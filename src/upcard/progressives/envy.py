"""Envy bonuses: what other players' hands bring. §§ 633c.2(i), 633c.10(h)(5), 633c.10(k)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from upcard.money.amount import UNITS_PER_DOLLAR, whole_cents

PRINTED_FOR: Final = 5 * UNITS_PER_DOLLAR
"""The wager for which envy bonuses are printed, in units (§ 633c.10(h)(5))."""


class EnvyWager(msgspec.Struct, frozen=True):
    """A wager that entitles to envy bonuses, in units."""

    position: int
    player: str
    amount: int


class EnvyHand(msgspec.Struct, frozen=True):
    """A position's winning hand, by its outcome."""

    position: int
    player: str
    outcome: str


class EnvyBonus(msgspec.Struct, frozen=True):
    """What a wager at `position` receives for another player's hand, in units."""

    position: int
    player: str
    amount: int
    outcome: str
    of_position: int


def envy_for(prize_units: int, wager_units: int, prize_wager: int = PRINTED_FOR) -> int:
    """Units of an envy bonus: its part of a prize that holds for a wager of `prize_wager`."""
    return prize_units * wager_units // prize_wager


def envy_bonuses(
    wagers: Sequence[EnvyWager],
    hands: Iterable[EnvyHand],
    prizes: Mapping[str, int],
    prize_wager: int,
) -> list[EnvyBonus]:
    """The bonuses of a round, hand by hand and for each wager by wager, in the order given.

    `prizes` are units by the outcome, for a wager of `prize_wager` units. A player receives one
    for each such hand of another player; a hand of one's own brings nothing to another box of
    one's own (§ 633c.10(h)(5)).
    """
    return [
        EnvyBonus(
            wager.position,
            wager.player,
            whole_cents(envy_for(prizes[hand.outcome], wager.amount, prize_wager)),
            hand.outcome,
            hand.position,
        )
        for hand in hands
        if hand.outcome in prizes
        for wager in wagers
        if wager.player != hand.player
    ]

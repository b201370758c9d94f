"""Envy bonuses: paid for other players' hands. §§ 633c.2(i), 633c.10(h)(5), 633c.10(k)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from upcard.money.amount import UNITS_PER_DOLLAR, whole_cents

PRINTED_FOR: Final = 5 * UNITS_PER_DOLLAR
"""The wager, in units, for which paytables print envy bonuses (§ 633c.10(h)(5))."""


class EnvyWager(msgspec.Struct, frozen=True):
    """A wager whose player is entitled to envy bonuses; `amount` in units."""

    position: int
    player: str
    amount: int


class EnvyHand(msgspec.Struct, frozen=True):
    """A position's hand for which envy bonuses may be paid, by its outcome."""

    position: int
    player: str
    outcome: str


class EnvyBonus(msgspec.Struct, frozen=True):
    """The bonus of a wager at `position` for the hand at `of_position`; `amount` in units."""

    position: int
    player: str
    amount: int
    outcome: str
    of_position: int


def envy_for(prize_units: int, wager_units: int, prize_wager: int = PRINTED_FOR) -> int:
    """Units of an envy bonus for a wager, in proportion to the prize for `prize_wager` units."""
    return prize_units * wager_units // prize_wager


def envy_bonuses(
    wagers: Sequence[EnvyWager],
    hands: Iterable[EnvyHand],
    prizes: Mapping[str, int],
    prize_wager: int,
) -> list[EnvyBonus]:
    """The bonuses of a round: for each hand, those of all wagers, in the order given.

    `prizes` are units by outcome, for a wager of `prize_wager` units. A player receives a bonus for
    each such hand of another player, and none for a hand of their own at another box
    (§ 633c.10(h)(5)).
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

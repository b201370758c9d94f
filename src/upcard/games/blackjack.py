"""Blackjack: drawing, legality and settlement as pure scalar functions. 58 Pa. Code ch. 633a."""

from typing import Final

from upcard.cards.card import value_of
from upcard.cards.kernel import kernel
from upcard.cards.totals import best_total

BLACKJACK_WAGER: Final = "blackjack"
INSURANCE_WAGER: Final = "insurance"
"""The game's own wagers, by the names under which they are placed and settled."""

OUTCOMES: Final = ("blackjack", "win", "push", "lose", "bust", "surrender", "dealer-blackjack")
BLACKJACK: Final = 0
WIN: Final = 1
PUSH: Final = 2
LOSE: Final = 3
BUST: Final = 4
SURRENDER: Final = 5
DEALER_BLACKJACK: Final = 6

PUSHING_TOTAL: Final = 22
"""The dealer's total that pushes at some variations."""


@kernel
def dealer_draws(pips: int, aces: int) -> int:
    """1 while the dealer has not reached a hard or soft 17 (§ 633a.7(m))."""
    return 1 if best_total(pips, aces) < 17 else 0


@kernel
def may_draw(pips: int, aces: int) -> int:
    """1 while a player's point count is less than 21 (§ 633a.7(k))."""
    return 1 if best_total(pips, aces) < 21 else 0


@kernel
def may_split(first: int, second: int) -> int:
    """1 for two cards that are identical in value, as a king and a 10 (§ 633a.11(a))."""
    return 1 if value_of(first) == value_of(second) else 0


@kernel
def hand_outcome(player: int, player_blackjack: int, dealer: int, dealer_blackjack: int) -> int:
    """Index into OUTCOMES of a hand that was played to its end (§ 633a.7(p), (q)).

    `player` and `dealer` are total point counts. A split hand is never a Blackjack.
    """
    if player_blackjack == 1:
        return 2 if dealer_blackjack == 1 else 0
    if dealer_blackjack == 1:
        return 6
    if player > 21:
        return 4
    if dealer > 21 or player > dealer:
        return 1
    return 2 if player == dealer else 3


@kernel
def half_of(wager_units: int) -> int:
    """Half of a wager in whole cents, rounded down (§ 633a.9(a))."""
    return wager_units // 200 * 100


def insurance_limit(wager_units: int, chip_units: int) -> int:
    """The largest Insurance wager: half, or the next unit that chips can make (§ 633a.8(b))."""
    chips = -(-wager_units // (2 * chip_units))
    return chips * chip_units

"""Facts about both finished baccarat hands dealt from a place of the shoe, for counted wagers."""

from typing import Any, Final

from upcard.compiled.exposure.counted import DealFact, first, hole, second, upcard
from upcard.games.baccarat import BANKER, NO_CARD, PLAYER, points, third_card_due


def finished(cards: Any, at: int) -> int:
    """The player's point count, shifted by four bits, and the banker's."""
    player = (points(first(cards, at)) + points(second(cards, at))) % 10
    banker = (points(upcard(cards, at)) + points(hole(cards, at))) % 10
    two, third, drawn = player, NO_CARD, 4
    if third_card_due(two, banker, third) == PLAYER:
        third = points(first(cards, at + drawn))
        player = (player + third) % 10
        drawn += 1
    if third_card_due(two, banker, third) == BANKER:
        banker = (banker + points(first(cards, at + drawn))) % 10
    return player << 4 | banker


def player_total(cards: Any, at: int) -> int:
    """The point count of the Player's Hand."""
    return finished(cards, at) >> 4


def dealer_total(cards: Any, at: int) -> int:
    """The point count of the Banker's Hand."""
    return finished(cards, at) & 15


FACTS: Final[dict[str, DealFact]] = {
    fact.__name__: fact for fact in (player_total, dealer_total, finished)
}
"""The facts that a baccarat wager may ask for, and the function they call."""

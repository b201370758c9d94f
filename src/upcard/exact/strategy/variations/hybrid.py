"""Solves hybrid tables, where many players share cards. 58 Pa. Code § 633c.5."""

from collections.abc import Mapping
from typing import Any, Final

from upcard.exact.strategy.variations.kit import StrategyPart
from upcard.games.hybrid import WITH_HOLE_CARD, WITHOUT_HOLE_CARD
from upcard.games.table_rules import TableRules

CHANGES: Final[Mapping[str, dict[str, Any]]] = {
    WITH_HOLE_CARD: {"surrender": "none", "shared_cards": True},
    WITHOUT_HOLE_CARD: {
        "resplits": 0,
        "hit_split_aces": False,
        "dealer_blackjack": "busted",
    },
}
"""Rules that differ from the base game, by the game's name."""


def changes(table: TableRules) -> dict[str, Any]:
    """Rules that differ from the base game."""
    return CHANGES[table.game]


PART: Final = StrategyPart(changes)

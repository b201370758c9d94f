"""Solves Blackjack by a house's own rules: what differs besides `BlackjackRules`."""

from typing import Any, Final

from upcard.exact.strategy.variations.kit import StrategyPart
from upcard.games.house import HouseRules
from upcard.games.table_rules import TableRules


def changes(table: TableRules) -> dict[str, Any]:
    """The house's rule for a dealer's 22."""
    assert isinstance(table.variation, HouseRules)
    return {"dealer_22": "pushes" if table.variation.pushes_on_22 else "loses"}


PART: Final = StrategyPart(changes)

"""Which family simulates a game."""

from collections.abc import Mapping
from typing import Final

from upcard.games.hybrid import POSITIONS
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation import block, plan
from upcard.simulation.games import baccarat, hybrid, roulette
from upcard.simulation.games.family import Family

BLACKJACK: Final = Family(plan.plan, block.dealers, block.is_compiled)

FAMILIES: Final[Mapping[str, Family]] = {
    **dict.fromkeys(plan.GAMES, BLACKJACK),
    "baccarat": baccarat.FAMILY,
    "lightning-roulette": roulette.FAMILY,
    **dict.fromkeys(POSITIONS, hybrid.FAMILY),
}
"""By the game's name (`TableRules.game`)."""


def family_of(rules: TableRules) -> Family:
    """The family of a table; raises `BadInput` for a game that is not simulated."""
    family = FAMILIES.get(rules.game)
    if family is None:
        raise BadInput(f"Tables of {rules.game} are not simulated, so {rules.name} is not.")
    return family

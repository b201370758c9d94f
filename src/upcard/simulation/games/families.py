"""Finds the family of games that simulates a table."""

from typing import Final

from upcard.games.table_rules import TableRules
from upcard.rules.game_modules import module_of
from upcard.rules.loader import all_games
from upcard.rules.violation import NotSimulated
from upcard.simulation import block, plan
from upcard.simulation.games.family import Family
from upcard.simulation.variations.kit import part_of

BLACKJACK: Final = Family(plan.plan, block.dealers, block.is_compiled, corrects=True)


def family_of(rules: TableRules) -> Family:
    """The family of a table's game: from the game's own module, or Blackjack's.

    Raises `NotSimulated` for a game that is not simulated.
    """
    is_known = rules.game in {game.slug for game in all_games()}
    module = module_of("simulation.games", rules.game) if is_known else None
    if module is not None:
        family: Family = module.FAMILY
        return family
    if not is_known or not rules.has_blackjack_wager:
        raise NotSimulated(f"Tables of {rules.game} are not simulated, so {rules.name} is not.")
    return BLACKJACK


def raw_because(rules: TableRules) -> str:
    """Why the means of a table are not corrected, as the end of a sentence; empty where they are.

    Raises `NotSimulated` for a game that is not simulated.
    """
    family = family_of(rules)
    if family is BLACKJACK:
        kind = plan.deal_kind(rules)
        if kind == "varied" and not part_of(rules.game).switches:
            return plan.RAW_BY_OWN_RULES
        return plan.RAW_BECAUSE.get(kind, "")
    return family.raw_because

"""Solves a table of any game that is played with Blackjack hands."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import NO_CHANGES, Rules, full_shoe
from upcard.exact.strategy.solve import solve
from upcard.exact.strategy.variations.kit import BASE, StrategyPart
from upcard.games.table_rules import TableRules
from upcard.games.variation import Variation
from upcard.rules.game_modules import exported, module_of
from upcard.rules.violation import BadInput

SETTLING: Final = ("outcome", "blackjack_odds", "tie_odds")
"""The hooks of a variation that decide what a hand wins."""


def part_of(game: str, jurisdiction: str = "") -> StrategyPart:
    """The game's own part of the solver, or that of the base game."""
    module = module_of("exact.strategy.variations", game, jurisdiction)
    return BASE if module is None else exported(module, "PART", StrategyPart)


def rules_of(table: TableRules, changes: Mapping[str, Any] = NO_CHANGES) -> Rules:
    """The rules by which a hand is played at a table, with `changes` by a researcher applied.

    Raises ``BadInput`` for a game without hands to play.
    """
    if not table.has_blackjack_wager:
        raise BadInput(f"{table.name} is a table of {table.game}: there is no hand to play.")
    _require_known(table)
    base = table.blackjack
    rules = Rules(
        resplits=base.resplits,
        resplit_aces=base.resplit_aces,
        hit_split_aces=not base.one_card_on_split_aces,
        hits_soft_17=base.hits_soft_17,
        double=base.double,
        double_after_split=base.double_after_split,
        surrender=base.surrender,
        dealer_blackjack="peek" if base.peeks else "all" if base.all_lost else "original",
        blackjack_pays=table.blackjack_odds.ratio,
    )
    return replace(
        rules, **(part_of(table.game, table.jurisdiction).changes(table) | dict(changes))
    )


def _require_known(table: TableRules) -> None:
    """Raises ``BadInput`` for a variation that settles hands by rules unknown to the solver."""
    kind = type(table.variation)
    changed = [name for name in SETTLING if getattr(kind, name) is not getattr(Variation, name)]
    if changed and part_of(table.game, table.jurisdiction) is BASE:
        raise BadInput(
            f"The best play of {table.game} is not known: its {changed[0]} is its own, and no part "
            "of the strategy analyzer says what differs."
        )


def solve_table(
    table: TableRules,
    play: StrategyBasis = "composition",
    shoe: ValueCounts | None = None,
    changes: Mapping[str, Any] = NO_CHANGES,
) -> GameSolution:
    """The best play of a table, from its full shoe or from `shoe`.

    `changes` are rules that a researcher changes; ``BadInput`` for a game without hands to play.
    """
    rules, shoe = rules_of(table, changes), shoe or full_shoe(table.decks, tens=table.tens)
    return part_of(table.game, table.jurisdiction).solve(table, rules, shoe, play)


def base_game(rules: Rules, shoe: ValueCounts, play: StrategyBasis) -> GameSolution:
    """The best play of the base game, independent of any table."""
    return GameSolution("blackjack", (solve(rules, shoe, play),))

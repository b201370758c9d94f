"""Refuses, in one sentence, rules and strategies that the simulation of Blackjack cannot deal."""

from typing import Final

from upcard.compiled.hand_codes import DOUBLE, SURRENDER
from upcard.games.table_rules import TableRules
from upcard.games.variation import Variation
from upcard.rules.game_modules import place_of_module
from upcard.rules.violation import NotSimulated
from upcard.simulation.blackjack.strategy_table import (
    AGAIN,
    OPENING,
    SPLIT_OUT,
    StrategyTable,
)
from upcard.simulation.blackjack.variation_table import VariationTable
from upcard.simulation.variations.kit import part_of

PAYING: Final = ("blackjack_odds", "tie_odds")
"""The hooks of a variation that say what a Blackjack pays."""


def require_known_odds(rules: TableRules) -> None:
    """Raise `NotSimulated` where a Blackjack pays by a rule that the kernel does not read."""
    kind = type(rules.variation)
    own = [name for name in PAYING if getattr(kind, name) is not getattr(Variation, name)]
    if own:
        place = place_of_module("simulation.variations", rules.game, rules.jurisdiction)
        raise NotSimulated(
            f"{rules.game} is not simulated: its {own[0]} is its own, and there is no {place} that "
            "says what a Blackjack pays there (docs/add-a-variation.md)."
        )


def require_permitted(rules: TableRules, strategy: StrategyTable) -> None:
    """Raise `NotSimulated` for a strategy that doubles or surrenders without the house's leave."""
    play = rules.blackjack
    if play.surrender == "none" and (strategy.decisions == SURRENDER).any():
        raise NotSimulated(f"The {strategy.name} surrenders, which {rules.name} does not permit.")
    for moment in (OPENING, AGAIN, SPLIT_OUT):
        doubles = (strategy.decisions[moment] == DOUBLE).any(axis=1)
        for total in sorted({int(total) for total in strategy.totals[doubles]}):
            if not play.may_double(total, from_split=moment != OPENING):
                moment_words = "" if moment == OPENING else " after a split"
                raise NotSimulated(
                    f"The {strategy.name} doubles on {total}{moment_words}, which {rules.name} "
                    "does not permit."
                )


def assert_fits(rules: TableRules, strategy: VariationTable) -> None:
    """Assert that a strategy fits the table's game."""
    part = part_of(rules.game)
    assert len(strategy.tables) in (1, part.tables), "one strategy, or one for each light"
    for table in (strategy.worth, strategy.other):
        assert table is not None or not part.switches, "it says which cards are played"
    surrenders = any((table.decisions == SURRENDER).any() for table in strategy.tables)
    assert part.surrenders or not surrenders, "no surrender there (§ 633a.12(a)(4))"

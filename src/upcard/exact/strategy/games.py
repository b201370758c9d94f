"""Solves a table of any game that is played with Blackjack hands."""

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

from msgspec.structs import replace

from upcard.cards.card import ACE, KING, SUITS, is_red, name_of
from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.rules import NO_CHANGES, HandRules, NotSolved, full_shoe
from upcard.exact.strategy.solve import Solution, solve
from upcard.exact.strategy.variations.kit import BASE, StrategyPart
from upcard.games.blackjack import OUTCOMES
from upcard.games.decided_hands import hands_decided_otherwise, outcome_of
from upcard.games.table_rules import TableRules
from upcard.games.variation import Variation
from upcard.rules.game_modules import exported_part, module_of, place_of_module
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

SETTLING: Final = ("outcome", "blackjack_odds", "tie_odds")
"""The hooks of a variation that decide what a hand wins."""


class NoBestPlay(NotSolved):
    """A variation settles hands by rules that the strategy analyzer does not know."""


def part_of(game: str, jurisdiction: str = "") -> StrategyPart:
    """The game's own part of the solver, or that of the base game."""
    module = module_of("exact.strategy.variations", game, jurisdiction)
    return BASE if module is None else exported_part(module, "PART", StrategyPart)


def rules_of(table: TableRules, changes: Mapping[str, Any] = NO_CHANGES) -> HandRules:
    """The rules by which a hand is played at a table, with `changes` by a researcher applied.

    Raises ``BadInput`` for a game without hands to play, `NoBestPlay` for one whose best play is
    not known.
    """
    if not table.has_blackjack_wager:
        raise BadInput(f"{table.name} is a table of {table.game}: there is no hand to play.")
    _require_known(table)
    overrides = part_of(table.game, table.jurisdiction).changes(table)
    unknown = sorted(overrides.keys() - set(HandRules.__struct_fields__))
    if unknown:
        raise BadInput(
            f"The strategy part of {table.game} changes {quoted(unknown[0])}, which is no rule: "
            f"there are {', '.join(HandRules.__struct_fields__)}."
        )
    rules = replace(_rules_of_blackjack(table), **overrides)
    _require_same_outcomes(table, rules)
    return replace(rules, **changes)


def _require_same_outcomes(table: TableRules, rules: HandRules) -> None:
    """Raise `NoBestPlay` where a variation decides a hand otherwise than the solver is told."""
    for hand in hands_decided_otherwise(table.variation, rules.outcome):
        raise NoBestPlay(
            f"The best play of {table.game} is not known: it decides {hand} as "
            f"{OUTCOMES[outcome_of(table.variation, hand)]}, and its strategy part says "
            f"{OUTCOMES[rules.outcome(hand)]} (docs/add-a-variation.md)."
        )
    if table.variation.areas == 1 and not table.variation.spare_cards:  # else cards are switched
        _require_same_payouts(table, rules)


def _require_same_payouts(table: TableRules, rules: HandRules) -> None:
    """Raise `NoBestPlay` where a variation pays a Blackjack otherwise than the solver is told."""
    for first, second in product(range(len(SUITS)), repeat=2):
        ace, king = 4 * ACE + first, 4 * KING + second
        paid = table.variation.blackjack_odds(ace, king, None, table.blackjack_odds).ratio
        one_color = is_red(ace) == is_red(king)
        rule = rules.blackjack_one_color if one_color else None
        if paid != (rules.blackjack_pays if rule is None else rule):
            raise NoBestPlay(
                f"The best play of {table.game} is not known: it pays a Blackjack of "
                f"{name_of(ace)} and {name_of(king)} {paid}, and its strategy part says "
                f"{rules.blackjack_pays if rule is None else rule} (docs/add-a-variation.md)."
            )


def _rules_of_blackjack(table: TableRules) -> HandRules:
    """The rules of a table without what its variation changes."""
    base = table.blackjack
    return HandRules(
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


def knows_best_play(table: TableRules) -> bool:
    """Whether the solver knows the rules by which a table settles hands."""
    return not _unknown_hooks(table)


def _require_known(table: TableRules) -> None:
    """Raise `NoBestPlay` for a variation that settles hands by rules unknown to the solver."""
    unknown_hooks = _unknown_hooks(table)
    if unknown_hooks:
        place = place_of_module("exact.strategy.variations", table.game, table.jurisdiction)
        raise NoBestPlay(
            f"The best play of {table.game} is not known: its {unknown_hooks[0]} is its own, and "
            f"there is no {place} that says what differs (docs/add-a-variation.md)."
        )


def _unknown_hooks(table: TableRules) -> list[str]:
    """The hooks by which a variation settles hands without a module of the solver's."""
    if part_of(table.game, table.jurisdiction) is not BASE:
        return []
    kind = type(table.variation)
    return [name for name in SETTLING if getattr(kind, name) is not getattr(Variation, name)]


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


def play_of_blackjack(
    table: TableRules, play: StrategyBasis, changes: Mapping[str, Any] = NO_CHANGES
) -> Solution:
    """The best play of Blackjack by a table's rules, whatever its variation settles differently.

    At a variation whose best play is not known it is a play, and its expected win means nothing.
    """
    rules = replace(_rules_of_blackjack(table), **changes)
    return solve(rules, full_shoe(table.decks, tens=table.tens), play)


def solve_without_table(rules: HandRules, shoe: ValueCounts, play: StrategyBasis) -> GameSolution:
    """The best play of the base game, independent of any table."""
    return GameSolution("blackjack", (solve(rules, shoe, play),))

"""Solves Switch Hands: whether to play the dealt hand or the face-down one. § 633c.4.

For an ante, two more cards lie face down. A player plays them if their mean value, given the
player's own cards and the upcard, is higher, and then plays them like any hand. The decision
ignores colors, although half of all Blackjacks are of one color.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from upcard.exact.play.hands import VALUES
from upcard.exact.strategy.cards import ValueCounts, counts_of, places
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.other_hand import (
    NO_HANDS,
    ByHand,
    TwoCardMeans,
    column_without,
    reachable_marks,
    two_card_values,
    value_table,
)
from upcard.exact.strategy.rules import UPCARDS, HandRules, cards
from upcard.exact.strategy.solve import Solution, solve
from upcard.exact.strategy.switch_table import SwitchTable, hands_shown, value_numbers
from upcard.exact.strategy.variations.kit import StrategyPart
from upcard.games import switch_hands
from upcard.games.switch_hands import SwitchHandsRules, colored_pays
from upcard.games.table_rules import TableRules

ANTE: Final = Fraction(1, 5)
"""The ante per unit of the Blackjack wager (§ 633c.4(b), (c))."""

KEEP: Final = "K"
FACE_DOWN: Final = "F"

RULE: Final = (
    "Play the cards that lie face down (F) where they are worth more than the hand; else keep (K)."
)


class HandChoice(msgspec.Struct, frozen=True):
    """The decision to play the face-down cards.

    By upcard and hand, before the peek: the value of the dealt hand (`seen`) and of the face-down
    cards (`unseen`), in units of 1/`other_hand.SCALE`.
    """

    seen: tuple[ByHand, ...]
    unseen: tuple[ByHand, ...]

    def switches(self, upcard: int, first: int, second: int) -> bool:
        """Whether the face-down cards are played."""
        return self.unseen[upcard][first][second] > self.seen[upcard][first][second]


class SwitchHandsSolution(msgspec.Struct, frozen=True):
    """The solved game; expected wins are per unit of the Blackjack wager.

    `without_choice` is for a player who keeps every hand and pays no ante, where that is allowed.
    """

    choice: HandChoice
    on_the_hand: float
    often: float
    without_choice: float | None = None

    @property
    def expected_value(self) -> float:
        """The expected win of a round with the ante, which is never returned (§ 633c.4(c))."""
        return self.on_the_hand - float(ANTE)

    @property
    def unit(self) -> str:
        """The unit of expected wins."""
        return "the initial wager"

    @property
    def expected(self) -> Mapping[str, float]:
        """The expected win of each wager that the choice affects."""
        return {"blackjack": self.on_the_hand, switch_hands.ANTE: -1.0}

    @property
    def worth(self) -> tuple[ByHand, ...]:
        """The value of two cards as dealt, by upcard and hand."""
        return self.choice.seen

    @property
    def other(self) -> tuple[ByHand, ...]:
        """The value of the face-down cards, by upcard and hand."""
        return self.choice.unseen

    def table(self) -> SwitchTable:
        """The choice as a text table."""
        entries = {
            hand.values: tuple(
                FACE_DOWN if self.choice.switches(upcard, *hand.values) else KEEP
                for upcard in UPCARDS
            )
            for hand in hands_shown()
        }
        rows = []
        for codes, alike in groupby(entries, entries.__getitem__):
            names = [cards(values) for values in alike]
            rows.append((names[0] if len(names) == 1 else f"{names[0]}–{names[-1]}", codes))
        figures = {"face down": self.often, "Blackjack wager": self.on_the_hand}
        if self.without_choice is not None:
            figures["keeping, no ante"] = self.without_choice
        return SwitchTable("The hand or the cards face down", RULE, tuple(rows), figures)

    def form(self) -> dict[str, Any]:
        """The choice as numbers, for JSON."""
        return {
            "rule": RULE,
            "often": self.often,
            "expected_value_of_the_hand": self.on_the_hand,
            "expected_value_without_ante": self.without_choice,
            "worth": value_numbers(self.choice.seen),
            "face_down": value_numbers(self.choice.unseen),
        }


def solve_choice(solution: Solution, variation: SwitchHandsRules) -> SwitchHandsSolution:
    """The decision, and its expected win over every deal of an upcard and a hand."""
    rules = replace(solution.rules, **rule_changes(variation, switched=True))
    seen, unseen = [NO_HANDS] * len(VALUES), [NO_HANDS] * len(VALUES)
    first, other = [TwoCardMeans()] * len(VALUES), [TwoCardMeans()] * len(VALUES)
    for upcard, answer in solution.answers.items():
        first[upcard] = two_card_values(answer.column, answer.openings)
        marks = reachable_marks(answer.column.marks)
        other[upcard] = {
            hand: column_without(solution, rules, upcard, marks, hand)[1].expected_value
            for hand in first[upcard]
        }
        seen[upcard], unseen[upcard] = value_table(first[upcard]), value_table(other[upcard])
    choice = HandChoice(tuple(seen), tuple(unseen))
    won = often = 0.0
    for upcard, answer in solution.answers.items():
        for hand, worth in first[upcard].items():
            chance = answer.chance * answer.column.chance(places()[counts_of(hand)])
            switches = choice.switches(upcard, *hand)
            won += chance * (other[upcard][hand] if switches else worth)
            often += chance * switches
    return SwitchHandsSolution(choice, won, often)


def rule_changes(variation: SwitchHandsRules, *, switched: bool | None) -> dict[str, Any]:
    """Rules that differ for a hand kept or switched to (§ 633c.4(i), (o)).

    `switched` is None for a player without an ante.
    """
    fields: dict[str, Any] = {"blackjack_tied": Fraction(0), "blackjack_one_color": None}
    if colored_pays(variation, switched):
        fields["blackjack_one_color"] = switch_hands.COLORED_PAYS.ratio
    tied = variation.tie_odds(switched)
    if tied is not None:
        fields["blackjack_tied"] = tied.ratio
    return fields


def rules_here(table: TableRules) -> SwitchHandsRules:
    """The variation's rules at a table."""
    assert isinstance(table.variation, SwitchHandsRules)
    return table.variation


def changes(table: TableRules) -> dict[str, Any]:
    """Rules that differ for a hand that is kept."""
    return rule_changes(rules_here(table), switched=False)


def solved(
    table: TableRules, rules: HandRules, shoe: ValueCounts, play: StrategyBasis
) -> GameSolution:
    """The game: how hands are played, and when to take the face-down cards."""
    solution = solve(rules, shoe, play)
    solved_game = solve_choice(solution, rules_here(table))
    return GameSolution(table.game, (solution,), switching=solved_game)


PART: Final = StrategyPart(changes, solved, is_slow=True)

"""Solves Blackjack Switch: which hands to switch, and what the player then wins. § 633a.12(a).

A player switches the second cards of their two hands if the resulting hands have the higher total
value. For this decision a hand's value depends on its two cards and the upcard. What the player
wins is then counted over all upcards and all four cards, each hand given the other's two cards.
Suits are ignored, which is exact: no odds of the game depend on them.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final, TypeAlias

import msgspec

from upcard.exact.play.hands import ACE, TEN, VALUES
from upcard.exact.strategy.cards import ValueCounts, shoe_without
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.game_solution import GameSolution
from upcard.exact.strategy.other_hand import (
    NO_HANDS,
    SCALE,
    ByHand,
    TwoCardMeans,
    column_without,
    reachable_marks,
    two_card_values,
    value_table,
)
from upcard.exact.strategy.rules import NAMES, UPCARDS, HandRules, cards
from upcard.exact.strategy.solve import Solution, solve
from upcard.exact.strategy.switch_table import SwitchTable, format_value, hands_shown, value_numbers
from upcard.exact.strategy.variations.kit import StrategyPart
from upcard.games.switch import SwitchRules
from upcard.games.table_rules import TableRules

Two: TypeAlias = tuple[int, int]
"""A hand's first and second card."""

NATURAL: Final = (ACE, TEN)

RULE: Final = (
    "Switch the second cards where the two hands that this makes are worth more together, by this"
    " table. An ace and a ten that were switched together are 21 and no Blackjack."
)


class SwitchDecision(msgspec.Struct, frozen=True):
    """The decision to switch: values of hands by upcard, in units of 1/`SCALE`, before the peek.

    `made` has the values of hands made by switching, in which an ace and a ten are 21 and not a
    Blackjack.
    """

    worth: tuple[ByHand, ...]
    made: tuple[ByHand, ...]

    def switches(self, upcard: int, one: Two, other: Two) -> bool:
        """Whether the second cards of two hands are switched."""
        worth, made = self.worth[upcard], self.made[upcard]
        unswitched = worth[one[0]][one[1]] + worth[other[0]][other[1]]
        return made[one[0]][other[1]] + made[other[0]][one[1]] > unswitched


class SwitchSolution(msgspec.Struct, frozen=True):
    """The solved game; expected wins are per unit of both wagers."""

    switch: SwitchDecision
    expected_value: float
    often: float
    """The probability of switching."""

    @property
    def unit(self) -> str:
        """The unit of expected wins."""
        return "both initial wagers"

    @property
    def expected(self) -> Mapping[str, float]:
        """The expected win of each wager that the choice affects."""
        return {"blackjack": self.expected_value}

    @property
    def worth(self) -> tuple[ByHand, ...]:
        """The value of two cards as dealt, by upcard and hand."""
        return self.switch.worth

    @property
    def other(self) -> tuple[ByHand, ...]:
        """The value of hands made by switching, by upcard and hand."""
        return self.switch.made

    def table(self) -> SwitchTable:
        """What hands are worth, as a text table: two of them tell whether to switch."""
        worth, made = self.switch.worth, self.switch.made
        rows = [("21 made", tuple(format_value(made[upcard][ACE][TEN]) for upcard in UPCARDS))]
        for hand in hands_shown():
            first, second = hand.values
            entries = tuple(format_value(worth[upcard][first][second]) for upcard in UPCARDS)
            rows.append((cards(hand.values), entries))
        return SwitchTable("Values of the hands", RULE, tuple(rows), {"switched": self.often})

    def form(self) -> dict[str, Any]:
        """The choice as numbers, for JSON."""
        made = self.switch.made
        return {
            "rule": RULE,
            "often": self.often,
            "worth": value_numbers(self.switch.worth),
            "made_21": {NAMES[upcard]: made[upcard][ACE][TEN] / SCALE for upcard in UPCARDS},
        }


def switch_of(solution: Solution) -> SwitchDecision:
    """The decision that follows from the values of single hands."""
    worth, switched = [NO_HANDS] * len(VALUES), [NO_HANDS] * len(VALUES)
    for upcard, answer in solution.answers.items():
        values = two_card_values(answer.column, answer.openings)
        worth[upcard] = value_table(values)
        if NATURAL in values:
            values[NATURAL] = answer.column.switched_21()
        switched[upcard] = value_table(values)
    return SwitchDecision(tuple(worth), tuple(switched))


def solve_switch(solution: Solution) -> SwitchSolution:
    """The solved game, counted over every deal of an upcard and two hands."""
    switch = switch_of(solution)
    won = often = 0.0
    for upcard, answer in solution.answers.items():
        hands = _ValuesBeside(solution, upcard)
        for chance, one, other in _deals(shoe_without(solution.shoe, upcard)):
            switches = switch.switches(upcard, one, other)
            played = ((one[0], other[1]), (other[0], one[1])) if switches else (one, other)
            both = hands.worth(*played, switched=switches) + hands.worth(
                *reversed(played), switched=switches
            )
            often += answer.chance * chance * switches
            won += answer.chance * chance * both / 2
    return SwitchSolution(switch, won, often)


class _ValuesBeside:
    """The values of hands against an upcard, by the two cards of the other hand."""

    def __init__(self, solution: Solution, upcard: int) -> None:
        self._found: dict[Two, TwoCardMeans] = {}
        self._made: TwoCardMeans = {}
        answer = solution.answers[upcard]
        marks = reachable_marks(answer.column.marks)
        for other in two_card_values(answer.column, answer.openings):
            column, _ = column_without(solution, solution.rules, upcard, marks, other)
            self._found[other] = two_card_values(column, answer.openings)
            if NATURAL in self._found[other]:
                self._made[other] = column.switched_21()

    def worth(self, hand: Two, other: Two, *, switched: bool) -> float:
        """The expected win of a hand, dealt or made by switching, given another hand."""
        hand, other = _sort_two(hand), _sort_two(other)
        if switched and hand == NATURAL:
            return self._made[other]
        return self._found[other][hand]


def _sort_two(hand: Two) -> Two:
    return hand if hand[0] <= hand[1] else (hand[1], hand[0])


def _deals(shoe: ValueCounts) -> Iterator[tuple[float, Two, Two]]:
    """Yield every two hands from a shoe without the upcard, with their probability."""
    size = sum(shoe)
    orders = size * (size - 1) * (size - 2) * (size - 3)
    for first, second, third, fourth in product(VALUES, repeat=4):
        ways, left = 1, list(shoe)
        for value in (first, second, third, fourth):
            ways *= left[value]
            left[value] -= 1
        if ways:
            yield ways / orders, (first, second), (third, fourth)


def changes(table: TableRules) -> dict[str, Any]:
    """Rules of a dealt hand that differ from the base game (§ 633a.12(a)(4), (5))."""
    rules = table.variation
    assert isinstance(rules, SwitchRules)
    fields: dict[str, Any] = {
        "surrender": "none",
        "dealer_22": "pushes",
        "blackjack_against_21": Fraction(1),
    }
    if rules.always_even_money:
        fields["blackjack_pays"] = Fraction(1)
    if not rules.blackjack_beats_22:
        fields["blackjack_against_22"] = Fraction(0)
    return fields


def solved(
    table: TableRules, rules: HandRules, shoe: ValueCounts, play: StrategyBasis
) -> GameSolution:
    """The game: how hands are played and which are switched."""
    solution = solve(rules, shoe, play)
    return GameSolution(table.game, (solution,), switching=solve_switch(solution))


PART: Final = StrategyPart(changes, solved, is_slow=True)

"""The exact value of a policy that depends on a hand and the upcard, without simulation.

The policy is asked for every hand against every upcard, once. The mean over all deals is that of
`exact.strategy`, whose conventions hold: a pair that is split is split again as long as the rules
allow, a split hand is played like the same cards of any split, and a hand of three or more cards
like the same cards without a split.
"""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.environments.fields import INSURING, PLAYING, SURRENDERING
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from upcard.envs.choices import HAND_FIELDS, PLAY_ACTIONS
from upcard.exact.play.hands import ACE, TEN, VALUES
from upcard.exact.strategy.cards import ValueCounts, hands, two_cards
from upcard.exact.strategy.column import NATURAL, HandAction, Marks, UpcardColumn
from upcard.exact.strategy.dealer import insurance
from upcard.exact.strategy.decide import Openings, marked_column
from upcard.exact.strategy.rules import HandRules
from upcard.rules.violation import BadInput
from upcard.text.words import quoted

HandPolicy: TypeAlias = Callable[[NDArray[np.int8], NDArray[np.int8]], Any]
"""The action, by its number, for each row of hands (`HAND_FIELDS`) and of action masks."""

_BY_NUMBER: Final[tuple[HandAction, ...]] = ("stand", "hit", "double", "split", "surrender")
_INSURANCE: Final = PLAY_ACTIONS.index("insurance")
_EVEN_MONEY: Final = PLAY_ACTIONS.index("even-money")
_DECLINE: Final = PLAY_ACTIONS.index("decline")


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The exact value of a policy per unit of the initial wager; `insured` is Insurance's part."""

    expected_value: float
    insured: float

    def __repr__(self) -> str:
        return f"expected value {100 * self.expected_value:+.4f} %, exact"


def evaluate(rules: HandRules, shoe: ValueCounts, policy: HandPolicy) -> Evaluation:
    """The exact value of a policy from a shoe."""
    total = insured = 0.0
    for upcard in VALUES:
        if not shoe[upcard]:
            continue
        answers = _PolicyAnswers(rules, policy, upcard)
        left = tuple(count - (value == upcard) for value, count in enumerate(shoe))
        openings = answers.openings(left)
        column = marked_column(rules, shoe, upcard, answers.marks(), openings)
        chance = shoe[upcard] / sum(shoe)
        played = sum(
            column.chance(place) * column.worth(place)[openings[place]] for place in openings
        )
        extra = answers.insurance_gain(column, shoe) if upcard == ACE else 0.0
        total += chance * (played + extra)
        insured += chance * extra
    return Evaluation(total, insured)


class _PolicyAnswers:
    """A policy asked about every hand against one upcard."""

    def __init__(self, rules: HandRules, policy: HandPolicy, upcard: int) -> None:
        self._rules = rules
        self._policy = policy
        self._upcard = upcard
        self._before_peek = rules.surrender == "early" and rules.dealer_blackjack == "peek"
        self._before_peek = self._before_peek and upcard in (ACE, TEN)

    def openings(self, shoe_left: ValueCounts) -> Openings:
        """The action for every two cards that the shoe without the upcard can deal."""
        dealt = [
            place
            for place in two_cards()
            if all(
                count <= left for count, left in zip(hands()[place].counts, shoe_left, strict=True)
            )
        ]
        masks = [self._opening_mask(place) for place in dealt]
        actions = self._ask(dealt, masks)
        if self._before_peek:
            first = [[SURRENDER, _DECLINE]] * len(dealt)
            given_up = self._ask(dealt, first, decision=SURRENDERING)
            actions = [
                SURRENDER if early == SURRENDER and hands()[place].counts != NATURAL else action
                for place, early, action in zip(dealt, given_up, actions, strict=True)
            ]
        return {
            place: "stand" if hands()[place].counts == NATURAL else _BY_NUMBER[action]
            for place, action in zip(dealt, actions, strict=True)
        }

    def marks(self) -> Marks:
        """How hands are played on, and which split hands double."""
        places = range(len(hands()))
        split_masks = [self._later_mask(place) for place in places]
        as_split = self._ask(places, split_masks, split=True)
        later = self._ask(places, [mask[:2] for mask in split_masks])
        two = [hands()[place].size == 2 for place in places]
        without = [[code for code in mask if code != DOUBLE] for mask in split_masks]
        not_doubled = self._ask(places, without, split=True)
        hits = [
            (other if is_two else action) == HIT
            for is_two, other, action in zip(two, not_doubled, later, strict=True)
        ]
        doubles = [
            is_two and action == DOUBLE for is_two, action in zip(two, as_split, strict=True)
        ]
        return Marks(array("q", hits), array("q", doubles))

    def insurance_gain(self, column: UpcardColumn, shoe: ValueCounts) -> float:
        """What Insurance and even money add to the hands against an ace."""
        dealt = [place for place in two_cards() if column.chance(place)]
        masks = [
            [_INSURANCE, _DECLINE] + [_EVEN_MONEY] * (hands()[place].counts == NATURAL)
            for place in dealt
        ]
        gain = 0.0
        for place, action in zip(dealt, self._ask(dealt, masks, decision=INSURING), strict=True):
            chance = column.chance(place)
            if action == _INSURANCE:
                gain += chance * 0.5 * float(insurance(shoe, *hands()[place].values))
            elif action == _EVEN_MONEY:
                gain += chance * (1.0 - column.worth(place)["stand"])
        return gain

    def _opening_mask(self, place: int) -> list[int]:
        rules = self._rules
        hand = hands()[place]
        legal = [STAND] if hand.total == 21 else [STAND, HIT]
        if hand.counts != NATURAL and rules.may_double(hand.total):
            legal.append(DOUBLE)
        if hand.pair:
            legal.append(SPLIT)
        if rules.surrender != "none" and not self._before_peek:
            legal.append(SURRENDER)
        return legal

    def _later_mask(self, place: int) -> list[int]:
        rules = self._rules
        hand = hands()[place]
        legal = [STAND] if hand.total == 21 else [STAND, HIT]
        doubles = hand.size == 2 and rules.double_after_split and rules.may_double(hand.total)
        return [*legal, DOUBLE] if doubles else legal

    def _ask(
        self,
        states: Sequence[int],
        legal: Sequence[Sequence[int]],
        *,
        split: bool = False,
        decision: int = PLAYING,
    ) -> list[int]:
        """The policy's actions for the hands at places, of which `legal` are permitted."""
        observations = np.zeros((len(states), len(HAND_FIELDS)), np.int8)
        masks = np.zeros((len(states), len(PLAY_ACTIONS)), np.int8)
        for row, place in enumerate(states):
            hand = hands()[place]
            pair = hand.values[0] + 1 if hand.pair else 0
            numbers = (1, 2) if split and hand.size == 2 else (0, 1)
            hand_key = (hand.total, hand.soft, pair, self._upcard + 1, hand.size)
            observations[row] = (decision, *hand_key, *numbers)
            masks[row, legal[row]] = 1
        actions = np.asarray(self._policy(observations, masks)).astype(np.int64)
        if actions.shape != (len(states),) or not masks[np.arange(len(states)), actions].all():
            raise BadInput(
                "A policy returns a legal action for each hand: "
                f"{quoted(actions.shape)} of them, for {len(states)} hands."
            )
        action_numbers: list[int] = actions.tolist()
        return action_numbers

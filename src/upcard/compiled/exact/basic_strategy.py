"""Values of each action with two cards against one upcard, for basic strategy, compiled.

Values are per unit wagered, given no dealer Blackjack. They are exact sums, in doubles, over every
deal; all cards dealt before count as gone from the shoe.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

from upcard.cards.totals import best_total, is_soft
from upcard.compiled.cells import FloatCells, IntegerCells
from upcard.compiled.exact import basic_hands as states
from upcard.compiled.exact.dealer_hands import unpack
from upcard.compiled.hand_codes import (
    BUST,
    DOUBLE,
    HIT,
    PAIRS,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
    Int64Array,
    room_for,
    row_of,
    zeros,
)
from upcard.compiled.native import Kernel, compiled

RowQuestion = tuple[int, Sequence[tuple[int, int]]]
"""A row, and the two-card hands over which its mean is taken."""

_NO_OTHER: Final = 15
_UNAVAILABLE: Final = -2.0
"""The value of an action that is not available: lower than standing."""


class StrategyColumn:
    """One upcard's column of a strategy, with the rows that were asked about."""

    def __init__(
        self, shoe: Sequence[int], hole: int, dealers: Sequence[Int64Array], *, one_card: bool
    ) -> None:
        """The column for a `shoe`, the cards of each value without the upcard.

        `hole` is the value that would make a Blackjack (-1 for none). `dealers` are the dealer's
        drawn cards, packed, without Blackjacks and hands over 21. With `one_card` split aces take
        one card each.
        """
        self._data = data = zeros(states.DEALERS)
        data[states.CARDS], data[states.HOLE], data[states.ONE_CARD] = (
            sum(shoe),
            hole,
            one_card,
        )
        data[states.SHOE : states.SHOE + VALUES] = array("q", shoe)
        data[states.LISTS], data[states.PACKED] = len(dealers), states.DEALERS
        for hands in dealers:
            data.extend(hands)
        data[states.UNPACKED] = len(data)
        data.extend(zeros(room_for(dealers)))
        self._out = array("d", [0]) * states.END

    def ask(self, questions: Iterable[RowQuestion]) -> None:
        """Decide some rows in this order; a draw must lead to a row decided before."""
        cells = [(row, len(hands), *chain.from_iterable(hands)) for row, hands in questions]
        values = array("q", chain.from_iterable(cells))
        assert len(values) <= states.MAX_ASKED
        self._data[states.ASKED] = len(cells)
        self._data[states.QUESTIONS : states.QUESTIONS + len(values)] = values
        _kernel()(self._data, self._out)
        assert self._data[states.REACHED] < states.STATES - 1, "there is a place for every state"

    def later(self, row: int) -> int:
        """The action of a hand of three or more cards."""
        return self._data[states.LATER + row]

    def first(self, row: int) -> int:
        """The action of two cards where surrender is not offered."""
        return self._data[states.FIRST + row]

    def opening(self, row: int) -> int:
        """The action of two cards where surrender is offered."""
        return self._data[states.OPENING + row]

    def worth(self, first: int, second: int, action: int) -> float:
        """The value of an action with two values asked about, in the order of the question."""
        return self._out[_values_offset(first, second) + action]


# Drawing


def _value_of_drawing(data: IntegerCells, out: FloatCells, state: int, action: int) -> float:
    """The value of drawing one card, then playing on (`HIT`) or standing."""
    worth = 0.0
    for value in range(VALUES):
        if states.cards_left(data, data[state + states.CODE], value) > 0:
            chance = states.chance_of(
                data, data[state + states.CODE], data[state + states.GONE], value
            )
            if data[state + states.PIPS] + value + 1 >= BUST:
                worth -= chance
            elif action == HIT:
                worth += (
                    chance
                    * out[states.PLAYED + states.state_number(states.with_card(data, state, value))]
                )
            else:
                worth += chance * states.value_of_standing(
                    data, out, states.with_card(data, state, value)
                )
    return worth


def _queue_draws(data: IntegerCells, state: int, queued: int) -> int:
    """Queue states reached by one draw that are not queued yet; returns the queue's end."""
    for value in range(VALUES):
        fits = data[state + states.PIPS] + value + 1 < BUST
        if fits and states.cards_left(data, data[state + states.CODE], value) > 0:
            drawn = states.with_card(data, state, value)
            if data[drawn + states.KNOWN] & 2 == 0:
                data[drawn + states.KNOWN] |= 2
                data[states.QUEUE + queued] = drawn
                queued += 1
    return queued


def _value_of_hitting(data: IntegerCells, out: FloatCells, state: int) -> float:
    """The value of drawing and playing on by the rows.

    States with more cards come later in the queue, so evaluating it from the end finds the states
    that each one draws to already known.
    """
    queued = _queue_draws(data, state, 0)
    index = 0
    while index < queued:
        if data[states.LATER + states.row_at(data, data[states.QUEUE + index])] == HIT:
            queued = _queue_draws(data, data[states.QUEUE + index], queued)
        index += 1
    while index > 0:
        index -= 1
        played = data[states.QUEUE + index]
        hits = data[states.LATER + states.row_at(data, played)] == HIT
        worth = (
            _value_of_drawing(data, out, played, HIT)
            if hits
            else states.value_of_standing(data, out, played)
        )
        out[states.PLAYED + states.state_number(played)] = worth
    return _value_of_drawing(data, out, state, HIT)


# Actions with two cards


def _act(data: IntegerCells, out: FloatCells, state: int, action: int) -> float:
    """The value of an action except a split; a double wagers as much again (§ 633a.10(a))."""
    if action == STAND:
        return states.value_of_standing(data, out, state)
    if action == HIT:
        return _value_of_hitting(data, out, state)
    return 2.0 * _value_of_drawing(data, out, state, DOUBLE)


def _value_of_splitting(data: IntegerCells, out: FloatCells, value: int) -> float:
    """The value of two split hands, without resplits; both have the same mean."""
    code = 2 << 5 * value
    alone = states.place(data, code, value, value + 1, 1 if value == 0 else 0)
    worth = 0.0
    for drawn in range(VALUES):
        if states.cards_left(data, code, drawn) > 0:
            state = states.with_card(data, alone, drawn)
            stands = value == 0 and data[states.ONE_CARD] == 1
            action = STAND if stands else data[states.FIRST + states.row_at(data, state)]
            worth += states.chance_of(data, code, 2, drawn) * _act(data, out, state, action)
    return 2.0 * worth


def _deal_weight(data: IntegerCells, first: int, second: int) -> float:
    """How often two cards are dealt, up to a common factor."""
    alike = 1 if first == second else 0
    ways: int = (2 - alike) * data[states.SHOE + first] * (data[states.SHOE + second] - alike)
    return ways * states.no_blackjack(data, (1 << 5 * first) + (1 << 5 * second), 2)


def _values_offset(first: int, second: int) -> int:
    """The offset of a hand's values in the kernel's results."""
    return states.HANDS + 4 * (VALUES * first + second)


def _price(data: IntegerCells, out: FloatCells, row: int, first: int, second: int) -> int:
    """Compute the values of the actions with two cards; returns their offset in `out`."""
    code = (1 << 5 * first) + (1 << 5 * second)
    state = states.place(data, code, _NO_OTHER, first + second + 2, 1 if first == 0 else 0)
    worths = _values_offset(first, second)
    for action in (STAND, HIT, DOUBLE):
        out[worths + action] = _act(data, out, state, action)
    out[worths + SPLIT] = _value_of_splitting(data, out, first) if row >= PAIRS else _UNAVAILABLE
    return worths


def _mean(data: IntegerCells, out: FloatCells, offset: int, action: int) -> float:
    """The mean value of an action over the hands of the question at an offset."""
    every, worth = 0.0, 0.0
    for hand in range(data[offset + 1]):
        first, second = data[offset + 2 + 2 * hand], data[offset + 3 + 2 * hand]
        often = _deal_weight(data, first, second)
        every += often
        worth += often * out[_values_offset(first, second) + action]
    return worth / every


def _decide(data: IntegerCells, out: FloatCells, offset: int) -> int:
    """Decide the row of the question at an offset; returns where the question ends."""
    row = data[offset]
    end: int = offset + 2 + 2 * data[offset + 1]
    for hand in range(offset + 2, end, 2):
        _price(data, out, row, data[hand], data[hand + 1])
    best, most = STAND, _mean(data, out, offset, STAND)
    for action in (HIT, DOUBLE, SPLIT):
        worth = _mean(data, out, offset, action)
        if worth > most:
            best, most = action, worth
        if action == HIT:
            data[states.LATER + row] = best
    data[states.FIRST + row] = best
    data[states.OPENING + row] = SURRENDER if most < -0.5 else best
    return end


def _loops(data: IntegerCells, out: FloatCells) -> None:
    if data[states.REACHED] == 0:
        unpack(data, data[states.PACKED], data[states.LISTS], data[states.UNPACKED])
    question = states.QUESTIONS
    for _ in range(data[states.ASKED]):
        question = _decide(data, out, question)


@cache
def _kernel() -> Kernel:
    return compiled("actions", lambda: _loops, *_USES, codes="qd")


_USES: Final[list[Callable[..., Any]]] = [
    *(best_total, is_soft, row_of, unpack),
    *states.FUNCTIONS,
    *(_value_of_drawing, _queue_draws, _value_of_hitting, _act, _value_of_splitting, _deal_weight),
    *(_values_offset, _price, _mean, _decide),
]
"""The functions that the kernel calls."""

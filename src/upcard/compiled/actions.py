"""What each action with two cards is worth against one upcard, in compiled code.

Worths are for each unit wagered, given that the dealer has no Blackjack: exact sums over every
deal, in which all cards that left the shoe are known to have left it, in doubles.

A state is a hand: the code of the cards that left the shoe beside the upcard, the value among
them that lies in the other hand after a split, the pips, and whether there is an ace.
"""

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any, Final

from upcard.cards.totals import best_total, is_soft
from upcard.compiled.dealer_hands import hand_ways, unpack
from upcard.compiled.layout import (
    BUST,
    DOUBLE,
    HIT,
    PAIRS,
    ROWS,
    SPLIT,
    STAND,
    SURRENDER,
    VALUES,
    Values,
    room_for,
    row_of,
    zeros,
)
from upcard.compiled.native import Kernel, compiled

Question = tuple[int, Sequence[tuple[int, int]]]
"""A row, and the hands of two values over which its mean is taken."""

_NO_OTHER: Final = 15
_CLOSED: Final = -2.0
"""The worth of an action that is not open: standing is worth more."""

_STATES: Final = 1 << 14
_SLOTS: Final = 32_749
"""A prime, about twice as many as states."""

_MOST_ASKED: Final = 256

# Where things stand in the data.
_CARDS: Final = 0
_HOLE: Final = 1
_ONE_CARD: Final = 2
_LISTS: Final = 3
_PACKED: Final = 4
_UNPACKED: Final = 5
_REACHED: Final = 6
_ASKED: Final = 7
_SHOE: Final = 8
_LEFT: Final = _SHOE + VALUES
_LATER: Final = _LEFT + VALUES
_FIRST: Final = _LATER + ROWS
_OPENING: Final = _FIRST + ROWS
_QUESTIONS: Final = _OPENING + ROWS
_QUEUE: Final = _QUESTIONS + _MOST_ASKED
_STATE: Final = _QUEUE + _STATES
_SLOT: Final = _STATE + 6 * _STATES
_DEALERS: Final = _SLOT + _SLOTS

# Of a state; `_KNOWN` says which of its worths are.
_CODE: Final = 0
_OTHER: Final = 1
_PIPS: Final = 2
_ACE: Final = 3
_GONE: Final = 4
_KNOWN: Final = 5

# Where things stand in the output.
_HANDS: Final = 0
_STANDING: Final = 4 * VALUES * VALUES
_PLAYED: Final = _STANDING + _STATES
_END: Final = _PLAYED + _STATES


class Column:
    """One upcard's column of a strategy: the rows that were asked about."""

    def __init__(
        self, shoe: Sequence[int], hole: int, dealers: Sequence[Values], *, one_card: bool
    ) -> None:
        """Against a `shoe` of so many cards of each value beside the upcard.

        `hole` is the value that would make a Blackjack (-1: none), `dealers` are the dealer's
        drawn cards, packed, without Blackjacks and hands over 21. With `one_card` split aces
        take one card each.
        """
        self._data = data = zeros(_DEALERS)
        data[_CARDS], data[_HOLE], data[_ONE_CARD] = sum(shoe), hole, one_card
        data[_SHOE : _SHOE + VALUES] = array("q", shoe)
        data[_LISTS], data[_PACKED] = len(dealers), _DEALERS
        for hands in dealers:
            data.extend(hands)
        data[_UNPACKED] = len(data)
        data.extend(zeros(room_for(dealers)))
        self._out = array("d", [0]) * _END

    def ask(self, questions: Iterable[Question]) -> None:
        """Decide some rows in this order: a draw leads to rows that are decided before."""
        asked = [(row, len(hands), *chain.from_iterable(hands)) for row, hands in questions]
        values = array("q", chain.from_iterable(asked))
        assert len(values) <= _MOST_ASKED
        self._data[_ASKED] = len(asked)
        self._data[_QUESTIONS : _QUESTIONS + len(values)] = values
        _kernel()(self._data, self._out)
        assert self._data[_REACHED] < _STATES - 1, "there is a place for every state"

    def later(self, row: int) -> int:
        """What a hand of three cards or more does."""
        return self._data[_LATER + row]

    def first(self, row: int) -> int:
        """What a hand of two cards does where surrender is not offered."""
        return self._data[_FIRST + row]

    def opening(self, row: int) -> int:
        """What a hand of two cards does where it is."""
        return self._data[_OPENING + row]

    def worth(self, first: int, second: int, action: int) -> float:
        """Of an action with two values that were asked about, in the order of the question."""
        return self._out[_of_hand(first, second) + action]


# The shoe and the dealer


def _left(data: Any, code: int, value: int) -> int:
    """How many cards of a value are left."""
    left: int = data[_SHOE + value] - (code >> 5 * value & 31)
    return left


def _no_blackjack(data: Any, code: int, gone: int) -> float:
    """The probability of no dealer Blackjack."""
    if data[_HOLE] < 0:
        return 1.0
    made: float = _left(data, code, data[_HOLE]) / (data[_CARDS] - gone)
    return 1.0 - made


def _chance(data: Any, code: int, gone: int, value: int) -> float:
    """The probability that the next card has a value."""
    drawn: float = _left(data, code, value) / (data[_CARDS] - gone)
    after = _no_blackjack(data, code + (1 << 5 * value), gone + 1)
    return drawn * after / _no_blackjack(data, code, gone)


def _stand(data: Any, code: int, gone: int, total: int) -> float:
    """The expected win of a total."""
    for value in range(VALUES):
        data[_LEFT + value] = _left(data, code, value)
    lost = 0.0
    at, to = data[_PACKED], data[_UNPACKED]
    for _ in range(data[_LISTS]):
        dealt, cards, hands = data[at], data[at + 1], data[at + 2]
        at += 3 + 2 * hands
        if dealt < total:
            to += hands * (1 + cards)
            continue
        found = 0.0
        for _hand in range(hands):
            found += data[to] * float(hand_ways(data, to + 1, cards, _LEFT))
            to += 1 + cards
        for drawn in range(cards):
            found /= data[_CARDS] - gone - drawn
        lost += found if dealt == total else 2.0 * found
    return 1.0 - lost / _no_blackjack(data, code, gone)


# States


def _place(data: Any, code: int, other: int, pips: int, ace: int) -> int:
    """Where a state stands; it is placed where it was not reached before."""
    slot = (code << 4 | other) % _SLOTS
    while data[_SLOT + slot] > 0:
        state: int = data[_SLOT + slot]
        if data[state + _CODE] == code and data[state + _OTHER] == other:
            return state
        slot = slot + 1 if slot + 1 < _SLOTS else 0
    state = _STATE + 6 * data[_REACHED]
    if data[_REACHED] < _STATES - 1:  # else the last place is taken again, and Python told
        data[_REACHED] += 1
    data[_SLOT + slot] = state
    data[state + _CODE], data[state + _OTHER] = code, other
    data[state + _PIPS], data[state + _ACE], data[state + _GONE] = pips, ace, code % 31
    return state


def _with_card(data: Any, state: int, value: int) -> int:
    """The state with one more card, which does not bust the hand."""
    ace = 1 if value == 0 else data[state + _ACE]
    code = data[state + _CODE] + (1 << 5 * value)
    return _place(data, code, data[state + _OTHER], data[state + _PIPS] + value + 1, ace)


def _row(data: Any, state: int) -> int:
    return row_of(data[state + _PIPS], data[state + _ACE])


def _number(state: int) -> int:
    return (state - _STATE) // 6


def _standing(data: Any, out: Any, state: int) -> float:
    """What a state is worth that draws no more."""
    place = _STANDING + _number(state)
    if data[state + _KNOWN] & 1 == 0:
        data[state + _KNOWN] |= 1
        total = best_total(data[state + _PIPS], data[state + _ACE])
        out[place] = _stand(data, data[state + _CODE], data[state + _GONE], total)
    worth: float = out[place]
    return worth


def _drawing(data: Any, out: Any, state: int, action: int) -> float:
    """What a state is worth that draws and plays on (`HIT`: the rest is known) or stands."""
    worth = 0.0
    for value in range(VALUES):
        if _left(data, data[state + _CODE], value) > 0:
            chance = _chance(data, data[state + _CODE], data[state + _GONE], value)
            if data[state + _PIPS] + value + 1 >= BUST:
                worth -= chance
            elif action == HIT:
                worth += chance * out[_PLAYED + _number(_with_card(data, state, value))]
            else:
                worth += chance * _standing(data, out, _with_card(data, state, value))
    return worth


def _queue_draws(data: Any, state: int, queued: int) -> int:
    """Queue the states to which one draws and that were not played yet; gives the queue's end."""
    for value in range(VALUES):
        fits = data[state + _PIPS] + value + 1 < BUST
        if fits and _left(data, data[state + _CODE], value) > 0:
            drawn = _with_card(data, state, value)
            if data[drawn + _KNOWN] & 2 == 0:
                data[drawn + _KNOWN] |= 2
                data[_QUEUE + queued] = drawn
                queued += 1
    return queued


def _hitting(data: Any, out: Any, state: int) -> float:
    """What a state is worth that draws and plays on by the rows.

    States with more cards come later in the queue, so that from its end on each finds known what
    it draws to.
    """
    queued = _queue_draws(data, state, 0)
    at = 0
    while at < queued:
        if data[_LATER + _row(data, data[_QUEUE + at])] == HIT:
            queued = _queue_draws(data, data[_QUEUE + at], queued)
        at += 1
    while at > 0:
        at -= 1
        played = data[_QUEUE + at]
        hits = data[_LATER + _row(data, played)] == HIT
        worth = _drawing(data, out, played, HIT) if hits else _standing(data, out, played)
        out[_PLAYED + _number(played)] = worth
    return _drawing(data, out, state, HIT)


# Actions with two cards


def _act(data: Any, out: Any, state: int, action: int) -> float:
    """What an action is worth, but a split; a double wagers as much again (§ 633a.10(a))."""
    if action == STAND:
        return _standing(data, out, state)
    if action == HIT:
        return _hitting(data, out, state)
    return 2.0 * _drawing(data, out, state, DOUBLE)


def _split(data: Any, out: Any, value: int) -> float:
    """What two hands are worth that do not split again; both have the same mean."""
    code = 2 << 5 * value
    alone = _place(data, code, value, value + 1, 1 if value == 0 else 0)
    worth = 0.0
    for drawn in range(VALUES):
        if _left(data, code, drawn) > 0:
            state = _with_card(data, alone, drawn)
            stands = value == 0 and data[_ONE_CARD] == 1
            action = STAND if stands else data[_FIRST + _row(data, state)]
            worth += _chance(data, code, 2, drawn) * _act(data, out, state, action)
    return 2.0 * worth


def _often(data: Any, first: int, second: int) -> float:
    """How often two cards are dealt, up to a common factor."""
    alike = 1 if first == second else 0
    ways: int = (2 - alike) * data[_SHOE + first] * (data[_SHOE + second] - alike)
    return ways * _no_blackjack(data, (1 << 5 * first) + (1 << 5 * second), 2)


def _of_hand(first: int, second: int) -> int:
    """Where the output has the worths of a hand."""
    return _HANDS + 4 * (VALUES * first + second)


def _price(data: Any, out: Any, row: int, first: int, second: int) -> int:
    """Find what each action with two cards is worth; gives where the output has it."""
    code = (1 << 5 * first) + (1 << 5 * second)
    state = _place(data, code, _NO_OTHER, first + second + 2, 1 if first == 0 else 0)
    worths = _of_hand(first, second)
    for action in (STAND, HIT, DOUBLE):
        out[worths + action] = _act(data, out, state, action)
    out[worths + SPLIT] = _split(data, out, first) if row >= PAIRS else _CLOSED
    return worths


def _mean(data: Any, out: Any, at: int, action: int) -> float:
    """What an action is worth over the hands of the question at a place."""
    every, worth = 0.0, 0.0
    for hand in range(data[at + 1]):
        first, second = data[at + 2 + 2 * hand], data[at + 3 + 2 * hand]
        often = _often(data, first, second)
        every += often
        worth += often * out[_of_hand(first, second) + action]
    return worth / every


def _decide(data: Any, out: Any, at: int) -> int:
    """Decide the row of the question at a place by the means of its hands; gives its end."""
    row: int = data[at]
    end: int = at + 2 + 2 * data[at + 1]
    for hand in range(at + 2, end, 2):
        _price(data, out, row, data[hand], data[hand + 1])
    best, most = STAND, _mean(data, out, at, STAND)
    for action in (HIT, DOUBLE, SPLIT):
        worth = _mean(data, out, at, action)
        if worth > most:
            best, most = action, worth
        if action == HIT:
            data[_LATER + row] = best
    data[_FIRST + row] = best
    data[_OPENING + row] = SURRENDER if most < -0.5 else best
    return end


def _loops(data: Any, out: Any) -> None:
    if data[_REACHED] == 0:
        unpack(data, data[_PACKED], data[_LISTS], data[_UNPACKED])
    at = _QUESTIONS
    for _ in range(data[_ASKED]):
        at = _decide(data, out, at)


@cache
def _kernel() -> Kernel:
    return compiled("actions", lambda: _loops, *_USES, codes="qd")


_USES: Final[tuple[Callable[..., Any], ...]] = (
    *(best_total, is_soft, row_of, unpack, hand_ways, _left, _no_blackjack, _chance, _stand),
    *(_place, _with_card, _row, _number, _standing, _drawing, _queue_draws, _hitting),
    *(_act, _split, _often, _of_hand, _price, _mean, _decide),
)
"""What the kernel calls."""

"""Adds up what a wager's fold makes of the dealer's hands, in compiled code.

A hand is a multiset of ranks; what its suits may be is dealt here, rank by rank from the ace and
the king down, on a stack in the `data` that the kernel gets. Where one more card of a rank leaves
the fold as it is whatever the suit, the suits of that rank are not dealt one by one.
"""

from array import array
from collections.abc import Callable, Iterable
from math import comb
from typing import Any, Final

import msgspec

from upcard.compiled.deals import WIDTH
from upcard.compiled.native import Raw, Values, compiled

MOST: Final = 15
"""The most cards of one rank, and of one special type, that a hand may have."""

CARDS: Final = 24
"""The most cards in a hand."""

LIMB: Final = 31
"""Sums are kept as a high part and 31 low bits, because some pass 64."""

Hand = tuple[int, int, list[tuple[int, int]]]
"""Its number of cards, in how many orders it comes, and its ranks with their counts."""

STATES: Final = 2 * CARDS * (MOST + 1) * WIDTH
"""Where the states stand in the output, behind the sums."""

END: Final = STATES + WIDTH
"""Where the output counts values that no classifier may give."""

_HEAD: Final = 8
_SPLITS: Final = [
    [
        (spades, hearts, diamonds, count - spades - hearts - diamonds)
        for spades in range(count + 1)
        for hearts in range(count + 1 - spades)
        for diamonds in range(count + 1 - spades - hearts)
    ]
    for count in range(MOST + 1)
]
"""The ways to part so many cards of a rank among four suits."""


class Sums:
    """What a fold makes of all hands: the sums by cards, special cards and value.

    `sums[cards, special, value]` weighs every hand by its orders and by the ways to choose its
    cards; `states[value]` is one of the fold's states that gave a value.
    """

    def __init__(self, out: Values) -> None:
        self.sums: dict[tuple[int, int, int], int] = {}
        self.states: dict[int, int] = {}
        for at in range(CARDS * (MOST + 1) * WIDTH):
            high, low = out[2 * at], out[2 * at + 1]
            if high or low:
                rest, value = divmod(at, WIDTH)
                cards, special = divmod(rest, MOST + 1)
                self.sums[cards, special, value] = (high << LIMB) + low
        for value in {value for _, _, value in self.sums}:
            self.states[value] = out[STATES + value]


class Hands(msgspec.Struct, frozen=True):
    """Hands as the kernel reads them: `number` of them, one after the other."""

    values: Values
    number: int


def hands_of(hands: Iterable[Hand]) -> Hands:
    """Hands ready for `add_up`, with as many decks as one likes."""
    values, number = array("q"), 0
    for cards, orders, ranks in hands:
        assert cards < CARDS
        assert orders < 1 << LIMB
        assert max(count for _, count in ranks) <= MOST
        values.extend((cards, orders, len(ranks)))
        for rank, count in ranks:
            values.extend((rank, count))
        number += 1
    return Hands(values, number)


def add_up(
    step: Callable[..., int],
    start: int,
    classify: Callable[..., int],
    hands: Hands,
    decks: int,
    special: int,
) -> Sums:
    """The sums over these hands from so many decks.

    `step` and `start` are the fold's, `classify` takes its last state alone. `special` is a card
    type whose copies are counted apart, -1 for none.
    """
    name = f"fold.{classify.__module__}.{classify.__qualname__}"
    unmoved, moved = _unmoved(step), _moved(step)
    uses = (unmoved, moved, step, classify, _ways, _count)
    kernel = compiled(name, lambda: _loops(unmoved, moved, classify), *uses)
    out = array("q", bytes(8 * (END + 1)))
    kernel(_data(hands, start, decks, special), out)
    assert out[END] == 0, "a classifier gives an index below 64"
    return Sums(out)


def _data(hands: Hands, start: int, decks: int, special: int) -> Values:
    """What the kernel reads: a head of places, ways to choose, splits, the stack, the hands."""
    data = array("q", bytes(8 * _HEAD))
    chosen = len(data)
    data.extend(comb(decks, count) for count in range(MOST + 1))
    data.extend(comb(4 * decks, count) for count in range(MOST + 1))
    index = len(data)
    data.extend(0 for _ in range(2 * (MOST + 1)))
    for count, splits in enumerate(_SPLITS):
        data[index + 2 * count], data[index + 2 * count + 1] = len(data), len(splits)
        for split in splits:
            data.extend(split)
    stack = len(data)
    data.extend(0 for _ in range(4 * (CARDS + 1)))
    head = (chosen, index, stack, len(data), hands.number, start, special, 0)
    data[:_HEAD] = array("q", head)
    data.extend(hands.values)
    return data


def _unmoved(step: Callable[..., int]) -> Callable[..., int]:
    def unmoved(state: int, rank: int) -> int:
        """1 where a card of the rank leaves the state as it is, whatever its suit."""
        for suit in range(4):
            if step(state, 4 * rank + suit) != state:
                return 0
        return 1

    return unmoved


def _moved(step: Callable[..., int]) -> Callable[..., int]:
    def moved(data: Any, split: int, state: int, rank: int) -> int:
        """The state after the cards of a rank, parted among the suits as a split says."""
        for suit in range(4):
            for _ in range(data[split + suit]):
                state = step(state, 4 * rank + suit)
        return state

    return moved


def _ways(data: Any, split: int, chosen: int) -> int:
    """In how many ways the cards of a split can be chosen."""
    ways = 1
    for suit in range(4):
        ways *= data[chosen + data[split + suit]]
    return ways


def _count(out: Any, at: int, orders: int, ways: int) -> int:
    """Add a product to a sum of two limbs."""
    low: int = out[2 * at + 1] + orders * (ways & ((1 << LIMB) - 1))
    out[2 * at] += orders * (ways >> LIMB) + (low >> LIMB)
    out[2 * at + 1] = low & ((1 << LIMB) - 1)
    return low


def _loops(
    unmoved: Callable[..., int], moved: Callable[..., int], classify: Callable[..., int]
) -> Raw:
    """Deals the suits of each hand, depth first.

    A level of the stack is a rank: the split to try next, and the state, the ways and the
    special cards before it.
    """

    def loops(data: Any, out: Any) -> None:
        chosen, index, stack, at, special = data[0], data[1], data[2], data[3], data[6]
        for _ in range(data[4]):
            cards, orders, ranks = data[at], data[at + 1], data[at + 2]
            at += 3
            data[stack], data[stack + 1], data[stack + 2], data[stack + 3] = 0, data[5], 1, 0
            level = 0
            while level >= 0:
                here = stack + 4 * level
                split, state, ways, copies = (
                    data[here],
                    data[here + 1],
                    data[here + 2],
                    data[here + 3],
                )
                if level == ranks:
                    value = classify(state)
                    if value < 0 or value >= WIDTH:
                        out[END] += 1
                    else:
                        _count(out, (cards * (MOST + 1) + copies) * WIDTH + value, orders, ways)
                        out[STATES + value] = state
                    level -= 1
                    continue
                rank, count = data[at + 2 * level], data[at + 2 * level + 1]
                splits, tried = data[index + 2 * count], data[index + 2 * count + 1]
                if split >= tried:
                    level -= 1
                    continue
                data[here] = split + 1
                splits += 4 * split
                if split == 0 and special >> 2 != rank and unmoved(state, rank) == 1:
                    data[here] = tried
                    ways *= data[chosen + MOST + 1 + count]
                else:
                    ways *= _ways(data, splits, chosen)
                    state = moved(data, splits, state, rank)
                    copies += data[splits + (special & 3)] if special >> 2 == rank else 0
                if ways > 0:
                    level += 1
                    below = here + 4
                    data[below], data[below + 1] = 0, state
                    data[below + 2], data[below + 3] = ways, copies
            at += 2 * ranks

    return loops

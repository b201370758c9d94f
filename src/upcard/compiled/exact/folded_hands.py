"""Adds up what a wager's fold makes of the dealer's hands, in compiled code.

A hand is a multiset of ranks; what its suits may be is dealt here, rank by rank from the ace and
the king down, on a stack in the `data` that the kernel gets. Where one more card of a rank leaves
the fold as it is whatever the suit, the suits of that rank are not dealt one by one. Suits that
are alike to the fold are dealt in one order alone: of the first that differ in a rank, the first
has more of it; the others count with it.
"""

from array import array
from collections.abc import Callable, Iterable
from itertools import groupby
from math import comb, factorial, prod
from typing import Any, Final

import msgspec

from upcard.compiled.exact.four_cards import WIDTH
from upcard.compiled.exact.wide_sums import add_product, sum_at
from upcard.compiled.layout import LOW_BITS, Values, zeros
from upcard.compiled.memory import MemoryMap
from upcard.compiled.native import Raw, compiled
from upcard.wagers.kit import CardFold

MOST: Final = 11
"""The most cards of one rank, and of one special type, that a hand may have."""

CARDS: Final = 13
"""The most cards in a hand."""

RankedHand = tuple[int, int, list[tuple[int, int]]]
"""Its number of cards, in how many orders it comes, and its ranks with their counts."""

STATES: Final = 2 * CARDS * (MOST + 1) * WIDTH
"""Where the states stand in the output, behind the sums."""

END: Final = STATES + WIDTH
"""Where the output counts values that no classifier may give."""

HEAD: Final = MemoryMap("data of folds", "the head of the 64-bit integers of `folded_hands.py`")
_CHOSEN: Final = HEAD.field("_CHOSEN", "offset in data", "Ways to choose cards of a type, a rank.")
_INDEX: Final = HEAD.field("_INDEX", "offset in data", "By cards of a rank: its splits, how many.")
_STACK: Final = HEAD.field("_STACK", "offset in data", "The stack: a level for each rank.")
_HANDS: Final = HEAD.field("_HANDS", "offset in data", "The hands.")
_NUMBER: Final = HEAD.field("_NUMBER", "hands", "How many they are.")
_START: Final = HEAD.field("_START", "state", "The fold's first one.")
_SPECIAL: Final = HEAD.field("_SPECIAL", "card", "The type whose copies are counted apart, or -1.")
_ALIKE: Final = HEAD.field("_ALIKE", "offset in data", "Suits that are alike, then their orbits.")
_SUITS: Final = HEAD.field("_SUITS", "suits", "How many are alike.")

LEVEL: Final = MemoryMap("a level of folds", "a record: a rank of the stack, and what is before it")
_NEXT: Final = LEVEL.field("_NEXT", "number", "The split to try next.")
_STATE: Final = LEVEL.field("_STATE", "state", "The fold's.")
_SO_FAR: Final = LEVEL.field("_SO_FAR", "ways", "To choose the cards.")
_COPIES: Final = LEVEL.field("_COPIES", "cards", "Of the special type.")
_TIES: Final = LEVEL.field("_TIES", "bits", "Neighbours among the suits alike that are still tied.")
_LEVEL: Final = LEVEL.end

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


class FoldSums:
    """What a fold makes of all hands: the sums by cards, special cards and value.

    `sums[cards, special, value]` weighs every hand by its orders and by the ways to choose its
    cards; `states[value]` is one of the fold's states that gave a value.
    """

    def __init__(self, out: Values) -> None:
        self.sums: dict[tuple[int, int, int], int] = {}
        self.states: dict[int, int] = {}
        for at in range(CARDS * (MOST + 1) * WIDTH):
            if found := sum_at(out, at):
                rest, value = divmod(at, WIDTH)
                cards, special = divmod(rest, MOST + 1)
                self.sums[cards, special, value] = found
        for value in {value for _, _, value in self.sums}:
            self.states[value] = out[STATES + value]


class PackedHands(msgspec.Struct, frozen=True):
    """Hands as the kernel reads them: `number` of them, one after the other."""

    values: Values
    number: int


def hands_of(hands: Iterable[RankedHand]) -> PackedHands:
    """Hands ready for `add_up`, with as many decks as one likes."""
    values, number = array("q"), 0
    for cards, orders, ranks in hands:
        assert cards < CARDS
        assert orders * factorial(4) < 1 << LOW_BITS
        assert max(count for _, count in ranks) <= MOST
        values.extend((cards, orders, len(ranks)))
        for rank, count in ranks:
            values.extend((rank, count))
        number += 1
    return PackedHands(values, number)


def add_up(
    fold: CardFold, classify: Callable[..., int], hands: PackedHands, decks: int, special: int
) -> FoldSums:
    """The sums over these hands from so many decks.

    `classify` takes the fold's last state alone. `special` is a card type whose copies are
    counted apart, -1 for none.
    """
    assert special < 0 or special & 3 not in fold.alike
    name = f"fold.{classify.__module__}.{classify.__qualname__}"
    unmoved, moved = _unmoved(fold.step), _moved(fold.step)
    uses = (unmoved, moved, fold.step, classify, _ways, _tied, _push, add_product)
    kernel = compiled(name, lambda: _loops(unmoved, moved, classify), *uses)
    out = zeros(END + 1)
    kernel(_data(fold, hands, decks, special), out)
    assert out[END] == 0, "a classifier gives an index below 64"
    return FoldSums(out)


def _data(fold: CardFold, hands: PackedHands, decks: int, special: int) -> Values:
    """What the kernel reads: a head of places, ways to choose, splits, the stack, the hands."""
    data = zeros(HEAD.end)
    data[_CHOSEN] = len(data)
    data.extend(comb(decks, count) for count in range(MOST + 1))
    data.extend(comb(4 * decks, count) for count in range(MOST + 1))
    data[_INDEX] = index = len(data)
    data.extend(zeros(2 * (MOST + 1)))
    for count, splits in enumerate(_SPLITS):
        data[index + 2 * count], data[index + 2 * count + 1] = len(data), len(splits)
        for split in splits:
            data.extend(split)
    data[_ALIKE], data[_SUITS] = len(data), len(fold.alike)
    data.extend(fold.alike)
    data.extend(_orbits(len(fold.alike)))
    data[_STACK] = len(data)
    data.extend(zeros(_LEVEL * (CARDS + 1)))
    data[_HANDS], data[_NUMBER] = len(data), hands.number
    data[_START], data[_SPECIAL] = fold.start, special
    data.extend(hands.values)
    return data


def _orbits(suits: int) -> list[int]:
    """In how many ways so many suits change places, by which neighbours are tied (a bit each)."""
    found = []
    for ties in range(1 << max(suits - 1, 0)):
        bits = f"{ties:0{max(suits - 1, 0)}b}"
        runs = [len(list(run)) + 1 for tied, run in groupby(bits) if tied == "1"]
        found.append(factorial(suits) // prod(map(factorial, runs)))
    return found


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


def _tied(data: Any, split: int, ties: int) -> int:
    """Which neighbours among the suits alike are still tied; -1 where a later one has more."""
    alike, suits = data[_ALIKE], data[_SUITS]
    for at in range(suits - 1):
        if ties >> at & 1 == 1:
            more = data[split + data[alike + at]] - data[split + data[alike + at + 1]]
            if more < 0:
                return -1
            if more > 0:
                ties -= 1 << at
    return ties


def _push(data: Any, to: int, state: int, ways: int, copies: int, ties: int) -> int:
    """Write a level of the stack, of which no split was tried yet."""
    data[to + _NEXT], data[to + _STATE], data[to + _SO_FAR] = 0, state, ways
    data[to + _COPIES], data[to + _TIES] = copies, ties
    return to


def _loops(
    unmoved: Callable[..., int], moved: Callable[..., int], classify: Callable[..., int]
) -> Raw:
    """Deals the suits of each hand, depth first: a level of the stack is a rank."""

    def loops(data: Any, out: Any) -> None:
        chosen, index, special = data[_CHOSEN], data[_INDEX], data[_SPECIAL]
        stack, at = data[_STACK], data[_HANDS]
        orbits = data[_ALIKE] + data[_SUITS]
        all_tied = (1 << max(data[_SUITS] - 1, 0)) - 1
        for _ in range(data[_NUMBER]):
            cards, orders, ranks = data[at], data[at + 1], data[at + 2]
            at += 3
            _push(data, stack, data[_START], 1, 0, all_tied)
            level = 0
            while level >= 0:
                here = stack + _LEVEL * level
                split, state, ways = data[here + _NEXT], data[here + _STATE], data[here + _SO_FAR]
                copies, ties = data[here + _COPIES], data[here + _TIES]
                if level == ranks:
                    value = classify(state)
                    if value < 0 or value >= WIDTH:
                        out[END] += 1
                    else:
                        cell = (cards * (MOST + 1) + copies) * WIDTH + value
                        add_product(out, cell, orders * data[orbits + ties], ways)
                        out[STATES + value] = state
                    level -= 1
                    continue
                rank, count = data[at + 2 * level], data[at + 2 * level + 1]
                splits, tried = data[index + 2 * count], data[index + 2 * count + 1]
                if split >= tried:
                    level -= 1
                    continue
                data[here + _NEXT] = split + 1
                splits += 4 * split
                if split == 0 and special >> 2 != rank and unmoved(state, rank) == 1:
                    data[here + _NEXT] = tried
                    ways *= data[chosen + MOST + 1 + count]
                else:
                    ties = _tied(data, splits, ties)
                    ways *= _ways(data, splits, chosen) if ties >= 0 else 0
                    state = moved(data, splits, state, rank)
                    copies += data[splits + (special & 3)] if special >> 2 == rank else 0
                if ways > 0:
                    level += 1
                    _push(data, here + _LEVEL, state, ways, copies, ties)
            at += 2 * ranks

    return loops

"""Sums what a wager's fold makes of the dealer's hands, in compiled code.

A hand is a multiset of ranks. The suits are assigned here, rank by rank from the ace and the king
down, on a stack in `data`. If one more card of a rank leaves the state of the fold unchanged
whatever its suit, the suits of that rank are not enumerated. Suits that are alike to the fold are
enumerated in one order only: of two such suits, at the first rank where their numbers of cards
differ, the first has more; the other orders are counted by a factor.
"""

from array import array
from collections.abc import Callable, Iterable
from itertools import groupby
from math import comb, factorial, prod
from typing import Final

import msgspec

from upcard.cards.card import DECK_SIZE
from upcard.cards.composition import Composition
from upcard.compiled.cells import IntegerCells
from upcard.compiled.exact.four_cards import WIDTH
from upcard.compiled.exact.wide_sums import add_product, sum_at
from upcard.compiled.hand_codes import LOW_BITS, Int64Array, zeros
from upcard.compiled.memory import MemoryMap
from upcard.compiled.native import Raw, compiled
from upcard.wagers.kit import CardFold

MAX_OF_A_RANK: Final = 11
"""The most cards of one rank, and of one special type, that a hand may have."""

CARDS: Final = 13
"""The most cards in a hand."""

RankedHand = tuple[int, int, list[tuple[int, int]]]
"""Number of cards, number of orders, and the ranks with their numbers of cards."""

STATES: Final = 2 * CARDS * (MAX_OF_A_RANK + 1) * WIDTH
"""Offset of the states in the output, after the sums."""

END: Final = STATES + WIDTH
"""Offset of a classifier's value that is out of range; 0 for none."""

HEAD: Final = MemoryMap("data of folds", "the head of the 64-bit integers of `folded_hands.py`")
_CHOSEN: Final = HEAD.field(
    "_CHOSEN", "offset in data", "Ways to choose cards of each type, then of each rank."
)
_INDEX: Final = HEAD.field(
    "_INDEX",
    "offset in data",
    "For each number of cards of a rank: where its splits are, and how many.",
)
_STACK: Final = HEAD.field("_STACK", "offset in data", "The stack, with a level for each rank.")
_HANDS: Final = HEAD.field("_HANDS", "offset in data", "The hands.")
_NUMBER: Final = HEAD.field("_NUMBER", "hands", "The number of hands.")
_START: Final = HEAD.field("_START", "state", "The fold's initial state.")
_SPECIAL: Final = HEAD.field(
    "_SPECIAL", "card", "The card type whose copies are counted separately, or -1."
)
_ALIKE: Final = HEAD.field(
    "_ALIKE", "offset in data", "The suits that are alike, then their orbits."
)
_SUITS: Final = HEAD.field("_SUITS", "suits", "The number of suits that are alike.")

LEVEL: Final = MemoryMap("record of a level", "a rank on the stack of folds, and what precedes it")
_NEXT: Final = LEVEL.field("_NEXT", "number", "The split to try next.")
_STATE: Final = LEVEL.field("_STATE", "state", "The state of the fold.")
_SO_FAR: Final = LEVEL.field("_SO_FAR", "ways", "Ways to choose the cards so far.")
_COPIES: Final = LEVEL.field("_COPIES", "cards", "The number of cards of the special type.")
_TIES: Final = LEVEL.field(
    "_TIES", "bits", "Neighboring alike suits with equal numbers of cards so far, one bit each."
)
_LEVEL: Final = LEVEL.end

_SPLITS: Final = [
    [
        (spades, hearts, diamonds, count - spades - hearts - diamonds)
        for spades in range(count + 1)
        for hearts in range(count + 1 - spades)
        for diamonds in range(count + 1 - spades - hearts)
    ]
    for count in range(MAX_OF_A_RANK + 1)
]
"""The ways to divide each number of cards of a rank among four suits."""


class FoldSums:
    """The result of a fold over all hands.

    `sums[cards, special, value]` weights every hand by its orders and the ways to choose its cards;
    `states[value]` is one of the fold's final states that gave the value. `unknown` is a value that
    no classifier may return; 0 for none.
    """

    def __init__(self, out: Int64Array) -> None:
        self.sums: dict[tuple[int, int, int], int] = {}
        self.states: dict[int, int] = {}
        self.unknown = out[END]
        for place in range(CARDS * (MAX_OF_A_RANK + 1) * WIDTH):
            if total := sum_at(out, place):
                rest, value = divmod(place, WIDTH)
                cards, special = divmod(rest, MAX_OF_A_RANK + 1)
                self.sums[cards, special, value] = total
        for value in {value for _, _, value in self.sums}:
            self.states[value] = out[STATES + value]


class PackedHands(msgspec.Struct, frozen=True):
    """`number` hands as the kernel reads them, one after the other."""

    values: Int64Array
    number: int


def hands_of(hands: Iterable[RankedHand]) -> PackedHands:
    """Pack hands for `add_up`; they do not depend on the number of decks."""
    values, number = array("q"), 0
    for cards, orders, ranks in hands:
        assert cards < CARDS
        assert orders * factorial(4) < 1 << LOW_BITS
        assert max(count for _, count in ranks) <= MAX_OF_A_RANK
        values.extend((cards, orders, len(ranks)))
        for rank, count in ranks:
            values.extend((rank, count))
        number += 1
    return PackedHands(values, number)


def add_up(
    fold: CardFold,
    classify: Callable[..., int],
    hands: PackedHands,
    left: Composition,
    special: int,
) -> FoldSums:
    """The sums over these hands dealt from the cards that are left.

    `classify` takes the fold's final state alone. `special` is a card type whose copies are counted
    separately, -1 for none.
    """
    assert special < 0 or special & 3 not in fold.alike
    name = ".".join(f"{used.__module__}.{used.__qualname__}" for used in (fold.step, classify))
    keeps_state, state_after = _state_test(fold.step), _state_after(fold.step)
    uses = (
        keeps_state,
        state_after,
        fold.step,
        classify,
        _ways,
        _remaining_ties,
        _push,
        add_product,
    )
    kernel = compiled(f"fold.{name}", lambda: _loops(keeps_state, state_after, classify), *uses)
    out = zeros(END + 1)
    kernel(_data(fold, hands, left, special), out)
    return FoldSums(out)


def _data(fold: CardFold, hands: PackedHands, left: Composition, special: int) -> Int64Array:
    """The kernel's input: offsets, ways to choose, splits, the stack, the hands."""
    alike = fold.alike if are_alike(fold.alike, left) else ()
    data = zeros(HEAD.end)
    data[_CHOSEN] = len(data)
    data.extend(comb(cards, count) for cards in left for count in range(MAX_OF_A_RANK + 1))
    of_rank = [sum(left[card : card + 4]) for card in range(0, DECK_SIZE, 4)]
    data.extend(comb(cards, count) for cards in of_rank for count in range(MAX_OF_A_RANK + 1))
    data[_INDEX] = index = len(data)
    data.extend(zeros(2 * (MAX_OF_A_RANK + 1)))
    for count, splits in enumerate(_SPLITS):
        data[index + 2 * count], data[index + 2 * count + 1] = len(data), len(splits)
        for split in splits:
            data.extend(split)
    data[_ALIKE], data[_SUITS] = len(data), len(alike)
    data.extend(alike)
    data.extend(_orbits(len(alike)))
    data[_STACK] = len(data)
    data.extend(zeros(_LEVEL * (CARDS + 1)))
    data[_HANDS], data[_NUMBER] = len(data), hands.number
    data[_START], data[_SPECIAL] = fold.start, special
    data.extend(hands.values)
    return data


def are_alike(suits: tuple[int, ...], left: Composition) -> bool:
    """Whether as many cards of each rank are left in each of these suits."""
    return all(len({left[card + suit] for suit in suits}) < 2 for card in range(0, DECK_SIZE, 4))


def _orbits(suits: int) -> list[int]:
    """The number of arrangements of alike suits, indexed by ties (a bit per pair of neighbors)."""
    orbits = []
    for ties in range(1 << max(suits - 1, 0)):
        bits = f"{ties:0{max(suits - 1, 0)}b}"
        runs = [len(list(run)) + 1 for tied, run in groupby(bits) if tied == "1"]
        orbits.append(factorial(suits) // prod(map(factorial, runs)))
    return orbits


def _state_test(step: Callable[..., int]) -> Callable[..., int]:
    def keeps_state(state: int, rank: int) -> int:
        """1 if a card of the rank leaves the state unchanged, whatever its suit."""
        for suit in range(4):
            if step(state, 4 * rank + suit) != state:
                return 0
        return 1

    return keeps_state


def _state_after(step: Callable[..., int]) -> Callable[..., int]:
    def state_after(data: IntegerCells, split: int, state: int, rank: int) -> int:
        """The state after the cards of a rank, with the suits of a split."""
        for suit in range(4):
            for _ in range(data[split + suit]):
                state = step(state, 4 * rank + suit)
        return state

    return state_after


def _ways(data: IntegerCells, split: int, chosen: int, rank: int) -> int:
    """The number of ways to choose the cards of a split of a rank."""
    ways = 1
    for suit in range(4):
        ways *= data[chosen + (4 * rank + suit) * (MAX_OF_A_RANK + 1) + data[split + suit]]
    return ways


def _remaining_ties(data: IntegerCells, split: int, ties: int) -> int:
    """The neighboring alike suits still tied; -1 if a later suit has more cards."""
    alike, suits = data[_ALIKE], data[_SUITS]
    for index in range(suits - 1):
        if ties >> index & 1 == 1:
            more = data[split + data[alike + index]] - data[split + data[alike + index + 1]]
            if more < 0:
                return -1
            if more > 0:
                ties -= 1 << index
    return ties


def _push(data: IntegerCells, offset: int, state: int, ways: int, copies: int, ties: int) -> int:
    """Write a new level of the stack, with no split tried."""
    data[offset + _NEXT], data[offset + _STATE], data[offset + _SO_FAR] = 0, state, ways
    data[offset + _COPIES], data[offset + _TIES] = copies, ties
    return offset


def _loops(
    keeps_state: Callable[..., int], state_after: Callable[..., int], classify: Callable[..., int]
) -> Raw:
    """Assign the suits of each hand, depth first: one level of the stack per rank."""

    def loops(data: IntegerCells, out: IntegerCells) -> None:
        chosen, index, special = data[_CHOSEN], data[_INDEX], data[_SPECIAL]
        stack, place = data[_STACK], data[_HANDS]
        orbits = data[_ALIKE] + data[_SUITS]
        all_tied = (1 << max(data[_SUITS] - 1, 0)) - 1
        for _ in range(data[_NUMBER]):
            cards, orders, ranks = data[place], data[place + 1], data[place + 2]
            place += 3
            _push(data, stack, data[_START], 1, 0, all_tied)
            level = 0
            while level >= 0:
                frame = stack + _LEVEL * level
                split, state, ways = (
                    data[frame + _NEXT],
                    data[frame + _STATE],
                    data[frame + _SO_FAR],
                )
                copies, ties = data[frame + _COPIES], data[frame + _TIES]
                if level == ranks:
                    value = classify(state)
                    if value < 0 or value >= WIDTH:
                        out[END] = value
                    else:
                        cell = (cards * (MAX_OF_A_RANK + 1) + copies) * WIDTH + value
                        add_product(out, cell, orders * data[orbits + ties], ways)
                        out[STATES + value] = state
                    level -= 1
                    continue
                rank, count = data[place + 2 * level], data[place + 2 * level + 1]
                splits, tried = data[index + 2 * count], data[index + 2 * count + 1]
                if split >= tried:
                    level -= 1
                    continue
                data[frame + _NEXT] = split + 1
                splits += 4 * split
                if split == 0 and special >> 2 != rank and keeps_state(state, rank) == 1:
                    data[frame + _NEXT] = tried
                    ways *= data[chosen + (DECK_SIZE + rank) * (MAX_OF_A_RANK + 1) + count]
                else:
                    ties = _remaining_ties(data, splits, ties)
                    ways *= _ways(data, splits, chosen, rank) if ties >= 0 else 0
                    state = state_after(data, splits, state, rank)
                    copies += data[splits + (special & 3)] if special >> 2 == rank else 0
                if ways > 0:
                    level += 1
                    _push(data, frame + _LEVEL, state, ways, copies, ties)
            place += 2 * ranks

    return loops

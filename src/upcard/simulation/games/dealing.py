"""Deals blocks of baccarat, of the wheel and of hybrid tables.

Their kernels count results and sum the wagers' wins while dealing
(`compiled.simulation.games.batches`); a log of the rounds is kept where they are recorded
(`round_records.py`).
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Integers
from upcard.compiled.native import Kernel
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation import kernels
from upcard.compiled.simulation.games import fields as own
from upcard.compiled.simulation.stream import MASK, WORD
from upcard.games import baccarat, roulette
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation.batch_nets import nets_of_batches
from upcard.simulation.blackjack.columns import nets_of
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.family import Family, TablePlan
from upcard.simulation.plan import CARDS_OF_A_BLOCK, FRESH_ROUNDS
from upcard.simulation.sums import BlockSums, DealtBlock

ResultCounts: TypeAlias = tuple[tuple[int, ...], ...]
"""The count of each result of each wager."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The strategy of games in which players decide nothing after placing their wagers."""

    name: str = "nothing to decide"


CHANCE: Final = Chance()

AnySpot = TypeVar("AnySpot", baccarat.BettingArea, roulette.Spot)
"""A spot of a layout on which a wager is placed."""


def placed_on(
    layout: Mapping[str, AnySpot], rules: TableRules, seats: int
) -> tuple[tuple[AnySpot, ...], tuple[WagerColumn, ...]]:
    """The spots of a layout whose wagers a table offers, and those wagers.

    Raises `BadInput` for more than one seat: the same cards or spin decide all of them.
    """
    if seats != 1:
        raise BadInput(f"All seats of {rules.name} win and lose together: it is simulated with 1.")
    spots, columns = [], []
    for name, spot in layout.items():
        offered = rules.offered(spot.wager)
        if offered is not None:
            won = nets_of(offered, offered.minimum)
            spots.append(spot)
            columns.append(
                WagerColumn(name, offered.minimum, offered.wager.outcomes, won, offered.wager)
            )
    return tuple(spots), tuple(columns)


@dataclass(frozen=True, slots=True)
class ShoeDealing:
    """How a shoe is dealt: a round takes `least` to `most` cards, and usually about `usual`.

    A round begins while at most `cover` cards are dealt, counting the `burns` before the first
    round. With `fresh` each round has a new shoe.
    """

    cards: int
    least: int
    most: int
    usual: int
    cover: int
    burns: int
    fresh: bool

    def parameters(self) -> dict[int, int]:
        """The kernels' parameters."""
        of_a_batch = FRESH_ROUNDS * self.usual if self.fresh else self.cards
        return {
            at.CARDS: self.cards,
            at.COVER: self.cover,
            at.BURN: 0 if self.fresh else self.burns,
            at.AHEAD: self.usual if self.fresh else self.cover + self.most,
            at.EACH: FRESH_ROUNDS if self.fresh else 0,
            at.BATCHES: -(-CARDS_OF_A_BLOCK // of_a_batch),
        }

    @property
    def rounds(self) -> int:
        """An upper bound on the rounds of a batch."""
        return FRESH_ROUNDS if self.fresh else self.cards // self.least + 1

    def records(
        self, batches: int, cards: MemoryWriter, ints: MemoryWriter, seats: int, hands: int
    ) -> dict[int, int]:
        """Make room for a log of all rounds, with at most `hands` for each seat."""
        rounds = batches * self.rounds
        return {
            at.RECORDS: 1,
            at.LOG: cards.room(rounds * self.most if self.fresh else batches * self.cards),
            at.ROUND_NOTES: ints.room(rounds),
            at.SEAT_NOTES: ints.room(rounds * seats),
            at.HAND_NOTES: ints.room(rounds * seats * hands),
        }

    def put(self, cards: MemoryWriter) -> None:
        """Lay out a shoe in order."""
        cards.put(at.SHOE, np.arange(self.cards) % DECK_SIZE)


@dataclass(frozen=True, slots=True, eq=False)
class TalliedMemory:
    """The memory before a block, with the slice of its sums of products.

    `count_results` reads the count of each result from the integers of a dealt block. `has_hands`
    says that a seat's first wager may have several results in a round, so that the kernel itself
    sums the squares of what it wins.
    """

    cards: "array[int]"
    ints: "array[int]"
    moments: slice
    count_results: Callable[[Integers], ResultCounts]
    has_hands: bool


def lay_out(
    columns: Sequence[WagerColumn],
    head: dict[int, int],
    cards: MemoryWriter,
    ints: MemoryWriter,
    count_results: Callable[[Integers], ResultCounts],
    *,
    has_hands: bool = False,
    corrected: int = 0,
) -> TalliedMemory:
    """Lay out the parameters and batches, after what the game has laid out itself.

    `corrected` is the number of wagers whose means are corrected.
    """
    numbers = own.FIRST + sum(2 if column.at_times else 1 for column in columns) + corrected
    products = numbers * (numbers + 1) // 2
    moments = ints.room(products)
    head |= {
        at.COLUMNS: numbers,
        at.NETS: ints.room(numbers * head[at.BATCHES]),
        at.MOMENTS: moments,
        own.WON: ints.room(numbers),
    }
    for place, number in head.items():
        ints.put(place, number)
    sums = slice(moments, moments + products)
    return TalliedMemory(cards.laid_out(), ints.laid_out(), sums, count_results, has_hands)


def put_results(
    columns: Sequence[WagerColumn], head: dict[int, int], ints: MemoryWriter
) -> Callable[[Integers], ResultCounts]:
    """Lay out what each result wins, and room for its count; returns a reader of the counts."""
    most = max(len(column.pays) for column in columns)
    pays = np.zeros((len(columns), most), np.int64)
    for number, column in enumerate(columns):
        pays[number, : len(column.pays)] = column.pays
    counts = ints.room(pays.size)
    head |= {own.MAX_RESULTS: most, own.PAYS: ints.add(pays), own.COUNTS: counts}

    def count_results(dealt: Integers) -> ResultCounts:
        return counts_by_column(columns, dealt[counts : counts + pays.size].reshape(pays.shape))

    return count_results


def counts_by_column(columns: Sequence[WagerColumn], counts: Integers) -> ResultCounts:
    """The counts of each column's own results, from a matrix with a row for each column."""
    rows = zip(counts.tolist(), columns, strict=True)
    return tuple(tuple(row[: len(column.pays)]) for row, column in rows)


class TalliedDealer:
    """Deals the blocks of a laid-out plan, one at a time; each worker has its own.

    `cards` and `ints` are the memory; `before` are the integers as they are before each block.
    """

    def __init__(
        self, memory: TalliedMemory, columns: Sequence[WagerColumn], kernel: Kernel
    ) -> None:
        self._laid_out = memory
        self._columns = columns
        self._kernel = kernel
        self._products = kernels.product_kernel()
        self.cards = memory.cards[:]
        self._memory = memory.ints[:]
        self.ints: Integers = np.frombuffer(self._memory, np.int64)
        self.before = self.ints.copy()

    def deal_block(self, seed: int, block: int, limit: int) -> DealtBlock:
        """Deal a block of a seed (both below 2**64), of at most `limit` rounds."""
        ints = self.ints
        ints[:] = self.before
        ints[at.SEED_LOW], ints[at.SEED_HIGH] = seed & MASK, seed >> WORD
        ints[at.BLOCK], ints[at.LIMIT] = block, limit
        self._kernel(self.cards, self._memory)
        self._products(self.cards, self._memory)
        counts = self._laid_out.count_results(ints)
        moments = tuple(ints[self._laid_out.moments].tolist())
        return DealtBlock(
            BlockSums(moments, counts, self._squares(counts)), ((),) * len(self._columns)
        )

    def deal_rounds(self, seed: int, block: int, limit: int) -> Integers:
        """Deal a block of independent rounds: what each wager won, in units of its column.

        Its shape is (rounds, columns). The plan must be fresh.
        """
        self.before[at.EACH] = 1  # a batch is one round
        self.deal_block(seed, block, limit)
        return nets_of_batches(self.ints, self._columns)

    def _squares(self, counts: ResultCounts) -> int:
        """The sum of squares of what seats won with the first wager."""
        if self._laid_out.has_hands:
            return int(self.ints[at.SQUARES])
        return sum(n * pay**2 for n, pay in zip(counts[0], self._columns[0].pays, strict=True))


def family(
    plan: Callable[..., TablePlan],
    lay_out: Callable[[Any], TalliedMemory],
    name: str,
    dealing: Callable[[], Kernel],
    *,
    raw_because: str = "",
) -> Family:
    """A family of games whose kernel has the cache name `name` and is compiled by `dealing`.

    It corrects means unless they are `raw_because` of something.
    """

    def dealers(planned: TablePlan, number: int) -> list[TalliedDealer]:
        memory, kernel = lay_out(planned), dealing()
        return [TalliedDealer(memory, planned.columns, kernel) for _ in range(number)]

    def is_compiled(_planned: TablePlan) -> bool:
        return kernels.are_cached(name)

    return Family(plan, dealers, is_compiled, not raw_because, raw_because)

"""Deals one block of Blackjack and sums it up: the unit of work, identical for every worker."""

import dataclasses
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass

import numpy as np
from msgspec.structs import replace

from upcard.compiled.arrays import Integers
from upcard.compiled.native import Compile, Kernel, compiled
from upcard.compiled.simulation import codes, kernels
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.stream import MASK, WORD
from upcard.simulation.batch_nets import nets_of_batches
from upcard.simulation.blackjack.columns import FIRST_SIDE
from upcard.simulation.blackjack.counted_classes import class_sums
from upcard.simulation.blackjack.group_layout import LaidGroup, unknown_outcome
from upcard.simulation.blackjack.memory import lay_out
from upcard.simulation.blackjack.wager_groups import is_grouped
from upcard.simulation.plan import Plan, deal_kind
from upcard.simulation.round_products import KEPT_BLOCKS, RoundSums, products_of_rounds
from upcard.simulation.sums import BlockSums, DealtBlock, NotedOutcome
from upcard.wagers.kit import WagerRule, require_indices


@dataclass(frozen=True, slots=True)
class BlackjackKernels:
    """The kernels of a plan.

    `wagers` has that of each side wager that is decided alone, by its number; `together` decides a
    group of the others, and is None without one. `correct` is None where means are raw, `value`
    where no wager of the initial cards is valued.
    """

    deal: Kernel
    correct: Kernel | None
    value: Kernel | None
    draw_bonuses: Kernel | None
    wagers: dict[int, Kernel]
    together: Kernel | None
    add_products: Kernel


def compiled_kernels(
    plan: Plan, compile_: Compile = compiled, *, together: bool = True
) -> BlackjackKernels:
    """The kernels of a plan; takes some seconds if they are not cached.

    A device decides every wager alone: each of its many blocks would need the tables.
    """
    alone = _alone(plan, together=together and compile_ is compiled)
    return BlackjackKernels(
        kernels.deal_kernel(_kernel_kind(plan, walks=compile_ is compiled), compile_),
        kernels.correction_kernel(compile_) if plan.corrected else None,
        kernels.value_kernel(compile_) if plan.valued else None,
        kernels.bonus_kernel(compile_) if plan.draws_bonuses else None,
        {number: kernels.outcome_kernel(wager, compile_) for number, wager in alone.items()},
        kernels.joint_outcome_kernel(compile_) if len(alone) < len(plan.side_wagers) else None,
        kernels.product_kernel(compile_),
    )


def _alone(plan: Plan, *, together: bool) -> dict[int, WagerRule]:
    """The side wagers that are decided alone, by their numbers."""
    return {
        number: wager
        for number, wager in enumerate(plan.side_wagers)
        if not (together and is_grouped(wager))
    }


def _kernel_kind(plan: Plan, *, walks: bool) -> kernels.DealKind:
    """How a plan's rounds are dealt; a device, which has no use for lanes, walks nowhere."""
    return "walked" if walks and plan.walked else deal_kind(plan.rules, plan.strategy)


def is_compiled(plan: Plan) -> bool:
    """Whether the kernels of a plan are cached."""
    dealing = kernels.name_of_dealing(_kernel_kind(plan, walks=True))
    alone = _alone(plan, together=True)
    deciding = [kernels.TOGETHER] if len(alone) < len(plan.side_wagers) else []
    drawing = [kernels.BONUSES] if plan.draws_bonuses else []
    correcting = [kernels.CORRECTING] if plan.corrected else []
    correcting += [kernels.VALUING] if plan.valued else []
    return kernels.are_cached(
        dealing, *deciding, *drawing, *correcting
    ) and kernels.are_wagers_cached(alone.values())


def dealers(plan: Plan, number: int) -> list["BlackjackDealer"]:
    """`number` dealers that share the kernels; each has the same memory, laid out once."""
    first = BlackjackDealer(plan, compiled_kernels(plan))
    return [first, *(first.another() for _ in range(number - 1))]


class BlockIO:
    """Writes the inputs of a plan's kernels and reads their outputs.

    `ints` are the integers of one block, laid out as in `memory`.
    """

    def __init__(
        self,
        plan: Plan,
        *,
        records_hands: bool = False,
        keeps_wins: bool = False,
        together: bool = False,
    ) -> None:
        self.memory = lay_out(
            plan, records_hands=records_hands, keeps_wins=keeps_wins, together=together
        )
        self._plan, self._columns = plan, plan.columns
        self._main_wins = self.memory.ints[at.MAIN_WINS]
        self._counts = [
            slice(place, place + len(column.pays))
            for place, column in zip(self.memory.counts, plan.columns, strict=True)
        ]

    def another(self) -> "BlockIO":
        """A copy of this block with a memory of its own."""
        other, mine = copy(self), self.memory
        other.memory = dataclasses.replace(mine, cards=mine.cards[:], ints=mine.ints[:])
        return other

    def begin_block(self, ints: Integers, seed: int, block: int, limit: int) -> None:
        """Prepare dealing a block of at most `limit` rounds."""
        ints[at.SEED_LOW], ints[at.SEED_HIGH] = seed & MASK, seed >> WORD
        ints[at.BLOCK], ints[at.LIMIT] = block, limit
        ints[at.CHANGING : at.CHANGED] = 0
        ints[self.memory.by_count] = 0
        kept = block < KEPT_BLOCKS or self._plan.counts
        ints[at.MAIN_WINS] = self._main_wins if kept else 0

    def begin_wager(self, ints: Integers, number: int) -> None:
        """Prepare deciding a side wager: counting its outcomes and summing each batch's win."""
        counts = self._counts[FIRST_SIDE + number]
        ints[counts] = 0
        ints[at.WAGER_OUTCOMES] = counts.stop - counts.start
        ints[at.WAGER_COUNTS] = counts.start
        ints[at.WAGER_PAYS] = self.memory.pays[FIRST_SIDE + number]
        ints[at.WAGER_NETS] = ints[at.NETS] + (codes.FIRST_WAGER + number) * ints[at.BATCHES]
        main, room = ints[at.MAIN_WINS], ints[at.INSURED_WINS] - ints[at.MAIN_WINS]
        ints[at.WAGER_WINS] = main + (FIRST_SIDE + number) * room if main else 0

    def read_noted(self, ints: Integers, number: int) -> tuple[NotedOutcome, ...]:
        """The noted outcomes of side wager `number`, which was decided last.

        Raises `RulebookError` if its classifier returned a value that is not an index into its
        outcomes.
        """
        column = self._columns[FIRST_SIDE + number]
        require_indices(column.name, len(column.outcomes), (int(ints[at.UNKNOWN_OUTCOME]),))
        words = ints[ints[at.NOTED] :][: ints[at.OUTCOMES_NOTED]].tolist()
        return tuple(_noted_outcome(word) for word in words)

    def begin_group(self, ints: Integers, laid: LaidGroup) -> None:
        """Prepare deciding a group of side wagers."""
        ints[at.TOGETHER] = laid.record
        for place in laid.group.places:
            ints[self._counts[place]] = 0

    def read_group(
        self, ints: Integers, laid: LaidGroup
    ) -> Iterator[tuple[int, tuple[NotedOutcome, ...]]]:
        """The noted outcomes of each wager of the group decided last, by its number.

        Raises `RulebookError` if a classifier returned a value that is not an index into its
        outcomes.
        """
        words = ints[ints[at.NOTED] :][: ints[at.OUTCOMES_NOTED]]
        classes, rounds = words & (1 << codes.CLASS_BITS) - 1, words >> codes.CLASS_BITS
        for number, place in enumerate(laid.group.places):
            column = self._columns[place]
            unknown = unknown_outcome(laid, number, len(column.outcomes), ints)
            require_indices(column.name, len(column.outcomes), (unknown,))
            outcomes = laid.group.outcomes[:, number]
            marked_words: list[int] = []
            for outcome in column.marked:
                of_outcome = outcomes[classes] == outcome
                marked_words += (rounds[of_outcome] | outcome).tolist()
            yield place - FIRST_SIDE, tuple(_noted_outcome(word) for word in sorted(marked_words))

    def read_block(self, ints: Integers, noted: tuple[tuple[NotedOutcome, ...], ...]) -> DealtBlock:
        """The sums of the dealt block, with the noted outcomes of each side wager."""
        sums = BlockSums(
            tuple(ints[self.memory.moments].tolist()),
            tuple(tuple(ints[counts].tolist()) for counts in self._counts),
            int(ints[at.SQUARES]),
            tuple(ints[self.memory.by_count].tolist()),
        )
        if ints[at.BLOCK] < KEPT_BLOCKS:
            products = products_of_rounds(ints, len(self._columns))
        else:
            products = ()
        if products:
            sums = replace(sums, of_rounds=RoundSums(products, sums.moments))
        if self._plan.counts:
            sums = replace(sums, of_classes=class_sums(self._plan, ints, self.memory))
        return DealtBlock(sums, ((),) * FIRST_SIDE + noted)


class BlackjackDealer:
    """Deals the blocks of a plan, one at a time; each worker has its own."""

    def __init__(self, plan: Plan, kernels: BlackjackKernels) -> None:
        self._kernels = kernels
        self._columns = plan.columns
        together = kernels.together is not None
        self._use(BlockIO(plan, keeps_wins=plan.keeps_wins, together=together))

    def _use(self, io: BlockIO) -> None:
        self._io, self._memory = io, io.memory
        self._ints: Integers = np.frombuffer(io.memory.ints, np.int64)

    def another(self) -> "BlackjackDealer":
        """A dealer of the same plan for another worker."""
        other = copy(self)
        other._use(self._io.another())
        return other

    def deal_block(self, seed: int, block: int, limit: int) -> DealtBlock:
        """Deal a block of a seed (both below 2**64), of at most `limit` rounds."""
        memory, ints = self._memory, self._ints
        self._io.begin_block(ints, seed, block, limit)
        self._kernels.deal(memory.cards, memory.ints)
        if self._kernels.draw_bonuses is not None:
            self._kernels.draw_bonuses(memory.cards, memory.ints)
        outcomes_by_wager: dict[int, tuple[NotedOutcome, ...]] = {}
        for number, decide in self._kernels.wagers.items():
            self._io.begin_wager(ints, number)
            decide(memory.cards, memory.ints)
            outcomes_by_wager[number] = self._io.read_noted(ints, number)
        if self._kernels.together is not None:
            for laid in memory.groups:
                self._io.begin_group(ints, laid)
                self._kernels.together(memory.cards, memory.ints)
                outcomes_by_wager |= self._io.read_group(ints, laid)
        if self._kernels.correct is not None:
            self._kernels.correct(memory.cards, memory.ints)
        if self._kernels.value is not None:
            for record in memory.valuing:
                ints[at.EXPECTING] = record
                self._kernels.value(memory.cards, memory.ints)
        self._kernels.add_products(memory.cards, memory.ints)
        return self._io.read_block(
            ints, tuple(outcomes_by_wager[number] for number in sorted(outcomes_by_wager))
        )

    def deal_rounds(self, seed: int, block: int, limit: int) -> Integers:
        """Deal a block of rounds with a new shoe each: what each wager won, in column units.

        Its shape is (rounds, columns). The plan must be one of fresh shoes.
        """
        self._ints[at.EACH] = 1  # a batch is one round
        self.deal_block(seed, block, limit)
        return nets_of_batches(self._ints, self._columns)


def _noted_outcome(word: int) -> NotedOutcome:
    seat, outcome = word >> codes.SEAT_SHIFT & codes.BYTE, word & codes.BYTE
    return NotedOutcome(word >> codes.NUMBER_OF_ROUND, seat, outcome)

"""The rounds of a counting player one by one: the count before each, and what it won.

All wagers are one unit. The cards do not depend on what is wagered, so any ramp, any count for
Insurance and any rule for sitting out can be applied to the same rounds afterwards.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.arrays import Floats
from upcard.compiled.simulation import counting
from upcard.compiled.simulation import fields as at
from upcard.simulation.blackjack.columns import BLACKJACK, INSURANCE
from upcard.simulation.block import BlackjackKernels, BlockIO, compiled_kernels
from upcard.simulation.plan import Plan


@dataclass(frozen=True, slots=True, eq=False)
class CountedRounds:
    """Rounds in the order in which they were dealt, an entry for each; wins are of one unit.

    `rows` are indices of a `CountedTable`; `begins` marks the first round of a shoe. `net` is what
    all seats won together without Insurance, `squares` the sum of the squares of what each won,
    and `corrected` is `net` less the luck of the cards. With an ace up, `unseen` is the number of
    cards not seen and `points` the tags of the cards seen; `insured` is what Insurance wins a seat,
    and `insurance_mean` its mean, given the cards seen. These are 0 with another upcard.
    """

    rows: NDArray[np.int16]
    begins: NDArray[np.bool_]
    net: Floats
    squares: Floats
    corrected: Floats
    unseen: NDArray[np.int16]
    points: NDArray[np.int32]
    insured: Floats
    insurance_mean: Floats

    def __len__(self) -> int:
        return len(self.rows)


def deal_counted(
    plan: Plan,
    rounds: int,
    seed: int,
    *,
    workers: int,
    progress: Callable[[int], None] | None = None,
) -> CountedRounds:
    """Deal whole blocks until at least `rounds` rounds are dealt; the same for any `workers`.

    The plan's strategy leaves notes, its wins are corrected, and it has no side wagers. `progress`
    is told how many rounds are dealt.
    """
    assert plan.corrected, "the luck of each round is known"
    shared = compiled_kernels(plan)
    parts: list[CountedRounds] = []
    dealt = 0
    with ThreadPoolExecutor(workers) as pool:
        for part in _blocks(pool, plan, shared, seed, workers):
            parts.append(part)
            dealt += len(part)
            if progress is not None:
                progress(dealt)
            if dealt >= rounds:
                break
    arrays = ([getattr(part, field.name) for part in parts] for field in fields(CountedRounds))
    return CountedRounds(*map(np.concatenate, arrays))


def _blocks(
    pool: ThreadPoolExecutor, plan: Plan, shared: BlackjackKernels, seed: int, workers: int
) -> Iterator[CountedRounds]:
    """The blocks in order; as many are dealt at a time as there are workers."""
    dealers = [_Dealer(plan, shared) for _ in range(workers)]
    first = 0
    while True:
        numbers = range(first, first + workers)
        yield from pool.map(
            lambda dealer, number: dealer.deal_block(seed, number), dealers, numbers
        )
        first += workers


class _Dealer:
    """Deals blocks of a plan, one at a time."""

    def __init__(self, plan: Plan, kernels: BlackjackKernels) -> None:
        self._plan = plan
        self._kernels = kernels
        self._io = BlockIO(plan)
        self._ints = np.frombuffer(self._io.memory.ints, np.int64)

    def deal_block(self, seed: int, block: int) -> CountedRounds:
        """Deal a block and read its notes."""
        memory, ints = self._io.memory, self._ints
        self._io.begin_block(ints, seed, block, 1 << 62)
        self._kernels.deal(memory.cards, memory.ints)
        assert self._kernels.correct is not None, "the plan is corrected"
        self._kernels.correct(memory.cards, memory.ints)
        rounds = int(ints[at.ROUNDS])
        size = counting.NOTE_SIZE
        notes = ints[memory.notes :][: size * rounds].reshape(rounds, size)
        lucks = ints[memory.lucks :][:rounds] / 2.0**self._plan.corrected_bits
        begins = np.zeros(rounds, np.bool_)
        ends = ints[ints[at.ENDS] :][: int(ints[at.BATCHES_DEALT])]
        begins[[0, *ends[:-1].tolist()]] = True
        column = self._plan.columns[BLACKJACK]
        unit = column.unit / column.wagered
        net = notes[:, counting.NOTED_NET]
        unseen = notes[:, counting.NOTED_UNSEEN]
        beside_ace = unseen > 0
        tens = np.where(beside_ace, notes[:, counting.NOTED_TENS] / np.maximum(unseen, 1), 0.0)
        insurance = self._plan.columns[INSURANCE]
        lost, won = (pay * insurance.unit / column.wagered for pay in insurance.pays)
        blackjack = notes[:, counting.NOTED_BLACKJACK]
        return CountedRounds(
            rows=notes[:, counting.NOTED_ROW].astype(np.int16),
            begins=begins,
            net=np.asarray(net * unit, np.float64),
            squares=np.asarray(notes[:, counting.NOTED_SQUARES] * unit**2, np.float64),
            corrected=(net - lucks) * unit,
            unseen=unseen.astype(np.int16),
            points=np.where(beside_ace, notes[:, counting.NOTED_POINTS], 0).astype(np.int32),
            insured=np.where(beside_ace, np.where(blackjack == 1, won, lost), 0.0),
            insurance_mean=np.where(beside_ace, lost + (won - lost) * tens, 0.0),
        )

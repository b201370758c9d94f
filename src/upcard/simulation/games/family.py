"""The interface between a family of games and the simulator.

A family plans a table and deals blocks of the plan. Adding up, estimates and reports are the same
for all games.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation.column import WagerColumn
from upcard.simulation.sums import DealtBlock

DEEPEST: Final = 0.75
"""The default penetration, and the most that § 633a.5(d) allows: a quarter of the shoe stays
behind."""

PENETRATIONS: Final = (0.1, 0.95)
"""The least and the most penetration that is simulated."""

SHARED: Final = (
    "all positions play the same cards, and how many are dealt depends on every hand, so no table "
    "over the next card alone tells what a hand wins"
)
"""Why the means of hybrid tables are raw."""


class SimulatedStrategy(Protocol):
    """The strategy of a simulation's players; only its family of games knows more about it."""

    @property
    def name(self) -> str:
        """The name in reports."""


class TablePlan(Protocol):
    """What is simulated: `seats` players who all follow `strategy` at a table of `rules`.

    With `fresh` nothing carries over from one round to the next: every round has a new shoe, if
    any. The first of the `columns` is the wager whose error may end the simulation.
    """

    @property
    def rules(self) -> TableRules:
        """The table."""

    @property
    def strategy(self) -> SimulatedStrategy:
        """The strategy of every seat."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def fresh(self) -> bool:
        """Whether rounds are independent."""

    @property
    def penetration(self) -> float | None:
        """The part of the shoe in front of the cover card; None without a cover card."""

    @property
    def columns(self) -> tuple[WagerColumn, ...]:
        """The wagers that each player places."""

    @property
    def corrected(self) -> Mapping[int, int]:
        """The numbers of the wagers whose means are corrected, each with the bits of a fraction.

        The corrected wins follow the batch's other numbers in this order, in units of the column
        over two to the power of the bits.
        """


class RawMeans:
    """The part of a plan without corrected means."""

    __slots__ = ()

    @property
    def corrected(self) -> dict[int, int]:
        """No wager's mean is corrected."""
        return {}


class BlockDealer(Protocol):
    """Deals the blocks of a plan, one at a time; each worker has its own."""

    def deal_block(self, seed: int, block: int, limit: int) -> DealtBlock:
        """Deal a block of a seed (both below 2**64), of at most `limit` rounds.

        The block depends only on the plan, the seed and its number; a limit cuts the same block
        short.
        """

    def deal_rounds(self, seed: int, block: int, limit: int) -> NDArray[np.int64]:
        """Deal a block of a fresh plan: what each wager won in each round, in column units.

        Shape (rounds, columns). A dealer that dealt so deals no other blocks after it.
        """


@dataclass(frozen=True, slots=True)
class Family:
    """How tables of a family of games are simulated.

    `plan(rules, strategy, seats=, fresh_shoe=, penetration=)` returns a `TablePlan`; it raises
    `BadInput` for a table that cannot be simulated. If the family `corrects`, it also takes
    `corrects=`: whether means are corrected. `dealers(plan, number)` compiles the kernels if
    needed. `is_compiled(plan)` says whether all kernels are cached. `raw_because` says, as the end
    of a sentence, why means of a family that does not correct them are raw.
    """

    plan: Callable[..., TablePlan]
    dealers: Callable[[Any, int], Sequence[BlockDealer]]
    is_compiled: Callable[[Any], bool]
    corrects: bool = False
    raw_because: str = ""


def penetration_of(rules: TableRules, requested: float | None, *, fresh: bool) -> float | None:
    """The part of the shoe in front of the cover card: the one asked for, or the default.

    None if no cover card ends the shoe. Raises `BadInput` if a penetration is asked for there, or
    one out of range.
    """
    if fresh or rules.variation.has_terminals or rules.variation.has_wheel:
        if requested is not None:
            raise BadInput(
                f"A shoe of {rules.name} has no cover card here: leave out the penetration."
            )
        return None
    least, most = PENETRATIONS
    if requested is not None and not least <= requested <= most:
        raise BadInput(
            f"The part of the shoe in front of the cover card is {least} to {most}, "
            f"not {requested:g}."
        )
    return DEEPEST if requested is None else requested

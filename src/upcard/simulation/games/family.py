"""What a family of games says of its simulation, and what all of them are simulated by.

A family plans a table, and deals blocks of the plan. Blocks are added up, estimated and reported
alike, whatever the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation.column import WagerColumn
from upcard.simulation.sums import DealtBlock

DEEPEST: Final = 0.75
"""The penetration that § 633a.5(d) leaves at most, and the usual one: a quarter stays behind."""

PENETRATIONS: Final = (0.1, 0.95)
"""From the least that is simulated to the most: a shoe has rounds, and cards left behind them."""


class SimulatedStrategy(Protocol):
    """What the players of a simulation do; only their family of games knows more of it."""

    @property
    def name(self) -> str:
        """What a report calls it."""


class TablePlan(Protocol):
    """What is simulated: `seats` players who all follow `strategy` at a table of `rules`.

    With `fresh` every round has a new shoe (or nothing else that one round leaves to the next).
    The first of the `columns` is the wager by whose error a simulation ends.
    """

    @property
    def rules(self) -> TableRules:
        """The table."""

    @property
    def strategy(self) -> SimulatedStrategy:
        """Of every seat."""

    @property
    def seats(self) -> int:
        """How many players there are."""

    @property
    def fresh(self) -> bool:
        """Whether rounds are independent."""

    @property
    def penetration(self) -> float | None:
        """The part of the shoe in front of the cover card, where there is one."""

    @property
    def columns(self) -> tuple[WagerColumn, ...]:
        """The wagers that each of them places."""


class BlockDealer(Protocol):
    """Deals the blocks of a plan, one at a time: each worker has its own."""

    def deal(self, seed: int, block: int, limit: int) -> DealtBlock:
        """A block of a seed (both below 2**64), of at most `limit` rounds.

        It follows from the plan, the seed and the block's number, and from nothing else; with a
        limit it is the beginning of the same block.
        """


@dataclass(frozen=True, slots=True)
class Family:
    """How tables of some games are simulated.

    `plan(rules, strategy, seats=, fresh_shoe=, penetration=)` gives a `TablePlan`; it raises
    `BadInput` for a table that is not simulated. `dealers(plan, number)` compiles what is not
    compiled yet. `is_compiled(plan)` tells whether nothing has to be compiled.
    """

    plan: Callable[..., TablePlan]
    dealers: Callable[[Any, int], Sequence[BlockDealer]]
    is_compiled: Callable[[Any], bool]


def penetration_of(rules: TableRules, asked: float | None, *, fresh: bool) -> float | None:
    """The part of the shoe in front of the cover card: what is asked for, or all but a quarter.

    None where no cover card tells when to shuffle; `BadInput` where one was placed there, or in
    a place from which no shoe can be dealt.
    """
    if fresh or rules.variation.has_terminals or rules.variation.has_wheel:
        if asked is not None:
            raise BadInput(
                f"No cover card ends a shoe of {rules.name} here: ask for no penetration."
            )
        return None
    least, most = PENETRATIONS
    if asked is not None and not least <= asked <= most:
        raise BadInput(
            f"The cover card has from {least} to {most} of the shoe in front, not {asked:g}."
        )
    return DEEPEST if asked is None else asked

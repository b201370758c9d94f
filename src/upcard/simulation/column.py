"""A wager of a simulated table and what each of its results wins, to the cent."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from upcard.wagers.kit import WagerRule


@dataclass(frozen=True, slots=True)
class WagerColumn:
    """A wager and what a seat wins with each of its results, in units; losses are negative.

    `wagered` is the initial wager in units. `outcomes` names the results; several may share a name.
    `wager` decides it, if it is a side wager. A `bonus` is paid with the wager `name`. `marked`
    results win a share of a meter. `at_times` says that a seat does not place it exactly once in
    every round.
    """

    name: str
    wagered: int
    outcomes: tuple[str, ...]
    nets: tuple[int, ...]
    wager: WagerRule | None = None
    bonus: str = ""
    marked: frozenset[int] = frozenset()
    at_times: bool = False

    @property
    def unit(self) -> int:
        """The largest number of units that divides every result."""
        return gcd(*self.nets) or 1

    @property
    def pays(self) -> tuple[int, ...]:
        """The results as multiples of `unit`, which keeps sums small."""
        return tuple(net // self.unit for net in self.nets)


def placed_always(columns: Sequence[WagerColumn]) -> list[int]:
    """The numbers of the wagers that every seat places once in every round; no bonus is one."""
    return [
        number for number, column in enumerate(columns) if not column.at_times and not column.bonus
    ]

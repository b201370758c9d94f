"""What a variation's module in this folder exports: one `PART`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.simulation.codes import NATURAL
from upcard.compiled.simulation.kernels import DealKind
from upcard.games.table_rules import TableRules
from upcard.money.odds import Odds
from upcard.rules.found import module_of


def _nothing(_rules: TableRules) -> dict[int, int]:
    return {}


def _alike(_rules: TableRules) -> NDArray[np.uint8]:
    return np.full((2, 2), NATURAL, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class SimulationPart:
    """How a game is simulated; the base game, and what plays like it, as the defaults say.

    `dealt` is the kernel that deals. A strategy has so many `tables`, one for each light; where it
    `switches`, it also says which cards are played; without `surrenders` it never surrenders.
    `parameters` are numbers by their place in the kernels' memory. `naturals` are the codes of a
    Blackjack, by whether its player switched and whether it has one color; `pays` is what results
    pay that no other game has.
    """

    dealt: DealKind = "plain"
    tables: int = 1
    switches: bool = False
    surrenders: bool = True
    parameters: Callable[[TableRules], dict[int, int]] = _nothing
    naturals: Callable[[TableRules], NDArray[np.uint8]] = _alike
    pays: Mapping[int, Odds] = field(default_factory=dict)


BASE: SimulationPart = SimulationPart()


def part_of(game: str) -> SimulationPart:
    """How a game is simulated."""
    module = module_of("simulation.variations", game)
    part: SimulationPart = BASE if module is None else module.PART
    return part

"""The interface of a variation's module in this folder, which exports one `PART`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.simulation.codes import (
    NATURAL,
    ONE_COLOR,
    ONE_COLOR_AND_TIED,
    ONE_COLOR_RESULT,
    TIED,
    TIED_RESULT,
)
from upcard.compiled.simulation.kernels import DealKind
from upcard.games.table_rules import TableRules
from upcard.money.odds import PaidOdds
from upcard.rules.game_modules import exported_part, module_of
from upcard.rules.violation import NotSimulated

RESULTS_OF: Final = {
    ONE_COLOR: {"ONE_COLOR_RESULT": ONE_COLOR_RESULT},
    TIED: {"TIED_RESULT": TIED_RESULT},
    ONE_COLOR_AND_TIED: {"ONE_COLOR_RESULT": ONE_COLOR_RESULT, "TIED_RESULT": TIED_RESULT},
}
"""The results, by name, that a code of a Blackjack leads to and that only `pays` gives odds."""


def _nothing(_rules: TableRules) -> dict[int, int]:
    return {}


def _alike(_rules: TableRules) -> NDArray[np.uint8]:
    return np.full((2, 2), NATURAL, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class SimulationPart:
    """How a game is simulated; the defaults are those of the base game.

    - `dealt`: the kernel that deals.
    - `tables`: the number of decision tables in a strategy, one for each light of the game.
    - `switches`: whether a strategy also says which cards are played.
    - `surrenders`: whether a strategy may surrender.
    - `parameters`: kernel parameters by offset.
    - `naturals`: the codes of a Blackjack, by whether the player switched and whether it has one
      color.
    - `pays`: the odds of results that only this game has.

    The kernel ``plain`` reads only `surrenders`: raises `NotSimulated` if another field is given.
    """

    dealt: DealKind = "plain"
    tables: int = 1
    switches: bool = False
    surrenders: bool = True
    parameters: Callable[[TableRules], dict[int, int]] = _nothing
    naturals: Callable[[TableRules], NDArray[np.uint8]] = _alike
    pays: Mapping[int, PaidOdds] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ignored = {
            "tables": self.tables > 1,
            "switches": self.switches,
            "parameters": self.parameters is not _nothing,
            "naturals": self.naturals is not _alike,
            "pays": bool(self.pays),
        }
        names = [name for name, is_given in ignored.items() if is_given]
        if self.dealt == "plain" and names:
            raise NotSimulated(
                f"The kernel `plain` reads no `{names[0]}`: a game that has some is dealt `varied`."
            )

    def codes_of_naturals(self, rules: TableRules) -> NDArray[np.uint8]:
        """What `naturals` returns; raises `NotSimulated` where `pays` lacks odds of its results."""
        codes = self.naturals(rules)
        for code in sorted(set(codes.ravel().tolist())):
            for name, result in RESULTS_OF.get(code, {}).items():
                if result not in self.pays:
                    raise NotSimulated(
                        f"The simulation of {rules.game} has a Blackjack with the result {name}, "
                        "of which `pays` has no odds."
                    )
        return codes


BASE: SimulationPart = SimulationPart()


def part_of(game: str) -> SimulationPart:
    """The game's own part of the simulation, or that of the base game."""
    module = module_of("simulation.variations", game)
    return BASE if module is None else exported_part(module, "PART", SimulationPart)

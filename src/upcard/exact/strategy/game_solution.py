"""The best play of a game: one or several strategies, and the decision to switch cards."""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from upcard.exact.strategy.other_hand import ByHand
from upcard.exact.strategy.solution_cache import cached_deviation
from upcard.exact.strategy.solve import Solution, standard_deviation
from upcard.exact.strategy.switch_table import SwitchTable


class CardChoice(Protocol):
    """The decision which cards a player plays, and what the round then wins."""

    @property
    def unit(self) -> str:
        """The unit in which the expected value is counted."""

    @property
    def expected_value(self) -> float:
        """The expected win before the deal, per unit."""

    @property
    def expected(self) -> Mapping[str, float]:
        """The expected win of each wager that the decision affects, by its name."""

    @property
    def worth(self) -> tuple[ByHand, ...]:
        """The value of two cards as dealt, by upcard and hand."""

    @property
    def other(self) -> tuple[ByHand, ...]:
        """The value of the cards that may be played instead, by upcard and hand."""

    def table(self) -> SwitchTable:
        """The decision as a text table."""

    def form(self) -> dict[str, Any]:
        """The decision as numbers, for JSON."""


class GameSolution(msgspec.Struct, frozen=True):
    """The strategies of a game: one solution, or one for each of the `lights` (hole-card ranges).

    `switching` is set if players decide which cards they play.
    """

    game: str
    solutions: tuple[Solution, ...]
    lights: tuple[str, ...] = ()
    switching: CardChoice | None = None

    @property
    def unit(self) -> str:
        """The unit in which the expected value is counted."""
        return "the initial wager" if self.switching is None else self.switching.unit

    @property
    def expected_value(self) -> float:
        """The expected win before the deal, exact, in the game's `unit`."""
        if self.switching is not None:
            return self.switching.expected_value
        return sum(solution.expected_value for solution in self.solutions)

    @property
    def parts(self) -> tuple[tuple[str, Solution], ...]:
        """Each solution with the name of its light; empty if there are no lights."""
        return tuple(zip(self.lights or ("",), self.solutions, strict=True))

    def standard_deviation(self) -> float | None:
        """Exact standard deviation of one round; None where it is not computed, as for a switch."""
        if self.switching is not None or not self.solutions[0].rules.knows_deviation:
            return None
        return cached_deviation(self.solutions, lambda: standard_deviation(*self.solutions))

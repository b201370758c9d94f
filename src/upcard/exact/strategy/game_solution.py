"""A game as it is played best: one strategy, or several, and what decides a switch."""

from collections.abc import Mapping
from typing import Any, Protocol

import msgspec

from upcard.exact.strategy.beside import ByHand
from upcard.exact.strategy.solve import Solution, standard_deviation
from upcard.exact.strategy.switch_table import SwitchTable


class Switching(Protocol):
    """What decides which cards of a player are the hand, and what the round then wins."""

    @property
    def unit(self) -> str:
        """What the expected value is counted by."""

    @property
    def expected_value(self) -> float:
        """The expected win before the deal, per unit."""

    @property
    def expected(self) -> Mapping[str, float]:
        """The expected win of each wager that the decision is about, by its name."""

    @property
    def worth(self) -> tuple[ByHand, ...]:
        """By upcard and two cards: what they are worth as they were dealt."""

    @property
    def other(self) -> tuple[ByHand, ...]:
        """The same of what may be played in their place."""

    def table(self) -> SwitchTable:
        """The decision in words and as a table."""

    def form(self) -> dict[str, Any]:
        """The same as numbers, for JSON."""


class GameSolution(msgspec.Struct, frozen=True):
    """`solutions` are those of a hand: one, or one for each of the `lights`.

    `switching` is there where players decide which cards they play.
    """

    game: str
    solutions: tuple[Solution, ...]
    lights: tuple[str, ...] = ()
    switching: Switching | None = None

    @property
    def unit(self) -> str:
        """What the expected value is counted by."""
        return "the initial wager" if self.switching is None else self.switching.unit

    @property
    def expected_value(self) -> float:
        """The expected win before the deal, exact, per `unit`."""
        if self.switching is not None:
            return self.switching.expected_value
        return sum(solution.expected_value for solution in self.solutions)

    @property
    def parts(self) -> tuple[tuple[str, Solution], ...]:
        """Each solution with its light; an empty name where there is none."""
        return tuple(zip(self.lights or ("",), self.solutions, strict=True))

    def standard_deviation(self) -> float | None:
        """That of one round, exact; None where it is not counted, as of a switch."""
        if self.switching is not None or not self.solutions[0].rules.knows_deviation:
            return None
        return standard_deviation(*self.solutions)

"""The risk of a simulated table, as its own result."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

import msgspec

from upcard.analysis.risk import ExpectedHold, Risk, SideRisk
from upcard.library.shown import html_table, text_table

HEADERS: Final = ("risk of a player", "value")


@dataclass(frozen=True, slots=True, repr=False)
class TableRisk:
    """The risk of a table over many rounds, from the mean and the spread of a simulation.

    Wins are modelled as a Brownian motion; one player plays all simulated seats. `risk` has every
    figure, in dollars.
    """

    risk: Risk

    @property
    def wagered(self) -> Decimal:
        """The initial wagers of a round, in dollars."""
        return Decimal(self.risk.wagered)

    @property
    def mean(self) -> float:
        """What a round wins, in dollars; negative where the house wins."""
        return self.risk.mean

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of what a round wins, in dollars."""
        return self.risk.standard_deviation

    @property
    def n0(self) -> float | None:
        """The rounds after which the expected win is one standard deviation."""
        return self.risk.n0

    @property
    def volatility_index(self) -> float:
        """1.645 standard deviations of a round, per unit wagered."""
        return self.risk.volatility_index

    @property
    def player(self) -> SideRisk:
        """The player's probability of ruin, and the bankroll for the risk asked about."""
        return self.risk.player

    @property
    def house(self) -> SideRisk:
        """The same of the house."""
        return self.risk.house

    @property
    def risk_of_ruin(self) -> float | None:
        """The probability that the player ever loses the bankroll; None without one."""
        return self.risk.player.risk_of_ruin

    @property
    def risk_of_ruin_within(self) -> float | None:
        """The probability that the player loses it within the hours asked about."""
        return self.risk.risk_of_ruin_within

    @property
    def hold(self) -> list[ExpectedHold]:
        """What the table keeps an hour, by the number of players."""
        return self.risk.hold

    def to_dict(self) -> dict[str, Any]:
        """The risk as in ``upcard sim --json``."""
        found: dict[str, Any] = msgspec.to_builtins(self.risk)
        return found

    def __repr__(self) -> str:
        return text_table(HEADERS, self._lines())

    def _repr_html_(self) -> str:
        return html_table(HEADERS, self._lines(), "Risk of a table")

    def _lines(self) -> list[tuple[str, float | None]]:
        return [
            ("wagered a round, $", float(self.wagered)),
            ("mean a round, $", self.mean),
            ("standard deviation, $", self.standard_deviation),
            ("N0, rounds", self.n0),
            ("volatility index (90 %)", self.volatility_index),
            ("risk of ruin", self.risk_of_ruin),
            ("risk of ruin within the hours", self.risk_of_ruin_within),
            (f"bankroll for {100 * self.risk.risk:g} % risk, $", self.player.bankroll_for_risk),
        ]

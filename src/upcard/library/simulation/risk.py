"""The risk of a simulated table, as its own result."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

import msgspec

from upcard.analysis.intervals import NORMAL_95, Interval
from upcard.analysis.risk.bankroll import ExpectedHold, Risk, SideRisk, Trip
from upcard.library.tabular.display import html_table, text_table
from upcard.text.schemas import RISK

HEADERS: Final = ("risk of a player", "value", "95 % from", "to")


@dataclass(frozen=True, slots=True, repr=False)
class TableRisk:
    """The risk of a table over many rounds, from the mean and the spread of a simulation.

    Wins are modeled as a Brownian motion; one player plays all simulated seats. `risk` has every
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
        """The house's probability of ruin, and the bankroll for the risk asked about."""
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
        """The risk as in ``upcard sim --json``, with a schema of its own."""
        return {"schema": RISK, **msgspec.to_builtins(self.risk)}

    @property
    def distinct(self) -> bool:
        """Whether the mean can be told from zero; where not, `n0` and what follows is a guess."""
        return self.risk.distinct

    @property
    def trip(self) -> Trip | None:
        """What the player has won after the hours asked about."""
        return self.risk.trip

    def __repr__(self) -> str:
        return text_table(HEADERS, self._lines())

    def _repr_html_(self) -> str:
        return html_table(HEADERS, self._lines(), "Risk of a table")

    def _lines(self) -> list[tuple[str, *tuple[float | None, ...]]]:
        risk, player = self.risk, self.player
        margin = NORMAL_95 * risk.mean_error
        wide = NORMAL_95 * risk.deviation_error
        lines: list[tuple[str, float | None, Interval | None]] = [
            ("wagered a round, $", float(self.wagered), None),
            ("mean a round, $", self.mean, (self.mean - margin, self.mean + margin)),
            (
                "standard deviation, $",
                self.standard_deviation,
                (self.standard_deviation - wide, self.standard_deviation + wide),
            ),
            ("N0, rounds", self.n0 if self.distinct else None, risk.n0_interval),
            ("volatility index (90 %)", self.volatility_index, None),
            ("risk of ruin", self.risk_of_ruin, player.ruin_interval),
            ("risk of ruin within the hours", self.risk_of_ruin_within, risk.within_interval),
            (
                f"bankroll for {100 * risk.risk:g} % risk, $",
                player.bankroll_for_risk if self.distinct else None,
                player.bankroll_interval,
            ),
        ]
        return [(name, value, *(interval or (None, None))) for name, value, interval in lines]

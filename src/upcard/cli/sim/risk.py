"""Prints the risk and the expected hold of a table for ``upcard sim``."""

from rich.table import Table

from upcard.analysis.risk import ExpectedHold, Risk, SideRisk
from upcard.cli.output import console, print_table


def print_risk(risk: Risk) -> None:
    """Prints the risk in words, then the expected hold by the number of players."""
    out = console()
    out.print(
        f"\nA round wagers ${risk.wagered} and wins players {_money(risk.mean)}, "
        f"deviation {_money(risk.standard_deviation)}; volatility index "
        f"{risk.volatility_index:.3f} (90 %)."
    )
    if risk.n0 is not None and risk.hours_per_standard_error is not None:
        out.print(
            f"N0 is {risk.n0:,.0f} rounds: at {risk.rounds_per_hour:g} an hour the expected win "
            f"is one standard error after {risk.hours_per_standard_error:,.1f} hours."
        )
    for name, side in (("player", risk.player), ("house", risk.house)):
        for line in _side(name, side, risk):
            out.print(line)
    if risk.risk_of_ruin_within is not None:
        out.print(
            f"Chance that the player loses ${risk.bankroll} within {risk.hours:g} hours: "
            f"{100 * risk.risk_of_ruin_within:.4g} %."
        )
    if risk.hold:
        print_table(out, _holds(risk.hold))


def _side(name: str, side: SideRisk, risk: Risk) -> list[str]:
    lines = []
    if side.risk_of_ruin is not None:
        ruin = f"{100 * side.risk_of_ruin:.4g} %."
        lines.append(f"Chance that the {name} ever loses ${risk.bankroll}: {ruin}")
    if side.bankroll_for_risk is not None:
        lines.append(
            f"With a bankroll of {_money(side.bankroll_for_risk)} the {name}'s risk of ruin is "
            f"{100 * risk.risk:g} %."
        )
    return lines


def _holds(found: list[ExpectedHold]) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in ("players", "rounds/h", "wagered/h", "to meters/h", "kept/h", "hold"):
        table.add_column(f"\n{head}", justify="right")
    for one in found:
        table.add_row(
            str(one.seats),
            f"{one.rounds_per_hour:g}",
            _money(one.wagered),
            _money(one.to_meters),
            _money(one.win),
            f"{100 * one.hold:.4f} %",
        )
    return table


def _money(dollars: float) -> str:
    return f"{'-' if dollars < 0 else ''}${abs(dollars):,.2f}"

"""The lab page: odds, strategy and simulation."""

from nicegui import ui

from upcard.service.access.authority import Action
from upcard.web.lab.odds import OddsPanel
from upcard.web.lab.simulation import SimulationPanel
from upcard.web.lab.strategy import StrategyPanel
from upcard.web.shell import page
from upcard.web.visitor import Visitor

STYLES = "/static/lab.css"

SOON = 0.05
"""Seconds until the first panel is filled, so that the page shows before its figures."""


@page("/lab", "Lab", Action.SEE_ODDS)
async def lab(visitor: Visitor) -> None:
    """The page with three panels: exact odds, best play, simulation; filled when first opened."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STYLES}">')
    with ui.tabs().props("no-caps align=left").classes("uc-tabs w-full") as tabs:
        odds = ui.tab("Odds", icon="functions")
        strategy = ui.tab("Strategy", icon="grid_on")
        simulation = ui.tab("Simulation", icon="casino") if visitor.may(Action.SIMULATE) else None
    panels = ui.tab_panels(tabs, value=odds, animated=False, keep_alive=True)
    with panels.classes("uc-panels w-full"):
        with ui.tab_panel(odds):
            odds_panel = OddsPanel(visitor)
        with ui.tab_panel(strategy):
            strategy_panel = StrategyPanel(visitor)
        if simulation is not None:
            with ui.tab_panel(simulation):
                SimulationPanel(visitor)
    ui.timer(SOON, odds_panel.start, once=True)

    async def opened(event: object) -> None:
        if getattr(event, "value", "") == "Strategy":
            await strategy_panel.start()

    tabs.on_value_change(opened)

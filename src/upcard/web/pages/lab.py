"""The lab page: odds, strategy, simulation, and analyses built on them."""

from nicegui import ui

from upcard.service.access.authority import Action
from upcard.web.lab.counting import CountingPanel
from upcard.web.lab.exposure import ExposurePanel
from upcard.web.lab.meters import MetersPanel
from upcard.web.lab.odds import OddsPanel
from upcard.web.lab.results import ResultsPanel
from upcard.web.lab.simulation import SimulationPanel
from upcard.web.lab.strategy import StrategyPanel
from upcard.web.shell import page
from upcard.web.visitor import Visitor

STYLES = "/static/lab.css"

ANALYSES = {
    "Exposure": ("visibility", ExposurePanel),
    "Counting": ("style", CountingPanel),
    "Results": ("polyline", ResultsPanel),
    "Meters": ("speed", MetersPanel),
}
"""The panels that compute when they are asked to, by the name of their tab, with its icon."""

SOON = 0.05
"""Seconds until the first panel is filled, so that the page shows before its figures."""


@page("/lab", "Lab", Action.SEE_ODDS)
async def lab(visitor: Visitor) -> None:
    """The page with its panels: exact odds, best play, simulation, analyses."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STYLES}">')
    with ui.tabs().props("no-caps align=left").classes("uc-tabs w-full") as tabs:
        odds = ui.tab("Odds", icon="functions")
        strategy = ui.tab("Strategy", icon="grid_on")
        simulation = ui.tab("Simulation", icon="casino") if visitor.may(Action.SIMULATE) else None
        analyses = {name: ui.tab(name, icon=icon) for name, (icon, _) in ANALYSES.items()}
    panels = ui.tab_panels(tabs, value=odds, animated=False, keep_alive=True)
    with panels.classes("uc-panels w-full"):
        with ui.tab_panel(odds):
            odds_panel = OddsPanel(visitor)
        with ui.tab_panel(strategy):
            strategy_panel = StrategyPanel(visitor)
        if simulation is not None:
            with ui.tab_panel(simulation):
                SimulationPanel(visitor)
        for name, tab in analyses.items():
            with ui.tab_panel(tab):
                ANALYSES[name][1](visitor)
    ui.timer(SOON, odds_panel.start, once=True)

    async def opened(event: object) -> None:
        if getattr(event, "value", "") == "Strategy":
            await strategy_panel.start()

    tabs.on_value_change(opened)

"""The lab page: odds, strategy, simulation, and analyses built on them."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

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


class Panel(NamedTuple):
    """A panel of the lab, with the icon of its tab and what it answers."""

    icon: str
    make: Callable[[Visitor], Any]
    about: str
    action: Action = Action.SEE_ODDS


PANELS: Final = {
    "Odds": Panel("functions", OddsPanel, "What does a wager return, exactly?"),
    "Strategy": Panel("grid_on", StrategyPanel, "What is the best play, exactly?"),
    "Simulation": Panel(
        "casino",
        SimulationPanel,
        "Deals a table's rounds by the million, and holds the results against the exact odds.",
        action=Action.SIMULATE,
    ),
    "Exposure": Panel(
        "visibility",
        ExposurePanel,
        "How much does a side wager lose to players who count the cards that have been dealt?",
    ),
    "Counting": Panel(
        "style",
        CountingPanel,
        "What does a player win who counts cards and wagers more when the count is high?",
    ),
    "Results": Panel(
        "polyline",
        ResultsPanel,
        "How far from the mean may a player, or the house, be after a number of rounds?",
    ),
    "Meters": Panel(
        "speed",
        MetersPanel,
        "What do progressive meters show, how often are they won, and what do they cost the house?",
    ),
}
"""The panels by the name of their tab, the first one open."""

FIRST_PANEL_SECONDS = 0.05
"""Seconds until the first panel is filled, so that the page shows before its figures."""


@page("/lab", "Lab", Action.SEE_ODDS)
async def lab(visitor: Visitor) -> None:
    """The page with its panels; each is built, and computes, when it is first opened."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STYLES}">')
    offered = {name: panel for name, panel in PANELS.items() if visitor.may(panel.action)}
    with ui.tabs().props("no-caps align=left").classes("uc-tabs w-full") as tabs:
        for name, panel in offered.items():
            ui.tab(name, icon=panel.icon)
    first = next(iter(offered))
    places: dict[str, ui.tab_panel] = {}
    with ui.tab_panels(tabs, value=first, animated=False, keep_alive=True).classes(
        "uc-panels w-full"
    ):
        for name in offered:
            places[name] = ui.tab_panel(name)
    built: dict[str, Any] = {}
    one_at_a_time = asyncio.Lock()  # a visitor who opens all tabs in turn asks for no more

    def build(name: str) -> None:
        with places[name]:
            ui.label(offered[name].about).classes("uc-quiet")
            built[name] = offered[name].make(visitor)

    async def begin(name: str) -> None:
        async with one_at_a_time:
            if not places[name].is_deleted:
                await built[name].start()

    async def opened(event: Any) -> None:
        name = str(event.value)
        if name not in built:
            build(name)
            await begin(name)

    build(first)
    ui.timer(FIRST_PANEL_SECONDS, partial(begin, first), once=True)
    tabs.on_value_change(opened)

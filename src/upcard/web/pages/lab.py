"""The lab: odds, strategy and simulation for whoever wants to know."""

from nicegui import ui

from upcard.service.authority import Action
from upcard.web.lab.odds import OddsPanel
from upcard.web.shell import page
from upcard.web.visitor import Visitor

STYLES = "/static/lab.css"


@page("/lab", "Lab", Action.SEE_ODDS)
async def lab(visitor: Visitor) -> None:
    """Three panels: exact odds, the best play, a simulation."""
    ui.add_head_html(f'<link rel="stylesheet" href="{STYLES}">')
    odds = OddsPanel(visitor)
    ui.timer(0.05, odds.start, once=True)

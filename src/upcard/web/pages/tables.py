"""The floor's tables, each a door."""

from nicegui import ui

from upcard.service.api.tables import summary
from upcard.service.authority import Action
from upcard.web.shell import page
from upcard.web.visitor import Visitor


@page("/", "Tables", Action.SEE_TABLE)
async def tables(visitor: Visitor) -> None:
    """Every table of this floor: what is played there, for how much, by whom."""
    house = visitor.house
    with ui.element("div").classes("uc-cards"):
        for name in house.floor.tables:
            table = summary(house, name)
            with ui.link(target=f"/tables/{name}").classes("uc-card"):
                ui.label(table.title).classes("uc-card-title")
                ui.label(f"{name} · ${table.minimum} to ${table.maximum}").classes("uc-quiet")
                ui.label(", ".join(table.players) or "Nobody plays yet.")

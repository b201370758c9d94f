"""The start page: the floor's tables and meters, updated every second."""

from nicegui import ui

from upcard.service.access.authority import Action
from upcard.service.api.tables import TableOut, summary
from upcard.web.shell import page, watch
from upcard.web.visitor import Visitor

EVERY = 1.0
"""Seconds between two updates of the page."""


@page("/", "Tables", Action.SEE_TABLE)
async def tables(visitor: Visitor) -> None:
    """The page with the meters, and every table of this floor: game, limits, players."""
    server = visitor.server

    amounts: dict[str, ui.label] = {}
    with ui.row().classes("uc-meters"):
        for meter in server.floor.board.last_read:
            with ui.link(target="/signs").classes("uc-meter"):
                ui.label(meter.name.replace("-", " ").replace("/", " · ")).classes("uc-small")
                amounts[meter.stream] = ui.label(f"${meter.amount}").classes("uc-number")
    shown: dict[str, ui.label] = {}
    with ui.element("div").classes("uc-cards"):
        for name in server.floor.shown:
            table = summary(server, name)
            with ui.link(target=f"/tables/{name}").classes("uc-card"):
                ui.label(table.title).classes("uc-card-title")
                ui.label(f"{name} · ${table.minimum} to ${table.maximum}").classes("uc-quiet")
                shown[name] = ui.label(_now(table))

    async def look() -> None:
        if set(shown) != set(server.floor.shown):
            ui.navigate.reload()  # a table was lost to another server, or taken up
            return
        for name, label in shown.items():
            label.set_text(_now(summary(server, name)))
        for meter in server.floor.board.last_read:
            if meter.stream in amounts:
                amounts[meter.stream].set_text(f"${meter.amount}")

    watch(visitor, Action.SEE_TABLE, EVERY, look)


def _now(table: TableOut) -> str:
    """The state of a table in a line: round, phase, players."""
    players = ", ".join(table.players) or "nobody plays yet"
    return f"Round {table.round}, {table.phase.replace('-', ' ')}: {players}"

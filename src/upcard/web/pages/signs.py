"""The signs page: links to the jackpot signs, which open on any screen."""

import asyncio
from urllib.parse import quote

from nicegui import ui

from upcard.service.access.authority import Action
from upcard.web.money import dollars, largest_first, titled
from upcard.web.shell import explain, page
from upcard.web.visitor import Visitor


@page("/signs", "Signs", Action.SEE_METERS)
async def signs(visitor: Visitor) -> None:
    """The page with links to the sign of all meters and to that of each."""
    meters = await asyncio.to_thread(visitor.server.floor.board.meters)
    if not meters:
        explain("No table of this floor feeds a progressive meter.")
        return
    with ui.element("div").classes("uc-cards"):
        with ui.link(target="/sign/", new_tab=True).classes("uc-card"):
            ui.label("All meters").classes("uc-card-title")
            ui.label("One sign for the whole floor.").classes("uc-quiet")
        for meter in largest_first(meters):
            target = f"/sign/?meter={quote(meter.stream)}"
            with ui.link(target=target, new_tab=True).classes("uc-card"):
                ui.label(titled(meter.name)).classes("uc-card-title")
                ui.label(f"{dollars(meter.amount)} now, fed by {', '.join(meter.tables)}").classes(
                    "uc-quiet"
                )
                if meter.must_hit_by is not None:
                    ui.label(f"Must be hit by {dollars(meter.must_hit_by)}.").classes("uc-quiet")
    explain("A screen of its own signs in with a device's token: add one under Accounts.")

"""The signs page: links to the jackpot signs, which open on any screen, each as it shows now."""

import asyncio
from urllib.parse import quote

from nicegui import ui

from upcard.service.access.authority import Action
from upcard.service.meter_board import MeterView
from upcard.web.money import distinct_titles, dollars, largest_first, titled
from upcard.web.shell import explain, page, watch
from upcard.web.visitor import Visitor

UPDATE_SECONDS = 1.0
"""Seconds between two updates of the page."""

MAX_SHOWN = 3
"""The most meters in the preview of the sign of all."""


@page("/signs", "Signs", Action.SEE_METERS)
async def signs(visitor: Visitor) -> None:
    """The page with the sign of all meters and that of each, as it shows now, and who feeds it."""
    board = visitor.server.floor.board
    meters = largest_first(await asyncio.to_thread(board.meters))
    if not meters:
        explain("No table of this floor feeds a progressive meter.")
        return
    amounts: list[tuple[str, ui.label]] = []
    with ui.element("div").classes("uc-cards uc-tables"):
        with ui.link(target="/sign/", new_tab=True).classes("uc-card"):
            ui.label("All meters").classes("uc-card-title")
            ui.label(f"One sign for the whole floor: {len(meters)} meters").classes("uc-quiet")
            with ui.element("div").classes("uc-sign uc-sign-many"):
                titles = distinct_titles(meters)
                for meter in meters[:MAX_SHOWN]:
                    ui.label(titles[meter.stream]).classes("uc-small")
                    amounts.append((meter.stream, _amount(meter)))
                if (more := len(meters) - MAX_SHOWN) > 0:
                    ui.label(f"and {more} more").classes("uc-small")
            ui.label("Open").classes("uc-go").props('aria-hidden="true"')
        amounts += [(meter.stream, _sign(meter)) for meter in meters]
    if visitor.may(Action.KEEP_ACCOUNTS):
        explain("A screen of its own signs in with a device's token: add one under Accounts.")

    async def look() -> None:
        now = {meter.stream: meter.amount for meter in board.last_read}
        for stream, label in amounts:
            if stream in now:
                label.set_text(dollars(now[stream]))

    watch(visitor, Action.SEE_METERS, UPDATE_SECONDS, look)


def _sign(meter: MeterView) -> ui.label:
    """The card of one meter's sign; returns the label of its amount."""
    target = f"/sign/?meter={quote(meter.stream)}"
    with ui.link(target=target, new_tab=True).classes("uc-card"):
        ui.label(titled(meter.name)).classes("uc-card-title")
        ui.label(f"Fed by {', '.join(meter.tables)}").classes("uc-quiet")
        with ui.element("div").classes("uc-sign"):
            amount = _amount(meter)
            if meter.must_hit_by is not None:
                ui.label(f"must be hit by {dollars(meter.must_hit_by)}").classes("uc-small")
        ui.label("Open").classes("uc-go").props('aria-hidden="true"')
    return amount


def _amount(meter: MeterView) -> ui.label:
    return ui.label(dollars(meter.amount)).classes("uc-number")

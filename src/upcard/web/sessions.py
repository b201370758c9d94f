"""The list of sessions on a page, each with a button that ends it."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

from nicegui import ui

from upcard.service.access.session_book import KnownSession
from upcard.service.api.sessions import end_one
from upcard.web.shell import showing_refusals
from upcard.web.visitor import Visitor


def session_cards(visitor: Visitor, name: str | None) -> Callable[[], object]:
    """Shows the sessions of a person, or everybody's; returns what shows them anew."""

    @ui.refreshable
    def listed() -> None:
        for known in visitor.server.sessions.going_on(name):
            with ui.row().classes("items-center w-full"):
                _session(visitor, known, listed.refresh)

    listed()
    return listed.refresh


def _session(visitor: Visitor, known: KnownSession, changed: Callable[[], object]) -> None:
    async def end() -> None:
        with showing_refusals():
            await asyncio.to_thread(end_one, visitor.server, visitor.who, known.id)
            changed()

    where = f" from {known.where}" if known.where else ""
    ui.label(f"{known.name}{where}")
    ui.label(f"since {_moment(known.begun)}, used {_moment(known.used)} UTC").classes("uc-quiet")
    if known.id == visitor.session.id:
        ui.label("this one").classes("uc-badge")
    else:
        ui.button("End", on_click=end).props(
            f'flat dense no-caps color=negative aria-label="End a session of {known.name}"'
        )


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%d %b %H:%M")

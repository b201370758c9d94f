"""The list of sessions on a page, each with a button that ends it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from nicegui import ui

from upcard.service.access.session_book import KnownSession
from upcard.service.api.sessions import end_one
from upcard.text.times import SECOND, to_the_second
from upcard.web.shell import disclosure, showing_refusals
from upcard.web.visitor import Visitor

MAX_SESSIONS: Final = 12
"""The newest sessions that are listed at once; those before them are one press away."""


def session_cards(visitor: Visitor, name: str | None) -> Callable[[], object]:
    """Show the sessions of a person, or everybody's; returns what shows them anew."""

    def table(sessions: Sequence[KnownSession]) -> None:
        with ui.element("table").classes("uc-lines").props('aria-label="Sessions"'):
            with ui.element("thead"), ui.element("tr"):
                for words in ("Who" if name is None else "From", "Since (UTC)", "Used (UTC)", ""):
                    with ui.element("td" if not words else "th"):
                        ui.label(words)
            with ui.element("tbody"):
                for session in sessions:
                    with ui.element("tr"):
                        _session(visitor, session, listed.refresh, named=name is None)

    @ui.refreshable
    def listed() -> None:
        sessions = visitor.server.sessions.going_on(name)
        table(sessions[:MAX_SESSIONS])
        if len(sessions) > MAX_SESSIONS:
            with disclosure(f"{len(sessions) - MAX_SESSIONS} more"):
                table(sessions[MAX_SESSIONS:])

    listed()
    return listed.refresh


def _session(
    visitor: Visitor, session: KnownSession, on_change: Callable[[], object], *, named: bool
) -> None:
    async def end_session() -> None:
        with showing_refusals():
            await asyncio.to_thread(end_one, visitor.server, visitor.who, session.id)
            on_change()

    with ui.element("td"):
        if named:
            ui.label(session.name)
        if session.where:
            ui.label(session.where).classes("uc-small uc-quiet" if named else "")
    for name, time in (("Since", session.begun), ("Used", session.used)):
        with ui.element("td").classes("uc-numeric").props(f'data-name="{name}"'):
            ui.label(to_the_second(round(time * SECOND)))
    with ui.element("td"):
        if session.id == visitor.session.id:
            ui.label("This one").classes("uc-small uc-quiet")
        else:
            button = ui.button("End", on_click=end_session).props("flat dense color=negative")
            button.props["aria-label"] = f"End a session of {session.name}"

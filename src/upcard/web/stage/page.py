"""Serves the table page and the replay of a round to those who are signed in."""

from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from nicegui import app

from upcard.service.access.principal import NotSignedIn
from upcard.service.api.access import find_session, server_of, session_of
from upcard.web.errors import plain_page

HERE: Final = Path(__file__).parent


@app.get("/tables/{name}", include_in_schema=False)
async def table(request: Request, name: str) -> Response:
    """The page of a live table; visitors who are not signed in are sent to the sign-in page."""
    return await _page_response(request, "index.html", name, f"/tables/{quote(name)}")


@app.get("/rounds/{table}/{number}", include_in_schema=False)
async def replay(request: Request, table: str, number: int) -> Response:
    """The page of a past round; what it shows is decided by the route that it reads."""
    return await _page_response(request, "replay.html", table, f"/rounds/{quote(table)}/{number}")


async def _page_response(request: Request, file: str, name: str, path: str) -> Response:
    """A page of a table, after what the visitor has to do first."""
    await find_session(request)
    try:
        session = session_of(request)
    except NotSignedIn:
        wanted = f"{path}?{request.url.query}" if request.url.query else path
        return RedirectResponse(f"/sign-in?then={quote(wanted)}")
    if session.owes:  # a password, or a second factor
        return RedirectResponse("/account")
    if name not in server_of(request).floor.leases.assigned:
        words = f"Table {escape(name)} is not at this floor. The link may be old."
        return plain_page(HTTPStatus.NOT_FOUND, "There is no such table", words)
    headers = {"Cache-Control": "no-cache"}
    return HTMLResponse((HERE / file).read_text(encoding="utf-8"), 200, headers)

"""Serves the table page to those who are signed in."""

from pathlib import Path
from typing import Final
from urllib.parse import quote

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from nicegui import app

from upcard.service.access.principal import NotSignedIn
from upcard.service.api.access import find_session, house_of, session_of

INDEX: Final = Path(__file__).parent / "index.html"


@app.get("/tables/{name}", include_in_schema=False)
async def table(request: Request, name: str) -> Response:
    """The page of a live table; whoever is not signed in does that first."""
    await find_session(request)
    try:
        session = session_of(request)
    except NotSignedIn:
        return RedirectResponse(f"/sign-in?then=/tables/{quote(name)}")
    if session.owes:  # a password, or a second factor
        return RedirectResponse("/account")
    known = name in house_of(request).floor.tenure.assigned
    headers = {"Cache-Control": "no-cache"}
    return HTMLResponse(INDEX.read_text(encoding="utf-8"), 200 if known else 404, headers)

"""The pages for an address that does not exist, and for a page that failed."""

import html
import logging
from http import HTTPStatus
from typing import Final

from fastapi import Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.responses import HTMLResponse, Response
from nicegui import app as framework
from starlette.exceptions import HTTPException

PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – upcard</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/static/upcard.css">
</head>
<body class="uc-plain">
<header class="uc-head"><a class="uc-brand" href="/">upcard</a></header>
<main class="uc-page">
<img class="uc-face-down" src="/cards/back.svg" alt="" width="90" height="126">
<h1 class="uc-title">{title}</h1>
<p>{words}</p>
<p class="uc-ways"><a href="/">To the tables</a><a href="/sign-in">Sign in as somebody else</a></p>
</main>
</body>
</html>
"""

LOG: Final = logging.getLogger(__name__)


def add_error_pages() -> None:
    """Answer unknown addresses and failing pages with a page of upcard instead of NiceGUI's."""
    framework.add_exception_handler(HTTPStatus.NOT_FOUND, _answer_not_found)
    framework.add_exception_handler(Exception, _answer_failure)


async def _answer_not_found(request: Request, error: Exception) -> Response:
    endpoint = request.scope.get("endpoint")
    if isinstance(error, HTTPException) and endpoint not in (None, framework):
        return await http_exception_handler(request, error)  # a route's own answer
    path = html.escape(request.url.path)
    words = f"Nothing is at {path}. The address may be mistyped, or the link old."
    return plain_page(HTTPStatus.NOT_FOUND, "There is no such page", words)


async def _answer_failure(request: Request, error: Exception) -> Response:
    if not request.scope.get("nicegui_page_path"):
        raise error  # a file, or a browser that went away: the server's log has it
    LOG.error("The page %r failed.", request.url.path, exc_info=error)
    words = (
        "This page failed, by a fault of upcard or of its machine. "
        "No table was touched by it; the server's log says more."
    )
    return plain_page(HTTPStatus.INTERNAL_SERVER_ERROR, "This page failed", words)


def plain_page(status: HTTPStatus, title: str, words: str) -> HTMLResponse:
    """A page without a visitor's menu; `words` are HTML."""
    return HTMLResponse(PAGE.format(title=title, words=words), status)

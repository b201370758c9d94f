"""How long a request may be: what a stranger sends is read before anybody knows who he is."""

from typing import Final

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

MOST_BYTES: Final = 1 << 20
"""Of the body of a request; a Rules Submission has a tenth of it."""


class ShortBodies:
    """Refuses a request whose body is long, or does not say how long it is."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application around another."""
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        unsaid = "transfer-encoding" in headers
        if unsaid or int(headers.get("content-length", "0")) > MOST_BYTES:
            message = f"A request has a Content-Length of {MOST_BYTES:,} at most."
            answer = JSONResponse({"message": message, "section": None}, 413)
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)

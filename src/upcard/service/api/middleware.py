"""Middleware of the application: security headers on every answer, a size limit on requests.

The API, the tables and the signs load only this server's own files. The other pages also need
their framework's inline scripts and styles.
"""

from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STRICT: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

PAGES: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""NiceGUI needs it: an inline script starts a page, and the browser compiles Vue templates."""

STRICT_PATHS: Final = (
    "/api/",
    "/sign/",
    "/tables/",
    "/rounds/",
    "/stage/",
    "/healthz",
    "/readyz",
    "/metrics",
    "/openapi.json",
)

COMMON: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}

ONLY_TLS: Final = {"Strict-Transport-Security": "max-age=31536000"}
"""Of a server whose cookies are sent by TLS alone."""


class SecurityHeaders:
    """Adds the security headers to every HTTP answer.

    With `secure` a browser that came by TLS never comes without it again.
    """

    def __init__(self, app: ASGIApp, *, secure: bool = False) -> None:
        self._app = app
        self._headers = {**COMMON, **(ONLY_TLS if secure else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application around another."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        policy = STRICT if path.startswith(STRICT_PATHS) else PAGES

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["Content-Security-Policy"] = policy
                for name, value in self._headers.items():
                    headers[name] = value
                if path.startswith("/api/"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        await self._app(scope, receive, with_headers)


MAX_BYTES: Final = 1 << 20
"""The most bytes of a request's body; a Rules Submission may have a tenth of it."""


LONGEST_LENGTH: Final = 20
"""The most digits of a Content-Length."""


class ShortBodies:
    """Refuses a request whose body is too long, or has no Content-Length."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application around another."""
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        length = headers.get("content-length", "0")
        has_length = "transfer-encoding" not in headers and length.isascii() and length.isdigit()
        if not has_length or len(length) > LONGEST_LENGTH or int(length) > MAX_BYTES:
            message = f"A request has a Content-Length of {MAX_BYTES:,} at most."
            answer = JSONResponse({"message": message, "section": None}, 413)
            await answer(scope, receive, send)
            return
        await self._app(scope, receive, send)

"""Counts and times HTTP requests."""

import time
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.service.metrics.metrics import Metrics

METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestCounter:
    """Counts and times every HTTP request, by route."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application around another."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = time.perf_counter()
        status = 500

        async def counted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.requests.labels(method, route, status).inc()
            self._metrics.seconds.labels(route).observe(time.perf_counter() - start)

"""Creates the FastAPI application with every route, its refusals and its middleware."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

from fastapi import FastAPI
from starlette.middleware.trustedhost import TrustedHostMiddleware

from upcard import __version__
from upcard.service.api import (
    asyncapi,
    channel,
    computing,
    device_persons,
    feeds,
    floor,
    health,
    money,
    odds,
    people,
    replays,
    sessions,
    shuffles,
    tables,
)
from upcard.service.api.limits import Limits
from upcard.service.api.middleware import SecurityHeaders, ShortBodies
from upcard.service.channel.request_threads import RequestThreads
from upcard.service.metrics.metrics import Metrics
from upcard.service.metrics.requests import RequestCounter
from upcard.service.table_server import TableServer
from upcard.service.wire.problems import add_problems, no_such_path

if TYPE_CHECKING:
    from upcard.service.metrics.traces import Traces

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
"""The addresses on which a demonstration listens, and the host names to which it answers."""

THREADS: Final = 40
"""Threads of the event loop: tables, pages and feeds. The default, four more than the cores, lets a
few slow reads stop every table."""

UNTOLD: Final[Any] = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""FastAPI's own telemetry, which begins wherever an SDK is set up: paths and errors that it tells
name persons. The server's spans and metrics name none."""

ROUTERS: Final = (
    tables,
    sessions,
    people,
    device_persons,
    money,
    shuffles,
    replays,
    channel,
    feeds,
    asyncapi,
    floor,
    odds,
    computing,
    health,
)
"""The routes in the order in which they are tried; those of commands come first."""


def create_app(server: TableServer, limits: Limits | None = None) -> FastAPI:
    """The application of a floor; it starts and stops the floor with itself."""
    traces = _traces_of(server) if server.settings.traces else None
    around = nullcontext if traces is None else traces.message

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool = ThreadPoolExecutor(THREADS, "floor")
        asyncio.get_running_loop().set_default_executor(pool)  # the loop shuts it down
        await server.start()
        with RequestThreads(server.floor, around) as threads:
            app.state.request_threads = threads
            yield
        await server.stop()

    app = FastAPI(
        title="upcard",
        version=__version__,
        summary="Casino table games as executable regulations: the floor's API.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        telemetry=UNTOLD,
    )
    app.state.server = server
    app.state.limits = limits or Limits()
    app.state.metrics = Metrics(server)
    for module in ROUTERS:
        app.router.routes.extend(module.router.routes)
    app.mount("/api", no_such_path)
    add_problems(app)
    app.add_middleware(ShortBodies)
    app.add_middleware(RequestCounter, metrics=app.state.metrics)
    if traces is not None:
        traces.add_to(app)
    app.add_middleware(SecurityHeaders, secure=server.settings.secure_cookies)
    if server.settings.demonstration:  # against DNS rebinding by pages elsewhere
        app.add_middleware(TrustedHostMiddleware, allowed_hosts=[*LOOPBACK, "[::1]"])
    return app


def _traces_of(server: TableServer) -> "Traces":
    """The traces of a floor; OpenTelemetry is imported only here, so it costs nothing otherwise."""
    from upcard.service.metrics.traces import Traces  # noqa: PLC0415 - OpenTelemetry, for those who trace

    return Traces(server)

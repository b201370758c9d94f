"""Traces for OpenTelemetry, from a request over its command to the record in the journal.

Only the API is used: which spans are kept, and where they go, is the business of the SDK that the
operator sets up (`opentelemetry-instrument -- upcard serve`). Without one, spans are nothing.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from opentelemetry import trace
from opentelemetry.context import Context, attach, detach, get_current
from opentelemetry.propagate import extract
from opentelemetry.trace import SpanKind, Status, StatusCode, Tracer
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard import __version__
from upcard.journal.writing.commit_observers import GroupCommit
from upcard.rules.violation import RuleViolation
from upcard.service.access.principal import Forbidden
from upcard.service.table_server import TableServer

NANOSECONDS: Final = 1_000_000_000


MESSAGE: Final = "channel message"
"""The name of a span of the channel, in which there are no routes."""


class Traces:
    """Makes the spans of commands and commits; no span names a person."""

    def __init__(self, server: TableServer, tracer: Tracer | None = None) -> None:
        self.tracer: Final = tracer or trace.get_tracer("upcard", __version__)
        server.floor.watch.add(self.command)
        server.floor.journal.observe(self)

    def add_to(self, app: Starlette) -> None:
        """Have a span around every request of an application."""
        app.add_middleware(TracedRequests, traces=self)

    @contextmanager
    def command(self, command: str, table: str) -> Iterator[None]:
        """A span around a command; a refusal is an answer, and no error of the server."""
        with self.tracer.start_as_current_span(
            command,
            attributes={"upcard.table": table},
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield
            except (RuleViolation, Forbidden) as refused:
                span.set_attribute("upcard.refused", refused.section or "none")
                raise
            except Exception as error:
                span.set_status(Status(StatusCode.ERROR, str(error)))
                raise

    @contextmanager
    def message(self) -> Iterator[None]:
        """A span around a message of the channel, from the time it is read to its answer."""
        with self.tracer.start_as_current_span(MESSAGE, None, SpanKind.SERVER):
            yield

    def queued(self) -> Context:
        """The context of the span in which a job is queued."""
        return get_current()

    def committed(self, commit: GroupCommit) -> None:
        """A span for each record of a commit, below the span in which it was queued."""
        for context, record in zip(commit.marks, commit.records, strict=True):
            if not isinstance(context, Context) or record is None:
                continue
            if not trace.get_current_span(context).is_recording():
                continue
            span = self.tracer.start_span(
                "commit",
                context,
                attributes={
                    "upcard.stream": record.stream,
                    "upcard.position": record.position,
                    "upcard.group": len(commit.records),
                },
                start_time=commit.began,
            )
            span.end(commit.began + int(commit.seconds * NANOSECONDS))


class TracedRequests:
    """A span around every HTTP request, below the caller's if its headers name one.

    A connection of the channel has none: it lasts for hours. Its messages have, and they are below
    what the headers name of which it was opened.
    """

    def __init__(self, app: ASGIApp, traces: Traces) -> None:
        self._app, self._tracer = app, traces.tracer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application around another."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        context = extract(
            {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        )
        if scope["type"] == "websocket":
            before = attach(context)
            try:
                await self._app(scope, receive, send)
            finally:
                detach(before)
            return
        with self._tracer.start_as_current_span(scope["method"], context, SpanKind.SERVER) as span:

            async def traced(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                await send(message)

            try:
                await self._app(scope, receive, traced)
            finally:
                route = getattr(scope.get("route"), "path", "other")
                span.update_name(f"{scope['method']} {route}")
                span.set_attribute("http.route", route)

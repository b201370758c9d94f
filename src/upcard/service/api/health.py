"""Routes for health, readiness and Prometheus metrics."""

import time
from collections.abc import Iterator
from typing import Final

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.service.api.access import house_of
from upcard.service.table_server import TableServer

router = APIRouter(tags=["health"])

BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
FORMAT: Final = "text/plain; version=0.0.4"
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


@router.get("/healthz", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def healthy() -> Response:
    """The process answers."""
    return Response("ok\n", media_type="text/plain")


@router.get(
    "/readyz",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, 503: {"description": "Not serving yet."}},
)
def ready(request: Request) -> Response:
    """Tables are open and the feed runs."""
    if house_of(request).ready:
        return Response("ready\n", media_type="text/plain")
    return Response("not ready\n", 503, media_type="text/plain")


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(request: Request) -> Response:
    """Metrics in Prometheus' text format."""
    registry: CollectorRegistry = request.app.state.metrics.registry
    return Response(generate_latest(registry), media_type=FORMAT)


class Metrics:
    """The metrics of one application."""

    def __init__(self, server: TableServer) -> None:
        self.registry: Final = CollectorRegistry()
        self.requests: Final = Counter(
            "upcard_requests_total",
            "Requests by method, route and status.",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds: Final = Histogram(
            "upcard_request_seconds",
            "How long requests take.",
            ("route",),
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.registry.register(_FloorCollector(server))


class _FloorCollector(Collector):
    """Gauges of the floor, read at each scrape."""

    def __init__(self, server: TableServer) -> None:
        self._house = server

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Rounds by table, meters in dollars, the journal's records."""
        floor = self._house.floor
        rounds = GaugeMetricFamily("upcard_rounds", "Rounds dealt.", labels=("table",))
        for table in floor.tables:
            rounds.add_metric((table,), floor.state(table).round)
        yield rounds
        meters = GaugeMetricFamily("upcard_meter_dollars", "What a meter shows.", labels=("meter",))
        for stream, units in floor.board.amounts():
            meters.add_metric((stream,), units / UNITS_PER_DOLLAR)
        yield meters
        yield GaugeMetricFamily(
            "upcard_journal_records",
            "Records of the journal.",
            sum(floor.journal.versions().values()),
        )


class RequestCounter:
    """Counts and times every HTTP request, by route."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """An ASGI application around another."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

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

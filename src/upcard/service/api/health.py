"""Routes for health, readiness and Prometheus metrics."""

from typing import Final

from fastapi import APIRouter, Request, Response

from upcard.service.api.access import house_of
from upcard.service.metrics.metrics import Metrics

router = APIRouter(tags=["health"])

FORMAT: Final = "text/plain; version=0.0.4"


@router.get("/healthz", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def healthy() -> Response:
    """The process answers."""
    return Response("ok\n", media_type="text/plain")


@router.get(
    "/readyz",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, 503: {"description": "Not serving yet."}},
)
async def ready(request: Request) -> Response:
    """Every table is served here, the feed runs, and the journal answers; or why not."""
    server = house_of(request)
    if server.ready:
        return Response("ready\n", media_type="text/plain")
    reasons = "\n".join(["not ready", *server.troubles])
    return Response(f"{reasons}\n", 503, media_type="text/plain")


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(request: Request) -> Response:
    """Metrics in Prometheus' text format."""
    told: Metrics = request.app.state.metrics
    return Response(told.text(), media_type=FORMAT)

"""Routes for health, readiness and Prometheus metrics."""

from typing import Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from upcard import __version__
from upcard.rules.digest import code_digest, made_by, rules_digest
from upcard.service.access.authority import Action
from upcard.service.api.access import server_of
from upcard.service.api.dependencies import Here, Who
from upcard.service.metrics.metrics import Metrics
from upcard.service.wire.problems import REFUSALS

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
    server = server_of(request)
    if server.ready:
        return Response("ready\n", media_type="text/plain")
    reasons = "\n".join(["not ready", *server.troubles])
    return Response(f"{reasons}\n", 503, media_type="text/plain")


class VersionOut(BaseModel):
    """The program that serves: its version, and the digests (SHA-256) of its code and rule data.

    The record of each round names the version and the first 16 digits of the code's digest
    (`made_by`), and the digest of the rule data.
    """

    version: str
    code: str
    rules: str
    made_by: str


@router.get("/api/version", responses={**REFUSALS})
def version(who: Who, server: Here) -> VersionOut:
    """Which code serves, and with which rule data."""
    server.floor.authority.authorize(who, Action.SEE_TABLE)
    return VersionOut(
        version=__version__, code=code_digest(), rules=rules_digest(), made_by=made_by()
    )


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(request: Request) -> Response:
    """Metrics in Prometheus' text format."""
    registry: Metrics = request.app.state.metrics
    return Response(registry.text(), media_type=FORMAT)

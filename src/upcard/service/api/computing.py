"""Routes of computations under way, and how the other routes have something computed."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter, Request
from pydantic import BaseModel

from upcard.rules.violation import UnknownName
from upcard.service.access.authority import Action
from upcard.service.access.principal import Principal, Role
from upcard.service.api.access import Here, Who, house_of
from upcard.service.api.problems import CHANGES, REFUSALS
from upcard.service.computing.workshop import Work, WorkCancelled

router = APIRouter(prefix="/api", tags=["computations"])

T = TypeVar("T")


class ComputationOut(BaseModel):
    """A computation under way or waiting; `since` in seconds since the epoch."""

    id: str
    name: str
    what: str
    since: int


@router.get("/computations", responses={**REFUSALS})
async def computations(who: Who, server: Here) -> list[ComputationOut]:
    """Your computations under way; as an administrator, everybody's."""
    everybody = who.role is Role.ADMINISTRATOR
    found = [job for job in server.workshop.under_way.values() if everybody or job.name == who.name]
    return [
        ComputationOut(id=job.id, name=job.name, what=job.what, since=int(job.since))
        for job in found
    ]


@router.delete("/computations/{computation}", status_code=204, responses={**CHANGES})
async def cancel(computation: str, who: Who, server: Here) -> None:
    """Cancel a computation: your own, or as an administrator anybody's."""
    job: Work | None = server.workshop.under_way.get(computation)
    if job is None or (job.name != who.name and who.role is not Role.ADMINISTRATOR):
        raise UnknownName("There is no such computation of yours, or it is done.")
    job.cancel(f"{who.name} cancelled it.")


async def computed(
    request: Request,
    who: Principal,
    action: Action,
    work: Callable[..., T],
    *args: Any,
) -> T:
    """What `work(*args)` returns or raises, computed in another process, if `who` may.

    A client that goes away ends it. Raises what `Workshop.run` raises.
    """
    server = house_of(request)
    await asyncio.to_thread(server.floor.authorize, who, action)
    running = asyncio.ensure_future(server.workshop.run(who, action, work, *args))
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({running, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise WorkCancelled("The client went away.")
        return running.result()
    finally:
        for task in (running, gone):
            task.cancel()


async def _gone(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

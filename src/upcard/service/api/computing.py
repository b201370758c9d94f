"""Routes of computations under way, and how other routes have things computed or read at length."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from fastapi import APIRouter, Request
from pydantic import BaseModel

from upcard.rules.violation import UnknownName
from upcard.service.access.authority import Action
from upcard.service.access.principal import Principal, Role
from upcard.service.api.access import server_of
from upcard.service.api.dependencies import Here, Who, one_of_few_reads
from upcard.service.computing.computations import Computation, ComputationCancelled
from upcard.service.computing.reading import LongRead, read_at
from upcard.service.wire.problems import CHANGES, REFUSALS

router = APIRouter(prefix="/api", tags=["computations"])

T = TypeVar("T")

GONE: Final = "The client went away."


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
    jobs = [
        job for job in server.computations.under_way.values() if everybody or job.name == who.name
    ]
    return [
        ComputationOut(id=job.id, name=job.name, what=job.what, since=int(job.since))
        for job in jobs
    ]


@router.delete("/computations/{computation}", status_code=204, responses={**CHANGES})
async def cancel(computation: str, who: Who, server: Here) -> None:
    """Cancel a computation: your own, or as an administrator anybody's."""
    job: Computation | None = server.computations.under_way.get(computation)
    if job is None or (job.name != who.name and who.role is not Role.ADMINISTRATOR):
        raise UnknownName("There is no such computation of yours, or it is done.")
    job.cancel(f"{who.name} cancelled it.")


async def compute(
    request: Request,
    who: Principal,
    action: Action,
    work: Callable[..., T],
    *args: Any,
) -> T:
    """What `work(*args)` returns or raises, computed in another process, if `who` may.

    A client that goes away ends it. Raises what `Computations.run` raises.
    """
    server = server_of(request)
    await asyncio.to_thread(server.floor.authority.authorize, who, action)
    return await _while_there(request, server.computations.run(who, action, work, *args))


async def read(request: Request, who: Principal, work: Callable[..., T], *args: Any) -> T:
    """What `work(journal, *args)` returns or raises, in a thread; a client that goes away ends it.

    `work` asks for its authority itself. Raises `TooMany` above the limit of such reads or the
    person's budget.
    """
    reading = LongRead(server_of(request).floor.journal)
    with one_of_few_reads(request, who):
        try:
            return await _while_there(request, asyncio.to_thread(work, reading.journal, *args))
        finally:
            reading.cancel(GONE)


async def read_apart(
    request: Request, who: Principal, action: Action, work: Callable[..., T], *args: Any
) -> T:
    """Like `compute` for `work(journal, *args)`; like `read` for a journal in memory alone."""
    server = server_of(request)
    address = server.settings.journal_at
    if address is not None:
        return await compute(request, who, action, read_at, address, work, *args)
    await asyncio.to_thread(server.floor.authority.authorize, who, action)
    return await read(request, who, work, *args)


async def _while_there(request: Request, work: Awaitable[T]) -> T:
    """The result of `work`, which is cancelled when the client goes away."""
    running = asyncio.ensure_future(work)
    disconnected = asyncio.ensure_future(_wait_until_gone(request))
    try:
        await asyncio.wait({running, disconnected}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise ComputationCancelled(GONE)
        return running.result()
    finally:
        for task in (running, disconnected):
            task.cancel()


async def _wait_until_gone(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

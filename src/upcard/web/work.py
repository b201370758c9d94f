"""Long work behind a page: a little of it at a time, in threads that nothing else waits for.

The threads of the event loop are few, and the tables need them: a page that took them all would
stop every table. And whoever stops the server does not wait for what nobody will see.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

AT_A_TIME: Final = 3
"""Works at a time in a process; what is asked for meanwhile waits its turn."""

_free = asyncio.Semaphore(AT_A_TIME)


async def worked_out(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """What a work comes to, or raises."""
    async with _free:
        found: Future[R] = Future()
        found.set_running_or_notify_cancel()  # whoever asked may go away: the work comes to its end

        def run() -> None:
            try:
                found.set_result(work(*args, **kwargs))
            except Exception as error:
                found.set_exception(error)

        Thread(target=run, name="long work", daemon=True).start()
        return await asyncio.wrap_future(found)

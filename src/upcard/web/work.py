"""Runs long computations of pages, a few at a time, in daemon threads of their own.

The event loop has few worker threads, which the tables need: a page that took them all would stop
every table. Daemon threads do not delay the server's shutdown.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

AT_A_TIME: Final = 3
"""The most computations at a time in a process; others wait their turn."""

_slots = asyncio.Semaphore(AT_A_TIME)


async def run_in_background(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The result of `work`, run in a thread; raises what it raises."""
    async with _slots:
        found: Future[R] = Future()
        found.set_running_or_notify_cancel()  # the caller may be cancelled: the work still finishes

        def run() -> None:
            try:
                found.set_result(work(*args, **kwargs))
            except Exception as error:
                found.set_exception(error)

        Thread(target=run, name="long work", daemon=True).start()
        return await asyncio.wrap_future(found)

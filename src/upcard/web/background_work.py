"""Long work of pages: what needs the journal in threads, everything else in other processes.

The event loop has few worker threads, which the tables need: a page that took them all would stop
every table. Daemon threads do not delay the server's shutdown.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import Any, Final, ParamSpec, TypeVar

from nicegui import Client, context

from upcard.service.access.authority import Action, authorize
from upcard.service.computing.computations import ComputationCancelled
from upcard.service.computing.reading import LongRead
from upcard.web.visitor import Visitor

P = ParamSpec("P")
R = TypeVar("R")

AT_A_TIME: Final = 3
"""The most computations at a time in a process; others wait their turn."""

_slots = asyncio.Semaphore(AT_A_TIME)


async def run_in_background(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The result of `work`, run in a thread; raises what it raises.

    Ends its caller, by `asyncio.CancelledError`, where the caller's page was left meanwhile: it
    has nothing more to show.
    """
    page = _page()
    async with _slots:
        future: Future[R] = Future()
        future.set_running_or_notify_cancel()  # the work goes on where its caller is cancelled

        def run() -> None:
            try:
                future.set_result(work(*args, **kwargs))
            except Exception as error:
                future.set_exception(error)

        Thread(target=run, name="long work", daemon=True).start()
        result = await asyncio.wrap_future(future)
    if page is not None and page.is_deleted:
        raise asyncio.CancelledError
    return result


def _page() -> Client | None:
    """The page for which the caller works; None outside of pages."""
    try:
        return context.client
    except RuntimeError:
        return None


class PageComputation:
    """What a part of a page has computed in another process, within the visitor's budget.

    One thing at a time: a newer one ends it, and so does leaving the page.
    """

    def __init__(self, visitor: Visitor, action: Action) -> None:
        self._visitor, self._action = visitor, action
        self._task: asyncio.Task[Any] | None = None
        context.client.on_delete(self.cancel)

    async def ask(
        self, work: Callable[..., R], *args: Any, hear: Callable[[Any], bool] | None = None
    ) -> R | None:
        """What `work(*args)` returns or raises; None where it was ended for something newer.

        `hear` is told its steps, in a thread, and answers whether to go on.
        Raises what `Computations.run` raises, `Forbidden` or `NotSignedIn`.
        """
        who = self._visitor.who
        authorize(who, self._action)
        self.cancel()
        computing = self._visitor.server.computations.run(who, self._action, work, *args, hear=hear)
        running = self._task = asyncio.create_task(computing)
        await asyncio.wait({running})
        return None if running.cancelled() else running.result()

    def cancel(self) -> None:
        """End what is computed."""
        if self._task is not None:
            self._task.cancel()


class JournalReads:
    """What a part of a page reads of the journal in a thread.

    One thing at a time: a newer one ends it, and so does leaving the page.
    """

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._reading: LongRead | None = None
        context.client.on_delete(self.cancel)

    async def read(self, work: Callable[..., R], *args: Any) -> R | None:
        """What `work(journal, *args)` returns or raises; None where it was ended."""
        self.cancel()
        reading = self._reading = LongRead(self._visitor.server.floor.journal)
        try:
            return await run_in_background(work, reading.journal, *args)
        except ComputationCancelled:
            return None

    def cancel(self) -> None:
        """End what is read."""
        if self._reading is not None:
            self._reading.cancel("Nobody waits for it any more.")

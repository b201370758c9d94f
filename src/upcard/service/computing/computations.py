"""Computes for people: few things at a time, within their budgets, until they go away."""

import asyncio
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

import msgspec

from upcard.service.access.principal import Principal
from upcard.service.access.rates import TooMany
from upcard.service.computing.budgets import PERIOD_SECONDS, Budgets
from upcard.service.computing.processes import ENDED, ComputingProcess, Hear

AT_A_TIME: Final = 3
"""The most computations at a time; others wait their turn."""

MAX_OWN: Final = 2
"""The most computations that one person has under way, or waiting."""

MAX_WAITING: Final = 20
"""The most computations under way or waiting."""

MAX_SECONDS: Final = 120.0
"""Seconds after which a computation is given up."""

MAX_KIBIBYTES: Final = 1 << 20
"""The memory of a process from which on it is not kept: what sets papers never gives any back."""

TOO_LONG: Final = (
    f"It took longer than {MAX_SECONDS:.0f} seconds: the command line computes it without this "
    "limit."
)
CLOSED: Final = "The server is shutting down."

T = TypeVar("T")

_idle: Final[list[ComputingProcess]] = []
"""Processes that compute nothing now; they serve the next `Computations`."""


class ComputationCancelled(Exception):
    """A computation was ended before it was done; the message is one sentence."""


class Computation(msgspec.Struct, eq=False):
    """A computation under way: its id, whose it is, since when (seconds since the epoch)."""

    id: str
    name: str
    what: str
    since: float
    computer: ComputingProcess | None = None
    cancelled: str = ""

    def cancel(self, why: str) -> None:
        """End the work; those that wait for it get `ComputationCancelled`."""
        self.cancelled = why
        if self.computer is not None:
            self.computer.kill()


def _go_on(job: Computation, *, closed: bool) -> None:
    """Raise `ComputationCancelled` if a computation was cancelled before it began."""
    if job.cancelled or closed:
        raise ComputationCancelled(job.cancelled or CLOSED)


def _keep(computer: "asyncio.Future[ComputingProcess]") -> None:
    if not computer.cancelled() and computer.exception() is None:
        _idle.append(computer.result())


def end_idle() -> None:
    """End the processes that wait for work, the one that is being made ready too.

    Where one still has an SQLite journal open when the server closes it, its log stays.
    """
    while _idle:
        _idle.pop().end_process()


class Computations:
    """The computations of one server; used in its event loop."""

    def __init__(self, budgets: Budgets | None = None) -> None:
        self.budgets: Final = budgets or Budgets()
        self.under_way: Final[dict[str, Computation]] = {}
        self._closed = False
        self._slots = asyncio.Semaphore(AT_A_TIME)
        self._threads = ThreadPoolExecutor(AT_A_TIME, "work")

    def have_one_ready(self, work: Callable[..., Any], *args: Any) -> None:
        """Start a process that begins with `work(*args)`, ready for the first computation.

        At its priority, imports take it ten seconds on a busy machine, as long as a client waits.
        """
        if not _idle:
            _idle.append(ComputingProcess((work, args)))

    async def run(
        self,
        who: Principal,
        title: str,
        work: Callable[..., T],
        *args: Any,
        hear: Hear | None = None,
    ) -> T:
        """What `work(*args)` returns or raises, computed in another process.

        `hear` is told its steps, in a thread.
        Raises `TooMany` above a limit or the person's budget, `ComputationCancelled` if it is
        cancelled or takes longer than `MAX_SECONDS`. Where the caller is cancelled, the computation
        ends too.
        """
        self._require_room(who)
        job = Computation(secrets.token_urlsafe(8), who.name, title, time.time())
        self.under_way[job.id] = job
        try:
            async with self._slots:
                return await self._compute(who, job, (work, args, hear))
        finally:
            del self.under_way[job.id]

    def _require_room(self, who: Principal) -> None:
        if len(self.under_way) >= MAX_WAITING:
            raise TooMany("Too many computations are running: try again.")
        if sum(job.name == who.name for job in self.under_way.values()) >= MAX_OWN:
            raise TooMany(f"You have {MAX_OWN} computations under way: wait for one, or cancel it.")
        self.require_budget(who)

    def require_budget(self, who: Principal) -> None:
        """Raise `TooMany` for a person whose budget is used up."""
        if self.budgets.left(who) <= 0:
            raise TooMany(
                f"You have used the {self.budgets.seconds_of(who):.0f} seconds of computing that a "
                f"{who.role} has in {PERIOD_SECONDS / 60:.0f} minutes: wait a few."
            )

    async def run_charged(self, who: Principal, work: Callable[..., T], *args: Any) -> T:
        """What a short read `work(*args)` returns or raises, in a thread of the loop.

        Its processor time counts; raises `TooMany` for a person whose budget is used up.
        """
        self.require_budget(who)

        def timed() -> tuple[T, float]:
            began = time.thread_time()
            result = work(*args)
            return result, time.thread_time() - began

        result, seconds = await asyncio.to_thread(timed)
        self.budgets.spend(who, seconds)
        return result

    async def _compute(
        self,
        who: Principal,
        job: Computation,
        work: tuple[Callable[..., T], tuple[Any, ...], Hear | None],
    ) -> T:
        loop = asyncio.get_running_loop()
        _go_on(job, closed=self._closed)
        computer = _idle.pop() if _idle else await self._start_process()
        job.computer = computer
        try:
            _go_on(job, closed=self._closed)
        except ComputationCancelled:
            _idle.append(computer)
            raise
        began = time.monotonic()
        try:
            async with asyncio.timeout(MAX_SECONDS):
                result: T = await loop.run_in_executor(self._threads, computer.run, *work)
        except TimeoutError:
            raise ComputationCancelled(TOO_LONG) from None
        except ENDED:
            raise ComputationCancelled(
                job.cancelled or "The computation has ended early."
            ) from None
        else:
            return result
        finally:
            elapsed = time.monotonic() - began  # of a computation that was killed
            self.budgets.spend(who, elapsed if computer.seconds is None else computer.seconds)
            self._give_back(job, computer)

    async def _start_process(self) -> ComputingProcess:
        """A new process; where the caller is cancelled meanwhile, it is kept for the next."""
        starting = asyncio.get_running_loop().run_in_executor(self._threads, ComputingProcess)
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            starting.add_done_callback(_keep)
            raise

    def _give_back(self, job: Computation, computer: ComputingProcess) -> None:
        """Keep the process for the next computation, unless it computes this one still or is large.

        A large one is ended; the next computation starts another.
        """
        has_ended = not job.cancelled and not computer.busy
        if computer.alive and has_ended and computer.kibibytes < MAX_KIBIBYTES:
            _idle.append(computer)
        else:
            computer.kill()

    def close(self) -> None:
        """End all computations."""
        for job in self.under_way.values():
            job.cancel(CLOSED)
            if job.computer is not None:
                job.computer.end_process()
        self._closed = True
        self._threads.shutdown(wait=False)

"""Deals blocks on a dask.distributed cluster.

A task is a range of block numbers. Its result depends only on the plan and the seed, so dask can
repeat it elsewhere when a worker is lost, and the simulation's result is the same as on one
machine. A task carries its plan, some tens of kilobytes: what is scattered to workers can be lost
with them.
"""

import logging
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Lock
from typing import Any, Final, cast
from uuid import uuid4

from upcard.rules.violation import BadInput
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import BlockDealer, TablePlan
from upcard.simulation.sums import DealtBlock
from upcard.simulation.workers.pool import TaskDealing, WorkersLost
from upcard.simulation.workers.scheduler_probe import SCHEMES, check_scheduler
from upcard.text.extras import needs_extras
from upcard.text.words import quoted
from upcard.wagers.own.pickling import dump_value, load_value

MIN_BLOCKS_OF_A_TASK: Final = 64
"""The fewest blocks of a task, once their size is known: fewer take less time than sending it."""

BLOCKS_OF_A_TASK: Final = 512
"""The most blocks of a task, which take much longer than scheduling it."""

CONNECT_SECONDS: Final = 3
"""Seconds to wait for a scheduler that does not answer; in all, a user waits less than 5."""

ENCRYPTED: Final = ("tls", "wss")

PLANS_KEPT: Final = 4


@dataclass(frozen=True, slots=True)
class ClusterTask:
    """A task of the scheduler."""

    future: Any

    def result(self) -> list[DealtBlock]:
        """The blocks. Raises `WorkersLost` without the scheduler, or if the task kills workers."""
        with _raising_losses():
            return cast(list[DealtBlock], self.future.result())

    def cancel(self) -> None:
        """Cancel the task, unless the scheduler is lost."""
        with suppress(WorkersLost), _raising_losses():
            self.future.cancel()


class ClusterPool:
    """The workers of a scheduler as a `WorkerPool`; all must run this version of upcard."""

    least = MIN_BLOCKS_OF_A_TASK
    most = BLOCKS_OF_A_TASK

    def __init__(self, address: str, plan: TablePlan) -> None:
        """Raise `BadInput` if no scheduler with workers answers at the address."""
        check_scheduler(address)
        self._client = _connect(address)
        self.threads = sum(self._client.nthreads().values())
        if not self.threads:
            self._client.close()
            raise BadInput(f"The scheduler at {address} has no workers.")
        (self._own,) = family_of(plan.rules).dealers(plan, 1)
        self._key = uuid4().hex
        self._plan = dump_value(plan)

    def submit(self, seed: int, numbers: range, limit: int) -> TaskDealing:
        """Send the blocks to a worker of the scheduler."""
        arguments = (self._plan, self._key, seed, numbers, limit)
        with _raising_losses():
            return ClusterTask(self._client.submit(deal_blocks, *arguments, pure=False))

    def deal_block(self, seed: int, number: int, limit: int) -> DealtBlock:
        """Deal one block in this process."""
        return self._own.deal_block(seed, number, limit)

    def close(self) -> None:
        """Close the connection; tasks that wait are canceled."""
        self._client.close()


def _connect(address: str) -> Any:
    """A client connected to the scheduler."""
    with needs_extras("Dealing on a cluster"):
        from distributed import Client  # noqa: PLC0415 - slow to import, and rarely needed

    _check_address(address)
    try:
        client: Any = Client
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # losses are raised
        return client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise BadInput(f"No dask scheduler answers at {quoted(address)}: {error}.") from None


@contextmanager
def _raising_losses() -> Iterator[None]:
    """Raise `WorkersLost` for what a client raises after its scheduler or workers have gone."""
    from distributed import CancelledError  # noqa: PLC0415 - slow to import, and rarely needed
    from distributed.client import ClosedClientError  # noqa: PLC0415 - slow, and rarely needed
    from distributed.scheduler import KilledWorker  # noqa: PLC0415 - slow, and rarely needed

    try:
        yield
    except KilledWorker:
        raise WorkersLost("Workers of the cluster died, several times at the same task.") from None
    except (CancelledError, ClosedClientError, OSError, TimeoutError):
        raise WorkersLost("The connection to the scheduler was lost.") from None


def _check_address(address: str) -> None:
    """Raise `BadInput` for an invalid address, on which a client would wait before failing."""
    from distributed.comm.addressing import parse_address, parse_host_port  # noqa: PLC0415 - slow, and rarely needed
    from distributed.security import Security  # noqa: PLC0415 - slow, and rarely needed

    try:
        scheme, location = parse_address(address)
        host, port = parse_host_port(location)
        if scheme not in SCHEMES:
            raise ValueError(f"there is no scheme {quoted(scheme)}")
        security = cast(Any, Security)()
        if scheme in ENCRYPTED and not security.get_connection_args("client")["ssl_context"]:
            raise ValueError(f"dask has no certificates for {scheme} (`distributed.comm.tls`)")
        if not host or not 0 < port < 1 << 16:
            raise ValueError("a host and a port are needed")
    except ValueError as error:
        raise BadInput(
            f"No dask scheduler answers at {quoted(address)}: {error}; write an address "
            "such as tcp://10.0.0.1:8786."
        ) from None


# Functions that run on a worker

_IDLE: Final[OrderedDict[str, SimpleQueue[BlockDealer]]] = OrderedDict()
"""Idle dealers of recent plans, by the plan's key; a dealer is used by one thread at a time."""

_SETTING_UP: Final = Lock()


def deal_blocks(packed: bytes, key: str, seed: int, numbers: range, limit: int) -> list[DealtBlock]:
    """Deal the blocks of these numbers of a plan that was `dump_value` here."""
    idle = _idle_of(key, packed)
    dealer = idle.get()
    try:
        return [dealer.deal_block(seed, number, limit) for number in numbers]
    finally:
        idle.put(dealer)


def _idle_of(key: str, packed: bytes) -> SimpleQueue[BlockDealer]:
    """The dealers of a plan, one for each thread of the worker.

    A worker sets a plan up once, while its other threads wait: kernels are not compiled or loaded
    by two threads at the same time.
    """
    with _SETTING_UP:
        idle = _IDLE.get(key)
        if idle is None:
            idle = SimpleQueue()
            plan: TablePlan = load_value(packed)
            for dealer in family_of(plan.rules).dealers(plan, _threads()):
                idle.put(dealer)
            _IDLE[key] = idle
        _IDLE.move_to_end(key)
        while len(_IDLE) > PLANS_KEPT:
            _IDLE.popitem(last=False)
        return idle


def _threads() -> int:
    """The number of tasks that this worker runs at the same time."""
    from distributed import get_worker  # noqa: PLC0415 - slow to import, and loaded on a worker

    return int(get_worker().state.nthreads)

"""Processes that compute for the server, so that tables never wait for Python's lock.

A process computes one thing at a time and is kept for the next; one that is killed ends what it
computes. They run at a lower priority than the server, and leave it a core where there are two.
"""

import os
import pickle
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from resource import RUSAGE_SELF, getrusage
from threading import Thread
from typing import Any, Final

NICE: Final = 10
"""By how much the system prefers the server to its computations."""

ENDED: Final = (EOFError, ConnectionError)
"""What `ComputingProcess.run` raises where its process was killed."""

Hear = Callable[[Any], bool]
"""Is told a step of a computation, and answers whether to go on."""

_server: Connection | None = None
"""In a process that computes: where its steps are told."""


def tell(step: Any) -> bool:
    """Report a step of this computation to its client; returns whether to go on."""
    if _server is None:
        return True
    _server.send(("step", step))
    goes_on: bool = _server.recv()
    return goes_on


Work = tuple[Callable[..., Any], tuple[Any, ...]]
"""A function and its arguments."""


class ComputingProcess:
    """A process that computes; the first use of a library there takes its time to be imported.

    It does `first` before it is asked for anything; whether that fails makes no difference.
    """

    def __init__(self, first: Work | None = None) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        arguments = theirs, first
        self._process = context.Process(target=_compute, args=arguments, daemon=True, name="work")
        self.busy = False
        self.seconds: float | None = None
        self.kibibytes = 0
        self._process.start()
        theirs.close()

    def run(self, work: Callable[..., Any], args: tuple[Any, ...], hear: Hear | None = None) -> Any:
        """What `work(*args)` returns or raises there; raises one of `ENDED` if it was killed.

        `hear` is told what `work` tells, in the caller's thread. Afterwards `seconds` are those of
        processor time that it took, None if it was killed; `kibibytes` is the most memory that the
        process has held so far.
        """
        self.busy, self.seconds = True, None
        self._pipe.send((work, args))
        kind, value = self._pipe.recv()
        while kind == "step":
            self._pipe.send(hear is None or hear(value))
            kind, value = self._pipe.recv()
        self.seconds, self.kibibytes = self._pipe.recv()
        self.busy = False
        if kind == "returned":
            return value
        raise value

    def kill(self) -> None:
        """End the process, whatever it computes."""
        self._process.kill()

    def end_process(self) -> None:
        """End the process, and wait until it is gone, with all files that it had open."""
        self._process.kill()
        self._process.join()

    @property
    def alive(self) -> bool:
        """Whether the process can compute."""
        return self._process.is_alive()


def _compute(pipe: Connection, first: Work | None) -> None:
    """Compute what comes, until the server goes."""
    global _server  # noqa: PLW0603 - a process has one server
    _server = pipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it ends
    Thread(target=_end_with_the_server, daemon=True).start()
    _prefer_the_server()
    if first is not None:
        with suppress(Exception):
            work, args = first
            work(*args)
    while True:
        try:
            work, args = pipe.recv()
            began = time.process_time()
            kind = "returned"
            value = work(*args)
        except EOFError:
            return
        except Exception as error:
            kind = "raised"
            value = _portable(error)
        pipe.send((kind, value))
        pipe.send((time.process_time() - began, getrusage(RUSAGE_SELF).ru_maxrss))


def _end_with_the_server() -> None:
    """End this process when the server has ended, were it killed, whatever is computed here.

    It would keep an SQLite journal open that the next server closes.
    """
    server = parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(1)


def _prefer_the_server() -> None:
    """Lower the priority of this process, and leave one core to the server.

    A table's command passes through several threads; each would otherwise wait until the system
    takes a core from a computation.
    """
    with suppress(OSError):
        os.nice(NICE)
        if hasattr(os, "sched_setaffinity"):
            cores = os.sched_getaffinity(0)
            os.sched_setaffinity(0, cores - {min(cores)} or cores)


def _portable(error: Exception) -> Exception:
    """The exception, if it can be sent to another process; else its words."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error

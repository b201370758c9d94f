"""Processes that compute for the server, so that tables never wait for Python's lock.

A process computes one thing at a time and is kept for the next; one that is killed ends what it
computes. They run at a lower priority than the server.
"""

import os
import pickle
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

NICE: Final = 10
"""By how much the system prefers the server to its computations."""

ENDED: Final = (EOFError, ConnectionError)
"""What `Computer.run` raises where its process was killed."""


class Computer:
    """A process that computes; the first use of a library there takes its time to be imported."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_compute, args=(theirs,), daemon=True, name="work")
        self.busy = False
        self._process.start()
        theirs.close()

    def run(self, work: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """What `work(*args)` returns or raises there; raises one of `ENDED` if it was killed."""
        self.busy = True
        self._pipe.send((work, args))
        returned, value = self._pipe.recv()
        self.busy = False
        if returned:
            return value
        raise value

    def kill(self) -> None:
        """End the process, whatever it computes."""
        self._process.kill()

    @property
    def alive(self) -> bool:
        """Whether the process can compute."""
        return self._process.is_alive()


def _compute(pipe: Connection) -> None:
    """Compute what comes, until the server goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it ends
    with suppress(OSError):
        os.nice(NICE)
    while True:
        try:
            work, args = pipe.recv()
            answer = True, work(*args)
        except EOFError:
            return
        except Exception as error:
            answer = False, _portable(error)
        pipe.send(answer)


def _portable(error: Exception) -> Exception:
    """The exception, if it can be sent to another process; else its words."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error

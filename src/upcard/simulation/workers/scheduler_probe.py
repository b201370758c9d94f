"""Whether a dask scheduler answers at an address: asked in little time, before dask is imported."""

import socket
from typing import Final
from urllib.parse import urlsplit

from upcard.rules.violation import BadInput
from upcard.text.words import quoted

PROBE_SECONDS: Final = 1.5
"""How long to wait for a connection, and then for the scheduler's first bytes."""

LENGTH_BYTES: Final = 8
LONGEST_GREETING: Final = 1 << 20
"""Bytes; a scheduler sends first the length of its greeting, other servers send something else."""


SCHEMES: Final = ("tcp", "tls", "ws", "wss")
"""The transports of a scheduler that are reached over TCP; dask's others need special networks."""


def check_scheduler(address: str) -> None:
    """Raises `BadInput` if nothing listens at an address, or at ``tcp`` what is no scheduler.

    An address is written ``tcp://host:port`` or ``host:port``. Says nothing of addresses without a
    host or a port, or of another scheme than `SCHEMES`.
    """
    found = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        host, port = found.hostname, found.port
    except ValueError:
        return
    if found.scheme not in SCHEMES or not host or not port:
        return
    try:
        with socket.create_connection((host, port), PROBE_SECONDS) as connection:
            if found.scheme != "tcp":
                return  # there the client speaks first
            connection.settimeout(PROBE_SECONDS)
            length = connection.recv(LENGTH_BYTES, socket.MSG_WAITALL)
    except TimeoutError:
        raise BadInput(f"No dask scheduler answers at {quoted(address)}: it is silent.") from None
    except OSError as error:
        reason = error.strerror or error
        raise BadInput(f"No dask scheduler answers at {quoted(address)}: {reason}.") from None
    if len(length) < LENGTH_BYTES or int.from_bytes(length, "little") > LONGEST_GREETING:
        raise BadInput(f"What answers at {quoted(address)} is no dask scheduler.")

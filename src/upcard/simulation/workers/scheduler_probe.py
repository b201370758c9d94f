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


UPGRADE: Final = (
    "GET / HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dXBjYXJkIHByb2JlLi4uLg==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
UPGRADED: Final = b"HTTP/1.1 101"
"""How a WebSocket is asked for, and how the answer of a server that has one begins."""

SCHEMES: Final = ("tcp", "tls", "ws", "wss")
"""The transports of a scheduler that are reached over TCP; dask's others need special networks."""


def check_scheduler(address: str) -> None:
    """Raise `BadInput` if nothing listens, or if what listens at ``tcp`` or ``ws`` is no scheduler.

    An address is written ``tcp://host:port`` or ``host:port``. Says nothing of addresses without a
    host or a port, or of another scheme than `SCHEMES`.
    """
    url = urlsplit(address if "://" in address else f"tcp://{address}")
    try:
        host, port = url.hostname, url.port
    except ValueError:
        return
    if url.scheme not in SCHEMES or not host or not port:
        return
    try:
        with socket.create_connection((host, port), PROBE_SECONDS) as connection:
            if url.scheme in ("tls", "wss"):
                return  # there the client speaks first, in secret
            connection.settimeout(PROBE_SECONDS)
            if url.scheme == "ws":
                connection.sendall(UPGRADE.format(f"{host}:{port}").encode())
                is_scheduler = connection.recv(len(UPGRADED), socket.MSG_WAITALL) == UPGRADED
            else:
                length = connection.recv(LENGTH_BYTES, socket.MSG_WAITALL)
                is_scheduler = _is_length(length)
    except TimeoutError:
        raise BadInput(f"No dask scheduler answers at {quoted(address)}: it is silent.") from None
    except OSError as error:
        reason = error.strerror or error
        raise BadInput(f"No dask scheduler answers at {quoted(address)}: {reason}.") from None
    if not is_scheduler:
        raise BadInput(f"What answers at {quoted(address)} is no dask scheduler.")


def _is_length(header: bytes) -> bool:
    """Whether the first bytes of a server are the length of a scheduler's greeting."""
    return len(header) == LENGTH_BYTES and int.from_bytes(header, "little") <= LONGEST_GREETING

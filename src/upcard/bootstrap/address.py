"""Where a server listens."""

import socket
from contextlib import ExitStack
from errno import EADDRINUSE
from typing import TYPE_CHECKING, NamedTuple

from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    from ssl import SSLContext


class Address(NamedTuple):
    """Where a server listens, and how; `proxies` are addresses or networks of reverse proxies."""

    host: str
    port: int
    tls: "SSLContext | None" = None
    proxies: tuple[str, ...] = ()

    @property
    def scheme(self) -> str:
        """The scheme of its pages' addresses."""
        return "http" if self.tls is None else "https"


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; raises `BadInput` if the address cannot be used."""
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = addresses[0]
        with ExitStack() as unless_it_listens:
            listening = unless_it_listens.enter_context(socket.socket(family, kind, protocol))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen()
            unless_it_listens.pop_all()
    except OSError as error:
        reason = f"{error.strerror}."
        if error.errno == EADDRINUSE:
            reason = "another program does. Name another port (--port, or UPCARD_PORT)."
        raise BadInput(f"Cannot listen on {host}:{port}: {reason}") from None
    return listening

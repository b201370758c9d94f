"""A network between a journal and its PostgreSQL, which stops, delays, resets and truncates."""

import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final
from urllib.parse import quote

from psycopg.conninfo import conninfo_to_dict

CHUNK: Final = 1 << 16
RESETS: Final = struct.pack("ii", 1, 0)
"""SO_LINGER with which closing a socket resets the connection."""


class Network:
    """Forwards connections to a server at `address`; any thread may change how."""

    def __init__(self, address: str) -> None:
        there = conninfo_to_dict(address)
        self._host, self._port = str(there["host"]), int(there.get("port") or 5432)
        self._there = there
        self._going = threading.Event()
        self._going.set()
        self._delay = 0.0
        self._left: int | None = None
        self._open: set[socket.socket] = set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """The server's address by way of this network."""
        host, port = self._listening.getsockname()
        here = {**self._there, "host": host, "port": str(port), "sslmode": "disable"}
        user, name = here.pop("user"), here.pop("dbname")
        options = "&".join(f"{key}={quote(str(value), safe='')}" for key, value in here.items())
        return f"postgresql://{user}@/{name}?{options}"

    def stop(self) -> None:
        """Forward nothing any more; connections stay open, and new ones are taken."""
        self._going.clear()

    def go_on(self) -> None:
        """Forward everything again, what was held too."""
        self._delay = 0.0
        self._left = None
        self._going.set()

    def delay(self, seconds: float) -> None:
        """Forward everything this much later."""
        self._delay = seconds

    def reset(self) -> None:
        """Reset every connection."""
        for end in list(self._open):
            with suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESETS)
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def truncate(self, after: int) -> None:
        """Forward so many more bytes of the server, then reset the connection."""
        self._left = after

    def close(self) -> None:
        """End everything."""
        self._listening.close()
        self._going.set()
        self.reset()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                far = self._connect()
                for source, sink in ((near, far), (far, near)):
                    self._open.add(source)
                    forward = (source, sink, source is far)
                    threading.Thread(target=self._forward, args=forward, daemon=True).start()

    def _connect(self) -> socket.socket:
        if not self._host.startswith("/"):
            return socket.create_connection((self._host, self._port))
        far = socket.socket(socket.AF_UNIX)
        far.connect(f"{self._host}/.s.PGSQL.{self._port}")
        return far

    def _forward(self, source: socket.socket, sink: socket.socket, answers: bool) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                time.sleep(self._delay)
                self._going.wait()
                if answers and self._left is not None:
                    data, self._left = data[: self._left], self._left - len(data[: self._left])
                    sink.sendall(data)
                    if not self._left:
                        self._left = None
                        break
                    continue
                sink.sendall(data)
        for end in (source, sink):
            self._open.discard(end)
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def network(address: str) -> Iterator[Network]:
    """A network to a server, while the block runs."""
    between = Network(address)
    try:
        yield between
    finally:
        between.close()

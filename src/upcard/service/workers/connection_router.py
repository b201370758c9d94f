"""The one address of a floor on several processes.

The router reads the head of the first request of a connection, and hands the connection to the
process that serves the table that the request names (in its path, or as ``?table=…``), or to the
first process if it names none or is about game accounts. It never sees what follows. An answer ends
its connection (`LastAnswer`), so that the next request passes the router again; a WebSocket stays.
Only whether the floor is ready, and its metrics, the router asks of all processes (`gathering`).
"""

import asyncio
import re
import socket
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from upcard.service.workers.gathering import GATHERED, gather
from upcard.service.workers.handover import hand_over

HEAD_SECONDS: Final = 10.0
"""Seconds that a client has to send the head of its request."""

MAX_HEAD: Final = 1 << 16
END: Final = b"\r\n\r\n"

_TABLE: Final = re.compile(r"/(?:api/)?(?:tables|submissions)/([^/]+)")
_MONEY: Final = re.compile(
    r"/(?:cashier|money)(?=/|$)|/api/accounts/[^/]+/(?:money|limits|statement)(?=/|$)"
)
"""The paths of game accounts, which are in the first file, whatever table a request names."""

_PAGES: Final = re.compile(rb"/~(\d+)(?=/)")
"""How the paths of a worker's open pages begin: their WebSockets go to that worker."""


class ConnectionRouter:
    """Accepts connections; `workers` has an end of a pair of sockets for each process."""

    def __init__(self, tables: Mapping[str, int], workers: Sequence[socket.socket]) -> None:
        self._tables, self._workers = tables, workers
        self._open: set[asyncio.Task[None]] = set()

    async def serve(self, listening: socket.socket) -> None:
        """Accept connections without end."""
        listening.setblocking(False)
        loop = asyncio.get_running_loop()
        while True:
            connection, _ = await loop.sock_accept(listening)
            task = loop.create_task(self._admit(connection))
            self._open.add(task)
            task.add_done_callback(self._open.discard)

    async def _admit(self, connection: socket.socket) -> None:
        with connection, suppress(OSError, TimeoutError):
            connection.setblocking(False)
            async with asyncio.timeout(HEAD_SECONDS):
                head = await _head(connection)
            if (path := _asks_all(head)) is not None:
                answer = await gather(path, head, self._workers)
                await asyncio.get_running_loop().sock_sendall(connection, answer)
            elif head:
                number, request = self.route(head)
                await hand_over(connection, request, self._workers[number])

    def route(self, head: bytes) -> tuple[int, bytes]:
        """The number of the worker for a request, and the request as that worker reads it."""
        line, _, rest = head.partition(b"\r\n")
        method, _, target = line.partition(b" ")
        page_match = _PAGES.match(target)
        plain = target[page_match.end() :] if page_match else target
        parts = urlsplit(plain.partition(b" ")[0].decode("latin-1"))
        table_match = _TABLE.match(parts.path)
        table = (
            unquote(table_match[1]) if table_match else parse_qs(parts.query).get("table", [""])[0]
        )
        number = 0 if _MONEY.match(parts.path) else self._tables.get(table, 0)
        if page_match and parts.path.startswith("/_nicegui_ws/"):
            number = min(max(0, int(page_match[1]) - 1), len(self._workers) - 1)
        elif number and not parts.path.startswith("/api/"):
            rest = b"X-Forwarded-Prefix: /~%d\r\n%b" % (number + 1, rest)
        return number, b"%b %b\r\n%b" % (method, plain, rest)


def _asks_all(head: bytes) -> str | None:
    """The path of a request that all processes answer together; None for any other request."""
    method, _, target = head.partition(b"\r\n")[0].partition(b" ")
    parts = urlsplit(target.partition(b" ")[0].decode("latin-1"))
    whole = method == b"GET" and "table" not in parse_qs(parts.query)
    return parts.path if whole and parts.path in GATHERED else None


async def _head(connection: socket.socket) -> bytes:
    """What a client sends first, at least the head of a request; empty if there is none."""
    head = b""
    while END not in head:
        more = await asyncio.get_running_loop().sock_recv(connection, MAX_HEAD)
        head += more
        if not more or len(head) > MAX_HEAD:
            return b""
    return head


class LastAnswer:
    """Middleware: an answer ends its connection, as the next request may be another worker's."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""

        async def closing(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)["Connection"] = "close"
            await send(message)

        await self._app(scope, receive, closing if scope["type"] == "http" else send)

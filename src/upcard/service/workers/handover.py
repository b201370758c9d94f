"""Hands an accepted connection to another process, with the bytes that were read from it."""

import array
import asyncio
import socket
from contextlib import suppress
from typing import Any, Final, cast

import uvicorn

MAX_BYTES: Final = 1 << 17
"""The most bytes that are handed over with a connection."""

RETRY_SECONDS: Final = 0.01
READY: Final = b"ready"


async def hand_over(connection: socket.socket, head: bytes, worker: socket.socket) -> None:
    """Hand over a connection; `worker` is one end of a non-blocking pair of `SOCK_SEQPACKET`."""
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection.fileno()]))]
    while True:
        try:
            worker.sendmsg([head], rights)
        except BlockingIOError:  # the other process is behind
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return


class HandedServer(uvicorn.Server):
    """Serves the connections that come over `control`, until its other end is closed."""

    def __init__(self, config: uvicorn.Config, control: socket.socket) -> None:
        super().__init__(config)
        self._control = control
        self._tasks: set[asyncio.Task[None]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, and take connections."""
        await super().startup(sockets=sockets or [])
        self._control.setblocking(False)
        asyncio.get_running_loop().add_reader(self._control, self._take_connection)
        self._control.send(READY)

    def _take_connection(self) -> None:
        try:
            head, handed, _, _ = socket.recv_fds(self._control, MAX_BYTES, 1)
        except BlockingIOError:
            return
        if not handed:
            asyncio.get_running_loop().remove_reader(self._control)
            self.should_exit = True
            return
        serving = asyncio.create_task(self._serve_one(socket.socket(fileno=handed[0]), head))
        self._tasks.add(serving)
        serving.add_done_callback(self._tasks.discard)

    async def _serve_one(self, connection: socket.socket, head: bytes) -> None:
        """Serve a connection from which these bytes were read."""
        loop = asyncio.get_running_loop()

        def begun() -> asyncio.Protocol:
            protocol = cast("Any", self.config.http_protocol_class)(
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
                _loop=loop,
            )
            connected = protocol.connection_made

            def connection_made(transport: asyncio.BaseTransport) -> None:
                connected(transport)
                protocol.data_received(head)

            protocol.connection_made = connection_made
            return cast("asyncio.Protocol", protocol)

        connection.setblocking(False)
        with suppress(OSError):  # the client has gone
            await loop.connect_accepted_socket(begun, connection)

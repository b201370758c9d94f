"""A house on a real port, for clients that need one."""

import socket
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import uvicorn

from upcard.client import Client
from upcard.service.api.app import create_app
from upcard.service.table_server import TableServer

TIMEOUT = 60.0
"""Seconds that a client waits for an answer: the machine may have other work."""


@contextmanager
def serving(table_server: TableServer, port: int = 0) -> Iterator[str]:
    """The address of a house that is served from a thread."""
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    config = uvicorn.Config(
        create_app(table_server),
        log_config=None,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not server.started:
            assert thread.is_alive(), "it started"
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def passwords_in(output: Iterable[str]) -> dict[str, str]:
    """The passwords of the first accounts, which a server tells at its start."""
    return dict(line.split() for line in output if line.startswith("  "))


def entered(url: str, name: str, passwords: dict[str, str]) -> Client:
    """A client of one of the first accounts, with a password of its own from the first time on."""
    first = passwords[name]
    if first.startswith("own "):
        return Client.sign_in(url, name, first, timeout=TIMEOUT)
    passwords[name] = f"own {first}"
    new = passwords[name]
    return Client.sign_in(url, name, first, new_password=new, timeout=TIMEOUT)

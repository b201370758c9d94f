"""A relay of TCP between clients and a server that loses what it is told to lose."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from urllib.parse import urlsplit


class Relay:
    """Accepts connections and passes bytes on; `cut` ends the connections there are.

    While `answers_to_lose` is not 0, a connection ends instead of passing an answer on; those to
    the handshake are passed on.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        assert parts.hostname is not None
        self._to = (parts.hostname, parts.port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self.opened = 0
        self.answers_to_lose = 0
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._threads: list[threading.Thread] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def cut(self) -> None:
        """End every connection."""
        pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def leave(self) -> None:
        """Accept no connection any more, and end those there are."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._listening.close()
        self._accepting.join()
        self.cut()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                with ExitStack() as unserved:
                    unserved.enter_context(client)
                    server = socket.create_connection(self._to)
                    unserved.pop_all()
                self.opened += 1
                pair = (client, server)
                self._pairs.append(pair)
                thread = threading.Thread(target=self._serve, args=(pair,), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _serve(self, pair: tuple[socket.socket, socket.socket]) -> None:
        """Pass bytes on in both directions until one ends, and close both sockets."""
        with pair[0], pair[1]:
            answering = threading.Thread(target=self._answer, args=(pair,), daemon=True)
            answering.start()
            self._pass(pair)
            answering.join()

    def _pass(self, pair: tuple[socket.socket, socket.socket]) -> None:
        client, server = pair
        with suppress(OSError):
            while data := client.recv(65_536):
                server.sendall(data)
        self._end(pair)

    def _answer(self, pair: tuple[socket.socket, socket.socket]) -> None:
        client, server = pair
        with suppress(OSError):
            handshake = True
            while data := server.recv(65_536):
                if not handshake and self.answers_to_lose:
                    self.answers_to_lose -= 1
                    break  # the server has carried it out
                handshake = False
                client.sendall(data)
        self._end(pair)

    @staticmethod
    def _end(pair: tuple[socket.socket, socket.socket]) -> None:
        for end in pair:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def relay(url: str) -> Iterator[Relay]:
    one = Relay(url)
    try:
        yield one
    finally:
        one.leave()

"""The channel of a client: commands over one WebSocket, several on their way at once.

Every request has an idempotency key. After a lost connection the unanswered requests are sent again
in their order, so that each has one effect.
"""

import json
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from threading import Lock
from typing import Final

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from upcard.client.errors import NoAnswer, Refused
from upcard.client.following import TEMPORARY, refused_by
from upcard.client.json_object import Json

WINDOW: Final = 32
"""The most unanswered requests; the server reads no more either."""

TRIES: Final = 5
"""How often a request is sent until an answer comes."""

FIRST_PAUSE_SECONDS: Final = 0.2
"""Seconds before the second try; doubled before each further one."""

LOST: Final = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError)
"""The errors of a connection that is opened again."""


class Pending:
    """A request that was sent to the server."""

    def __init__(self, channel: "Channel", number: int, request: Json) -> None:
        self.number: Final = number
        self.text: Final = json.dumps({"id": number, **request})
        self.reply: Json | None = None
        self._channel = channel

    def answer(self) -> Json:
        """Wait for the answer: ``{"seq", "events"}``; raises `Refused` or `NoAnswer`."""
        reply = self._channel.wait(self)
        if "problem" in reply:
            problem = reply["problem"]
            raise Refused(reply["status"], problem["message"], problem["section"])
        body: Json = reply["done"]
        return body


class Channel:
    """One connection to the channel, opened when it is first used. Any thread may call it.

    It has no thread of its own: the thread that waits for an answer reads for the others too.
    """

    def __init__(
        self, place: str, headers: Callable[[], Mapping[str, str]], timeout: float
    ) -> None:
        self._place, self._headers, self._timeout = place, headers, timeout
        self._sending, self._reading = Lock(), Lock()
        self._unanswered: dict[int, Pending] = {}
        self._next = 1
        self._socket: ClientConnection | None = None
        self._opened = ExitStack()

    def post(self, request: Json) -> Pending:
        """Send a request without its id; waits for an earlier answer if `WINDOW` are missing.

        Raises `Refused` if the server does not accept the connection.
        """
        while len(self._unanswered) >= WINDOW:
            for oldest in list(self._unanswered.values())[:1]:
                with suppress(Refused, NoAnswer):  # its own caller gets the error
                    self.wait(oldest)
        with self._sending:
            pending = Pending(self, self._next, request)
            self._next += 1
            self._unanswered[pending.number] = pending
            with suppress(*LOST):  # the waiting thread sends it again
                if self._socket is not None:
                    self._socket.send(pending.text)
        self._open_if_nobody_reads(pending)
        return pending

    def wait(self, pending: Pending) -> Json:
        """The server's reply to a request."""
        pause, tries = FIRST_PAUSE_SECONDS, TRIES
        with self._reading:
            while pending.reply is None:
                try:
                    self._read_reply()
                except LOST as error:
                    self._hang_up()
                    tries -= 1
                    if not tries:
                        self._unanswered.pop(pending.number, None)
                        raise NoAnswer(f"{self._place} does not answer: {error}.") from None
                    if tries < TRIES - 1:  # a connection that was idle may have ended meanwhile
                        time.sleep(pause)
                        pause *= 2
                except Refused:
                    self._unanswered.pop(pending.number, None)
                    raise
        return pending.reply

    def close(self) -> None:
        """Close the connection."""
        self._hang_up()

    def _read_reply(self) -> None:
        """Read one reply, after opening the connection if there is none."""
        socket = self._socket or self._open()
        reply = json.loads(socket.recv(self._timeout))
        if "id" not in reply:
            return
        # Replies come in the order of requests: one without an id is for the oldest.
        number = next(iter(self._unanswered)) if reply["id"] is None else reply["id"]
        pending = self._unanswered.pop(number, None)
        if pending is not None:
            pending.reply = reply

    def _open(self) -> ClientConnection:
        """Open the connection and send what is unanswered, in its order."""
        try:
            opening = connect(
                self._place,
                additional_headers=self._headers(),
                compression=None,
                max_size=None,
                open_timeout=self._timeout,
            )
            socket = self._opened.enter_context(opening)
        except InvalidStatus as error:
            if error.response.status_code >= TEMPORARY:
                raise
            raise refused_by(error) from None
        with self._sending:
            self._socket = socket
            for pending in self._unanswered.values():
                socket.send(pending.text)
        return socket

    def _open_if_nobody_reads(self, pending: Pending) -> None:
        """Open the connection for a request, unless it is open or somebody opens it."""
        if self._socket is not None or not self._reading.acquire(blocking=False):
            return
        try:
            if self._socket is None:
                self._open()
        except LOST:
            pass  # the waiting thread tries again
        except Refused:
            self._unanswered.pop(pending.number, None)
            raise
        finally:
            self._reading.release()

    def _hang_up(self) -> None:
        with self._sending:
            self._socket = None
        with suppress(*LOST):
            self._opened.close()

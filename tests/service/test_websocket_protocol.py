"""Listeners that misbehave: garbage, disconnects at any moment, many at once. The feed goes on."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from service.floors import OWN, journal, new_server, settle_in
from service.served import serving
from upcard.client import Client
from upcard.service.table_server import TableServer

SETTINGS: Final = settings(max_examples=12, suppress_health_check=list(HealthCheck))
LISTENERS: Final = 40

Garbage = st.lists(
    st.one_of(st.binary(max_size=2_000), st.text(max_size=200), st.just("ping"), st.just("leave")),
    max_size=6,
)


class Place:
    """A served house, the address of a feed of it, and a device's token."""

    def __init__(self, server: TableServer, url: str, tokens: dict[str, str]) -> None:
        self.server, self.url = server, url
        self.feed = f"ws{url.removeprefix('http')}/api/tables/{OWN}/feed"
        self.headers = {"Authorization": f"Bearer {tokens[f'keypad@{OWN}']}"}
        self.keypad = Client(url, token=tokens[f"keypad@{OWN}"])
        self._seated = False

    def happen(self) -> int:
        """Something at the table; its position."""
        self._seated = not self._seated
        kind = "SeatPlayer" if self._seated else "LeaveSeat"
        fields = {"player": "walk-in"} if self._seated else {}
        seq: int = self.keypad.send(OWN, kind, position=1, **fields)["seq"]
        return seq

    def listeners(self) -> int:
        return len(self.server.feed._listeners)


@pytest.fixture(scope="module")
def place() -> Iterator[Place]:
    with journal() as opened:
        server = new_server(opened)
        tokens = settle_in(server)
        with serving(server) as url:
            found = Place(server, url, tokens)
            with found.keypad:
                yield found


async def heard(socket: ClientConnection, seq: int) -> None:
    """Read until a frame tells of a record."""
    async with asyncio.timeout(30):
        while True:
            frame = json.loads(await socket.recv())
            if seq in [event["seq"] for event in frame["events"]]:
                return


@SETTINGS
@given(Garbage)
def test_what_a_listener_says_changes_nothing(place: Place, garbage: list[bytes | str]) -> None:
    async def misbehave() -> None:
        async with (
            connect(place.feed, additional_headers=place.headers) as bad,
            connect(place.feed, additional_headers=place.headers) as good,
        ):
            with contextlib.suppress(ConnectionClosed):
                for message in garbage:
                    if message == "ping":
                        await bad.ping()
                    elif message == "leave":
                        bad.transport.abort()
                    else:
                        await bad.send(message)
            await heard(good, await asyncio.to_thread(place.happen))
            if "leave" not in garbage:
                await heard(bad, await asyncio.to_thread(place.happen))

    asyncio.run(misbehave())


def test_many_listeners_hear_the_same_and_leave_nothing_behind(place: Place) -> None:
    before = len(place.server.croupiers)  # they listen too

    async def listen() -> None:
        async with contextlib.AsyncExitStack() as stack:
            sockets = [
                await stack.enter_async_context(
                    connect(place.feed, additional_headers=place.headers)
                )
                for _ in range(LISTENERS)
            ]
            for socket in sockets[::4]:
                socket.transport.abort()
            rest = [socket for number, socket in enumerate(sockets) if number % 4]
            seq = await asyncio.to_thread(place.happen)
            await asyncio.gather(*(heard(socket, seq) for socket in rest))

    asyncio.run(listen())

    async def gone() -> None:
        async with asyncio.timeout(30):
            while place.listeners() > before:
                await asyncio.sleep(0.05)

    asyncio.run(gone())


def test_a_message_that_is_too_long_ends_its_own_connection_alone(place: Place) -> None:
    async def shout() -> None:
        async with (
            connect(place.feed, additional_headers=place.headers) as loud,
            connect(place.feed, additional_headers=place.headers) as good,
        ):
            with contextlib.suppress(ConnectionClosed):
                await loud.send(b"x" * (17 * 1024 * 1024))
                while True:
                    await loud.recv()
            assert loud.close_code == 1009
            await heard(good, await asyncio.to_thread(place.happen))

    asyncio.run(shout())

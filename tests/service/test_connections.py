"""Connections as they come: from proxies, half-sent, too many of one person."""

import asyncio
import time
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse
from uvicorn import Server

from service.floors import OWN, floor
from upcard.bootstrap import Address, configuration
from upcard.service import slow_requests
from upcard.service.access.rates import ConcurrencyLimit
from upcard.service.api import limits

HALF_SENT = (
    b"",
    b"GET / HTTP/1.1\r\nHost: he",
    b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf",
)
PROXY, CLIENT, STRANGER = "10.0.0.1", "203.0.113.9", "10.9.9.9"


@pytest.mark.parametrize(
    ("proxies", "peer", "believed"),
    [
        ((), PROXY, PROXY),
        ((), "127.0.0.1", "127.0.0.1"),
        ((PROXY,), PROXY, CLIENT),
        ((PROXY,), STRANGER, STRANGER),
        (("10.0.0.0/24",), PROXY, CLIENT),
        (("10.0.0.0/24",), STRANGER, STRANGER),
    ],
)
def test_a_forwarded_address_counts_from_a_configured_proxy_alone(
    proxies: tuple[str, ...], peer: str, believed: str
) -> None:
    seen: list[Any] = []

    async def app(scope: Any, _: Any, __: Any) -> None:
        seen.append(scope["client"][0])

    config = configuration(app, Address("127.0.0.1", 0, None, proxies))  # type: ignore[arg-type] # any application
    config.load()
    headers = [(b"x-forwarded-for", CLIENT.encode()), (b"x-forwarded-proto", b"https")]
    scope: Any = {"type": "http", "client": (peer, 4), "scheme": "http", "headers": headers}
    served: Any = config.loaded_app
    asyncio.run(served(scope, None, None))
    assert seen == [believed]


def test_a_request_that_is_never_whole_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a body that does not come; a whole request is answered beside them."""
    monkeypatch.setattr(slow_requests, "TIMEOUT_SECONDS", 0.3)
    monkeypatch.setattr(slow_requests, "_waiting", ConcurrencyLimit(3))

    async def app(_: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def attack() -> tuple[list[bytes], bytes, bytes]:
        config = configuration(app, Address("127.0.0.1", 0))  # type: ignore[arg-type] # any application
        config.lifespan = "off"
        server = Server(config)
        listening = config.bind_socket()
        port = listening.getsockname()[1]
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        slow = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        for (_, writer), text in zip(slow, HALF_SENT, strict=True):
            writer.write(text)
        refused, _ = await asyncio.open_connection("127.0.0.1", port)
        too_many = await refused.read()
        cut = [await reader.read() for reader, _ in slow]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(2):
            writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            answered = await reader.readuntil(b"\r\n\r\n")
        server.should_exit = True
        await serving
        return cut, too_many, answered

    cut, too_many, answered = asyncio.run(attack())
    assert cut == [b"", b"", b""]
    assert too_many == b"", "one address has so many at most"
    assert answered.startswith(b"HTTP/1.1 204")


def test_one_person_has_so_many_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SOCKETS", 2)
    with floor() as served:
        ann, feed = served.client_of("ann"), f"/api/tables/{OWN}/feed"
        with ann.websocket_connect(feed), ann.websocket_connect("/api/channel"):
            for path in (feed, "/api/meters/feed", "/api/channel"):
                with pytest.raises(WebSocketDenialResponse) as denied, ann.websocket_connect(path):
                    pass
                assert denied.value.status_code == 429
            with served.client_of("bob").websocket_connect(feed):
                pass
        ends = time.monotonic() + 10
        in_force: limits.Limits = served.anybody.app.state.limits  # type: ignore[attr-defined] # FastAPI's
        while in_force.sockets._counts:
            assert time.monotonic() < ends, "they are given back"
            time.sleep(0.01)

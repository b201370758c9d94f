"""Somebody who does anything at a floor: sits, wagers, plays, reconnects, and sends nonsense.

`RandomClient(floor, seed)` repeats itself for a seed. Each answer is checked: the server never
fails.
"""

import json
from contextlib import ExitStack, suppress
from random import Random
from typing import Any, Final

import msgspec
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from amounts import dollars
from service.floors import OTHER, OWN, Floor
from upcard.engine.core.commands import Command
from upcard.engine.play import due, question
from upcard.money.amount import format_dollars
from upcard.service.wire.commands import MODELS

PEOPLE: Final = ("ann", "bob", "dora", "fay", f"keypad@{OWN}", f"bet-sensor@{OWN}", "max", "sue")
TABLES: Final = (OWN, OTHER)
WAGERS: Final = ("blackjack", "perfect-pairs", "blackjack-match", "jackpot-party", "no-wager")
AMOUNTS: Final = ("15", "25.00", "5", "0", "-5", "1e3", "9" * 30, "15.001", "", "٣٠")
ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    1,
    2,
    99,
    2**53,
    2**70,
    "",
    "x",
    "1",
    [],
    {},
    1.5,
    [[]],
    "\x00",
)
READS: Final = ("", "/offers", "/events", "/rounds", "/jackpots")
FRAMES: Final = ("", "{", "[]", "null", '{"id":1}', '{"id":-1,"table":"BJ-02"}', "\x00", '"' * 9)


def sent_as(command: Command) -> dict[str, Any]:
    """A command of the engine as a client writes it."""
    body: dict[str, Any] = {"type": type(command).__name__, **msgspec.structs.asdict(command)}
    if "amount" in body:
        body["amount"] = None if body["amount"] is None else format_dollars(body["amount"])
    return {name: value for name, value in body.items() if value is not None}


class RandomClient:
    """Takes steps at a floor; `counts` says what it did, and with which answers."""

    def __init__(self, floor: Floor, seed: int) -> None:
        self._floor, self._random = floor, Random(seed)
        self._number = 0
        self._sockets: dict[str, tuple[ExitStack, WebSocketTestSession]] = {}
        self._last: dict[str, tuple[str, dict[str, Any], Any]] = {}
        self.counts: dict[str, int] = {}

    def step(self) -> None:
        """Do one thing."""
        acts = {
            self._play: 40,
            self._deal: 25,
            self._anything: 12,
            self._frame: 6,
            self._reconnect: 5,
            self._again: 5,
            self._read: 5,
            self._follow: 2,
        }
        (act,) = self._random.choices(list(acts), list(acts.values()))
        self.counts[act.__name__] = self.counts.get(act.__name__, 0) + 1
        act()

    def close(self) -> None:
        """Close every connection."""
        for name in tuple(self._sockets):
            self._close(name)

    # What it does

    def _play(self) -> None:
        """Answer what a player is asked, or place a wager."""
        table = self._table()
        state = self._floor.server.floor.state(table)
        asked = question(state)
        name = self._random.choice(("ann", "bob"))
        if asked is None:
            wager = self._random.choice(WAGERS[:4])
            amount = "5" if wager in WAGERS[2:4] else self._random.choice(("15", "25.00"))
            place = {"type": "PlaceWager", "position": self._random.randint(1, 3)}
            self._command(name, table, {**place, "wager": wager, "amount": amount})
            return
        offered = list(asked.every(dollars(15)).values())
        if offered:
            self._command(name, table, sent_as(self._random.choice(offered)))

    def _deal(self) -> None:
        """Take the step that is due, or close the wagers."""
        table = self._table()
        dealer = "dora" if table == OWN else "dan"
        step = due(self._floor.server.floor.state(table))
        if step is None:
            self._command(dealer, table, {"type": "CloseBets"})
        else:
            who = self._random.choice((dealer, "fay", "flo"))
            self._ask(who, {"table": table, "step": step[1].__name__})

    def _anything(self) -> None:
        """Send any command with any values, as anybody."""
        kind = self._random.choice(list(MODELS))
        body: dict[str, Any] = {"type": kind}
        for field in MODELS[kind].model_fields:
            if field != "type" and self._random.random() < 0.9:
                body[field] = self._value(field)
        if self._random.random() < 0.05:
            body[self._random.choice(("position", "no_field"))] = self._random.choice(ODD)
        self._command(self._random.choice(PEOPLE), self._table(), body)

    def _frame(self) -> None:
        """Send what is no request."""
        name = self._random.choice(PEOPLE)
        text = self._random.choice(FRAMES)
        if self._random.random() < 0.5:
            request: dict[str, Any] = {
                "id": 1,
                "table": OWN,
                "command": {"type": "Stand", "position": 1},
            }
            request[self._random.choice(list(request))] = self._random.choice(ODD)
            text = json.dumps(request)
        try:
            socket = self._socket(name)
            if self._random.random() < 0.2:
                socket.send_bytes(text.encode("utf-8", "surrogatepass") + b"\xff")
            else:
                socket.send_text(text)
            self._answer(socket)
        except WebSocketDisconnect as closed:
            self._closed(name, closed)

    def _reconnect(self) -> None:
        name = self._random.choice(PEOPLE)
        self._close(name)
        if name == "bob" and self._random.random() < 0.2:
            assert self._floor.client_of(name).delete("/api/session").status_code == 204
            del self._floor._clients[name]
        self._socket(name)

    def _again(self) -> None:
        """Send a request again, on a new connection: the answer is the same."""
        if not self._last:
            return
        name = self._random.choice(list(self._last))
        _, request, answer = self._last[name]
        self._close(name)
        again = self._ask(name, request, keep=False)
        assert again == answer, (request, answer, again)

    def _read(self) -> None:
        name = self._random.choice((*PEOPLE, "rex", "dan"))
        path = (
            f"/api/tables/{self._random.choice((*TABLES, 'XX', '%00'))}{self._random.choice(READS)}"
        )
        params = {"after": self._random.choice((0, 1, 10**9, "x", -1))}
        answer = self._floor.client_of(name).get(path, params=params)
        assert answer.status_code < 500, (path, params, answer.text)

    def _follow(self) -> None:
        follow = self._random.random() < 0.7
        request = {"table": self._table(), "follow": follow, "after": self._random.choice((0, 5))}
        self._ask(self._random.choice(PEOPLE), request)

    # How it is asked

    def _table(self) -> str:
        return OWN if self._random.random() < 0.8 else OTHER

    def _value(self, field: str) -> Any:
        if self._random.random() < 0.15:
            return self._random.choice(ODD)
        if field == "amount":
            return self._random.choice(AMOUNTS)
        if field == "wager":
            return self._random.choice(WAGERS)
        if field == "player":
            return self._random.choice(("ann", "bob", "eve"))
        if field in ("card", "burned"):
            return self._random.choice(("As", "Td", "XX"))
        return self._random.randint(0, 4)

    def _command(self, name: str, table: str, said: dict[str, Any]) -> None:
        self._ask(name, {"table": table, "command": said})

    def _ask(self, name: str, request: dict[str, Any], *, keep: bool = True) -> Any:
        """The answer to a request on the channel; it is one of those that are documented."""
        self._number += 1
        if keep and "follow" not in request:
            request = {**request, "key": f"{name} {self._number}"}
        try:
            socket = self._socket(name)
            socket.send_json({"id": self._number, **request})
            answer = self._answer(socket)
        except WebSocketDisconnect as closed:
            self._closed(name, closed)
            return None
        answer = {key: value for key, value in answer.items() if key != "id"}
        self._count(answer)
        if keep and "done" in answer and "follow" not in request:
            self._last[name] = (name, request, answer)
        return answer

    def _count(self, answer: dict[str, Any]) -> None:
        status = answer.get("status", 200)
        assert status < 500, answer
        if status >= 400:
            assert answer["problem"]["message"], answer
            assert "Traceback" not in answer["problem"]["message"]
        self.counts[f"{status}"] = self.counts.get(f"{status}", 0) + 1

    def _answer(self, socket: WebSocketTestSession) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = socket.receive_json()
            if "frame" not in message:
                return message

    def _socket(self, name: str) -> WebSocketTestSession:
        if name not in self._sockets:
            stack = ExitStack()
            connecting = self._floor.client_of(name).websocket_connect("/api/channel")
            self._sockets[name] = stack, stack.enter_context(connecting)
        return self._sockets[name][1]

    def _closed(self, name: str, closed: WebSocketDisconnect) -> None:
        """The server closed a connection: for what was no JSON, or because a session ended."""
        assert closed.code in (1007, 1008), closed
        self.counts["closed"] = self.counts.get("closed", 0) + 1
        self._close(name)

    def _close(self, name: str) -> None:
        if name in self._sockets:
            stack, _ = self._sockets.pop(name)
            with suppress(WebSocketDisconnect, WebSocketDenialResponse):
                stack.close()

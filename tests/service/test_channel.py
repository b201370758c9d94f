"""The channel: commands over one WebSocket, in order, with REST's bodies and authority."""

import json
from collections.abc import Iterator
from typing import Any, Final

import pytest
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from service.floors import OTHER, OWN, Floor, floor
from upcard.service.api import feeds as feeds_api
from upcard.service.api.access import CSRF
from upcard.service.api.limits import Limits
from upcard.service.channel.messages import MAX_BYTES, WINDOW

CHANNEL: Final = "/api/channel"
KEYPAD: Final = f"keypad@{OWN}"
BET: Final = {"type": "PlaceWager", "position": 1, "wager": "blackjack", "amount": "15.00"}


@pytest.fixture
def served() -> Iterator[Floor]:
    with floor() as one:
        yield one


def seat(number: int, seated: bool) -> dict[str, Any]:
    """A request that seats a player, or lets them leave."""
    command = {"type": "SeatPlayer", "player": "walk-in"} if seated else {"type": "LeaveSeat"}
    return {"id": number, "table": OWN, "command": {**command, "position": 1}}


def test_a_command_is_answered_as_over_rest(served: Floor) -> None:
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        socket.send_json({"id": 7, "table": OWN, "command": BET, "key": "k"})
        answer = socket.receive_json()
    path = f"/api/tables/{OWN}/commands"
    over_rest = served.client_of(KEYPAD).post(path, json=BET, headers={"Idempotency-Key": "k"})
    assert answer == {"id": 7, "done": over_rest.json()}
    assert served.server.floor.host(OWN).position == answer["done"]["seq"]


@pytest.mark.parametrize(
    ("table", "command"),
    [
        (OWN, {"type": "Stand", "position": 1}),
        (OWN, {"type": "CloseBets"}),
        (OTHER, {"type": "CloseBets"}),
        (OWN, {"type": "OrderReshuffle"}),
        (OWN, {**BET, "amount": "a lot"}),
        ("XX-99", {"type": "CloseBets"}),
    ],
)
def test_a_refusal_is_that_of_rest(served: Floor, table: str, command: dict[str, Any]) -> None:
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        socket.send_json({"id": 1, "table": table, "command": command})
        answer = socket.receive_json()
    over_rest = served.client_of(KEYPAD).post(f"/api/tables/{table}/commands", json=command)
    assert answer == {"id": 1, "status": over_rest.status_code, "problem": over_rest.json()}
    assert over_rest.status_code >= 400


def test_requests_are_answered_in_their_order(served: Floor) -> None:
    """More than the window are on their way before the first answer is read."""
    count = 3 * WINDOW
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        for number in range(count):
            socket.send_json(seat(number, seated=number % 2 == 0))
        answers = [socket.receive_json() for _ in range(count)]
    assert [answer["id"] for answer in answers] == [*range(count)]
    seqs = [answer["done"]["seq"] for answer in answers]
    assert seqs == [*range(seqs[0], seqs[0] + count)]


def test_a_key_has_one_effect_over_several_connections(served: Floor) -> None:
    request = {**seat(1, seated=True), "key": "seat"}
    answers = []
    for _ in range(2):
        with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
            for _ in range(2):
                socket.send_json(request)
                answers.append(socket.receive_json())
    assert answers == [answers[0]] * 4


def test_a_step_that_is_due_is_taken_once(served: Floor) -> None:
    served.client_of("dora").put(f"/api/tables/{OWN}/automation", json={"steps": ["shoe"]})
    served.send("dora", OWN, "PlaceWager", **{name: BET[name] for name in BET if name != "type"})
    served.send("dora", OWN, "CloseBets")
    seq = served.server.floor.host(OWN).position
    step = {"table": OWN, "step": "DealCard", "after": seq}
    with served.client_of("dora").websocket_connect(CHANNEL) as socket:
        for number, key in enumerate(("s", "s", "", "s")):
            socket.send_json({"id": number, **step, **({"key": key} if key else {})})
        first, again, late, still = [socket.receive_json() for _ in range(4)]
    assert first["done"] == again["done"] == still["done"]
    assert first["done"]["seq"] == seq + 1
    assert (late["status"], "moved on" in late["problem"]["message"]) == (409, True)


@pytest.mark.parametrize(
    ("text", "asked", "named"),
    [
        ('{"id": 3}', 3, "exactly one of command, step, follow and ready"),
        ('{"id": 3, "table": "BJ-02", "step": "CloseBets", "follow": true}', 3, "exactly one"),
        ('{"id": 3, "table": "BJ-02", "command": {"type": "Dance"}}', 3, "command"),
        ('{"id": 3, "table": "BJ-02", "command": 4}', 3, "command"),
        ('{"id": 3, "table": "BJ-02", "command": {"type": "Stand"}}', 3, "Stand.position"),
        ('{"id": 3, "table": "BJ-02", "step": "Dance"}', 3, "no step Dance"),
        ('{"id": 3, "table": "BJ-02", "step": "Stand", "more": 1}', 3, "more"),
        ('{"id": 3, "step": "Stand"}', 3, "table"),
        ('{"table": "BJ-02", "step": "Stand"}', None, "id"),
        ('{"id": "3", "table": "BJ-02", "step": "Stand"}', None, "id"),
        ('{"id": -3, "table": "BJ-02", "step": "Stand"}', None, "id"),
        ('{"id": 3, "table": "BJ-02", "step": "CloseBets", "key": "\\u00e9"}', 3, "key"),
        ("[]", None, "object"),
        ("17", None, "object"),
    ],
)
def test_a_malformed_request_is_answered_and_the_connection_goes_on(
    served: Floor, text: str, asked: int | None, named: str
) -> None:
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        socket.send_text(text)
        refused = socket.receive_json()
        assert (refused["id"], refused["status"]) == (asked, 422)
        assert named in refused["problem"]["message"]
        socket.send_json(seat(4, seated=True))
        assert socket.receive_json()["id"] == 4


def test_a_request_that_is_too_long_is_refused(served: Floor) -> None:
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        socket.send_text(json.dumps({"id": 1, "table": "B" * MAX_BYTES}))
        assert socket.receive_json()["status"] == 413
        socket.send_json(seat(4, seated=True))
        assert socket.receive_json()["id"] == 4


@pytest.mark.parametrize("message", ["hello", "", b"\xff\xfe", '{"id": 1', "{'id': 1}"])
def test_what_is_no_json_closes_the_connection(served: Floor, message: str | bytes) -> None:
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        socket.send_json(seat(1, seated=True))
        if isinstance(message, bytes):
            socket.send_bytes(message)
        else:
            socket.send_text(message)
        assert socket.receive_json()["id"] == 1
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert (closed.value.code, "JSON" in closed.value.reason) == (1007, True)


def test_a_token_that_is_revoked_carries_out_nothing_more(served: Floor) -> None:
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        socket.send_json(seat(1, seated=True))
        position = socket.receive_json()["done"]["seq"]
        served.server.accounts.revoke_device(KEYPAD, "ada")
        socket.send_json(seat(2, seated=False))
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert (closed.value.code, "revoked" in closed.value.reason) == (1008, True)
    assert served.server.floor.host(OWN).position == position


def test_an_idle_channel_ends_with_its_session(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds_api, "AUTHORITY_CHECK_SECONDS", 0.05)
    with served.client_of("dora").websocket_connect(CHANNEL) as socket:
        served.server.accounts.set_password("dora", "another password", "ada")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert (closed.value.code, "session has ended" in closed.value.reason) == (1008, True)


def test_a_dealer_works_at_the_tables_that_are_assigned_now(served: Floor) -> None:
    with served.client_of("dora").websocket_connect(CHANNEL) as socket:
        socket.send_json(seat(1, seated=True))
        assert "done" in socket.receive_json()
        served.server.accounts.assign("dora", (OTHER,), "ada")
        socket.send_json(seat(2, seated=False))
        assert socket.receive_json()["status"] == 403


def test_a_session_repeats_its_csrf_token(served: Floor) -> None:
    dora = served.client_of("dora")
    for headers in ({CSRF: "wrong"}, {CSRF: ""}):
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            dora.websocket_connect(CHANNEL, headers=headers),
        ):
            pass
        assert refused.value.status_code == 403
    assert ("dora", "refused", "without its CSRF token") in served.audit()


def test_a_page_of_another_origin_opens_no_channel(served: Floor) -> None:
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        served.client_of("dora").websocket_connect(CHANNEL, headers={"Origin": "http://elsewhere"}),
    ):
        pass
    assert refused.value.status_code == 401


def test_refusals_are_noted_in_the_audit(served: Floor) -> None:
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        socket.send_json({"id": 1, "table": OTHER, "command": {"type": "CloseBets"}})
        assert socket.receive_json()["status"] == 403
    assert (KEYPAD, "refused", f"CloseBets at {OTHER}") in served.audit()


def test_above_the_limit_of_requests_a_command_is_refused(served: Floor) -> None:
    served.anybody.app.state.limits = Limits((2, 1000.0))  # type: ignore[attr-defined] # an application
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        for number in range(3):
            socket.send_json(seat(number, seated=number == 0))
        answers = [socket.receive_json() for _ in range(3)]
    assert [answer.get("status") for answer in answers] == [None, None, 429]


def test_a_table_is_followed_beside_the_answers(served: Floor) -> None:
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        socket.send_json({"id": 1, "table": OWN, "follow": True})
        start = served.server.floor.host(OWN).position
        assert socket.receive_json() == {"id": 1, "done": {"seq": start, "events": []}}
        assert socket.receive_json()["frame"]["seq"] == start
        socket.send_json(seat(2, seated=True))
        frames: list[Any] = []
        answers: list[Any] = []
        while not (answers and frames and frames[-1]["frame"]["seq"] > start):
            message = socket.receive_json()
            (frames if "frame" in message else answers).append(message)
        assert [answer["id"] for answer in answers] == [2]
        assert frames[-1]["table"] == OWN
        assert frames[-1]["frame"]["events"][-1]["seq"] == answers[0]["done"]["seq"]
        socket.send_json({"id": 3, "table": OWN, "follow": False})
        while "frame" in (message := socket.receive_json()):
            pass
        assert message["id"] == 3
        socket.send_json({"id": 4, "table": OWN, "follow": True, "after": start})
        while "frame" not in (message := socket.receive_json()):
            pass
        assert [event["seq"] for event in message["frame"]["events"]] == [start + 1]


def test_nobody_follows_a_table_that_they_may_not_see(served: Floor) -> None:
    with served.client_of(KEYPAD).websocket_connect(CHANNEL) as socket:
        socket.send_json({"id": 1, "table": OTHER, "follow": True})
        assert socket.receive_json()["status"] == 403

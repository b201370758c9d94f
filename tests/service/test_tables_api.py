"""Commands over HTTP, and the feed of a table: acknowledged, told, coalesced, resumed."""

import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from fastapi import WebSocket
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from host.live import PLAIN
from service.floors import HERE, OTHER, OWN, Floor, floor, journal, new_server
from upcard.engine.core.steps import Automation
from upcard.host.bodies.audit_notes import AuditEntry
from upcard.host.verification.verify import verify
from upcard.journal.port import JournalUnavailable
from upcard.service import feed as feeds
from upcard.service.access.principal import Principal, Role
from upcard.service.api import feeds as feeds_api
from upcard.service.api.app import create_app
from upcard.service.tables.automations import AUTOMATIC
from upcard.service.tables.table_leases import TableElsewhere
from upcard.service.tables.who_deals import notice_of
from upcard.submission.compiling.text import rules_of

BET = {"type": "PlaceWager", "position": 1, "wager": "blackjack", "amount": "15.00"}


@pytest.fixture
def served() -> Iterator[Floor]:
    with floor() as one:
        yield one


def commands(table: str) -> str:
    return f"/api/tables/{table}/commands"


def test_the_tables_say_what_they_are(served: Floor) -> None:
    tables = served.client_of("ann").get("/api/tables").json()
    assert [table["table"] for table in tables] == [OWN, OTHER]
    assert tables[0]["version"] == 1
    assert (tables[0]["minimum"], tables[0]["attended"], tables[0]["fed"]) == ("15.00", True, False)
    offers = served.client_of("ann").get(f"/api/tables/{OWN}/offers").json()
    assert {offer["wager"]: offer["progressive"] for offer in offers}["jackpot-party"]


def test_a_round_is_played_by_people(served: Floor) -> None:
    ann, bob = served.client_of("ann"), served.client_of("bob")
    assert ann.post(commands(OWN), json=BET).json()["events"][-1]["player"] == "ann"
    assert bob.post(commands(OWN), json=BET).status_code == 403
    assert bob.post(commands(OWN), json={**BET, "position": 2}).status_code == 200
    served.send("dora", OWN, "CloseBets")
    for _ in range(40):
        asked = {name: own(served, name) for name in ("ann", "bob")}
        playing = [name for name, one in asked.items() if one["asked"]]
        if not playing:
            break
        (name,) = playing
        kind = {"insurance": "DeclineInsurance"}.get(asked[name]["asked"], "Stand")
        served.send(name, OWN, kind, position=asked[name]["positions"][0])
    assert now(served)["view"]["table"]["phase"] == "settled"
    served.send("dora", OWN, "ClearTable")
    (mine,) = ann.get(f"/api/tables/{OWN}/rounds").json()
    assert {settlement["position"] for settlement in mine["settlements"]} == {1}
    (whole,) = served.client_of("sue").get(f"/api/tables/{OWN}/rounds").json()
    assert {settlement["position"] for settlement in whole["settlements"]} == {1, 2}
    assert verify(served.server.floor.journal, rules_of).verified


def own(served: Floor, name: str) -> dict[str, Any]:
    found: dict[str, Any] = served.client_of(name).get(f"/api/tables/{OWN}").json()["view"]["own"]
    return found


def now(served: Floor, name: str = "fay") -> dict[str, Any]:
    found: dict[str, Any] = served.client_of(name).get(f"/api/tables/{OWN}").json()
    return found


@pytest.mark.parametrize(
    ("said", "status", "section"),
    [
        ({**BET, "amount": "1.00"}, 409, "submission: table.minimum"),
        ({"type": "Stand", "position": 1}, 409, "58 Pa. Code § 633a.7(i)"),
        ({**BET, "amount": "fifteen"}, 422, None),
        ({**BET, "amount": "1e400"}, 422, None),
        ({**BET, "wager": "no-wager"}, 409, "58 Pa. Code"),
        ({**BET, "position": 99}, 409, "58 Pa. Code"),
        ({**BET, "position": 10**30}, 422, None),
        ({"type": "RecordAwards", "wager": "jackpot-party", "amounts": []}, 422, None),
        ({"type": "DealCard", "card": "As"}, 403, None),
        ({**BET, "more": 1}, 422, None),
        ({}, 422, None),
    ],
)
def test_a_refusal_is_one_sentence_and_its_section(
    served: Floor, said: dict[str, Any], status: int, section: str | None
) -> None:
    before = served.server.floor.state(OWN)
    answer = served.client_of("ann").post(commands(OWN), json=said)
    assert answer.status_code == status, answer.text
    refused = answer.json()
    assert refused["message"].endswith(".")
    assert "\n" not in refused["message"]
    assert (refused["section"] or "").startswith(section or "")
    assert bool(refused["section"]) == bool(section)
    assert served.server.floor.state(OWN) == before


def test_no_such_table(served: Floor) -> None:
    for path in ("", "/offers", "/events", "/rounds"):
        assert served.client_of("ann").get(f"/api/tables/XX-99{path}").status_code == 404
    assert served.client_of("ann").post(commands("XX-99"), json=BET).status_code == 404


def test_a_key_has_one_effect_and_one_answer(served: Floor) -> None:
    def send(name: str, key: str, **changed: Any) -> Any:
        return served.client_of(name).post(
            commands(OWN), json={**BET, **changed}, headers={"Idempotency-Key": key}
        )

    first = send("ann", "k1")
    assert send("ann", "k1").json() == first.json()
    assert send("ann", "k1", amount="20.00").status_code == 409
    assert send("bob", "k1", position=2).status_code == 200  # another's key is another key
    assert len(served.server.floor.state(OWN).in_play()) == 2
    assert send("ann", "k" * 101).status_code == 422
    assert send("ann", "k2", amount="1.00").status_code == 409


def test_the_answer_of_a_key_is_given_after_somebody_else_has_the_seat(served: Floor) -> None:
    path, key = commands(OWN), {"Idempotency-Key": "left"}
    leave = {"type": "LeaveSeat", "position": 1}
    served.send("ann", OWN, "SeatPlayer", position=1)
    first = served.client_of("ann").post(path, json=leave, headers=key)
    assert first.status_code == 200
    served.send("bob", OWN, "SeatPlayer", position=1)
    assert served.client_of("ann").post(path, json=leave).status_code == 403
    again = served.client_of("ann").post(path, json=leave, headers=key)
    assert (again.status_code, again.json()) == (200, first.json())
    other = {"type": "Stand", "position": 1}
    assert served.client_of("ann").post(path, json=other, headers=key).status_code == 403


def test_a_dealer_takes_the_steps_that_are_due(served: Floor) -> None:
    def take(step: str, after: int | None = None, name: str = "dora") -> Any:
        body = {"step": step, "after": after}
        return served.client_of(name).post(f"/api/tables/{OWN}/steps", json=body)

    served.client_of("dora").put(f"/api/tables/{OWN}/automation", json={"steps": ["shoe"]})
    assert served.client_of("ann").post(commands(OWN), json=BET).status_code == 200
    served.send("dora", OWN, "CloseBets")
    seq = now(served)["seq"]
    assert now(served)["view"]["service"]["step"] == "DealCard"
    assert take("DealCard", seq - 1).status_code == 409
    assert take("TurnHoleCard").status_code == 422
    assert take("PlaceWager").status_code == 422
    assert take("ValidateJackpot").status_code == 403
    assert take("NoStep").status_code == 422
    assert take("DealCard", seq, "dan").status_code == 403
    dealt = take("DealCard", seq)
    assert dealt.json()["events"][0]["event"] == "CardDealt"
    assert take("DealCard", seq).status_code == 409
    unknown = served.client_of("dora").put(
        f"/api/tables/{OWN}/automation", json={"steps": ["floor"]}
    )
    assert unknown.status_code == 422


def test_who_deals_a_table_is_kept_over_a_restart(tmp_path: Path) -> None:
    place = str(tmp_path / "floor.journal")
    with floor(place, attended=False) as one:
        assert not one.server.croupiers[OWN].attended
        body = {"steps": ["shoe", "deal"], "attended": True}
        assert one.client_of("dora").put(f"/api/tables/{OWN}/automation", json=body).is_success
        assert ("dora", "who deals changed", OWN) in one.audit()
    dora = Principal("dora", Role.DEALER, (OWN,))
    for steps in (Automation.SHOE | Automation.DEAL, Automation(0)):
        with journal(place) as opened:
            server = new_server(opened, attended=False)
            assert server.croupiers[OWN].attended == bool(steps)
            assert server.floor.host(OWN).automations == steps
            assert not server.croupiers[OTHER].attended
        with journal(place) as opened:
            shown = new_server(opened, attended=False, demonstration=True)
            assert not shown.croupiers[OWN].attended
            assert shown.floor.host(OWN).automations == AUTOMATIC
        with journal(place) as opened:
            server = new_server(opened, attended=False)
            server.automate(dora, OWN, (), attended=False)


@pytest.mark.parametrize(
    ("attended", "steps", "words"),
    [
        (True, Automation.SHOE | Automation.DEAL, "a person deals; by itself: shoe, deal"),
        (False, Automation(0), "nobody deals; by itself: nothing"),
    ],
)
def test_who_deals_is_stored_in_words_that_never_change(
    attended: bool, steps: Automation, words: str
) -> None:
    assert notice_of(OWN, attended, steps) == AuditEntry("who deals changed", OWN, words)


def test_events_go_on_after_a_position(served: Floor) -> None:
    first = served.send("ann", OWN, "SeatPlayer", position=1)["seq"]
    second = served.send("bob", OWN, "SeatPlayer", position=2)["seq"]
    events = (
        served.client_of("sue").get(f"/api/tables/{OWN}/events", params={"after": first}).json()
    )
    assert [event["seq"] for event in events] == [second]
    assert events[0]["events"][0] == {"event": "PlayerSeated", "position": 2, "player": "bob"}
    everything = (
        served.client_of("sue").get(f"/api/tables/{OWN}/events", params={"limit": 1}).json()
    )
    assert len(everything) == 1
    assert everything[0]["seq"] <= first


def seats(served: Floor, count: int, table: str = OWN) -> list[int]:
    """Records of a table, one each."""
    kinds = ("SeatPlayer", "LeaveSeat")
    return [
        served.send("ann", table, kinds[number % 2], position=1)["seq"] for number in range(count)
    ]


def test_a_feed_tells_every_event_once_and_goes_on_where_it_was_left(served: Floor) -> None:
    path = f"/api/tables/{OWN}/feed"
    with served.client_of("ann").websocket_connect(path) as socket:
        start = socket.receive_json()
        assert (start["events"], start["view"]["role"]) == ([], "player")
        told = seats(served, 6)
        assert heard_until(told[-1], socket) == told
    missed = seats(served, 3)
    with served.client_of("ann").websocket_connect(f"{path}?after={told[3]}") as socket:
        assert heard_until(missed[-1], socket) == [*told[4:], *missed]


def heard_until(last: int, socket: WebSocketTestSession) -> list[int]:
    """The records that frames tell, to the last: the feed reads a record after it is answered."""
    heard: list[int] = []
    while last not in heard:
        frame = socket.receive_json()
        heard += [event["seq"] for event in frame["events"]]
        assert not frame["events"] or frame["seq"] == heard[-1]
    return heard


def test_what_one_missed_comes_in_frames_of_a_bounded_size(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds_api, "MAX_EVENTS", 4)
    monkeypatch.setattr("upcard.service.history.recent_events.MAX_CACHED_RECORDS", 3)
    told = seats(served, 10)
    heard: list[int] = []
    with served.client_of("sue").websocket_connect(
        f"/api/tables/{OWN}/feed?after={told[0]}"
    ) as socket:
        while len(heard) < 9:
            frame = socket.receive_json()
            assert len(frame["events"]) <= 4
            heard += [event["seq"] for event in frame["events"]]
    assert heard == told[1:]


def test_frames_are_coalesced(served: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many records while a frame's time runs are one frame."""
    monkeypatch.setattr(feeds.Listener.frames, "__defaults__", (0.5,))
    with served.client_of("sue").websocket_connect(f"/api/tables/{OWN}/feed") as socket:
        socket.receive_json()
        told = seats(served, 8)
        frame = socket.receive_json()
        began = time.monotonic()
        assert len(frame["events"]) > 1
        more = len(told) - len(frame["events"])
        if more:
            assert len(socket.receive_json()["events"]) == more
            assert time.monotonic() - began > 0.3  # the least time between two frames


def test_a_feed_is_for_its_own_table(served: Floor) -> None:
    with served.client_of("sue").websocket_connect(f"/api/tables/{OWN}/feed") as socket:
        socket.receive_json()
        seats(served, 2, OTHER)
        (mine,) = seats(served, 1)
        assert [event["seq"] for event in socket.receive_json()["events"]] == [mine]


def test_a_feed_that_is_refused_says_why(served: Floor) -> None:
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        served.client_of("ann").websocket_connect("/api/tables/XX-99/feed"),
    ):
        pass
    assert refused.value.status_code == 404
    assert refused.value.json()["message"] == "There is no table XX-99 here."


@pytest.mark.parametrize("fails", ["find_session", "_admit"])
def test_a_feed_says_why_when_the_journal_does_not_answer(
    served: Floor, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """Before it begins, also while the session is looked for: refused, and no server error."""

    def away(*_: object) -> None:
        raise JournalUnavailable("The journal is not available.")

    monkeypatch.setattr(feeds_api, fails, away)
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        served.client_of("ann").websocket_connect(f"/api/tables/{OWN}/feed"),
    ):
        pass
    assert refused.value.status_code == 503
    assert refused.value.json()["message"] == "The journal is not available."


@pytest.mark.parametrize("after", ["", "?after=1"])
def test_a_feed_ends_in_order_when_its_table_is_lost_as_it_begins(
    served: Floor, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    lost = TableElsewhere("Table BJ-01 is served elsewhere.")

    async def admitting(socket: WebSocket, _: object) -> AsyncIterator[Principal]:
        await socket.accept()
        monkeypatch.setattr(served.server.floor, "host", Mock(side_effect=lost))
        yield Principal("ann", Role.PLAYER)

    monkeypatch.setattr(feeds_api, "accept_connection", asynccontextmanager(admitting))
    path = f"/api/tables/{OWN}/feed{after}"
    with (
        served.client_of("ann").websocket_connect(path) as socket,
        pytest.raises(WebSocketDisconnect) as ended,
    ):
        socket.receive_json()
    assert (ended.value.code, ended.value.reason) == (1013, str(lost))


@pytest.mark.parametrize("after", ["-1", "x", "9" * 30])
def test_a_position_that_is_none_is_refused(served: Floor, after: str) -> None:
    path = f"/api/tables/{OWN}/feed?after={after}"
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        served.client_of("ann").websocket_connect(path),
    ):
        pass
    assert refused.value.code == 1008


def test_a_page_of_another_origin_does_not_listen(served: Floor) -> None:
    elsewhere = {"Origin": "http://evil.example"}
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        served.client_of("ann").websocket_connect("/api/meters/feed", headers=elsewhere),
    ):
        pass
    assert "another origin" in refused.value.json()["message"]
    here = {"Origin": "http://testserver", "Host": "testserver"}
    with served.client_of("ann").websocket_connect("/api/meters/feed", headers=here) as socket:
        assert socket.receive_json()["meters"]


def test_a_sign_shows_its_token_beside_the_subprotocol(served: Floor) -> None:
    token = served.tokens[f"sign@{OWN}"]
    with served.anybody.websocket_connect(
        "/api/meters/feed", subprotocols=["bearer", token]
    ) as socket:
        assert socket.accepted_subprotocol == "bearer"
        assert socket.receive_json()["meters"]
    with (
        pytest.raises(WebSocketDenialResponse) as refused,
        served.anybody.websocket_connect("/api/meters/feed", subprotocols=["bearer", "wrong"]),
    ):
        pass
    assert refused.value.status_code == 401


def test_whose_session_ends_listens_no_longer(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds_api, "AUTHORITY_CHECK_SECONDS", 0.05)
    with served.client_of(f"sign@{OWN}").websocket_connect("/api/meters/feed") as socket:
        assert socket.receive_json()["meters"]
        served.server.accounts.revoke_device(f"sign@{OWN}", "ada")
        while (message := socket.receive())["type"] == "websocket.send":
            pass
        assert (message["type"], message["code"]) == ("websocket.close", 1008)


def test_a_round_that_was_under_way_goes_on_after_a_restart(tmp_path: Any) -> None:
    place = str(tmp_path / "floor.journal")
    with floor(place, PLAIN) as served:
        served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
        served.send("dan", OTHER, "CloseBets")
        before = served.server.floor.state(OTHER)
        cookies = dict(served.client_of("ann").cookies)
    with journal(place) as opened:
        server = new_server(opened, PLAIN)
        assert server.floor.state(OTHER) == before
        with TestClient(create_app(server), HERE, cookies=cookies) as ann:
            answer = ann.get(f"/api/tables/{OTHER}").json()
            assert answer["view"]["table"]["round"] == 1
            assert answer["view"]["own"]["positions"] == [1]

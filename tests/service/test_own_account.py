"""One's own account by the API: sessions, the first password, the second factor."""

import time
from collections.abc import Iterator
from typing import Any

import pyotp
import pytest
from fastapi.testclient import TestClient
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from service.floors import HERE, OWN, PASSWORD, Floor, floor
from upcard.host.verification.verify import verify
from upcard.service.access.principal import Role
from upcard.service.access.second_factors import STEP_SECONDS
from upcard.service.api import feeds as feeds_api
from upcard.service.api.access import COOKIE, CSRF
from upcard.submission.compiling.text import rules_of

NEW = "a password of my own"


@pytest.fixture
def served() -> Iterator[Floor]:
    with floor(with_factor=frozenset({Role.MANAGER})) as one:
        yield one


def browser(served: Floor, name: str, password: str = PASSWORD, code: str = "") -> TestClient:
    """Another browser in which somebody signs in."""
    client = TestClient(served.anybody.app, HERE, raise_server_exceptions=False)
    client.portal = served.anybody.portal
    body = {"name": name, "password": password, "code": code}
    answer = client.post("/api/session", json=body)
    assert answer.status_code == 200, answer.text
    client.headers[CSRF] = answer.json()["csrf"]
    return client


def goes_on(client: TestClient) -> bool:
    status: int = client.get("/api/session").status_code
    return status == 200


def closing_code(socket: WebSocketTestSession) -> int:
    """Read until a socket is closed."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


def copied(served: Floor, client: TestClient) -> TestClient:
    """A browser with somebody's cookie and CSRF token."""
    thief = TestClient(served.anybody.app, HERE, raise_server_exceptions=False)
    thief.portal = served.anybody.portal
    thief.cookies.set(COOKIE, client.cookies[COOKIE])
    thief.headers[CSRF] = client.headers[CSRF]
    return thief


# Sessions


def test_a_copied_cookie_does_not_outlive_the_sign_out(served: Floor) -> None:
    ann = browser(served, "ann")
    thief = copied(served, ann)
    assert goes_on(thief)
    assert ann.delete("/api/session").status_code == 204
    assert not goes_on(thief)
    command = {"type": "SeatPlayer", "position": 1}
    assert thief.post(f"/api/tables/{OWN}/commands", json=command).status_code == 401
    assert verify(served.server.floor.journal, rules_of).verified


def test_sockets_of_a_session_that_ended_are_closed(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds_api, "SESSION_CHECK_SECONDS", 0.02)
    ann = browser(served, "ann")
    thief = copied(served, ann)
    with (
        thief.websocket_connect(f"/api/tables/{OWN}/feed") as feed,
        thief.websocket_connect("/api/channel") as channel,
    ):
        feed.receive_json()
        ann.delete("/api/session")
        for socket in (feed, channel):
            assert closing_code(socket) == 1008
    with pytest.raises(WebSocketDenialResponse), thief.websocket_connect("/api/meters/feed"):
        pass


def test_a_message_of_the_channel_comes_too_late_for_an_ended_session(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feeds_api, "SESSION_CHECK_SECONDS", 60.0)
    ann = browser(served, "ann")
    with copied(served, ann).websocket_connect("/api/channel") as channel:
        command = {"type": "SeatPlayer", "position": 1}
        body = {"id": 1, "table": OWN, "command": command}
        channel.send_json(body)
        assert channel.receive_json()["id"] == 1
        ann.delete("/api/session")
        channel.send_json({**body, "id": 2, "command": {**command, "position": 2}})
        with pytest.raises(WebSocketDisconnect) as closed:
            channel.receive_json()
    assert closed.value.code == 1008
    assert [seat for seat, _ in served.server.floor.state(OWN).seats] == [1]


def test_a_person_lists_and_ends_their_own_sessions(served: Floor) -> None:
    ann, phone, bob = browser(served, "ann"), browser(served, "ann"), browser(served, "bob")
    listed = ann.get("/api/sessions").json()
    assert [(session["name"], session["current"]) for session in listed] == [
        ("ann", False),
        ("ann", True),
    ]
    (other,) = (session["id"] for session in listed if not session["current"])
    assert bob.delete(f"/api/sessions/{other}").status_code == 403
    assert ann.delete("/api/sessions/none").status_code == 404
    assert ann.delete(f"/api/sessions/{other}").status_code == 204
    assert [goes_on(client) for client in (ann, phone, bob)] == [True, False, True]
    tablet = browser(served, "ann")
    assert tablet.delete("/api/sessions").status_code == 204
    assert [goes_on(client) for client in (ann, tablet, bob)] == [False, True, True]


def test_an_administrator_lists_and_ends_everybodys(served: Floor) -> None:
    ann, bob, ada = (browser(served, name) for name in ("ann", "bob", "ada"))
    everyone = ada.get("/api/sessions", params={"everyone": True}).json()
    assert {person["name"] for person in everyone} >= {"ann", "bob", "ada"}
    assert ann.get("/api/sessions", params={"everyone": True}).status_code == 403
    assert ann.delete("/api/sessions", params={"name": "bob"}).status_code == 403
    assert ada.delete("/api/sessions", params={"name": "ann"}).status_code == 204
    assert [goes_on(client) for client in (ann, bob, ada)] == [False, True, True]
    change = {"role": "dealer"}
    assert ada.patch("/api/accounts/bob", json=change).status_code == 204
    assert not goes_on(bob)
    assert ("ada", "session ended", "ann") in served.audit()


# The first password


def test_a_first_password_is_good_for_choosing_another_one_alone(served: Floor) -> None:
    account = {"name": "eve", "role": "player", "password": PASSWORD}
    assert served.client_of("ada").post("/api/accounts", json=account).status_code == 201
    eve = browser(served, "eve")
    assert eve.get("/api/session").json()["owes"] == "password"
    refused = eve.get("/api/tables")
    assert refused.status_code == 403
    assert "choose another one first" in refused.json()["message"]
    with pytest.raises(WebSocketDenialResponse), eve.websocket_connect("/api/meters/feed"):
        pass
    for wrong, why in (
        ({"old": "not this one", "new": NEW}, "is wrong"),
        ({"old": PASSWORD, "new": PASSWORD}, "the one before"),
        ({"old": PASSWORD, "new": "short"}, "at least 10"),
    ):
        answer = eve.put("/api/session/password", json=wrong)
        assert answer.status_code == 422
        assert why in answer.json()["message"]
    thief = copied(served, eve)
    answer = eve.put("/api/session/password", json={"old": PASSWORD, "new": NEW})
    assert (answer.status_code, answer.json()["owes"]) == (200, "")
    assert eve.get("/api/tables").status_code == 200
    assert not goes_on(thief)
    served.client_of("ada").patch("/api/accounts/eve", json={"password": PASSWORD})
    assert browser(served, "eve").get("/api/session").json()["owes"] == "password"


def test_nobody_signs_in_at_a_device_with_a_first_password(served: Floor) -> None:
    served.server.accounts.set_password("dora", PASSWORD, "ada")
    keypad = served.client_of(f"keypad@{OWN}")
    body = {"name": "dora", "password": PASSWORD}
    answer = keypad.post(f"/api/devices/keypad@{OWN}/person", json=body)
    assert answer.status_code == 403


# The second factor


class Factor:
    """A person's authenticator, whose clock a test moves on."""

    def __init__(self, served: Floor, client: TestClient, monkeypatch: Any) -> None:
        self._now = time.time()
        monkeypatch.setattr(served.server.second_factors, "_clock", lambda: self._now)
        offer = client.post("/api/session/second-factor", json={"password": PASSWORD}).json()
        assert offer["address"].startswith("otpauth://totp/upcard:")
        self._totp = pyotp.TOTP(offer["secret"])
        body = {"ticket": offer["ticket"], "code": self.code()}
        answer = client.put("/api/session/second-factor", json=body)
        assert answer.status_code == 200, answer.text
        self.recovery = answer.json()["codes"]

    def code(self) -> str:
        return self._totp.at(int(self._now))

    def next(self) -> str:
        """The code after the last one."""
        self._now += STEP_SECONDS
        return self.code()


def sign_in(served: Floor, name: str, code: str) -> int:
    body = {"name": name, "password": PASSWORD, "code": code}
    status: int = served.anybody.post("/api/session", json=body).status_code
    return status


def test_a_manager_enrols_before_anything_else(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = browser(served, "max")
    assert manager.get("/api/session").json()["owes"] == "second factor"
    assert manager.get("/api/submissions").status_code == 403
    wrong = manager.post("/api/session/second-factor", json={"password": "not this one"})
    assert wrong.status_code == 422
    factor = Factor(served, manager, monkeypatch)
    assert manager.get("/api/submissions").status_code == 200
    assert len(set(factor.recovery)) == 10
    journal = served.server.floor.journal
    records = b"".join(bytes(record.body) for record in journal.records("audit"))
    state = journal.shared("accounts") or b""
    for secret in (factor._totp.secret, *factor.recovery):
        assert secret.encode() not in records + state
    assert verify(journal, rules_of).verified


def test_a_code_is_needed_once_enrolled_and_taken_once(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RFC 6238, section 5.2: a code must not be accepted a second time."""
    factor = Factor(served, browser(served, "max"), monkeypatch)
    assert sign_in(served, "max", "") == 401
    assert sign_in(served, "max", factor.code()) == 401, "it enrolled with this one"
    code = factor.next()
    assert sign_in(served, "max", code) == 200
    assert sign_in(served, "max", code) == 401
    assert ("", "code refused", "max") in served.audit()
    assert sign_in(served, "max", factor.recovery[3].upper()) == 200
    assert sign_in(served, "max", factor.recovery[3]) == 401
    assert sign_in(served, "max", factor.recovery[4]) == 200


def test_codes_cannot_be_guessed(served: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    factor = Factor(served, browser(served, "max"), monkeypatch)
    monkeypatch.setattr(served.anybody.app.state.limits.sign_ins, "_attempts", 1000)  # type: ignore[attr-defined] # FastAPI's
    for _ in range(10):
        assert sign_in(served, "max", "000000") == 401
    assert sign_in(served, "max", factor.next()) == 401, "ten minutes have to pass"


def test_a_code_is_asked_for_at_a_device_too(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    factor = Factor(served, browser(served, "dora"), monkeypatch)
    keypad, path = served.client_of(f"keypad@{OWN}"), f"/api/devices/keypad@{OWN}/person"
    body = {"name": "dora", "password": PASSWORD}
    assert keypad.post(path, json=body).status_code == 401
    assert keypad.post(path, json={**body, "code": factor.next()}).status_code == 200


def test_a_second_factor_is_removed_with_a_code_or_by_an_administrator(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = browser(served, "bob")
    factor = Factor(served, bob, monkeypatch)
    body = {"password": PASSWORD, "code": "000000"}
    path = "/api/session/second-factor/removal"
    assert bob.post(path, json=body).status_code == 401
    assert bob.post(path, json={**body, "code": factor.next()}).status_code == 204
    bob = browser(served, "bob")
    Factor(served, bob, monkeypatch)
    reset = served.client_of("ada").patch("/api/accounts/bob", json={"second_factor": False})
    assert reset.status_code == 204
    assert not goes_on(bob)
    assert sign_in(served, "bob", "") == 200


def test_a_factor_survives_a_rotated_installation_key() -> None:
    from upcard.host.seals.installation import Installation  # noqa: PLC0415
    from upcard.service.access.second_factors import SecondFactors  # noqa: PLC0415

    old, new = bytes(32), bytes([1]) * 32
    with floor() as served:
        accounts = served.server.accounts
        before = SecondFactors(accounts, Installation(old))
        offer = before.offer("ann")
        totp = pyotp.TOTP(offer.secret)
        before.enrol("ann", offer.ticket, totp.at(int(time.time())))
        later = time.time() + STEP_SECONDS
        after = SecondFactors(accounts, Installation(new, old), lambda: later)
        after.require(accounts.directory.accounts["ann"], totp.at(int(later)), "here")

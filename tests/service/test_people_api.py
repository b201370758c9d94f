"""Signing in, CSRF, limits, tokens, headers, and what the audit has of it."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from service.floors import OTHER, OWN, PASSWORD, Floor, floor
from upcard.service.access.principal import NotSignedIn, Principal, Role
from upcard.service.access.rates import TooMany
from upcard.service.api import limits
from upcard.service.api.access import COOKIE, CSRF
from upcard.service.api.limits import SIGN_INS
from upcard.service.api.middleware import MAX_BYTES
from upcard.service.api.sessions import sign_in_by_password
from upcard.service.computing.budgets import OF_STAFF


@pytest.fixture
def served() -> Iterator[Floor]:
    with floor() as one:
        yield one


def test_a_session_is_a_cookie_that_no_script_reads_and_no_other_site_sends(served: Floor) -> None:
    body = {"name": "ann", "password": PASSWORD}
    answer = served.anybody.post("/api/session", json=body)
    cookie = answer.headers["set-cookie"]
    assert all(word in cookie for word in (COOKIE, "HttpOnly", "SameSite=strict", "Max-Age=43200"))
    assert "Secure" not in cookie
    assert served.anybody.get("/api/session").json() == answer.json()
    headers = {CSRF: answer.json()["csrf"]}
    assert served.anybody.delete("/api/session", headers=headers).status_code == 204
    assert served.anybody.get("/api/session").status_code == 401


def test_behind_a_proxy_cookies_are_for_https_alone() -> None:
    with floor(secure_cookies=True) as served:
        body = {"name": "ann", "password": PASSWORD}
        assert "Secure" in served.anybody.post("/api/session", json=body).headers["set-cookie"]


def test_every_sign_in_and_refusal_is_in_the_audit(served: Floor) -> None:
    served.anybody.post("/api/session", json={"name": "ann", "password": "wrong"})
    served.anybody.post("/api/session", json={"name": "<b>", "password": "wrong"})
    served.client_of("ann").post(
        f"/api/tables/{OWN}/commands", json={"type": "Stand", "position": 1}
    )
    served.client_of("ann").get("/api/audit")
    served.client_of("ann").get("/api/tables/<b>/jackpots")
    served.client_of("dan").post(f"/api/tables/{OWN}/steps", json={"step": "CloseBets"})
    served.anybody.get("/api/tables", headers={"Authorization": "Bearer wrong"})
    unspoken = {CSRF: "wrong"}
    served.client_of("ann").post("/api/submissions", json={"text": ""}, headers=unspoken)
    noted = served.audit()[len(served.tokens) + 14 :]
    assert noted == [
        ("", "sign-in refused", "ann"),
        ("", "sign-in refused", "an unknown name"),
        ("ann", "signed in", "ann"),
        ("ann", "refused", f"Stand at {OWN}"),
        ("ann", "refused", "see the audit"),
        ("ann", "refused", "see the jackpots of a table"),
        ("dan", "signed in", "dan"),
        ("dan", "refused", f"CloseBets at {OWN}"),
        ("", "token refused", "a device"),
        ("ann", "refused", "without its CSRF token"),
        ("rex", "signed in", "rex"),
    ]


def test_what_changes_something_repeats_the_token_of_its_session(served: Floor) -> None:
    ann = served.client_of("ann")
    body = {"type": "SeatPlayer", "position": 1}
    for wrong in ("", "x", served.client_of("bob").headers[CSRF]):
        answer = ann.post(f"/api/tables/{OWN}/commands", json=body, headers={CSRF: wrong})
        assert (answer.status_code, CSRF in answer.json()["message"]) == (403, True)
    assert ann.post(f"/api/tables/{OWN}/commands", json=body).status_code == 200
    assert ann.get("/api/tables", headers={CSRF: "wrong"}).status_code == 200


def test_a_device_needs_no_csrf_token_and_has_no_session(served: Floor) -> None:
    keypad = served.client_of(f"keypad@{OWN}")
    body = {"type": "SeatPlayer", "position": 1, "player": "walk-in"}
    assert keypad.post(f"/api/tables/{OWN}/commands", json=body).status_code == 200
    assert keypad.get("/api/session").status_code == 401


def test_a_cookie_counts_for_nothing_beside_a_wrong_token(served: Floor) -> None:
    ann = served.client_of("ann")
    wrong = {"Authorization": "Bearer wrong"}
    assert ann.get("/api/tables", headers=wrong).status_code == 401
    body = {"type": "SeatPlayer", "position": 1}
    for scheme in ("Basic x", "Bearer", ""):
        headers = {"Authorization": scheme, CSRF: ""}
        answer = ann.post(f"/api/tables/{OWN}/commands", json=body, headers=headers)
        assert answer.status_code in (401, 403)


def test_passwords_are_tried_so_often_and_no_more(served: Floor) -> None:
    body = {"name": "ann", "password": "wrong"}
    tries, _ = limits.SIGN_INS
    found = [served.anybody.post("/api/session", json=body).status_code for _ in range(tries + 1)]
    assert found == [401] * tries + [429]
    right = {"name": "ann", "password": PASSWORD}
    assert served.anybody.post("/api/session", json=right).status_code == 429
    other = {"name": "bob", "password": PASSWORD}
    assert served.anybody.post("/api/session", json=other).status_code == 200


def test_wrong_passwords_elsewhere_do_not_keep_the_owner_out(served: Floor) -> None:
    for _ in range(SIGN_INS[0] + 1):
        served.anybody.post("/api/session", json={"name": "ann", "password": "wrong"})
    scope = {"type": "http", "app": served.anybody.app, "headers": [], "client": ("far", 1)}
    assert sign_in_by_password(HTTPConnection(scope), "ann", PASSWORD).name == "ann"


def test_a_name_without_end_is_remembered_by_its_beginning(served: Floor) -> None:
    """The sign-in page, unlike the API, takes what its form was given."""
    scope = {"type": "http", "app": served.anybody.app, "headers": [], "client": ("far", 1)}
    stranger = HTTPConnection(scope)
    for number in range(SIGN_INS[0]):
        with pytest.raises(NotSignedIn):
            sign_in_by_password(stranger, "x" * 100 + str(number), "no password")
    with pytest.raises(TooMany):
        sign_in_by_password(stranger, "x" * 1000, "no password")


def test_who_asks_too_often_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REQUESTS", (5, 60.0))
    with floor() as served:
        found = [served.client_of("ann").get("/api/tables").status_code for _ in range(6)]
        assert found == [200] * 5 + [429]
        assert served.client_of("bob").get("/api/tables").status_code == 200


@pytest.mark.parametrize("body", [b" " * (MAX_BYTES + 1), iter([b"{}"])])
def test_a_stranger_sends_no_endless_body(served: Floor, body: Any) -> None:
    answer = served.anybody.post("/api/session", content=body)
    assert answer.status_code == 413
    assert f"{MAX_BYTES:,}" in answer.json()["message"]


def test_what_takes_long_is_done_for_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COSTLY", 0)
    with floor() as served:
        for path in (f"/api/tables/{OWN}/rounds", "/api/journal/export"):
            assert served.client_of("rex").get(path).status_code == 429
        assert served.client_of("rex").get("/api/tables").status_code == 200


def test_what_takes_long_is_within_a_persons_budget(served: Floor) -> None:
    """Rounds, replays, checks of shuffles and exports share it with odds and verification."""
    rex, sue = Principal("rex", Role.REGULATOR), Principal("sue", Role.SURVEILLANCE)
    spent = served.server.computations.budgets
    spent.spend(rex, OF_STAFF)
    rounds = f"/api/tables/{OWN}/rounds"
    for path in (rounds, "/api/journal/export", f"{rounds}/1/shuffles", f"{rounds}/1/replay"):
        answer = served.client_of("rex").get(path)
        assert answer.status_code == 429
        assert "seconds of computing that a regulator has" in answer.json()["message"]
        assert served.client_of("sue").get(path).status_code != 429
    assert spent.left(sue) < OF_STAFF, "what took her time was counted"


def test_accounts_and_devices_are_kept_by_the_administrator(served: Floor) -> None:
    ada = served.client_of("ada")
    new = {"name": "eve", "role": "dealer", "password": PASSWORD, "tables": [OTHER]}
    assert ada.post("/api/accounts", json=new).json()["tables"] == [OTHER]
    sign_in = {"name": "eve", "password": PASSWORD}
    eve = served.anybody.post("/api/session", json=sign_in)
    assert eve.json()["tables"] == [OTHER]
    cookie = {"Cookie": f"{COOKIE}={eve.cookies[COOKIE]}"}
    assert served.anybody.get("/api/session", headers=cookie).status_code == 200
    changed = {"password": "another horse", "tables": [OWN]}
    assert ada.patch("/api/accounts/eve", json=changed).status_code == 204
    served.anybody.cookies.clear()
    assert served.anybody.get("/api/session", headers=cookie).status_code == 401
    assert served.anybody.post("/api/session", json=sign_in).status_code == 401
    assert ada.patch("/api/accounts/eve", json={"closed": True}).status_code == 204
    everybody = {account["name"]: account for account in ada.get("/api/accounts").json()}
    assert (everybody["eve"]["closed"], everybody["eve"]["tables"]) == (True, [OWN])
    assert not any("password" in person for person in everybody.values())


def test_the_token_of_a_device_is_shown_once(served: Floor) -> None:
    ada = served.client_of("ada")
    new = {"name": "new sign", "purpose": "sign", "table": OWN}
    token = ada.post("/api/devices", json=new).json()["token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert served.anybody.get("/api/meters", headers=headers).status_code == 200
    assert token not in ada.get("/api/devices").text
    assert ada.delete("/api/devices/new sign").status_code == 204
    assert served.anybody.get("/api/meters", headers=headers).status_code == 401


def test_what_the_browser_may_do_with_an_answer(served: Floor) -> None:
    for path in ("/api/tables", "/api/none", "/metrics", "/openapi.json"):
        headers = served.client_of("ann").get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "same-origin"
        assert (headers.get("Cache-Control") == "no-store") == path.startswith("/api/")
    page = served.anybody.get("/sign-in").headers["Content-Security-Policy"]
    assert "default-src 'self'" in page
    assert "http" not in page
    assert "ws:" not in page


def test_a_path_that_there_is_not_is_answered_as_the_api_answers(served: Floor) -> None:
    for path in ("/api/none", "/api/tables/x/y/z", "/api/"):
        answer = served.anybody.get(path)
        assert answer.status_code == 404
        assert answer.json() == {"message": "The API has no such path.", "section": None}


def test_a_demonstration_answers_under_no_name_but_its_own() -> None:
    with floor(demonstration=True) as served:
        for host, status in (("127.0.0.1:8080", 200), ("localhost", 200), ("evil.example", 400)):
            assert served.anybody.get("/healthz", headers={"Host": host}).status_code == status

"""What an attack found: types that pass for others, unknown names, a write that failed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from starlette.websockets import WebSocketDisconnect

from service.floors import HASHER, OWN, PASSWORD, Floor, floor, journal
from upcard.host.records.checkpoints import signed_checkpoint, write_checkpoint
from upcard.journal.copies.backups import back_up
from upcard.journal.writing.commit_observers import GroupCommit
from upcard.service import last_write
from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import Principal, Role
from upcard.service.last_write import LastWrite


@pytest.fixture(scope="module")
def served() -> Iterator[Floor]:
    with floor() as one:
        yield one


@pytest.mark.parametrize(
    "said",
    [
        {"type": "SeatPlayer", "position": True},
        {"type": "SeatPlayer", "position": "1"},
        {"type": "SeatPlayer", "position": 1.0},
        {"type": "PlaceWager", "position": True, "wager": "blackjack", "amount": "15.00"},
        {"type": "PlaceWager", "position": 1, "wager": "blackjack", "amount": "٣٠"},
        {"type": "PlaceWager", "position": 1, "wager": "blackjack", "amount": 30},
    ],
)
def test_a_command_takes_no_type_for_another(served: Floor, said: dict[str, Any]) -> None:
    path = f"/api/tables/{OWN}/commands"
    assert served.client_of("ann").post(path, json=said).status_code == 422


@pytest.mark.parametrize("number", ["٣", "1_0", "+1", " 1", "1.0", "true", ""])
def test_a_number_in_a_query_is_written_in_digits(served: Floor, number: str) -> None:
    for path in (f"tables/{OWN}/events", f"tables/{OWN}/rounds", "audit"):
        answer = served.client_of("sue").get(f"/api/{path}", params={"after": number})
        assert answer.status_code == 422, path
    assert served.client_of("sue").get("/api/audit", params={"after": "1"}).status_code == 200


def test_a_date_is_written_as_a_date(served: Floor) -> None:
    """A number would be a moment since the epoch."""
    path = f"/api/submissions/{OWN}/1/approval"
    for day in (0, "0", "20240701", True):
        assert served.client_of("max").post(path, json={"on": day}).status_code == 422
        params = {"as_of": str(day)}
        answer = served.client_of("ann").get("/api/odds/perfect-pairs", params=params)
        assert answer.status_code == 422


@pytest.mark.parametrize("body", [{"closed": 1}, {"closed": "yes"}])
def test_a_switch_is_true_or_false(served: Floor, body: dict[str, Any]) -> None:
    assert served.client_of("ada").patch("/api/accounts/ann", json=body).status_code == 422
    path = f"/api/tables/{OWN}/automation"
    assert served.client_of("fay").put(path, json={"attended": "on"}).status_code == 422


@pytest.mark.parametrize("body", [{}, {"tables": []}, {"password": PASSWORD}, {"closed": True}])
def test_an_unknown_account_is_not_found(served: Floor, body: dict[str, Any]) -> None:
    answer = served.client_of("ada").patch("/api/accounts/no-one", json=body)
    assert (answer.status_code, answer.json()["message"]) == (404, "There is no account no-one.")
    assert served.client_of("ada").delete("/api/devices/none").status_code == 404


def test_a_server_is_not_ready_after_a_failed_write_and_is_again_after_the_next(
    served: Floor,
) -> None:
    writes = served.server._last_write
    writes.committed(GroupCommit(0, 0.0, (), (), failed=True))
    answer = served.anybody.get("/readyz")
    assert answer.status_code == 503
    assert "did not take what was written last" in answer.text
    served.send("ann", OWN, "SeatPlayer", position=2)
    assert served.anybody.get("/readyz").status_code == 200


def test_a_server_to_which_nothing_is_sent_is_ready_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("upcard.service.last_write.time.monotonic", lambda: now)
    writes = LastWrite()
    writes.committed(GroupCommit(0, 0.0, (), (), failed=True))
    assert writes.failed
    now += last_write.FAILED_SECONDS
    assert not writes.failed


def test_checkpoints_and_manifests_are_their_owners_alone(tmp_path: Path) -> None:
    key = Ed25519PrivateKey.generate()
    with journal(str(tmp_path / "floor.journal")) as opened:
        Accounts(opened, HASHER).open("ann", Role.PLAYER, PASSWORD, "ada")
        path = tmp_path / "floor.journal.checkpoint"
        for _ in range(2):
            write_checkpoint(path, signed_checkpoint(opened, key))
        back_up(opened, tmp_path / "backup", key)
    files = [path, *(tmp_path / "backup").iterdir()]
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def test_files_of_a_journal_are_their_owners_alone(tmp_path: Path) -> None:
    with journal(str(tmp_path / "floor.journal")) as opened:
        Accounts(opened, HASHER).open("ann", Role.PLAYER, PASSWORD, "ada")
        modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert set(modes) >= {"floor.journal", "floor.journal.lock", "floor.journal-wal"}
    assert set(modes.values()) == {0o600}, modes


@pytest.mark.parametrize(
    "name", ["a/b", "..", ".", "an\u0301n", "\uff21nn", "Ann", "KEYPAD@bj-02", " ann", "ann\u200b"]
)
def test_a_name_has_an_address_and_looks_like_no_other(served: Floor, name: str) -> None:
    """Keys of senders are `name/table/key`, and the audit tells people by their names alone."""
    ada = served.client_of("ada")
    account = {"name": name, "role": "player", "password": "correct horse"}
    assert ada.post("/api/accounts", json=account).status_code == 422
    device = {"name": name, "purpose": "sign", "table": OWN}
    assert ada.post("/api/devices", json=device).status_code == 422


@pytest.mark.parametrize("length", ["abc", "-1", "²", "1e3", "9" * 5_000])
def test_a_length_is_a_number(served: Floor, length: str) -> None:
    headers = {b"Content-Length": length.encode()}
    answer = served.anybody.post("/api/session", content=b"{}", headers=headers)
    assert answer.status_code == 413


@pytest.mark.parametrize("secure", [False, True])
def test_a_browser_that_came_by_tls_comes_by_tls_again(secure: bool) -> None:
    with floor(secure_cookies=secure) as house:
        answer = house.anybody.get("/healthz")
        assert ("Strict-Transport-Security" in answer.headers) is secure


def test_reading_history_counts_and_ends_with_the_budget(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks for events or frames from the beginning, on and on, is told to wait."""
    computations, ann = served.server.computations, Principal("ann", Role.PLAYER)
    before, path = computations.budgets.left(ann), f"/api/tables/{OWN}/events"
    assert served.client_of("ann").get(path, params={"limit": 1000}).status_code == 200
    assert computations.budgets.left(ann) < before
    computations.budgets.spend(ann, before)
    try:
        assert served.client_of("ann").get(path).status_code == 429
        monkeypatch.setattr(served.server.recent_events, "cached_events", lambda *_: None)
        feed = served.client_of("ann").websocket_connect(f"/api/tables/{OWN}/feed?after=0")
        with feed as socket, pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 1013
        assert served.client_of("ann").get(f"/api/tables/{OWN}").status_code == 200
    finally:
        computations.budgets._seconds_used.clear()

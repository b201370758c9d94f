"""The floor as a whole: submissions, parameters, the journal, odds, health, metrics, logs."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from host.live import PLAIN
from service.floors import OTHER, OWN, PASSWORD, Floor, floor
from upcard.host.verification.verify import verify
from upcard.journal.copies.exporting import import_journal
from upcard.journal.opening import open_journal
from upcard.rules.digest import rules_digest
from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import Role
from upcard.service.process import JsonFormatter, log_to_stderr
from upcard.submission.compiling.text import rules_of

HIGHER = PLAIN.replace("positions = 3", "positions = 3\nminimum = 25")
LINKED = """
[table]
name = "BJ-02"
game = "blackjack"
decks = 6

[wagers.hit-and-run]
seed = 1000
reseed = 1000
increment = "10%"
link = "FLOOR"
"""


@pytest.fixture
def served() -> Iterator[Floor]:
    with floor() as one:
        yield one


def filed(served: Floor, text: str) -> dict[str, Any]:
    answer = served.client_of("max").post("/api/submissions", json={"text": text})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def minimum(served: Floor) -> tuple[str, int]:
    tables = {table["table"]: table for table in served.client_of("max").get("/api/tables").json()}
    return tables[OTHER]["minimum"], tables[OTHER]["version"]


def test_a_submission_is_checked_filed_approved_and_put_in_force(served: Floor) -> None:
    manager = served.client_of("max")
    wrong = HIGHER.replace("positions = 3", "positions = 99")
    checked = manager.post("/api/submissions/check", json={"text": wrong}).json()
    assert not checked["complies"]
    assert checked["findings"][0]["field"] == "table.positions"
    assert manager.post("/api/submissions", json={"text": wrong}).status_code == 422
    assert manager.post("/api/submissions/check", json={"text": HIGHER}).json()["complies"]
    entry = filed(served, HIGHER)
    assert (entry["table"], entry["version"], entry["status"]) == (OTHER, 2, "filed")
    place = f"/api/submissions/{OTHER}/2"
    refused = manager.post(f"{place}/force")
    assert (refused.status_code, refused.json()["section"]) == (409, "58 Pa. Code § 601a.2")
    assert (
        manager.post(f"{place}/approval", json={"on": "2024-08-01"}).json()["status"] == "approved"
    )
    assert minimum(served) == ("15.00", 1)
    assert manager.post(f"{place}/force").status_code == 204
    assert minimum(served) == ("25.00", 2)
    statuses = {
        (submission["table"], submission["version"]): submission["status"]
        for submission in served.client_of("sue").get("/api/submissions").json()
    }
    assert statuses == {(OWN, 1): "in force", (OTHER, 1): "superseded", (OTHER, 2): "in force"}
    assert verify(served.server.floor.journal, rules_of).verified


def test_a_submission_waits_for_the_end_of_the_round(served: Floor) -> None:
    filed(served, HIGHER)
    place = f"/api/submissions/{OTHER}/2"
    served.client_of("max").post(f"{place}/approval", json={"on": "2024-08-01"})
    served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
    refused = served.client_of("max").post(f"{place}/force")
    assert (refused.status_code, "middle of a round" in refused.json()["message"]) == (422, True)
    assert minimum(served) == ("15.00", 1)
    served.send("dan", OTHER, "CloseBets")
    assert served.client_of("max").post(f"{place}/force").status_code == 422


def test_a_submission_takes_force_when_the_round_ends(served: Floor) -> None:
    filed(served, HIGHER)
    place = f"/api/submissions/{OTHER}/2"
    manager = served.client_of("max")
    manager.post(f"{place}/approval", json={"on": "2024-08-01"})
    placed = {"position": 1, "wager": "blackjack"}
    served.send("ann", OTHER, "PlaceWager", **placed, amount="15.00")
    assert manager.post(f"{place}/force?after_round=true").status_code == 204
    entries = manager.get("/api/submissions").json()
    waiting = [entry for entry in entries if entry["status"] == "scheduled"]
    assert [(version["version"], version["scheduled_by"]) for version in waiting] == [(2, "max")]
    assert minimum(served) == ("15.00", 1)
    assert manager.delete(f"{place}/force").status_code == 204
    assert manager.delete(f"{place}/force").status_code == 422
    assert manager.post(f"{place}/force?after_round=true").status_code == 204
    play_out(served)
    assert minimum(served) == ("25.00", 2)
    assert verify(served.server.floor.journal, rules_of).verified


def play_out(served: Floor) -> None:
    """End the round at the other table, where Ann has wagered; the table looks what waits."""
    served.send("dan", OTHER, "CloseBets")
    answers = ("DeclineInsurance", "Stand", "CloseInsurance")
    for command in answers * 3:  # whatever is asked; a step that is due is taken by the table
        said = {"type": command, "position": 1}
        said = {"type": command} if command == "CloseInsurance" else said
        who = "dan" if command == "CloseInsurance" else "ann"
        served.client_of(who).post(f"/api/tables/{OTHER}/commands", json=said)
        served.client_of("dan").post(f"/api/tables/{OTHER}/steps", json={"step": "ClearTable"})
    served.server.floor.leases.beat()


@pytest.mark.parametrize(
    ("lose", "why"),
    [
        (lambda accounts: accounts.set_role("max", Role.DEALER, "ada"), "may not put"),
        (lambda accounts: accounts.close("max", "ada"), "max has no account any more."),
    ],
    ids=["another role", "closed"],
)
def test_who_may_no_longer_put_a_version_in_force_has_none_waiting(
    served: Floor, lose: Callable[[Accounts], None], why: str
) -> None:
    filed(served, HIGHER)
    place = f"/api/submissions/{OTHER}/2"
    served.client_of("max").post(f"{place}/approval", json={"on": "2024-08-01"})
    served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
    assert served.client_of("max").post(f"{place}/force?after_round=true").status_code == 204
    lose(served.server.accounts)
    play_out(served)
    first, second = served.server.floor.register.entries[OTHER]
    assert (first.status, second.status) == ("in force", "approved")
    assert why in served.client_of("sue").get("/api/audit").text


def test_what_may_not_feed_its_meter_leaves_the_table_as_it_was() -> None:
    """A table whose parameters differ from the link's may not join it (§ 605a.8)."""
    other = LINKED.replace('"BJ-02"', '"BJ-03"')
    with floor("memory:", LINKED, other) as served:
        changed = LINKED.replace('"10%"', '"12.5%"')
        entry = filed(served, changed)
        place = f"/api/submissions/BJ-02/{entry['version']}"
        served.client_of("max").post(f"{place}/approval", json={"on": "2024-08-01"})
        refused = served.client_of("max").post(f"{place}/force")
        assert refused.status_code == 409, refused.text
        assert served.server.floor.register.running("BJ-02").version == 1  # type: ignore[union-attr] # it runs one
        served.send("ann", "BJ-02", "PlaceWager", position=1, wager="blackjack", amount="15.00")
        answer = served.client_of("max").post("/api/parameters", json={"text": changed})
        assert answer.status_code == 204, answer.text
        assert verify(served.server.floor.journal, rules_of).verified


def test_parameters_need_a_meter(served: Floor) -> None:
    answer = served.client_of("max").post("/api/parameters", json={"text": PLAIN})
    assert answer.status_code == 422


def test_the_journal_is_exported_signed_and_verified(served: Floor, tmp_path: Path) -> None:
    served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
    verdict = served.client_of("rex").post("/api/journal/verification").json()
    assert (verdict["verified"], verdict["first_difference"]) == (True, None)
    answer = served.client_of("rex").get("/api/journal/export")
    assert answer.headers["content-disposition"].startswith("attachment")
    journal = open_journal(str(tmp_path / "copy.journal"), rules=rules_digest())
    import_journal(journal, io.BytesIO(answer.content))
    assert journal.versions().keys() <= served.server.floor.journal.versions().keys()
    assert verify(journal, rules_of).events >= verdict["events"]
    journal.close()
    assert PASSWORD.encode() not in answer.content


def test_exact_odds_over_http(served: Floor) -> None:
    query: dict[str, str | int] = {"paytable": "A", "decks": 6}
    document = served.client_of("ann").get("/api/odds/perfect-pairs", params=query).json()
    assert document["schema"] == "upcard/odds/1"
    (record,) = document["records"]
    assert {outcome["outcome"]: outcome["combinations"] for outcome in record["outcomes"]}[
        "perfect-pair"
    ] == 780
    for path, status in (
        ("no-wager", 404),
        ("perfect-pairs?decks=9", 422),
        ("perfect-pairs?paytable=Z", 404),
        ("perfect-pairs?meter=x", 422),
        ("perfect-pairs?as_of=yesterday", 422),
    ):
        assert served.client_of("ann").get(f"/api/odds/{path}").status_code == status, path


def test_health_readiness_and_metrics(served: Floor) -> None:
    served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
    assert served.anybody.get("/healthz").text == "ok\n"
    assert served.anybody.get("/readyz").status_code == 200
    served.anybody.request("BREW", "/api/tables")
    text = served.anybody.get("/metrics").text
    route = 'method="POST",route="/api/tables/{table}/commands",status="200"'
    assert f"upcard_requests_total{{{route}}} 1.0" in text
    assert "BREW" not in text
    assert f'upcard_rounds{{table="{OWN}"}} 0.0' in text
    assert 'upcard_meter_dollars{meter="' in text
    assert "ann" not in text
    served.server._tasks[0].get_loop().call_soon_threadsafe(served.server._tasks[0].cancel)
    for _ in range(100):
        if served.anybody.get("/readyz").status_code == 503:
            break
    assert served.anybody.get("/readyz").status_code == 503


def test_a_house_is_not_ready_before_it_starts_and_after_it_stops() -> None:
    with floor() as served:
        server = served.server
    assert not server.ready


def test_logs_are_lines_of_json_without_what_was_asked(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr(logging.INFO)
    try:
        with floor() as served:
            served.client_of("ann").get("/api/tables?secret=hunter2")
            served.anybody.post("/api/session", json={"name": "ann", "password": "hunter22222"})
            logging.getLogger("upcard.service").warning("Something that %s.", "happened")
    finally:
        logging.getLogger().handlers.clear()
    lines = capsys.readouterr().err.splitlines()
    said = [json.loads(line) for line in lines]
    assert "Something that happened." in [line["message"] for line in said]
    assert all(set(line) >= {"at", "level", "logger", "message"} for line in said)
    assert "hunter2" not in "\n".join(lines)
    assert not any(token in "\n".join(lines) for token in served.tokens.values())


def test_an_exception_stays_in_one_line_of_log() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord(
            "x", logging.ERROR, "", 0, "failed", None, __import__("sys").exc_info()
        )
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert "two\nlines" in json.loads(line)["exception"]

"""Long reads of the journal end when the client goes away, and run apart where they can."""

import io
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.floors import OWN, PASSWORD, Floor, floor, journal, new_server, settle_in
from service.served import TIMEOUT, serving
from upcard.client import Client
from upcard.engine.play import due, question
from upcard.host.verification.verify import verify
from upcard.journal.committed import PAGE
from upcard.journal.copies.exporting import read_export
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.journal.port import Link
from upcard.journal.reading import ReadingJournal
from upcard.rules.digest import rules_digest
from upcard.service.access.principal import Principal, Role
from upcard.service.api import computing as computing_api
from upcard.service.computing.budgets import OF_STAFF
from upcard.service.journal_address import JournalAddress
from upcard.submission.compiling.text import rules_of

READS = {
    "GET /api/journal/export": "rex",
    "POST /api/journal/verification": "rex",
    f"GET /api/tables/{OWN}/rounds": "fay",
    f"GET /api/tables/{OWN}/rounds/1/replay": "fay",
    f"GET /api/tables/{OWN}/rounds/1/shuffles": "bob",
}


class Endless:
    """Journals whose streams do not end for whoever reads them at length."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.read, self.over = threading.Event(), threading.Event()
        links, page = Journal.links, ReadingJournal._page

        def endless(journal: Journal, stream: str, after: int = 0) -> Iterator[Link]:
            self._go_round(journal, stream)
            yield from links(journal, stream, after)

        def all_links(journal: Journal, _: Any = None) -> Iterator[Link]:
            self._go_round(journal, f"table/{OWN}")
            yield from ()

        self._page = page
        monkeypatch.setattr(Journal, "links", endless)
        monkeypatch.setattr(Journal, "all_links", all_links)

    def _go_round(self, journal: Journal, stream: str) -> None:
        if not isinstance(journal, ReadingJournal):
            return
        self.read.set()
        try:
            while True:
                self._page(journal, stream, 0, PAGE)
        finally:
            self.over.set()


@pytest.fixture(scope="module")
def place() -> Iterator[str]:
    with journal() as opened:
        server = new_server(opened)
        settle_in(server)
        with serving(server) as url:
            yield url


@pytest.mark.parametrize("route", READS)
def test_a_client_that_goes_away_ends_what_is_read_for_it(
    place: str, route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    method, path = route.split()
    with Client.sign_in(place, READS[route], PASSWORD, timeout=TIMEOUT) as person:
        cookie = "; ".join(f"{name}={value}" for name, value in person._http.cookies.items())
        csrf = person._http.headers.get("X-CSRF-Token", "")
        endless = Endless(monkeypatch)
        with socket.create_connection(("127.0.0.1", int(place.rpartition(":")[2]))) as asking:
            asking.sendall(
                f"{method} {path} HTTP/1.1\r\nHost: h\r\nCookie: {cookie}\r\n"
                f"X-CSRF-Token: {csrf}\r\n\r\n".encode()
            )
            assert endless.read.wait(TIMEOUT), "it is read"
            assert person.tables(), "the tables are served meanwhile"
            assert not endless.over.is_set()
        assert endless.over.wait(TIMEOUT), "nobody reads any more"


@pytest.fixture(scope="module")
def played() -> Iterator[Floor]:
    with floor() as served:
        yield served


def test_rounds_begin_after_a_number_wherever_the_index_has_a_mark(
    played: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.service.history.replays.EVERY", 2)
    for _ in range(5):
        played.send("ann", OWN, "PlaceWager", position=1, wager="blackjack", amount="15.00")
        played.send("dora", OWN, "CloseBets")
        while played.server.floor.state(OWN).has_wagers:
            step(played)
    fay, ann, bob = (played.client_of(name) for name in ("fay", "ann", "bob"))
    path = f"/api/tables/{OWN}/rounds"
    whole = fay.get(path).json()
    assert [record["round"] for record in whole] == [1, 2, 3, 4, 5]
    for after in range(6):
        rest = fay.get(path, params={"after": after}).json()
        assert rest == whole[after:]
        assert [summary["round"] for summary in ann.get(path, params={"after": after}).json()] == [
            summary["round"] for summary in rest
        ]
    assert bob.get(path).json() == []
    assert fay.get(path, params={"after": 1, "limit": 2}).json() == whole[1:3]
    for chosen, back in (({}, [5, 4, 3, 2, 1]), ({"limit": 2}, [5, 4]), ({"after": 3}, [5, 4])):
        newest = ann.get(path, params={"latest": True, **chosen}).json()
        assert [record["round"] for record in newest] == back


def step(served: Floor) -> None:
    """Answer what ann is asked, or take the step that is due."""
    host = served.server.floor.host(OWN)
    asked, step_due = question(host.state), due(host.state)
    if asked is not None:
        host.send(asked.unanswered)
    elif step_due is not None:
        served.client_of("dora").post(
            f"/api/tables/{OWN}/steps", json={"step": step_due[1].__name__}
        )


def test_a_journal_in_a_file_is_verified_and_exported_in_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = JournalAddress(str(tmp_path / "floor.journal"))
    monkeypatch.setattr(computing_api, "LongRead", None)  # not here
    with closing(open_journal(at.address, rules=rules_digest())) as opened:
        server = new_server(opened, journal_at=at)
        settle_in(server)
        with (
            serving(server) as url,
            Client.sign_in(url, "rex", PASSWORD, timeout=TIMEOUT) as rex,
            httpx.Client(base_url=url, cookies=rex._http.cookies, timeout=TIMEOUT) as asking,
        ):
            verdict = rex.verify()
            whole = verify(opened, rules_of)
            assert (verdict["verified"], verdict["events"]) == (True, whole.events)
            exported = asking.get("/api/journal/export").content
            refused = asking.get(f"/api/tables/{OWN}/rounds/7/shuffles")
            assert server.computations.budgets.left(Principal("rex", Role.REGULATOR)) < OF_STAFF
        header, links = read_export(io.BytesIO(exported), server.signing_key.public_key())
        assert header == opened.header
        assert {link.record.stream for link in links} <= set(opened.heads())
    assert refused.json()["message"] == (
        f"Round 7 of table {OWN} took no card that the house shuffled."
    )

"""Forty clients at once on the same seat, key, jackpot or code: one wins, the sums are exact."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from threading import Barrier
from typing import Any, Final

import pyotp
import pytest

from amounts import dollars
from host.live import stacked
from service.floors import OWN, PASSWORD, Floor, floor
from service.test_jackpots_api import SUBMISSION, TABLE, step, won
from upcard.engine.core.events import Event, WagerPlaced
from upcard.engine.core.jackpot_events import JackpotPaid
from upcard.host.bodies.record_body import decode_body
from upcard.host.tables.committing import stream_of
from upcard.host.verification.verify import verify
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.service.access import second_factors
from upcard.service.access.principal import Role
from upcard.service.api import limits
from upcard.service.channel import request_threads
from upcard.submission.compiling.text import rules_of

CLIENTS: Final = 40
COMMANDS: Final = f"/api/tables/{OWN}/commands"


@pytest.fixture(autouse=True)
def _no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits that forty clients of one address do not reach."""
    for name in ("SIGN_INS", "STRANGERS"):
        monkeypatch.setattr(limits, name, (10_000, 60.0))


@pytest.fixture
def served() -> Iterator[Floor]:
    with floor() as one:
        yield one


def people(served: Floor, role: Role) -> list[str]:
    """Forty people of a role, signed in."""
    names = [f"{role} {number}" for number in range(CLIENTS)]
    for name in names:
        served.server.accounts.open(name, role, PASSWORD, "the tests")
        served.client_of(name)
    return names


def at_once(acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """The answers to requests that are all sent at the same moment."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        start.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def events_at(served: Floor, table: str, kind: type[Event]) -> list[Any]:
    """The events of a kind in a table's records; the journal verifies, so every sum is zero."""
    journal = served.server.floor.journal
    assert verify(journal, rules_of).verified
    bodies = (decode_body(record.body) for record in journal.records(stream_of(table)))
    steps = (step for body in bodies for step in body.steps)
    return [event for step in steps for event in step.events if isinstance(event, kind)]


def test_one_of_forty_players_gets_the_seat(served: Floor) -> None:
    wager = {"type": "PlaceWager", "position": 2, "wager": "blackjack", "amount": "15.00"}

    def place(name: str) -> Callable[[], int]:
        client = served.client_of(name)
        return lambda: client.post(COMMANDS, json=wager).status_code

    names = people(served, Role.PLAYER)
    answers = at_once([place(name) for name in names])
    assert Counter(answers)[200] == 1
    assert set(answers) <= {200, 403, 409}
    (placed,) = events_at(served, OWN, WagerPlaced)
    assert placed.player == names[answers.index(200)]
    assert placed.amount == dollars(15)


def test_one_of_forty_requests_with_a_key_has_an_effect(served: Floor) -> None:
    client = served.client_of("ann")
    headers = {"Idempotency-Key": "the same"}

    def place(amount: int) -> Callable[[], tuple[int, Any]]:
        wager = {"type": "PlaceWager", "position": 1, "wager": "blackjack", "amount": f"{amount}"}

        def send() -> tuple[int, Any]:
            answer = client.post(COMMANDS, json=wager, headers=headers)
            return answer.status_code, answer.json().get("seq")

        return send

    answers = Counter(at_once([place(15 + number % 2) for number in range(CLIENTS)]))
    (placed,) = events_at(served, OWN, WagerPlaced)
    assert placed.amount in (dollars(15), dollars(16))
    assert answers == {(200, served.server.floor.host(OWN).position): 20, (409, None): 20}


def test_commands_to_a_table_that_is_held_fail_in_time(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow database keeps a table for long: who waits for it is refused, and nothing changes."""
    monkeypatch.setattr(request_threads, "BEGIN_SECONDS", 0.1)
    client, host = served.client_of("ann"), served.server.floor.host(OWN)
    wager = {"type": "PlaceWager", "position": 1, "wager": "blackjack", "amount": "15.00"}
    before = host.position
    with ThreadPoolExecutor(4) as threads:
        with host.undisturbed():
            sent = [threads.submit(client.post, COMMANDS, json=wager) for _ in range(4)]
            answered, waiting = wait(sent, timeout=30)
        assert not waiting
    answers = [future.result() for future in answered]
    assert {answer.status_code for answer in answers} == {503}
    assert all("Nothing was changed" in answer.text for answer in answers)
    assert host.position == before
    assert client.post(COMMANDS, json=wager).status_code == 200


def test_one_of_forty_floorpersons_pays_a_jackpot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    with floor("memory:", SUBMISSION, bits=lambda _width: 0, two_persons_above=0) as served:
        jackpot = won(served)
        for kind in ("VerifyHand", "ConfirmLight", "ValidateJackpot"):
            assert step(served, "fay", kind) == 200
        names = [*people(served, Role.FLOORPERSON)[1:], "fay"]
        answers = at_once([partial(step, served, name, "PayJackpot") for name in names])
        assert Counter(answers)[200] == 1
        assert set(answers) <= {200, 403, 409}
        assert answers[-1] != 200, "she validated it"
        (paid,) = events_at(served, TABLE, JackpotPaid)
        assert f"{paid.amount / UNITS_PER_DOLLAR:.2f}" == jackpot["amount"]


def test_one_of_forty_browsers_signs_in_with_a_code(
    served: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    factors = served.server.second_factors
    monkeypatch.setattr(vars(factors)["_tries"], "_attempts", 1_000)
    offer = factors.offer("ann")
    totp = pyotp.TOTP(offer.secret)
    recovery = factors.enrol("ann", offer.ticket, totp.at(int(time.time())))[0]
    monkeypatch.setattr(factors, "_clock", lambda: time.time() + second_factors.STEP_SECONDS)
    for code in (totp.at(int(time.time()) + second_factors.STEP_SECONDS), recovery):
        body = {"name": "ann", "password": PASSWORD, "code": code}
        enter = partial(served.anybody.post, "/api/session", json=body)
        answers = (answer.status_code for answer in at_once([enter] * CLIENTS))
        assert Counter(answers) == {200: 1, 401: CLIENTS - 1}
    assert verify(served.server.floor.journal, rules_of).verified

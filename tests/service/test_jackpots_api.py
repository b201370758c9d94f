"""A jackpot from the wager to the slip, by the people who take its steps."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from amounts import dollars
from host.live import stacked
from service.floors import Floor, floor
from upcard.engine.core.steps import Automation
from upcard.engine.jackpots.commands import JackpotStep, PayJackpot
from upcard.host.bodies.record_body import decode_body
from upcard.host.tables.committing import stream_of
from upcard.host.verification.verify import verify
from upcard.money.amount import parse_dollars
from upcard.service.access.principal import Forbidden, Principal, Role
from upcard.service.pace import Pace
from upcard.submission.compiling.text import rules_of

TABLE = "BJ-02"
WON = dollars("25000.35")
"""What the first round wins: the seed of P20-B's mega meter, and 7% of ann's own $5."""

MAX_TRIES = 3_000
"""Hundredths of a second that the feed may take on a busy machine."""

SUBMISSION = """
[table]
name = "BJ-02"
game = "blackjack"
decks = 6
positions = 3

[wagers.jackpot-party]
paytable = "P20-B"
wager = 5
"""


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    """The first round deals a royal flush in diamonds: all of the meter (§ 633c.2(i))."""
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    settings: dict[str, Any] = {"bits": lambda _width: 0, "two_persons_above": dollars(1_000)}
    with floor("memory:", SUBMISSION, **settings) as one:
        yield one


def won(served: Floor) -> dict[str, Any]:
    """The jackpot, once ann has won it."""
    for wager, amount in (("blackjack", "15.00"), ("jackpot-party", "5.00")):
        served.send("ann", TABLE, "PlaceWager", position=1, wager=wager, amount=amount)
    served.send("dora", TABLE, "CloseBets")
    served.send("dora", TABLE, "CollectProgressiveWagers", chips=1)
    for _ in range(5):
        asked = served.client_of("ann").get(f"/api/tables/{TABLE}").json()["view"]["own"]["asked"]
        if asked is not None:
            kind = {"insurance": "DeclineInsurance"}.get(asked, "Stand")
            served.send("ann", TABLE, kind, position=1)
    return waiting(served)[0]


def meters(served: Floor) -> list[dict[str, Any]]:
    """The meters, once the feed has read what is committed."""
    stream = stream_of(TABLE)
    head = served.server.floor.journal.head(stream).position
    for _ in range(MAX_TRIES):
        if served.server.feed.positions.get(stream, 0) >= head:
            break
        time.sleep(0.01)
    found: list[dict[str, Any]] = served.client_of("ann").get("/api/meters").json()
    return found


def waiting(served: Floor) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = served.client_of("fay").get("/api/jackpots").json()
    return found


def step(served: Floor, name: str, kind: str) -> int:
    body = {"type": kind, "position": 1, "wager": "jackpot-party"}
    answer: int = (
        served.client_of(name).post(f"/api/tables/{TABLE}/commands", json=body).status_code
    )
    return answer


def test_from_the_wager_to_the_slip(served: Floor) -> None:
    before = meters(served)
    jackpot = won(served)
    assert (jackpot["player"], jackpot["step"], jackpot["two_persons"]) == (
        "ann",
        "VerifyHand",
        True,
    )
    assert float(jackpot["amount"]) >= float(before[0]["amount"])
    assert served.client_of("dora").get(f"/api/tables/{TABLE}/jackpots").json() == waiting(served)
    taken = []
    for name in ("dora", "dora", "fay", "flo", "dora"):
        taken.append(waiting(served)[0]["step"])
        assert step(served, name, taken[-1]) == 200
    assert taken == [
        "VerifyHand",
        "ConfirmLight",
        "ValidateJackpot",
        "PayJackpot",
        "CompletePapers",
    ]
    assert waiting(served) == []
    served.send("dora", TABLE, "ClearTable")
    after = meters(served)
    assert sum(meter["hits"] for meter in after) == sum(meter["hits"] for meter in before) + 1
    assert verify(served.server.floor.journal, rules_of).verified


def test_a_large_jackpot_is_paid_by_another_person_than_who_validated_it(served: Floor) -> None:
    won(served)
    assert step(served, "fay", "PayJackpot") == 409  # nobody validated it yet
    for kind in ("VerifyHand", "ConfirmLight", "ValidateJackpot"):
        assert step(served, "fay", kind) == 200
    assert step(served, "fay", "PayJackpot") == 403
    taken = served.client_of("fay").post(f"/api/tables/{TABLE}/steps", json={"step": "PayJackpot"})
    assert taken.status_code == 403
    assert ("fay", "refused", f"PayJackpot at {TABLE}") in served.audit()
    assert step(served, "flo", "PayJackpot") == 200


@contextmanager
def with_limit(monkeypatch: pytest.MonkeyPatch, units: int | None) -> Iterator[Floor]:
    """The same floor, where a payout of so many units takes two persons; ann has won."""
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    settings: dict[str, Any] = {"bits": lambda _width: 0, "two_persons_above": units}
    with floor("memory:", SUBMISSION, **settings) as one:
        jackpot = won(one)
        assert parse_dollars(jackpot["amount"]) == WON
        assert jackpot["two_persons"] is (units is not None and units <= WON)
        at_table = one.client_of("dora").get(f"/api/tables/{TABLE}/jackpots").json()
        assert at_table == [jackpot], "the table and the floor say the same"
        for kind in ("VerifyHand", "ConfirmLight", "ValidateJackpot"):
            assert step(one, "fay", kind) == 200
        yield one


def taken(served: Floor, name: str, kind: str) -> Any:
    """The answer to a step that is due."""
    return served.client_of(name).post(f"/api/tables/{TABLE}/steps", json={"step": kind})


@pytest.mark.parametrize("by_step", [True, False])
@pytest.mark.parametrize("units", [None, WON + 1])
def test_a_payout_below_the_limit_is_paid_by_who_validated_it(
    monkeypatch: pytest.MonkeyPatch, units: int | None, by_step: bool
) -> None:
    with with_limit(monkeypatch, units) as served:
        if by_step:
            assert taken(served, "fay", "PayJackpot").status_code == 200
        else:
            assert step(served, "fay", "PayJackpot") == 200
        assert waiting(served)[0]["step"] == "CompletePapers"


@pytest.mark.parametrize("units", [WON - 1, WON])
def test_a_payout_at_the_limit_takes_two_persons(
    monkeypatch: pytest.MonkeyPatch, units: int
) -> None:
    """By command, by step, at a keypad and at the floor itself; then another person pays."""
    with with_limit(monkeypatch, units) as served:
        fays = served.client_of("fay").post(f"/api/devices/keypad@{TABLE}/person")
        assert fays.json()["person"] == "fay"
        body = {"type": "PayJackpot", "position": 1, "wager": "jackpot-party"}
        answers = (
            served.client_of("fay").post(f"/api/tables/{TABLE}/commands", json=body),
            taken(served, "fay", "PayJackpot"),
            served.client_of(f"keypad@{TABLE}").post(f"/api/tables/{TABLE}/commands", json=body),
            taken(served, f"keypad@{TABLE}", "PayJackpot"),
        )
        for answer in answers:
            assert answer.status_code == 403
            assert "is paid by someone other than the person who validated it." in answer.text
        fay = Principal("fay", Role.FLOORPERSON)
        with pytest.raises(Forbidden, match=r"A payout of \$25,000\.3\d* or more"):
            served.server.floor.send(fay, TABLE, PayJackpot(1, "jackpot-party"))
        assert waiting(served)[0]["step"] == "PayJackpot"
        assert taken(served, "flo", "PayJackpot").status_code == 200
        assert waiting(served)[0]["step"] == "CompletePapers"


def test_a_dealer_does_not_validate_and_surveillance_takes_no_step(served: Floor) -> None:
    won(served)
    assert step(served, "sue", "VerifyHand") == 403
    for kind in ("VerifyHand", "ConfirmLight"):
        assert step(served, "dora", kind) == 200
    assert step(served, "dora", "ValidateJackpot") == 403
    assert step(served, "ada", "ValidateJackpot") == 403


def test_a_sign_announces_the_hit(served: Floor) -> None:
    with served.client_of(f"sign@{TABLE}").websocket_connect("/api/meters/feed") as socket:
        assert socket.receive_json()["hits"] == []
        jackpot = won(served)
        hits: list[dict[str, Any]] = []
        while not hits:
            hits = socket.receive_json()["hits"]
    (hit,) = hits
    assert (hit["table"], hit["amount"]) == (TABLE, jackpot["amount"])


def test_two_robots_take_the_steps_of_a_large_jackpot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    settings: dict[str, Any] = {"bits": lambda _width: 0, "two_persons_above": dollars(1_000)}
    pace = Pace(betting=0.3, answer=0.02, pause=0.02, jackpot=0.02)
    with floor("memory:", SUBMISSION, attended=False, pace=pace, **settings) as one:
        for wager, amount in (("blackjack", "15.00"), ("jackpot-party", "5.00")):
            one.send("ann", TABLE, "PlaceWager", position=1, wager=wager, amount=amount)
        ends = time.monotonic() + 60
        while not (taken := _jackpot_steps(one)).keys() >= {"PayJackpot", "CompletePapers"}:
            assert time.monotonic() < ends, "the robots take the steps"
            time.sleep(0.05)
    assert taken["ValidateJackpot"] != taken["PayJackpot"]


def _jackpot_steps(served: Floor) -> dict[str, str]:
    """Who took which step of a jackpot."""
    bodies = [
        decode_body(record.body) for record in served.server.floor.journal.records(stream_of(TABLE))
    ]
    return {
        type(step.command).__name__: body.by
        for body in bodies
        for step in body.steps
        if isinstance(step.command, JackpotStep)
    }


def test_a_manager_validates_what_a_floorperson_may(served: Floor) -> None:
    """§ 633c.2(h)(3): a floorperson or above; the other steps are the dealer's."""
    won(served)
    for name, kind in (("dora", "VerifyHand"), ("dora", "ConfirmLight")):
        assert step(served, "max", kind) == 403
        assert step(served, name, kind) == 200
    body = {"type": "ValidateJackpot", "position": 1, "wager": "jackpot-party"}
    refused = served.client_of("dora").post(f"/api/tables/{TABLE}/commands", json=body)
    assert refused.status_code == 403
    assert refused.json() == {
        "message": "A dealer may not send validate-jackpot.",
        "section": "58 Pa. Code § 633c.2(h)(3)",
    }
    assert step(served, "max", "ValidateJackpot") == 200
    assert waiting(served)[0]["step"] == "PayJackpot"


def test_at_an_attended_table_the_dealer_counts_the_chips(served: Floor) -> None:
    """§ 633c.2(f): a count that is not the number of accepted wagers is made again."""
    for wager, amount in (("blackjack", "15.00"), ("jackpot-party", "5.00")):
        served.send("ann", TABLE, "PlaceWager", position=1, wager=wager, amount=amount)
    served.send("dora", TABLE, "CloseBets")
    assert served.server.floor.state(TABLE).phase == "collecting"
    body = {"type": "CollectProgressiveWagers", "chips": 2}
    refused = served.client_of("dora").post(f"/api/tables/{TABLE}/commands", json=body)
    assert (refused.status_code, refused.json()["section"]) == (409, "58 Pa. Code § 633c.2(f)")
    served.send("dora", TABLE, "CollectProgressiveWagers", chips=1)
    assert served.server.floor.state(TABLE).phase != "collecting"


def test_a_table_that_nobody_attends_collects_by_itself(served: Floor) -> None:
    """§ 633c.2(f): and from the moment that a person deals it, that person counts."""
    fay, collect = served.client_of("fay"), Automation.COLLECT
    path = f"/api/tables/{TABLE}/automation"
    for attended in (False, True):
        assert fay.put(path, json={"attended": attended}).status_code == 204
        automations = served.server.floor.host(TABLE).automations
        assert bool(automations & collect) is not attended


@pytest.mark.parametrize("amount", ["9" * 5_000, "9" * 13 + ".00", "x" * 100_000])
def test_an_endless_amount_is_one_short_sentence(served: Floor, amount: str) -> None:
    """Nor is a whole number of thousands of digits, in quotes or not, a fault of ours."""
    said = {"type": "PlaceWager", "position": 1, "wager": "blackjack", "amount": amount}
    answer = served.client_of("ann").post(f"/api/tables/{TABLE}/commands", json=said)
    assert answer.status_code == 422
    assert len(answer.json()["message"]) < 300
    body = f'{{"type": "Stand", "position": {"9" * 5_000}}}'
    sent = served.client_of("ann").post(
        f"/api/tables/{TABLE}/commands", content=body, headers={"content-type": "application/json"}
    )
    assert 400 <= sent.status_code < 500
    assert "set_int_max_str_digits" not in sent.text
    assert len(sent.text) < 400

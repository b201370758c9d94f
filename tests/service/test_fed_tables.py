"""Tables whose cards and numbers come from devices: nothing sealed, nothing impossible."""

from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from typing import Any

import pytest
from msgspec.structs import replace

from amounts import dollars
from host.live import PLAIN, VAULT, journal, play
from service.floors import OTHER, Floor, floor
from upcard.cards.card import new_decks, parse_card
from upcard.cards.shuffle import seeded_bits, shuffled
from upcard.engine.core.commands import BurnCard, ClearTable, CloseBets, DealCard, PlaceWager
from upcard.engine.play import due, question
from upcard.engine.roulette.commands import SpinWheel
from upcard.host.bodies.record_body import RecordBody, TableStep, decode_body, encode_body
from upcard.host.scripts.robots import Robot
from upcard.host.seals.face_down import is_card
from upcard.host.tables.answers import digest_of
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.snapshots import decode_table
from upcard.host.tables.table import TableHost
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.journal.port import KeyReused, Proposal, States, Written
from upcard.rules.violation import BadInput, RuleViolation
from upcard.submission.compiling.text import rules_of

WHEEL = (files("upcard.service.demonstration") / "lr-04.toml").read_text(encoding="utf-8")
BET = dollars(15)


def fed(opened: Journal, submission: str = PLAIN) -> TableHost:
    return TableHost(opened, submission, rules_of, CardSupply(VAULT, fed=True))


def feed(table: TableHost, cards: Iterator[int]) -> None:
    """Post cards as long as the table waits for one; answer what is asked."""
    robot = Robot(1, seeded_bits(1))
    while True:
        asked, step = question(table.state), due(table.state)
        if asked is not None:
            table.send(robot.answer(table.state, asked))
        elif step is not None and step[1] in (DealCard, BurnCard):
            table.send(step[1](next(cards)))
        else:
            return


def deck() -> Iterator[int]:
    """Six decks, shuffled somewhere else."""
    return iter(shuffled(new_decks(6), seeded_bits(7)))


def rounds(table: TableHost, count: int, cards: Iterator[int]) -> None:
    feed(table, cards)
    for _ in range(count):
        table.send(PlaceWager(1, "blackjack", BET))
        table.send(CloseBets())
        feed(table, cards)
        table.send(ClearTable())


def test_rounds_are_dealt_from_the_cards_of_a_shoe_and_verified_without_a_seal() -> None:
    with journal() as opened:
        table = fed(opened)
        rounds(table, 5, deck())
        bodies = [decode_body(record.body) for record in opened.all_records()]
        assert [body.fed for body in bodies if body.submission] == [True]
        sealed = [seal.item for body in bodies for seal in body.sealed]
        assert sealed
        assert all(is_card(item) for item in sealed), "no order is sealed, only hole cards are"
        verdict = verify(opened, rules_of)
        assert (verdict.first_difference, verdict.rounds) == (None, 5)


def test_a_fed_table_goes_on_in_mid_round() -> None:
    cards = deck()
    with journal() as opened:
        table = fed(opened)
        rounds(table, 1, cards)
        table.send(PlaceWager(1, "blackjack", BET))
        table.send(CloseBets())
        table.send(DealCard(next(cards)))
        before = table.state
        table.close()
        again = fed(opened)
        assert again.state == before
        feed(again, cards)
        again.send(ClearTable())
        again.close()
        kept = opened.snapshot("table/BJ-01")
        assert kept is not None
        recorded = decode_table(kept.state, rules_of)
        assert recorded is not None
        assert recorded.fed
        assert verify(opened, rules_of).verified


def test_a_table_changes_between_its_own_shoe_and_a_fed_one_between_rounds_alone() -> None:
    with journal() as opened:
        table = TableHost(opened, PLAIN, rules_of, CardSupply(VAULT))
        play(table, 2)
        table.send(PlaceWager(1, "blackjack", BET))
        table.close()
        with pytest.raises(BadInput, match="come from the house"):
            fed(opened)
        table = TableHost(opened, PLAIN, rules_of, CardSupply(VAULT))
        table.send(CloseBets())
        while (asked := question(table.state)) is not None:
            table.send(Robot(1, seeded_bits(1)).answer(table.state, asked))
        table.send(ClearTable())
        table.close()
        cards = deck()
        table = fed(opened)
        rounds(table, 2, cards)
        table.close()
        play(TableHost(opened, PLAIN, rules_of, CardSupply(VAULT)), 2)
        verdict = verify(opened, rules_of)
        assert (verdict.first_difference, verdict.rounds) == (None, 7)


def test_a_card_that_the_decks_do_not_hold_is_refused() -> None:
    with journal() as opened:
        table = fed(opened)
        feed(table, iter([0]))  # the burned card is the first ace of spades
        table.send(PlaceWager(1, "blackjack", BET))
        table.send(PlaceWager(2, "blackjack", BET))
        table.send(PlaceWager(3, "blackjack", BET))
        table.send(CloseBets())
        for _ in range(5):
            table.send(DealCard(parse_card("As")))
        before = table.state
        with pytest.raises(RuleViolation, match="more As than 6 decks hold") as refused:
            table.send(DealCard(parse_card("As")))
        assert refused.value.section == "submission: table.decks"
        assert table.state == before
        table.send(DealCard(parse_card("Ah")))


def test_a_step_that_needs_a_card_waits_for_it() -> None:
    with journal() as opened:
        table = fed(opened)
        with pytest.raises(BadInput, match="BJ-01 waits"):
            table.take_step(BurnCard)
        wheel = fed(opened, WHEEL)
        wheel.send(PlaceWager(1, "straight-17", dollars(5)))
        wheel.send(CloseBets())
        assert due(wheel.state) is not None
        with pytest.raises(BadInput, match="has not come to rest"):
            wheel.take_step(SpinWheel)
        wheel.send(SpinWheel(17))
        wheel.send(ClearTable())
        assert verify(opened, rules_of).verified


def forged(forge: Any, count: int = 1) -> Verdict:
    """What verification says of a fed table whose records somebody wrote anew."""
    with journal() as opened, journal() as other:
        table = fed(opened)
        rounds(table, count, deck())
        for record in opened.records("table/BJ-01"):
            body = forge(decode_body(record.body))
            written = partial(_written, body)
            other.append(Proposal(record.stream, record.position - 1, written))
        return verify(other, rules_of)


def _written(body: RecordBody, _: States) -> Written:
    return Written(encode_body(body), body.event_count)


def test_verification_wants_a_seal_where_the_house_shuffled() -> None:
    assert forged(lambda body: body).verified
    unsaid = forged(lambda body: replace(body, fed=False))
    assert unsaid.first_difference is not None
    assert "without their order being sealed" in unsaid.first_difference.message


def test_verification_finds_a_card_that_the_decks_do_not_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with journal() as opened:
        monkeypatch.setattr(
            "upcard.host.tables.draft_table.require_possible_card", lambda _state, _command: None
        )
        table = fed(opened)
        feed(table, iter([0]))
        for position in (1, 2, 3):
            table.send(PlaceWager(position, "blackjack", BET))
        table.send(CloseBets())
        for _ in range(6):
            table.send(DealCard(0))
        verdict = verify(opened, rules_of)
        assert verdict.first_difference is not None
        assert "more As than 6 decks" in verdict.first_difference.message


def test_what_opens_a_sealed_table_is_written_as_before_tables_could_be_fed() -> None:
    assert encode_body(RecordBody(submission="x")) == b'{"submission":"x"}'
    step = TableStep(DealCard(3), ())
    assert decode_body(encode_body(RecordBody(fed=True, steps=(step,)))).fed


@pytest.fixture
def served() -> Iterator[Floor]:
    with floor("memory:", PLAIN, fed=(OTHER,)) as one:
        yield one


def test_shoe_keypad_and_player_play_a_round_over_http(served: Floor) -> None:
    cards = iter(["9c", "Kd", "7h", "Qs", "Th", "5s", "6d", "2c", "3c", "4c"])
    assert served.client_of("ann").get("/api/tables").json()[0]["fed"]
    while (step_due := step(served)) in ("Shuffle", "CutCards", "InsertCoverCard", "LoadShoe"):
        body = {"step": step_due}
        answer = served.client_of(f"keypad@{OTHER}").post(f"/api/tables/{OTHER}/steps", json=body)
        assert answer.status_code == 200, answer.text
    shoe = f"shoe@{OTHER}"
    assert step(served) == "BurnCard"
    served.send(shoe, OTHER, "BurnCard", card=next(cards))
    served.send("ann", OTHER, "PlaceWager", position=1, wager="blackjack", amount="15.00")
    refused = served.client_of(shoe).post(
        f"/api/tables/{OTHER}/commands", json={"type": "DealCard", "card": "As"}
    )
    assert refused.status_code == 409  # wagers are still taken
    served.send("dan", OTHER, "CloseBets")
    while step(served) == "DealCard":
        served.send(shoe, OTHER, "DealCard", card=next(cards))
    assert step(served) is None
    served.send("ann", OTHER, "Stand", position=1)
    while step(served) == "DealCard":
        served.send(shoe, OTHER, "DealCard", card=next(cards))
    assert step(served) == "ClearTable"
    served.send("dan", OTHER, "ClearTable")
    (record,) = served.client_of("sue").get(f"/api/tables/{OTHER}/rounds").json()
    assert record["positions"][0]["hands"][0]["cards"] == ["Kd", "Qs"]
    assert record["dealer"]["cards"][:2] == ["7h", "Th"]
    assert verify(served.server.floor.journal, rules_of).verified


def step(served: Floor) -> str | None:
    view = served.client_of("dan").get(f"/api/tables/{OTHER}").json()["view"]
    found: str | None = view["service"]["step"]
    return found


def test_a_table_to_be_fed_has_to_be_served() -> None:
    with pytest.raises(BadInput, match="no table XX-99"), floor("memory:", PLAIN, fed=("XX-99",)):
        pass


def test_the_key_of_a_card_that_lies_face_down_tells_nothing_of_it() -> None:
    """One of 52 cards would be guessed from a digest of the command."""
    with journal() as opened:
        table, cards = fed(opened), deck()
        feed(table, cards)
        table.send(PlaceWager(1, "blackjack", BET))
        table.send(CloseBets())
        for name in ("5h", "9d", "6h"):
            table.send(DealCard(parse_card(name)))
        hole = parse_card("7c")
        first = table.send(DealCard(hole), key="shoe-4", actor="shoe@BJ-01")
        record = opened.record(table.stream, opened.head(table.stream).position)
        assert b'"face_up":false' in bytes(record.body)
        assert f'"card":{hole}' not in bytes(record.body).decode()
        asked = [digest_of(table.stream, "shoe@BJ-01", DealCard(card)) for card in range(52)]
        assert set(asked) == {record.digest}
        assert table.send(DealCard(hole), key="shoe-4", actor="shoe@BJ-01") == first
        with pytest.raises(KeyReused, match="another card"):
            table.send(DealCard(hole + 4), key="shoe-4", actor="shoe@BJ-01")
        assert verify(opened, rules_of).verified

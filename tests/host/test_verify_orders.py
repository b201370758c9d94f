"""Orders of cards in the place of others: given up by the floor, or made of the discards."""

import re

import pytest
from msgspec.structs import replace

from amounts import dollars
from host.forging import (
    SHOE,
    forged,
    message_of,
    position_of,
    resealed,
    reshuffled,
    sealed_in,
    secret_item,
    verdict_on,
    with_body,
)
from host.live import PROGRESSIVE, VAULT, answer, bet, host, journal, play
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CloseBets,
    CutCards,
    OrderReshuffle,
    PlaceWager,
    ReshuffleDiscards,
)
from upcard.engine.core.events import CardBurned
from upcard.engine.play import question
from upcard.host.bodies.record_body import RecordBody, TableStep, decode_body
from upcard.host.bodies.sealed import SealVoided
from upcard.host.scripts.robots import Robot
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealing import Vault
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.opening import OpeningTerms
from upcard.host.tables.table import TableHost
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.port import JournalRecord
from upcard.submission.compiling.text import rules_of

LOST = Vault(Installation(b"o" * 32))


# Given up


def given_up() -> list[JournalRecord]:
    """A round in whose middle the key is lost: the floor gives up shoe and secret value."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(11))
        play(table, 1)
        robots = [Robot(position, seeded_bits(2)) for position in (1, 2, 3)]
        bet(table, robots)
        answer(table, robots, most=1)
        table.close()
        again = TableHost(
            opened,
            PROGRESSIVE,
            rules_of,
            CardSupply(LOST, seeded_bits(5)),
            OpeningTerms(void_by="floor ann"),
        )
        answer(again, robots)
        again.send(ClearTable())
        again.send(OrderReshuffle())
        assert verify(opened, rules_of).verified
        return list(opened.all_records())


def test_what_the_floor_gives_up_has_something_in_its_place() -> None:
    records = given_up()
    items = [seal.item for record in records for seal in decode_body(record.body).voided]
    kinds = {re.sub(r"(/\d+)+$", "", item) for item in items}
    assert kinds == {SHOE, "table/BJ-02/card", secret_item(records[:1]).rpartition("/")[0]}
    nothing = {
        "/card/": "A card was dealt face down and was not sealed.",
        "/shoe/": "Cards were shuffled without their order being sealed.",
        "/secret/": "No new value of meter/BJ-02/must-hit-by-mystery was sealed.",
    }
    for kind, message in nothing.items():

        def without(body: RecordBody, kind: str = kind) -> RecordBody | None:
            kept = tuple(seal for seal in body.sealed if kind not in seal.item)
            return replace(body, sealed=kept) if body.voided else None

        verdict, position = forged(records, without)
        assert message in message_of(verdict)
        assert position_of(verdict) == position


def test_the_cards_of_an_order_in_the_place_of_another_are_those_that_are_left() -> None:
    """The forger takes one of the cards that are left for another, where it is not dealt."""
    records = given_up()
    second = LOST.open(sealed_in(records)[f"{SHOE}/2"])
    other = bytes([*second[:-1], (second[-1] + 1) % 52])
    verdict = _other_second(records, other)
    assert f"{SHOE}/2 does not hold the cards that were shuffled." in message_of(verdict)


def test_the_cards_that_come_of_an_order_in_the_place_of_another_are_held_to_it() -> None:
    records = given_up()
    second = LOST.open(sealed_in(records)[f"{SHOE}/2"])
    verdict = _other_second(records, second[::-1])
    assert f"A card was dealt that {SHOE}/2 does not have there." in message_of(verdict)


def _other_second(records: list[JournalRecord], order: bytes) -> Verdict:
    other = LOST.seal(f"{SHOE}/2", order)
    opens = LOST.reveal(other)

    def change(body: RecordBody) -> RecordBody:
        return replace(
            body,
            sealed=tuple(other if seal.item == other.item else seal for seal in body.sealed),
            revealed=tuple(
                opens if secret.item == other.item else secret for secret in body.revealed
            ),
        )

    return forged(records, change, every=True)[0]


def test_what_is_given_up_is_not_revealed() -> None:
    records = given_up()
    first = VAULT.reveal(sealed_in(records)[f"{SHOE}/1"])

    def change(body: RecordBody) -> RecordBody | None:
        return replace(body, revealed=(*body.revealed, first)) if body.voided else None

    verdict, position = forged(records, change)
    assert f"{SHOE}/1 was revealed and never sealed." in message_of(verdict)
    assert position_of(verdict) == position


@pytest.mark.parametrize("item", ["table/BJ-02/shoe/1", "table/BJ-02/shoe/9", "nothing"])
def test_what_is_not_in_force_is_not_given_up(item: str) -> None:
    records = reshuffled()
    last = decode_body(records[-1].body)
    body = replace(last, voided=(SealVoided(item, "floor ann"),))
    verdict = verdict_on([*records[:-1], with_body(records[-1], body)])
    assert f"{item} was given up and is not in force." in message_of(verdict)


# Discards that are shuffled again (§ 633a.14(f))

TWO_DECKS = """
[table]
name = "BJ-03"
game = "blackjack"
decks = 2
positions = 7
dealing = "from-the-hand"
"""


def out_of_cards() -> tuple[list[JournalRecord], str]:
    """Seven players hit until the cards are out in mid-round; the item of the discards' order."""
    with journal() as opened:
        table = host(opened, TWO_DECKS, seeded_bits(2))
        for _ in range(12):
            table.send_all([PlaceWager(number, "blackjack", dollars(15)) for number in range(1, 8)])
            table.send(CloseBets())
            while (asked := question(table.state)) is not None:
                table.send(asked.answers.get("hit") or asked.unanswered)
            table.send(ClearTable())
        records = list(opened.all_records())
    assert verdict_on(records).verified
    bodies = [decode_body(record.body) for record in records]
    (again,) = (body for body in bodies if any(_reshuffles(step) for step in body.steps))
    (sealed,) = again.sealed
    assert any(secret.item == sealed.item for body in bodies for secret in body.revealed)
    return records, sealed.item


def _reshuffles(step: TableStep) -> bool:
    return isinstance(step.command, ReshuffleDiscards)


def test_discards_that_are_shuffled_again_are_those_that_were_discarded() -> None:
    records, item = out_of_cards()
    order = VAULT.open(sealed_in(records)[item])
    other = bytes([*order[:-1], (order[-1] + 1) % 52])
    verdict = resealed(records, {item: (item, other)})
    assert f"{item} does not hold the cards that were shuffled." in message_of(verdict)


def test_the_card_that_is_burned_of_them_is_the_first() -> None:
    """§ 633a.14(f): one card is burned before the round goes on, and the next one is dealt."""
    records, item = out_of_cards()
    order = VAULT.open(sealed_in(records)[item])
    assert order[0] != order[1]
    verdict = resealed(records, {item: (item, bytes([order[1], order[0], *order[2:]]))})
    assert f"A card was dealt that {item} does not have there." in message_of(verdict)


def test_no_record_names_a_burned_card() -> None:
    """Neither one of each round's first cards nor that of the reshuffled discards."""
    records, _ = out_of_cards()
    steps = [step for record in records for step in decode_body(record.body).steps]
    burns = [step for step in steps if isinstance(step.command, BurnCard)]
    again = [step.command for step in steps if isinstance(step.command, ReshuffleDiscards)]
    assert len(burns) == 12
    assert {step.command for step in burns} == {BurnCard(-1)}
    assert {event for step in burns for event in step.events} == {CardBurned(-1)}
    assert [command.burned for command in again] == [-1]


@pytest.mark.parametrize("which", ["first", "of the discards"])
def test_a_burned_card_that_a_former_version_recorded_is_the_sealed_one(which: str) -> None:
    """Its records have burned cards in the clear: they are compared as they were then."""
    records, item = out_of_cards()
    order = VAULT.open(sealed_in(records)[item])
    true = order[0] if which == "of the discards" else _first_burned(records)

    def named(card: int) -> Verdict:
        changed = [_with_burned(record, card, which) for record in records]
        first = next(at for at, one in enumerate(changed) if one is not records[at])
        return verdict_on([*changed[: first + 1], *records[first + 1 :]])

    assert named(true).verified
    other = (true + 1) % 52
    assert "A card was dealt that" in message_of(named(other))


def _first_burned(records: list[JournalRecord]) -> int:
    """The card at the first place of the first order, after its cut."""
    bodies = [decode_body(record.body) for record in records]
    cut = next(
        step.command.depth
        for body in bodies
        for step in body.steps
        if isinstance(step.command, CutCards)
    )
    order = VAULT.open(
        next(seal for body in bodies for seal in body.sealed if "/shoe/" in seal.item)
    )
    return order[cut]


def _with_burned(record: JournalRecord, card: int, which: str) -> JournalRecord:
    """The record with the name of its burned card, if it has one."""
    body = decode_body(record.body)
    steps = tuple(_named(step, card, which) for step in body.steps)
    return record if steps == body.steps else with_body(record, replace(body, steps=steps))


def _named(step: TableStep, card: int, which: str) -> TableStep:
    match step.command:
        case BurnCard() if which == "first":
            return TableStep(BurnCard(card), (CardBurned(card),))
        case ReshuffleDiscards() if which == "of the discards":
            command = replace(step.command, burned=card)
            return TableStep(command, tuple(replace(event, burned=card) for event in step.events))
    return step

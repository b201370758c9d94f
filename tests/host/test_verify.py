"""A journal whose chain was made to fit again still shows what the rules do not give."""

import msgspec
import pytest
from msgspec.structs import replace

from amounts import dollars
from host.forging import Change, changed_event, forged, played
from host.live import PROGRESSIVE, VAULT, answer, bet, host, journal, play
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import OrderReshuffle
from upcard.engine.core.events import Event, WagerPlaced, WagerSettled
from upcard.engine.core.jackpot_events import MysteryAwarded
from upcard.host.bodies.record_body import MeterStep, RecordBody, TableStep, decode_body
from upcard.host.scripts.robots import Robot
from upcard.host.verification.verify import verify
from upcard.journal.codec import encode
from upcard.progressives.events import Contributed, MysteryHit
from upcard.submission.compiling.text import rules_of


def test_the_forger_s_tools_leave_an_honest_journal_verified() -> None:
    verdict, _ = forged(played(), lambda body: body)
    assert verdict.verified


def more_paid(event: Event) -> Event:
    assert isinstance(event, WagerSettled)
    return replace(event, paid=event.paid + dollars(1))


def another_player(event: Event) -> Event:
    assert isinstance(event, WagerPlaced)
    return replace(event, player="somebody else")


def without_last_event(body: RecordBody) -> RecordBody | None:
    for number, step in enumerate(body.steps):
        if len(step.events) > 1:
            new = (*body.steps[:number], TableStep(step.command, step.events[:-1]))
            return replace(body, steps=(*new, *body.steps[number + 1 :]))
    return None


def smaller_contribution(body: RecordBody) -> RecordBody | None:
    for number, step in enumerate(body.meters):
        for at, event in enumerate(step.events):
            if isinstance(event, Contributed) and event.to_meter:
                less = replace(event, to_meter=event.to_meter - 1)
                events = (*step.events[:at], less, *step.events[at + 1 :])
                new = MeterStep(step.stream, events)
                meters = (*body.meters[:number], new, *body.meters[number + 1 :])
                return replace(body, meters=meters)
    return None


def unheard_meters(body: RecordBody) -> RecordBody | None:
    return replace(body, meters=()) if body.meters and not body.submission else None


@pytest.mark.parametrize(
    "change",
    [
        changed_event(WagerSettled, more_paid),
        changed_event(WagerPlaced, another_player),
        without_last_event,
        smaller_contribution,
        unheard_meters,
    ],
)
def test_an_event_that_the_rules_do_not_give_is_named(change: Change) -> None:
    verdict, position = forged(played(), change)
    assert not verdict.verified
    assert verdict.first_difference is not None
    assert verdict.first_difference.position == position
    assert verdict.first_difference.message.endswith(".")


def test_an_amount_that_no_meter_gave_is_named() -> None:
    def more(event: Event) -> Event:
        assert isinstance(event, MysteryAwarded)
        return replace(event, amount=event.amount + 100)

    change = changed_event(MysteryAwarded, more, "awards")
    verdict, position = forged(played(2, hits=True), change)
    assert verdict.first_difference is not None
    assert verdict.first_difference.position == position


def test_a_card_that_the_sealed_shoe_does_not_have_there_is_found_when_it_is_revealed() -> None:
    """The forger deals another card and lets everything follow from it by the rules."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        shoe = table._table.shoe
        order = shoe._orders[next(iter(shoe._orders))]
        item = next(iter(shoe._orders))
        shoe._orders[item] = bytes([*order[26:], *order[:26]])
        play(table, 3)
        assert verify(opened, rules_of).verified, "still sealed: opaque"
        table.send(OrderReshuffle())
        verdict = verify(opened, rules_of)
    assert verdict.first_difference is not None
    assert "A card was dealt that" in verdict.first_difference.message


@pytest.mark.parametrize(
    ("order", "message"),
    [
        (bytes([0] * 312), "does not hold the cards that were shuffled"),
        (bytes(range(52)) * 6, "A card was dealt that"),
    ],
)
def test_another_shoe_in_the_place_of_the_one_that_was_dealt_is_found(
    order: bytes, message: str
) -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 2)
        table.send(OrderReshuffle())
        records = list(opened.all_records())
    first = decode_body(records[0].body).sealed
    item = next(seal.item for seal in first if "/shoe/" in seal.item)
    other = VAULT.seal(item, order)

    def swap(body: RecordBody) -> RecordBody:
        sealed = tuple(other if seal.item == item else seal for seal in body.sealed)
        opens = VAULT.reveal(other)
        revealed = tuple(opens if secret.item == item else secret for secret in body.revealed)
        return replace(body, sealed=sealed, revealed=revealed)

    verdict, _ = forged(records, swap, every=True)
    assert verdict.first_difference is not None
    assert message in verdict.first_difference.message


def test_a_mystery_meter_that_is_hit_too_late_is_found() -> None:
    """The forger lets contributions pass the secret value and takes a later one for the hit."""
    records = played(2, hits=True)

    def late(body: RecordBody) -> RecordBody | None:
        hits = [
            event for step in body.meters for event in step.events if isinstance(event, MysteryHit)
        ]
        if not hits:
            return None
        kept = tuple(
            MeterStep(step.stream, tuple(event for event in step.events if event is not hits[0]))
            for step in body.meters
        )
        return replace(body, meters=kept)

    verdict, position = forged(records, late)
    assert verdict.first_difference is not None
    assert verdict.first_difference.position == position


def test_a_meter_that_was_changed_beside_the_records_is_found() -> None:
    with journal() as opened:
        play(host(opened, PROGRESSIVE, seeded_bits(3)), 2)
        stream = "meter/BJ-02/blackjack-match"
        text = opened.shared(stream)
        assert text is not None
        holding = msgspec.json.decode(text)
        holding["state"]["amount"] += 1
        opened.save_shared({stream: encode(holding)})
        verdict = verify(opened, rules_of)
    assert verdict.first_difference is not None
    assert stream in verdict.first_difference.message
    assert (verdict.first_difference.position, verdict.first_difference.stream) == (0, "")


def test_a_snapshot_that_was_changed_is_found() -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 2)
        table.close()
        snapshot = opened.snapshot("table/BJ-02")
        assert snapshot is not None
        forged_state = snapshot.state.replace(b'"round":2', b'"round":3')
        assert forged_state != snapshot.state
        opened.save_snapshot(replace(snapshot, state=forged_state))
        verdict = verify(opened, rules_of)
    assert verdict.first_difference is not None
    assert "snapshot" in verdict.first_difference.message


def test_an_unfinished_round_verifies() -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        robots = [Robot(position, seeded_bits(2)) for position in (1, 2, 3)]
        bet(table, robots)
        answer(table, robots, most=1)
        assert verify(opened, rules_of).verified

"""What the verifier says of a record as such: its form, its numbers, its place, who wrote it."""

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from amounts import dollars
from host.forging import (
    changed_event,
    forged,
    line_of,
    message_of,
    played,
    position_of,
    restored,
    verdict_on,
    with_body,
)
from host.live import PROGRESSIVE, host, journal, play
from upcard import __version__
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, DealCard, Hit, PlaceWager
from upcard.engine.core.events import Event, WagerSettled
from upcard.engine.irregular.commands import ExposeCard
from upcard.host.bodies.audit_notes import AUDIT, AuditEntry, SubmissionFiled
from upcard.host.bodies.record_body import RecordBody, TableStep, decode_body
from upcard.host.records.register import REGISTER
from upcard.host.tables.answers import digest_of, digests_of
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.codec import encode
from upcard.journal.integrity.chain import genesis, link
from upcard.journal.opening import open_journal
from upcard.journal.port import JournalRecord
from upcard.rules.digest import rules_digest
from upcard.submission.compiling.text import rules_of

OTHERS = " It was written by another version of the program or its rule data."


def at(records: list[JournalRecord], number: int, **fields: Any) -> Verdict:
    """The verdict where a record (from 1) has other fields, the rest counted and chained anew."""
    made = list(records)
    made[number - 1] = replace(made[number - 1], **fields)
    return verdict_on(made)


def refused(verdict: Verdict, position: int, message: str) -> None:
    assert message in message_of(verdict)
    assert position_of(verdict) == position


# Counting, as the whole verifier says it


def test_a_forger_who_chains_anew_and_miscounts_is_refused() -> None:
    records = played(1)
    wrong = replace(records[3], event=records[3].event + 1)
    with journal() as opened:
        before, links = genesis(opened.header, records[0].stream).hash, []
        for record in [*records[:3], wrong, *records[4:]]:
            links.append(link(before, record))
            before = links[-1].hash
        opened.restore(opened.header, links)
        verdict = verify(opened, rules_of)
    refused(verdict, 4, "Record 4 of table/BJ-02 does not continue the count of events.")
    assert verdict.events == records[3].event, "those that were read and held"


@pytest.mark.parametrize("more", [-1, 1, 5])
def test_a_record_says_how_many_events_it_has(more: int) -> None:
    records = played(1)
    number = next(n for n, record in enumerate(records, 1) if n > 1 and record.events > 1)
    events = records[number - 1].events
    verdict = at(records, number, events=events + more)
    refused(verdict, number, f"The record says {events + more} events and has {events}.")


def test_events_and_rounds_of_an_honest_journal_are_counted() -> None:
    records = played(3)
    verdict = verdict_on(records)
    assert (verdict.verified, verdict.rounds) == (True, 3)
    assert verdict.events == sum(decode_body(record.body).event_count for record in records)


# Form


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(b'{"', b'{ "', 1),
        lambda text: text + b" ",
        lambda text: json.dumps(dict(reversed(json.loads(text).items()))).encode(),
        lambda text: text[:-1] + b',"unknown":1}',
        lambda text: text[:-1] + b',"voided":[]}',
    ],
)
def test_a_body_has_one_form(change: Callable[[bytes], bytes]) -> None:
    """What another program could read otherwise, or not at all, is not what a host writes."""
    records = played(1)
    number = next(
        n for n, record in enumerate(records, 1) if n > 1 and decode_body(record.body).steps
    )
    text = change(bytes(records[number - 1].body))
    verdict = at(records, number, body=msgspec.Raw(text))
    refused(verdict, number, "The record is not in its canonical form.")


@pytest.mark.parametrize("body", [{"steps": 1}, {"steps": [{"command": {"type": "No"}}]}, []])
def test_a_body_that_is_none_is_refused_in_one_sentence(body: object) -> None:
    verdict = at(played(1), 3, body=line_of(body))
    refused(verdict, 3, "Record 3 of table/BJ-02 cannot be read: ")


def test_what_cannot_be_decided_at_all_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forger may write what no check of a command foresees: the verifier says so and ends."""

    def fails(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    records = played(1)
    number = next(n for n, record in enumerate(records, 1) if decode_body(record.body).steps)
    monkeypatch.setattr("upcard.host.verification.deciding.decide", fails)
    sentence = "The record cannot be decided again: ZeroDivisionError by nothing."
    refused(verdict_on(records), number, sentence)


# Keys


def keyed() -> list[JournalRecord]:
    """The first command has a client's key."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        table.send(PlaceWager(1, "blackjack", dollars(15)), key="ann/1", actor="ann")
        table.send(CloseBets())
        records = list(opened.all_records())
    assert verdict_on(records).verified
    return records


BAD_BEAT: Final = """
[table]
name = "BJ-02"
game = "blackjack"
decks = 6
positions = 3

[wagers.bad-beat]
lucky_player = true
seed = 5000
reseed = 5000
increment = "10%"
"""


def test_a_key_stands_for_the_command_without_what_was_selected_at_random() -> None:
    """§ 633a.1: the table game system selects a magic card and a lucky seat after `CloseBets`."""
    with journal() as opened:
        table = host(opened, BAD_BEAT, seeded_bits(3))
        table.send(PlaceWager(1, "blackjack", dollars(15)), actor="ann")
        table.send(PlaceWager(1, "bad-beat", dollars(5)), actor="ann")
        table.send(CloseBets(), key="close", actor="ann")
        record = next(record for record in opened.all_records() if record.key)
        assert decode_body(record.body).steps[0].command != CloseBets()
        assert verify(opened, rules_of).verified


def test_the_digest_of_a_key_leaves_out_the_card() -> None:
    """Digests stand in journals: the form of what is hashed never changes."""
    hashed = b'["table/BJ-02","ann",{"card":-1,"type":"DealCard"}]'
    assert digest_of("table/BJ-02", "ann", DealCard(17)) == hashlib.sha256(hashed).hexdigest()


def test_a_record_s_key_may_be_of_a_card_that_the_house_drew() -> None:
    """The client named the hand alone, so that the card of its command was -1."""
    body = RecordBody(by="ann", steps=(TableStep(ExposeCard(card=17), ()),))
    sent = digest_of("table/BJ-02", "ann", ExposeCard(card=-1))
    assert sent in set(digests_of("table/BJ-02", 5, body, with_entropy=False))
    other = digest_of("table/BJ-02", "ann", ExposeCard(card=1))
    assert other not in set(digests_of("table/BJ-02", 5, body, with_entropy=False))


def test_the_digest_of_a_key_is_that_of_stream_person_and_command() -> None:
    records = keyed()
    number = next(n for n, record in enumerate(records, 1) if record.key)
    record = records[number - 1]
    body = decode_body(record.body)
    command = body.steps[0].command
    assert record.digest == digest_of("table/BJ-02", "ann", command)
    for other in (
        digest_of("table/BJ-03", "ann", command),
        digest_of("table/BJ-02", "bob", command),
        digest_of("table/BJ-02", "ann", PlaceWager(1, "blackjack", dollars(20))),
        "",
    ):
        verdict = at(records, number, digest=other)
        refused(verdict, number, "The digest of the client's key is not that of the command.")
    made = [*records[: number - 1], with_body(record, replace(body, by="bob"))]
    refused(verdict_on(made), number, "The digest of the client's key is not that of the command.")


def test_a_key_stands_for_a_command() -> None:
    """Notes have none: whoever gave such a record a key could have a command answered with it."""
    note = AuditEntry("signed-in", "ann")
    digest = hashlib.sha256(encode([AUDIT, "ann", None])).hexdigest()
    record = replace(played(1)[0], stream=AUDIT, key="ann/1", digest=digest)
    verdict = verdict_on([with_body(record, RecordBody(by="ann", notes=(note,)))])
    refused(verdict, 1, "The digest of the client's key is not that of the command.")


# Place


def test_a_table_writes_to_its_own_stream() -> None:
    records = [replace(record, stream="table/BJ-09") for record in played(1)]
    refused(verdict_on(records), 1, "Table BJ-02 does not write to table/BJ-09.")


def test_a_table_is_opened_first() -> None:
    records = played(1)[1:]
    refused(verdict_on(records), 1, "The table was never opened.")


@pytest.mark.parametrize(
    "beside",
    [
        {"steps": (TableStep(ClearTable(), ()),)},
        {"fed": True},
        {"parameters": PROGRESSIVE},
        {"submission": PROGRESSIVE},
    ],
)
def test_notes_stand_beside_nothing_else(beside: dict[str, Any]) -> None:
    body = RecordBody(by="ann", notes=(AuditEntry("signed-in", "ann"),), **beside)
    record = with_body(replace(played(1)[0], stream=AUDIT), body)
    refused(verdict_on([record]), 1, "A record holds notes beside other content.")


@pytest.mark.parametrize(
    ("stream", "notes"),
    [
        ("table/BJ-02", (AuditEntry("signed-in", "ann"),)),
        (AUDIT, (AuditEntry("signed-in", "ann"), SubmissionFiled("BJ-02", 1, PROGRESSIVE))),
        (AUDIT, (SubmissionFiled("BJ-02", 1, PROGRESSIVE),)),
    ],
)
def test_notes_stand_in_their_own_streams(stream: str, notes: tuple[Any, ...]) -> None:
    record = with_body(replace(played(1)[0], stream=stream), RecordBody(by="ann", notes=notes))
    refused(verdict_on([record]), 1, "A stream holds notes that do not belong there.")


def test_notes_that_may_stand_are_verified_one_after_the_other() -> None:
    first = played(1)[0]
    filed = [
        with_body(
            replace(first, stream=REGISTER),
            RecordBody(by="ann", notes=(SubmissionFiled("BJ-02", number, PROGRESSIVE),)),
        )
        for number in (1, 2)
    ]
    note = with_body(
        replace(first, stream=AUDIT), RecordBody(notes=(AuditEntry("signed-in", "ann"),))
    )
    assert verdict_on([filed[0], note, filed[1]]).verified
    verdict = verdict_on([filed[0], note, filed[0]])
    refused(verdict, 2, "The next version of BJ-02 is 2.")


# What the rules give


def paid(event: Event) -> Event:
    assert isinstance(event, WagerSettled)
    return replace(event, paid=event.paid + dollars(1))


def test_an_event_is_named_by_its_command_and_number() -> None:
    records = played(2)
    verdict, position = forged(records, changed_event(WagerSettled, paid))
    steps = decode_body(records[position - 1].body).steps
    (name, number) = next(
        (type(step.command).__name__, at)
        for step in steps
        for at, event in enumerate(step.events, 1)
        if isinstance(event, WagerSettled)
    )
    assert message_of(verdict).startswith(f"{name}, event {number}: the journal has WagerSettled(")
    assert ", the rules give WagerSettled(" in message_of(verdict)
    assert position_of(verdict) == position


@pytest.mark.parametrize("more", [True, False])
def test_events_too_many_or_too_few_are_counted(more: bool) -> None:
    def change(body: RecordBody) -> RecordBody | None:
        if not body.steps or not body.steps[-1].events:
            return None
        last = body.steps[-1]
        events = last.events * 2 if more else last.events[:-1]
        return replace(body, steps=(*body.steps[:-1], TableStep(last.command, events)))

    records = played(1)
    verdict, position = forged(records, change)
    last = decode_body(records[position - 1].body).steps[-1]
    had = len(last.events)
    has = had * 2 if more else had - 1
    expected = f"{type(last.command).__name__}: the journal has {has} events, the rules give {had}."
    assert message_of(verdict).startswith(expected)


def test_a_command_that_the_rules_refuse_is_named_with_its_section() -> None:
    def change(body: RecordBody) -> RecordBody | None:
        step = TableStep(Hit(1), ())
        return replace(body, steps=(step,)) if body.steps and not body.submission else None

    verdict, position = forged(played(1), change)
    assert message_of(verdict).startswith("Hit was carried out; 58 Pa. Code § 633a.")
    assert " refuses it: " in message_of(verdict)
    assert position_of(verdict) == position


# Who wrote it, and how many there were


@pytest.mark.parametrize(
    ("engine", "rules", "own"),
    [(None, None, True), ("0.0.0", None, False), (None, "f" * 64, False)],
)
def test_a_difference_says_whether_another_program_wrote_the_record(
    engine: str | None, rules: str | None, own: bool
) -> None:
    records = [
        replace(record, engine=engine or __version__, rules=rules or rules_digest())
        for record in played(1)
    ]
    verdict, _ = forged(records, changed_event(WagerSettled, paid))
    assert message_of(verdict).endswith(OTHERS) is not own


def test_it_is_the_record_that_differs_whose_program_counts() -> None:
    records = [replace(record, engine=__version__, rules=rules_digest()) for record in played(1)]
    last = replace(records[-1], engine="0.0.0")
    verdict, position = forged([*records[:-1], last], changed_event(WagerSettled, paid))
    assert position < len(records)
    assert not message_of(verdict).endswith(OTHERS)


def test_an_empty_journal_is_verified() -> None:
    opened = open_journal("memory:", rules="0" * 64)
    assert verify(opened, rules_of) == Verdict(True, 0, 0)
    opened.close()


@pytest.mark.parametrize("left", [0, 1, 3])
def test_records_that_are_missing_at_the_end_are_counted(
    monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    """The head says how many there were; whoever takes some away has not asked it."""
    records = played(1)
    with journal() as opened:
        restored(opened, records)
        links = list(opened.links("table/BJ-02"))[:left]
        monkeypatch.setattr(opened._store, "page", lambda _, after, limit: links[after:][:limit])
        verdict = verify(opened, rules_of)
        monkeypatch.undo()
    expected = f"table/BJ-02 ends with record {left}; {len(records)} were written."
    refused(verdict, left, expected)


def test_records_that_come_while_somebody_verifies_are_left_to_the_next_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 1)
        early = opened.heads()
        play(table, 1)
        heads = opened.heads
        asked: list[object] = []

        def first_early() -> object:
            asked.append(None)
            return early if len(asked) == 1 else heads()

        monkeypatch.setattr(opened, "heads", first_early)
        verdict = verify(opened, rules_of)
        monkeypatch.undo()
        assert (verdict.verified, verdict.rounds) == (True, 1)
        assert verify(opened, rules_of).rounds == 2

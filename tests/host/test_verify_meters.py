"""Meters: a mystery that is hit late, awards that no meter gave, parameters submitted anew."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from amounts import dollars
from host.forging import (
    alone,
    forged,
    message_of,
    played,
    position_of,
    verdict_on,
    with_body,
)
from host.live import PROGRESSIVE, VAULT, host, journal, play, stacked
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, Command
from upcard.engine.jackpots.commands import RecordAwards, RecordMystery
from upcard.engine.play import apply
from upcard.host.bodies.record_body import MeterStep, RecordBody, TableStep, decode_body
from upcard.host.meters.parameters import FLOOR, submit_parameters
from upcard.host.tables.recorded_table import table_after_record
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.port import JournalRecord
from upcard.progressives.events import Contributed
from upcard.submission.compiling.text import rules_of

# What the table is told


def awarded(monkeypatch: pytest.MonkeyPatch) -> list[JournalRecord]:
    """A round that wins all of a meter (§ 633c.2(i))."""
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    with journal() as opened:
        text = PROGRESSIVE.replace('must_hit_by = "A-5"\n', "")
        alone(host(opened, text, lambda _width: 0), 1)
        return list(opened.all_records())


def more(command: Command) -> Command:
    """The command with a dollar more for the first winner."""
    if isinstance(command, RecordMystery):
        return replace(command, amount=command.amount + dollars(1))
    assert isinstance(command, RecordAwards)
    (position, meter, amount), *others = command.amounts
    return replace(command, amounts=((position, meter, amount + dollars(1)), *others))


def told_otherwise(
    records: list[JournalRecord], change: Callable[[Command], Command]
) -> list[JournalRecord]:
    """The records up to the first that tells a table what it gets, told and decided otherwise."""
    before = None
    for number, record in enumerate(records):
        body = decode_body(record.body)
        if body.awards:
            told = table_after_record(before, replace(body, awards=()), rules_of)
            state, awards = told.state, []
            for step in body.awards:
                command = change(step.command)
                state, events = apply(state, command)
                awards.append(TableStep(command, tuple(events)))
            return [*records[:number], with_body(record, replace(body, awards=tuple(awards)))]
        before = table_after_record(before, body, rules_of)
    raise AssertionError("nobody was told anything")


def test_awards_of_a_forger_are_named_in_the_record_that_tells_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The events follow from the forged amounts, and nothing after them gives the forger away."""
    records = awarded(monkeypatch)
    honest = told_otherwise(records, lambda command: command)
    assert verdict_on(honest).verified
    made = told_otherwise(records, more)
    assert decode_body(made[-1].body).awards != decode_body(honest[-1].body).awards
    verdict = verdict_on(made)
    assert "The table was told other amounts than the meters gave." in message_of(verdict)
    assert position_of(verdict) == len(made)


def test_a_forged_mystery_award_is_named_in_the_record_that_tells_the_table() -> None:
    made = told_otherwise(played(2, hits=True), more)
    verdict = verdict_on(made)
    assert "The table was told other amounts than the meters gave." in message_of(verdict)
    assert position_of(verdict) == len(made)


@pytest.mark.parametrize("times", [0, 2])
def test_an_award_that_is_left_out_or_told_twice_is_named(
    monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    records = awarded(monkeypatch)

    def change(body: RecordBody) -> RecordBody | None:
        return replace(body, awards=body.awards * times) if body.awards else None

    verdict, position = forged(records, change)
    assert "The table was told other amounts than the meters gave." in message_of(verdict)
    assert position_of(verdict) == position


def test_events_of_an_award_are_decided_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(body: RecordBody) -> RecordBody | None:
        if not body.awards:
            return None
        (first, *others) = body.awards
        return replace(body, awards=(TableStep(first.command, first.events[:-1]), *others))

    verdict, position = forged(awarded(monkeypatch), change)
    assert "RecordAwards: the journal has" in message_of(verdict)
    assert position_of(verdict) == position


# Steps of meters


def test_a_step_of_a_meter_is_named_by_its_number() -> None:
    def change(body: RecordBody) -> RecordBody | None:
        for number, step in enumerate(body.meters):
            for event in step.events:
                if number and isinstance(event, Contributed):
                    less = replace(event, to_meter=event.to_meter - 1)
                    events = tuple(less if each is event else each for each in step.events)
                    new = MeterStep(step.stream, events)
                    return replace(body, meters=(body.meters[0], new, *body.meters[2:]))
        return None

    verdict, position = forged(played(2), change)
    assert message_of(verdict).startswith("Meter step 2: the journal has Meter")
    assert ", the rules give MeterStep" in message_of(verdict)
    assert position_of(verdict) == position


@pytest.mark.parametrize("opens", [True, False])
def test_steps_of_meters_that_are_left_out_are_counted(opens: bool) -> None:
    def change(body: RecordBody) -> RecordBody | None:
        if not body.meters or bool(body.submission) is not opens:
            return None
        return replace(body, meters=body.meters[:-1])

    records = played(2)
    counts = [len(decode_body(record.body).meters) for record in records]
    verdict, position = forged(records, change)
    count = counts[position - 1]
    expected = f"The journal has {count - 1} steps of meters, the rules give {count}."
    assert message_of(verdict).startswith(expected)
    assert position_of(verdict) == position


# Parameters of linked meters

LINKED = PROGRESSIVE.replace(
    "[wagers.perfect-pairs]",
    "[wagers.hit-and-run]\nseed = 1000\nreseed = 1000\nincrement = '10%'\nlink = 'BANK'",
)
NEW = LINKED.replace("10%", "12.5%").replace("A-5", "B-5")


def with_parameters() -> list[JournalRecord]:
    """New parameters for a linked meter and another range for the mystery meter."""
    with journal() as opened:
        play(host(opened, LINKED, seeded_bits(3)), 1)
        submit_parameters(opened, NEW, rules_of(NEW), VAULT, "manager ann", seeded_bits(5))
        verdict = verify(opened, rules_of)
        assert verdict.verified, message_of(verdict)
        return list(opened.all_records())


def in_floor(change: Callable[[RecordBody], RecordBody]) -> tuple[Verdict, int]:
    return forged(with_parameters(), lambda body: change(body) if body.parameters else None)


def test_new_parameters_are_held_to_what_they_give_the_meters() -> None:
    verdict, position = in_floor(lambda body: replace(body, meters=body.meters[:-1]))
    count = len(decode_body(with_parameters()[-1].body).meters)
    assert count >= 3, "a value that is given up, parameters submitted and changed"
    expected = f"The journal has {count - 1} steps of meters, the rules give {count}."
    assert message_of(verdict).startswith(expected)
    assert position_of(verdict) == position


def test_new_parameters_do_not_seal_anything_for_nothing() -> None:
    extra = VAULT.seal("table/none/shoe/1", b"")
    verdict, position = in_floor(lambda body: replace(body, sealed=(*body.sealed, extra)))
    assert "table/none/shoe/1 was sealed for nothing." in message_of(verdict)
    assert position_of(verdict) == position


def test_parameters_stand_beside_no_steps_and_no_awards() -> None:
    step = TableStep(ClearTable(), ())
    besides: tuple[dict[str, Any], ...] = ({"steps": (step,)}, {"awards": (step,)})
    for beside in besides:

        def change(body: RecordBody, beside: dict[str, Any] = beside) -> RecordBody:
            return replace(body, **beside)

        verdict, position = in_floor(change)
        assert "A record of a table holds parameters of meters." in message_of(verdict)
        assert position_of(verdict) == position


def test_parameters_stand_in_the_stream_of_the_floor_alone() -> None:
    records = with_parameters()
    assert records[-1].stream == FLOOR
    verdict = verdict_on([*records[:-1], replace(records[-1], stream=records[0].stream)])
    assert "A record of a table holds parameters of meters." in message_of(verdict)
    assert position_of(verdict) == len(records)

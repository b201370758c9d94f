"""Meters: a mystery that is hit late, awards that no meter gave, what stands beside the records."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from host.forging import (
    forged,
    message_of,
    played,
    position_of,
    resealed,
    restored,
    sealed_in,
    verdict_on,
    with_body,
)
from host.live import MYSTERY_BITS, PROGRESSIVE, VAULT, answer, bet, host, journal, play, stacked
from upcard.cards.shuffle import seeded_bits
from upcard.engine import commands as c
from upcard.engine.play import apply, question
from upcard.engine.questions import DEFAULT_ANSWERS
from upcard.host.body import Body, TableStep, decode_body, encode_body
from upcard.host.fold import fold
from upcard.host.meters import MeterStep
from upcard.host.notes import AUDIT, Noticed
from upcard.host.parameters import FLOOR, submit_parameters
from upcard.host.rebuild import rebuild
from upcard.host.robots import Robot
from upcard.host.safe import Holding
from upcard.host.table import TableHost
from upcard.host.verify import Verdict, verify
from upcard.journal.codec import encode
from upcard.journal.port import Proposal, Record, Snapshot, Written
from upcard.progressives.events import Contributed, MysteryHit
from upcard.submission.compile_text import rules_of

CENT = 100
MINIMUM, MAXIMUM = 100 * 10_000, 250 * 10_000
"""Configuration A-5 (§ 633c.14(c)); each wager of $5 adds 5 cents (1%)."""


def alone(table: TableHost, rounds: int) -> None:
    """One player with the mystery wager: one contribution a round."""
    for _ in range(rounds):
        table.send(c.PlaceWager(1, "blackjack", 150_000))
        table.send(c.PlaceWager(1, "jackpot-party", 50_000))
        table.send(c.CloseBets())
        while (asked := question(table.state)) is not None:
            table.send(asked.answers[DEFAULT_ANSWERS[asked.kind]])
        table.send(c.ClearTable())


def with_value(cents: int, rounds: int = 6) -> list[Record]:
    """Rounds where each secret value is so many cents above the minimum."""
    bits = seeded_bits(3)
    with journal() as opened:
        alone(host(opened, PROGRESSIVE, lambda n: cents if n == MYSTERY_BITS else bits(n)), rounds)
        assert verify(opened, rules_of).verified
        return list(opened.records())


def hits_of(body: Body) -> list[MysteryHit]:
    events = [event for step in body.meters for event in step.events]
    return [event for event in events if isinstance(event, MysteryHit)]


def first_hit(records: list[Record]) -> tuple[int, MysteryHit]:
    """The position and the event of the first hit."""
    return next(
        (record.position, hit) for record in records for hit in hits_of(decode_body(record.body))
    )


def claimed(records: list[Record], value: int) -> Verdict:
    """The verdict where the forger says that the first value was another, all else made so."""
    item = next(item for item in sealed_in(records) if item.endswith("/secret/1"))
    return resealed(records, {item: (item, str(value).encode())})


def test_a_hit_comes_with_the_contribution_that_passes_the_value() -> None:
    _, hit = first_hit(with_value(20))
    assert (hit.secret, hit.amount, hit.round) == (MINIMUM + 20 * CENT, MINIMUM + 25 * CENT, 5)


def test_a_forger_who_claims_a_lower_value_after_a_late_hit_is_refused() -> None:
    """He played with 20 cents above the minimum, and says that it was 12: round 3 was to hit."""
    records = with_value(20)
    position, _ = first_hit(records)
    verdict = claimed(records, MINIMUM + 12 * CENT)
    assert (
        "meter/BJ-02/must-hit-by-mystery stood above its secret value before it was hit."
        in message_of(verdict)
    )
    assert position_of(verdict) == position


@pytest.mark.parametrize(("cents", "verified"), [(19, False), (20, True), (24, True)])
def test_a_meter_that_stands_at_its_value_is_not_above_it(cents: int, verified: bool) -> None:
    """Before round 5 it held 20 cents above the minimum, after its wager 25."""
    verdict = claimed(with_value(20), MINIMUM + cents * CENT)
    assert verdict.verified is verified
    if not verified:
        assert "before it was hit" in message_of(verdict)


def test_a_value_that_the_hit_did_not_pass_is_refused() -> None:
    records = with_value(20)
    verdict = claimed(records, MINIMUM + 25 * CENT)
    assert "Meter step" in message_of(verdict)
    assert position_of(verdict) == first_hit(records)[0]


def above_its_maximum() -> list[Record]:
    """A meter between $250 and $1,000 goes on with a range that ends at $250 (§ 633c.14(c))."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE.replace("A-5", "D-5"), seeded_bits(3))
        alone(table, 1)
        table.close()
        alone(host(opened, PROGRESSIVE, seeded_bits(4)), 1)
        records = list(opened.records())
    _, hit = first_hit(records)
    assert hit.amount > hit.secret == MAXIMUM
    return records


def test_a_meter_above_its_maximum_is_hit_at_once() -> None:
    verdict = verdict_on(above_its_maximum())
    assert verdict.verified


def test_a_value_that_was_hit_is_revealed_though_it_has_to_be_the_maximum() -> None:
    """Else a forger could keep a low value for himself and pay above the maximum alone."""

    def unsaid(body: Body) -> Body | None:
        return replace(body, revealed=()) if hits_of(body) else None

    verdict, position = forged(above_its_maximum(), unsaid)
    assert (
        "meter/BJ-02/must-hit-by-mystery/secret/2 came to its end and was not revealed."
        in message_of(verdict)
    )
    assert position_of(verdict) == position


# What the table is told


def awarded(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """A round that wins all of a meter (§ 633c.2(i))."""
    monkeypatch.setattr("upcard.host.sealed_shoe.shuffled", stacked)
    with journal() as opened:
        text = PROGRESSIVE.replace('must_hit_by = "A-5"\n', "")
        alone(host(opened, text, lambda _width: 0), 1)
        return list(opened.records())


def more(command: c.Command) -> c.Command:
    """The command with a dollar more for the first winner."""
    if isinstance(command, c.RecordMystery):
        return replace(command, amount=command.amount + 10_000)
    assert isinstance(command, c.RecordAwards)
    (position, meter, amount), *others = command.amounts
    return replace(command, amounts=((position, meter, amount + 10_000), *others))


def told_otherwise(records: list[Record], change: Callable[[c.Command], c.Command]) -> list[Record]:
    """The records up to the first that tells a table what it gets, told and decided otherwise."""
    before = None
    for number, record in enumerate(records):
        body = decode_body(record.body)
        if body.awards:
            told = fold(before, replace(body, awards=()), rules_of)
            state, awards = told.state, []
            for step in body.awards:
                command = change(step.command)
                state, events = apply(state, command)
                awards.append(TableStep(command, tuple(events)))
            return [*records[:number], with_body(record, replace(body, awards=tuple(awards)))]
        before = fold(before, body, rules_of)
    raise AssertionError("nobody was told anything")


def test_awards_of_a_forger_are_named_in_the_record_that_tells_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The events follow from his amounts, and nothing comes after that could give him away."""
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

    def change(body: Body) -> Body | None:
        return replace(body, awards=body.awards * times) if body.awards else None

    verdict, position = forged(records, change)
    assert "The table was told other amounts than the meters gave." in message_of(verdict)
    assert position_of(verdict) == position


def test_events_of_an_award_are_decided_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(body: Body) -> Body | None:
        if not body.awards:
            return None
        (first, *others) = body.awards
        return replace(body, awards=(TableStep(first.command, first.events[:-1]), *others))

    verdict, position = forged(awarded(monkeypatch), change)
    assert "RecordAwards: the journal has" in message_of(verdict)
    assert position_of(verdict) == position


# Steps of meters


def test_a_step_of_a_meter_is_named_by_its_number() -> None:
    def change(body: Body) -> Body | None:
        for number, step in enumerate(body.meters):
            for event in step.events:
                if number and isinstance(event, Contributed):
                    less = replace(event, to_meter=event.to_meter - 1)
                    events = tuple(less if one is event else one for one in step.events)
                    new = MeterStep(step.stream, events)
                    return replace(body, meters=(body.meters[0], new, *body.meters[2:]))
        return None

    verdict, position = forged(played(2), change)
    assert message_of(verdict).startswith("Meter step 2: the journal has Meter")
    assert ", the rules give MeterStep" in message_of(verdict)
    assert position_of(verdict) == position


@pytest.mark.parametrize("opens", [True, False])
def test_steps_of_meters_that_are_left_out_are_counted(opens: bool) -> None:
    def change(body: Body) -> Body | None:
        if not body.meters or bool(body.submission) is not opens:
            return None
        return replace(body, meters=body.meters[:-1])

    records = played(2)
    counts = [len(decode_body(one.body).meters) for one in records]
    verdict, position = forged(records, change)
    count = counts[position - 1]
    expected = f"The journal has {count - 1} steps of meters, the rules give {count}."
    assert message_of(verdict).startswith(expected)
    assert position_of(verdict) == position


# Parameters of linked meters

LINKED = PROGRESSIVE.replace(
    "[wagers.perfect-pairs]", "[wagers.hit-and-run]\nincrement = '10%'\nlink = 'BANK'"
)
NEW = LINKED.replace("10%", "12.5%").replace("A-5", "B-5")


def with_parameters() -> list[Record]:
    """New parameters for a linked meter and another range for the mystery meter."""
    with journal() as opened:
        play(host(opened, LINKED, seeded_bits(3)), 1)
        submit_parameters(opened, NEW, rules_of, VAULT, "manager ann", seeded_bits(5))
        verdict = verify(opened, rules_of)
        assert verdict.verified, message_of(verdict)
        return list(opened.records())


def in_floor(change: Callable[[Body], Body]) -> tuple[Verdict, int]:
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
    step = TableStep(c.ClearTable(), ())
    besides: tuple[dict[str, Any], ...] = ({"steps": (step,)}, {"awards": (step,)})
    for beside in besides:

        def change(body: Body, beside: dict[str, Any] = beside) -> Body:
            return replace(body, **beside)

        verdict, position = in_floor(change)
        assert "Parameters of meters stand in a record of a table." in message_of(verdict)
        assert position_of(verdict) == position


def test_parameters_stand_in_the_stream_of_the_floor_alone() -> None:
    records = with_parameters()
    assert records[-1].stream == FLOOR
    verdict = verdict_on([*records[:-1], replace(records[-1], stream=records[0].stream)])
    assert "Parameters of meters stand in a record of a table." in message_of(verdict)
    assert position_of(verdict) == len(records)


# What stands beside the records


@pytest.mark.parametrize("gone", [True, False])
def test_a_sealed_value_that_was_changed_beside_the_records_is_found(gone: bool) -> None:
    """The meter's amount is right; the value that the next hit will be held to is another."""
    with journal() as opened:
        restored(opened, played(2))
        stream = "meter/BJ-02/must-hit-by-mystery"
        text = opened.shared(stream)
        assert text is not None
        holding = msgspec.json.decode(text, type=Holding)
        other = None if gone else VAULT.seal(f"{stream}/secret/1", b"2000000")
        opened.save_shared({stream: encode(replace(holding, sealed=other))})
        verdict = verify(opened, rules_of)
    assert f"{stream} does not hold what the records make of it." in message_of(verdict)


def test_a_meter_that_moves_on_while_somebody_verifies_is_left_aside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 1)
        shared, moved = opened.shared, list[str]()

        def later(stream: str) -> bytes | None:
            if not moved:
                moved.append(stream)
                play(table, 1)
            return shared(stream)

        head = opened.head()
        monkeypatch.setattr(opened, "shared", later)
        verdict = verify(opened, rules_of)
        monkeypatch.undo()
        assert verdict.verified
        assert (verdict.events, verdict.rounds) == (head.events, 1)
        assert opened.head().position > head.position
        assert verify(opened, rules_of).rounds == 2


def with_snapshot(change: Callable[[Snapshot], Snapshot]) -> Verdict:
    """The verdict where a table's snapshot was changed, with rounds before and after it."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 2)
        table.close()
        play(host(opened, PROGRESSIVE, seeded_bits(4)), 1)
        snapshot = opened.snapshot("table/BJ-02")
        assert snapshot is not None
        assert snapshot.position < opened.head().position
        opened.save_snapshot(change(snapshot))
        return verify(opened, rules_of)


def test_a_snapshot_that_the_records_make_is_verified_and_another_format_left_aside() -> None:
    assert with_snapshot(lambda one: one).verified
    assert with_snapshot(lambda one: replace(one, state=b"{}")).verified


@pytest.mark.parametrize(
    "change",
    [
        lambda one: replace(one, position=one.position - 1),
        lambda one: replace(one, position=one.position + 1),
        lambda one: replace(one, version=one.version - 1),
        lambda one: replace(one, version=one.version + 1),
        lambda one: replace(one, version=one.version + 1, position=one.position + 1),
        lambda one: replace(one, version=one.version - 1, position=one.position - 1),
        lambda one: replace(one, version=0, position=0),
        lambda one: replace(one, version=900, position=900),
        lambda one: replace(one, state=one.state.replace(b'"round":2', b'"round":3')),
    ],
)
def test_a_snapshot_that_would_be_taken_for_other_records_is_found(
    change: Callable[[Snapshot], Snapshot],
) -> None:
    """A table goes on from the records after its snapshot: other records, another table."""
    message = message_of(with_snapshot(change))
    assert "The snapshot of table/BJ-02 is not what its records make." in message


def test_a_snapshot_stands_at_its_own_record_and_not_at_another_stream_s() -> None:
    """From the position before it, the table would take its last record up twice."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        robots = [Robot(position, seeded_bits(2)) for position in (1, 2, 3)]
        bet(table, robots)
        answer(table, robots)
        note = Body(by="ann", notes=(Noticed("signed-in", "ann"),))
        opened.append(Proposal(AUDIT, 0, lambda _: Written(encode_body(note), 1)))
        table.send(c.ClearTable())
        table.close()
        snapshot = opened.snapshot("table/BJ-02")
        assert snapshot is not None
        assert verify(opened, rules_of).verified
        opened.save_snapshot(replace(snapshot, position=snapshot.position - 1))
        verdict = verify(opened, rules_of)
    assert "The snapshot of table/BJ-02 is not what its records make." in message_of(verdict)
    assert position_of(verdict) == snapshot.position


def test_meters_can_be_put_back_from_the_records() -> None:
    with journal() as opened:
        restored(opened, played(2))
        rebuild(opened)
        assert verify(opened, rules_of).verified

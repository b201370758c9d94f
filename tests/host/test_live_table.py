"""A table on a journal: durable, idempotent, resumed where the last acknowledgement left it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from amounts import dollars
from host.accounts import accounts
from host.live import PLAIN, VAULT, answer, bet, host, journal, lowest_secret, play, stacked
from upcard.cards.shuffle import seeded_bits
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import ClearTable, CloseBets, CutCards, PlaceWager, Shuffle
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import due, question
from upcard.host.bodies.record_body import RecordBody, body_of
from upcard.host.records.rebuild import holdings_of
from upcard.host.records.replay import rounds_of
from upcard.host.scripts.robots import Robot
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.held_lease import HeldLease
from upcard.host.tables.opening import OpeningTerms
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.port import FencedOut, JournalRecord, KeyReused, StreamLeased, VersionConflict
from upcard.money.amount import whole_cents
from upcard.rules.violation import BadInput, RuleViolation
from upcard.submission.compiling.text import rules_of


@pytest.fixture(params=["memory:", "sqlite"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    place = str(tmp_path / "floor.journal") if request.param == "sqlite" else "memory:"
    with journal(place) as one:
        yield one


@pytest.mark.nightly(but=1)
def test_rounds_are_played_verified_and_replayed(opened: Journal) -> None:
    table = host(opened, bits=seeded_bits(3))
    play(table, 40)
    verdict = verify(opened, rules_of)
    assert verdict.first_difference is None
    assert verdict.rounds == 40
    assert verdict.events == opened.head("table/BJ-02").events
    assert [record["round"] for record in rounds_of(opened, "BJ-02", rules_of)] == [*range(1, 41)]


@pytest.mark.parametrize("questions", range(6))
def test_a_table_goes_on_in_mid_round_as_if_nothing_had_happened(
    opened: Journal, questions: int
) -> None:
    """The same cards come out of the sealed shoe, whoever opens the table in between."""

    def new_robots() -> list[Robot]:
        return [Robot(position, seeded_bits(7)) for position in (1, 2, 3)]

    table = host(opened, bits=seeded_bits(5))
    bet(table, new_robots())
    answer(table, new_robots(), most=questions)
    before = table.state
    table.close()
    again = host(opened)
    assert again.state == before
    answer(again, new_robots())
    assert again.state.phase is Phase.SETTLED
    with journal() as other:
        straight = host(other, bits=seeded_bits(5))
        bet(straight, new_robots())
        answer(straight, new_robots())
        assert again.state == straight.state
    again.send(ClearTable())
    assert verify(opened, rules_of).verified


def test_the_same_key_has_one_effect_and_the_same_answer(opened: Journal) -> None:
    table = host(opened, PLAIN)
    wager = PlaceWager(1, "blackjack", dollars(15))
    first = table.send(wager, key="k1", actor="ann")
    head = opened.heads()
    assert table.send(wager, key="k1", actor="ann") == first
    assert opened.heads() == head
    with pytest.raises(KeyReused):
        table.send(PlaceWager(1, "blackjack", dollars(20)), key="k1", actor="ann")
    table.close()
    assert host(opened, PLAIN).send(wager, key="k1", actor="ann") == first


def test_a_repeated_key_is_answered_where_the_command_would_be_refused_now(
    opened: Journal,
) -> None:
    """Wagers are closed, so the same wager is refused; its key has its first answer."""
    table = host(opened, PLAIN)
    wager = PlaceWager(1, "blackjack", dollars(15))
    first = table.send(wager, key="k1", actor="ann")
    table.send(CloseBets(), key="close")
    before, head = table.state, opened.heads()
    with pytest.raises(RuleViolation):
        table.send(wager, actor="ann")
    assert table.send(wager, key="k1", actor="ann") == first
    assert (table.state, opened.heads()) == (before, head)


def test_a_repeated_key_draws_no_card(opened: Journal) -> None:
    """The first round's `CloseBets` comes once more when the second round could be dealt."""

    def rounds(table: TableHost, *, repeated: bool) -> AnyTable:
        for number in (1, 2):
            table.send(PlaceWager(1, "blackjack", dollars(15)), key=f"wager {number}")
            if repeated and number == 2:
                first = table.send(CloseBets(), key="close 1")
                assert (first.position < table.position, table.state.phase) == (True, "wagering")
            table.send(CloseBets(), key=f"close {number}")
            answer(table, [Robot(1, seeded_bits(1))])
            table.send(ClearTable(), key=f"clear {number}")
        return table.state

    with journal() as other:
        straight = rounds(host(other, PLAIN, bits=seeded_bits(3)), repeated=False)
        assert rounds(host(opened, PLAIN, bits=seeded_bits(3)), repeated=True) == straight
        assert opened.versions() == other.versions()
    assert verify(opened, rules_of).verified


def test_a_step_with_a_key_is_taken_once(opened: Journal) -> None:
    table = TableHost(
        opened,
        PLAIN,
        rules_of,
        CardSupply(VAULT),
        OpeningTerms(automations=UNTIL_CLEARED & ~Automation.SHOE),
    )
    first = table.take_step(Shuffle, after=table.position, key="s1", actor="dan")
    head = opened.heads()
    assert table.take_step(Shuffle, after=first.position - 1, key="s1", actor="dan") == first
    assert opened.heads() == head
    with pytest.raises(VersionConflict, match="moved on"):
        table.take_step(Shuffle, after=first.position - 1, actor="dan")
    with pytest.raises(KeyReused):
        table.take_step(CutCards, key="s1", actor="dan")
    table.take_step(CutCards, key="s2", actor="dan")
    assert verify(opened, rules_of).verified


def test_after_a_step_that_a_person_takes_the_table_goes_on_by_itself(opened: Journal) -> None:
    """A record for the step, and one for the dealer's cards and the settlement that follow."""
    by_hand = UNTIL_CLEARED & ~Automation.READER
    table = TableHost(
        opened,
        PLAIN,
        rules_of,
        CardSupply(VAULT, seeded_bits(2)),
        OpeningTerms(automations=by_hand),
    )
    table.send(PlaceWager(1, "blackjack", table.rules.minimum, "ann"))
    table.send(CloseBets())
    while (asked := question(table.state)) is not None:
        table.send(asked.answers["stand"])
    step = due(table.state)
    assert step is not None
    before = table.position
    table.take_step(step[1], actor="dan")
    assert table.state.phase == Phase.SETTLED
    assert table.position == before + 2
    assert verify(opened, rules_of).verified


def test_a_refusal_is_the_answer_of_its_key_even_when_it_would_be_allowed_later(
    opened: Journal,
) -> None:
    table = host(opened, PLAIN)
    with pytest.raises(RuleViolation) as refused:
        table.send(CloseBets(), key="close")
    table.send(PlaceWager(1, "blackjack", dollars(15)))
    with pytest.raises(RuleViolation) as again:
        table.send(CloseBets(), key="close")
    assert (again.value.section, again.value.message) == (
        refused.value.section,
        refused.value.message,
    )
    table.send(CloseBets(), key="close now")
    assert table.state.round == 1


def test_a_refused_command_leaves_table_shoe_and_journal_as_they_were(opened: Journal) -> None:
    table = host(opened, PLAIN)
    before, head = table.state, opened.heads()
    with pytest.raises(RuleViolation, match="at least"):
        table.send(PlaceWager(1, "blackjack", dollars(1)))
    assert (table.state, opened.heads()) == (before, head)


def test_mystery_awards_are_told_to_the_table_in_the_same_record(opened: Journal) -> None:
    table = host(opened, bits=lowest_secret(2))
    table.send(PlaceWager(1, "blackjack", dollars(15)))
    table.send(PlaceWager(1, "jackpot-party", dollars(5)))
    closed = table.send(CloseBets())
    assert "MysteryAwarded" in [type(event).__name__ for event in closed.events]
    answer(table, [Robot(1, seeded_bits(1))])
    assert isinstance(table.state, BlackjackState)
    (paid,) = [jackpot for jackpot in table.state.jackpots if jackpot.mystery]
    assert sum(paid.amounts or ()) + paid.fixed == dollars("100.05")
    table.send(ClearTable())
    verdict = verify(opened, rules_of)
    assert verdict.first_difference is None
    for stream, holding in holdings_of(opened).items():
        assert opened.shared(stream) == encode(holding)


def test_shares_of_a_meter_are_won_paid_by_slip_and_reseeded(
    opened: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """§ 633c.2(h), (i): a royal flush in diamonds, then one in spades."""
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    table = host(opened, bits=lambda _width: 0)
    offered = table.rules.offered("jackpot-party")
    assert offered is not None
    meters = {meter.name.rpartition("/")[2]: meter for meter in offered.meters}
    for number in (1, 2):
        table.send(PlaceWager(1, "blackjack", dollars(15)))
        table.send(PlaceWager(1, "jackpot-party", dollars(5)))
        table.send(CloseBets())
        answer(table, [Robot(1, seeded_bits(1))] * 3)
        assert isinstance(table.state, BlackjackState)
        (won,) = [
            jackpot for jackpot in table.state.jackpots if jackpot.shares and not jackpot.mystery
        ]
        assert won.stage == "papers-completed"
        (share,) = won.shares
        meter = meters[share.meter]
        held = meter.seed + number * dollars(5) * meter.increment // 1_000_000
        assert won.amounts == (whole_cents(held * share.percent // 100),)
        table.send(ClearTable())
    assert verify(opened, rules_of).first_difference is None
    found = accounts(opened)
    assert found["payable"] == 0


def test_a_new_submission_waits_for_the_end_of_the_round(opened: Journal) -> None:
    other = PLAIN.replace("BJ-01", "BJ-02")
    table = host(opened)
    play(table, 2)
    table.send(PlaceWager(1, "blackjack", dollars(15)))
    table.close()
    with pytest.raises(BadInput, match="middle of a round"):
        host(opened, other)
    table = host(opened)
    table.send(CloseBets())
    answer(table, [Robot(1, seeded_bits(1))] * 3)
    table.send(ClearTable())
    accounts = table.state.accounts
    table.close()
    changed = host(opened, other)
    assert changed.state.accounts == accounts
    assert changed.state.round == 3
    play(changed, 2)
    assert verify(opened, rules_of).verified


def test_a_table_has_one_owner(opened: Journal) -> None:
    first = host(opened, PLAIN)
    with pytest.raises(StreamLeased):
        HeldLease(opened, "table/BJ-01", "another")
    again = host(opened, PLAIN)
    with pytest.raises(FencedOut):
        first.send(PlaceWager(1, "blackjack", dollars(15)))
    again.send(PlaceWager(1, "blackjack", dollars(15)))
    assert (first.state.in_play(), len(again.state.in_play())) == ((), 1)


def test_a_long_history_is_taken_up_from_its_snapshot(
    opened: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("upcard.host.tables.committing.SNAPSHOT_EVERY", 20)
    table = host(opened, bits=seeded_bits(4))
    play(table, 12)
    before, events = table.state, opened.head("table/BJ-02").events
    table.close()
    read = []

    def counted(record: JournalRecord) -> RecordBody:
        read.append(record)
        return body_of(record)

    monkeypatch.setattr("upcard.host.tables.table_reader.body_of", counted)
    again = host(opened)
    assert again.state == before
    assert len(read) < 20 < events
    assert verify(opened, rules_of).verified


def test_nobody_needs_an_answer_while_the_table_waits_for_wagers(opened: Journal) -> None:
    assert question(host(opened, PLAIN, vault=VAULT).state) is None

"""§ 605a.8: linked tables in several processes feed one meter: exact total, exact order of hits."""

import re
from collections.abc import Iterator
from multiprocessing import get_context

import pytest

from amounts import dollars
from host import feeding_tables
from host.accounts import accounts
from host.live import PLAIN, PROGRESSIVE, VAULT, host, journal, play
from nightly import NIGHTLY
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.play import question
from upcard.host.bodies.record_body import decode_body
from upcard.host.meters.bridge import meters_of
from upcard.host.meters.parameters import submit_parameters
from upcard.host.records.rebuild import holdings_of
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.journal.opening import open_journal
from upcard.progressives.events import Contributed, MysteryHit, ParametersChanged
from upcard.progressives.meter import MeterHit, MeterState
from upcard.rules.violation import BadInput, RuleViolation
from upcard.submission.compiling.text import rules_of

TABLES, PROCESSES = 64, 4
ROUNDS = 500 if NIGHTLY else 10
EVENTS = 1_000_000 if NIGHTLY else 20_000


@pytest.mark.nightly
def test_64_tables_in_several_processes_feed_one_meter(schemas: Iterator[str]) -> None:
    place = next(schemas)
    open_journal(place, rules="0" * 64).close()
    start = get_context("forkserver")
    workers = []
    for first in range(PROCESSES):
        numbers = tuple(range(first, TABLES, PROCESSES))
        workers.append(start.Process(target=feeding_tables.run, args=(place, numbers, ROUNDS)))
        workers[-1].start()
    for worker in workers:
        worker.join(3_600)
        assert worker.exitcode == 0
    opened = open_journal(place, rules="0" * 64, writable=False)
    assert sum(head.events for head in opened.heads().values()) >= EVENTS
    verdict = verify(opened, rules_of)
    assert verdict.first_difference is None
    assert verdict.rounds == TABLES * ROUNDS

    steps = [step for record in opened.all_records() for step in decode_body(record.body).meters]
    events = [event for step in steps for event in step.events]
    hits = [event for event in events if isinstance(event, MysteryHit)]
    assert len(hits) == TABLES * ROUNDS
    assert {(hit.table, hit.round) for hit in hits} == {
        (f"T-{number:02}", played) for number in range(TABLES) for played in range(1, ROUNDS + 1)
    }
    states = {stream: holding.state for stream, holding in holdings_of(opened).items()}
    (mystery,) = (state for state in states.values() if state.rules.maximum)
    assert mystery.hits == len(hits)
    assert mystery.last_hits == tuple(
        MeterHit(hit.table, hit.round, hit.amount, 1) for hit in hits[-25:]
    )

    for state in states.values():
        fed = [
            event
            for event in events
            if isinstance(event, Contributed) and event.meter == state.rules.key
        ]
        wagered = sum(event.wagered for event in fed)
        assert wagered == TABLES * ROUNDS * feeding_tables.WAGER
        assert sum(event.to_meter for event in fed) == wagered * state.rules.increment // 1_000_000
    accounts(opened)
    opened.close()


LINKED = PROGRESSIVE.replace("envy = true", 'envy = true\nlink = "BANK"')


def test_a_table_with_another_paytable_is_not_linked() -> None:
    """§ 605a.8."""
    other = LINKED.replace("BJ-02", "BJ-03").replace('paytable = "A"', 'paytable = "B"')
    with journal() as opened:
        host(opened, LINKED)
        with pytest.raises(RuleViolation, match="same paytable") as refused:
            TableHost(opened, other, rules_of, CardSupply(VAULT))
        assert "605a.8" in refused.value.section
        assert set(opened.versions()) == {"table/BJ-02"}


def test_two_tables_of_one_process_feed_one_meter() -> None:
    with journal() as opened:
        one, other = host(opened, LINKED), host(opened, LINKED.replace("BJ-02", "BJ-03"))
        play(one, 2)
        play(other, 3)
        states = [holding.state for holding in holdings_of(opened).values()]
        (linked,) = (state for state in states if state.rules.link == "BANK")
        assert linked.tables == ("BJ-02", "BJ-03")
        assert verify(opened, rules_of).verified


def test_a_record_that_feeds_claims_or_ends_nothing_leaves_the_meters_alone() -> None:
    with journal() as opened:
        table = host(opened, LINKED)
        play(table, 5)
        told = {"ProgressivesLocked", "AwardsClaimed", "RoundSettled"}
        first, *records = opened.records(table.stream)
        assert first.shared
        quiet = 0
        for record in records:
            body = decode_body(record.body)
            events = {type(event).__name__ for step in body.steps for event in step.events}
            assert bool(record.shared) == bool(events & told), events
            quiet += not record.shared
        assert quiet > len(records) // 2


def test_new_parameters_are_journaled_with_the_old_ones() -> None:
    """§ 605a.7: nothing changes while a round is open; old and new values are in the record."""
    plain = PROGRESSIVE.replace(
        "[wagers.perfect-pairs]",
        "[wagers.hit-and-run]\nseed = 1000\nreseed = 1000\nincrement = '10%'",
    )
    with journal() as opened:
        table = host(opened, plain)
        play(table, 2)
        table.close()
        head = opened.head("table/BJ-02")
        play(host(opened, plain.replace("10%", "12.5%")), 1)
        records = opened.records("table/BJ-02", head.position)
        steps = [step for record in records for step in decode_body(record.body).meters]
        (change,) = (
            event for step in steps for event in step.events if isinstance(event, ParametersChanged)
        )
        assert (change.old.increment, change.new.increment) == (100_000, 125_000)
        assert verify(opened, rules_of).verified


@pytest.mark.parametrize(("before", "after"), [("A-5", "D-5"), ("D-5", "A-5"), ("B-5", "A-5")])
def test_a_mystery_meter_with_another_range_gets_another_value(before: str, after: str) -> None:
    """§ 633c.14(c)(3), (4): the value lies between the minimum and maximum in force."""
    text = PROGRESSIVE.replace("A-5", before)
    with journal() as opened:
        table = host(opened, text)
        play(table, 2)
        table.close()
        play(host(opened, PROGRESSIVE.replace("A-5", after)), 2)
        (holding,) = (
            holding for holding in holdings_of(opened).values() if holding.sealed is not None
        )
        assert holding.sealed is not None
        rules = holding.state.rules
        assert rules.reseed <= int(VAULT.open(holding.sealed)) <= rules.maximum
        assert verify(opened, rules_of).first_difference is None


def test_linked_tables_get_new_parameters_together_once_no_round_is_open() -> None:
    """§ 605a.8: submitted once; applied between rounds; each table follows with its submission."""
    old = PROGRESSIVE.replace(
        "[wagers.perfect-pairs]",
        "[wagers.hit-and-run]\nseed = 1000\nreseed = 1000\nincrement = '10%'\nlink = 'BANK'",
    )
    new = old.replace("10%", "12.5%")
    with journal() as opened:
        one = host(opened, old, seeded_bits(3))
        other = host(opened, old.replace("BJ-02", "BJ-03"))
        with pytest.raises(RuleViolation):
            TableHost(opened, new, rules_of, CardSupply(VAULT))
        one = host(opened, old)
        one.send_all(
            [PlaceWager(1, "blackjack", dollars(15)), PlaceWager(1, "hit-and-run", dollars("0.50"))]
        )
        one.send(CloseBets())
        assert question(one.state) is not None, "the round is open"
        submit_parameters(opened, new, rules_of(new), VAULT, "manager ann")
        assert bank(opened).rules.increment == 100_000
        while (asked := question(one.state)) is not None:
            one.send(asked.unanswered)
        assert bank(opened).rules.increment == 125_000
        one.send(ClearTable())
        play(other, 1)
        one.close()
        play(host(opened, new), 1)
        verdict = verify(opened, rules_of)
        assert verdict.first_difference is None
        changes = [
            event
            for record in opened.all_records()
            for step in decode_body(record.body).meters
            for event in step.events
            if isinstance(event, ParametersChanged)
        ]
        assert [(change.old.increment, change.new.increment) for change in changes] == [
            (100_000, 125_000)
        ]


def test_a_table_that_feeds_another_meter_leaves_the_one_before() -> None:
    """§ 605a.8: by its new submission the table stands alone, the other still feeds the bank."""
    with journal() as opened:
        one, other = host(opened, LINKED), host(opened, LINKED.replace("BJ-02", "BJ-03"))
        play(one, 1)
        play(other, 1)
        one.close()
        play(host(opened, PROGRESSIVE), 1)
        assert bank(opened).tables == ("BJ-03",)
        play(other, 1)
        assert verify(opened, rules_of).verified


def test_parameters_for_a_meter_that_no_table_feeds_are_refused() -> None:
    with journal() as opened:
        names = ", ".join(rules.name for rules in meters_of(rules_of(PROGRESSIVE)))
        with pytest.raises(BadInput, match=re.escape(f"No table feeds {names}.")):
            submit_parameters(opened, PROGRESSIVE, rules_of(PROGRESSIVE), VAULT, "manager ann")
        with pytest.raises(BadInput, match="No table feeds a meter of this submission"):
            submit_parameters(opened, PLAIN, rules_of(PLAIN), VAULT, "manager ann")


def bank(opened: Journal) -> MeterState:
    (state,) = (
        holding.state
        for holding in holdings_of(opened).values()
        if holding.state.rules.link == "BANK"
    )
    return state


WASHINGTON = """
[table]
name = "{name}"
jurisdiction = "wa"
game = "{game}"
decks = 6
positions = 2

[wagers.match-the-dealer-progressive]
paytable = "{paytable}"
wager = 1
seed = 5000
increment = "15%"
secondary_increment = "6%"
link = "BANK"
"""


def washington(game: str, paytable: str = "3c-1") -> str:
    return WASHINGTON.format(name=game[:4].upper(), game=game, paytable=paytable)


def test_match_the_dealer_and_down_under_share_a_meter_in_washington() -> None:
    """WSGC, Progressive Rules: one common jackpot, the same pay tables on both games."""
    games = ("match-the-dealer-blackjack", "down-under-blackjack")
    with journal() as opened:
        first, second = (host(opened, washington(game)) for game in games)
        play(first, 3)
        play(second, 3)
        assert bank(opened).tables == ("MATC", "DOWN")
        assert verify(opened, rules_of).first_difference is None
        second.close()
        with pytest.raises(RuleViolation, match="same paytable") as refused:
            host(opened, washington(games[1], "3c-2"))
        assert refused.value.section.startswith("WSGC Match the Dealer Blackjack")

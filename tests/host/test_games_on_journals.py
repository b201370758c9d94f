"""Every game on a journal: played, resumed in mid-round, verified, replayed."""

from pathlib import Path
from typing import Final

import pytest

from amounts import dollars
from host.live import VAULT, host, journal
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, PlaceWager
from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.engine.play import question
from upcard.engine.roulette.commands import SpinWheel
from upcard.engine.roulette.state import RouletteState
from upcard.host.records.replay import rounds_of
from upcard.host.scripts.rounds import RobotTable, robot_table
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.opening import OpeningTerms
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.submission.compiling.text import rules_of

GOLDEN: Final = Path(__file__).parent.parent / "golden"
SUBMISSIONS: Final = (
    "rounds/submissions/baccarat-8.toml",
    "rounds/submissions/lightning-roulette.toml",
    "hybrid/submissions/hybrid-6.toml",
    "hybrid/submissions/no-hole-card-8.toml",
)


def text_of(name: str) -> str:
    return (GOLDEN / name).read_text(encoding="utf-8")


def by_robots(table: TableHost, seed: int = 4) -> RobotTable[TableHost]:
    return RobotTable(table.rules, table, seeded_bits(seed))


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_rounds_are_played_verified_and_replayed(name: str) -> None:
    with journal() as opened:
        table = host(opened, text_of(name), seeded_bits(3))
        played = [by_robots(table, seed).play() for seed in range(25)]
        verdict = verify(opened, rules_of)
        assert verdict.first_difference is None
        assert verdict.rounds == 25
        replayed = list(rounds_of(opened, table.rules.name, rules_of))
        assert [{**record, "records": None} for record in replayed] == [
            {**record, "records": None} for record in played
        ]


@pytest.fixture
def snapshots(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table on a journal has a snapshot after a few records."""
    monkeypatch.setattr("upcard.host.tables.committing.SNAPSHOT_EVERY", 10)


def with_a_wager(opened: Journal, name: str) -> TableHost:
    """A table that has played eight rounds, and has a wager for the next one."""
    table = host(opened, text_of(name), seeded_bits(5))
    for seed in range(8):
        by_robots(table, seed).play()
    wager = "baccarat-tie" if table.rules.game == "baccarat" else "blackjack"
    wager = "red" if table.rules.variation.has_wheel else wager
    table.send(PlaceWager(1, wager, dollars(50)))
    return table


def taken_up_again(table: TableHost, opened: Journal, name: str) -> TableHost:
    table.close()
    return host(opened, text_of(name))


@pytest.mark.usefixtures("snapshots")
@pytest.mark.parametrize("name", SUBMISSIONS)
def test_a_table_that_is_taken_up_after_every_round_deals_the_same_rounds(name: str) -> None:
    with journal() as opened, journal() as other:
        straight = by_robots(host(other, text_of(name), seeded_bits(5)))
        bits, shoe_bits = seeded_bits(4), seeded_bits(5)
        table = host(opened, text_of(name), shoe_bits)
        for number in range(1, 9):
            assert RobotTable(table.rules, table, bits).play() == straight.play()
            table.close()
            table = host(opened, text_of(name), shoe_bits)
            assert table.state.round == number
        assert opened.snapshot(table.stream) is not None, "it was taken up from its snapshot"


@pytest.mark.usefixtures("snapshots")
@pytest.mark.parametrize("name", SUBMISSIONS)
def test_a_table_is_taken_up_with_the_wagers_that_were_placed(name: str) -> None:
    with journal() as opened:
        table = with_a_wager(opened, name)
        before = table.state
        assert taken_up_again(table, opened, name).state == before


@pytest.mark.usefixtures("snapshots")
@pytest.mark.parametrize("name", SUBMISSIONS)
def test_a_table_is_taken_up_in_mid_round_with_what_it_asked(name: str) -> None:
    with journal() as opened:
        table = taken_up_again(with_a_wager(opened, name), opened, name)
        table.send(CloseBets())
        asked = question(table.state)
        again = taken_up_again(table, opened, name)
        assert again.state == table.state
        assert question(again.state) == asked
        assert verify(opened, rules_of).verified


def test_a_wheel_that_a_dealer_spins_is_waited_for() -> None:
    """The Lucky Numbers are durable before the ball is; a table goes on between them."""
    waiting = UNTIL_CLEARED & ~Automation.SPIN
    text = text_of("rounds/submissions/lightning-roulette.toml")
    with journal() as opened:
        table = TableHost(
            opened,
            text,
            rules_of,
            CardSupply(VAULT, seeded_bits(1)),
            OpeningTerms(automations=waiting),
        )
        table.send(PlaceWager(1, "straight-17", dollars(1)))
        table.send(CloseBets())
        assert table.state.phase == "spinning"
        table.close()
        table = TableHost(
            opened, text, rules_of, CardSupply(VAULT), OpeningTerms(automations=waiting)
        )
        state = table.state
        assert isinstance(state, RouletteState)
        assert len(state.lucky) >= 1
        table.send(SpinWheel(17))
        assert table.state.accounts["player 1"] >= dollars(29)
        table.send(ClearTable())
        assert verify(opened, rules_of).verified


def test_a_spin_of_the_host_differs_from_the_next() -> None:
    text = text_of("rounds/submissions/lightning-roulette.toml")
    with journal() as opened:
        table = by_robots(host(opened, text))
        pockets = {table.play()["pocket"] for _ in range(40)}
        assert len(pockets) > 5


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_robots_keep_to_the_limits_in_memory(name: str) -> None:
    rules = rules_of(text_of(name))
    table = robot_table(rules, seed=6)
    records = [table.play() for _ in range(30)]
    assert [record["round"] for record in records] == [*range(1, 31)]
    assert sum(table.table.state.accounts.values()) == 0
    assert robot_table(rules, seed=6).play() == records[0]

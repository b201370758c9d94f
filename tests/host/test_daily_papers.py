"""The papers of a day, from the journal: what a table and its meters did, and jackpot slips."""

from datetime import timedelta
from pathlib import Path

import pytest

from host.live import PROGRESSIVE, answer, host, journal, play, stacked
from upcard.cards.shuffle import seeded_bits
from upcard.cli.journal.daily import daily
from upcard.engine.core import commands as c
from upcard.host.daily.meter_day import MeterDay, meter_days
from upcard.host.daily.sheets import head_of, jackpot_slip, meter_statement, table_statement
from upcard.host.daily.table_day import STEPS, TableDay, days_of, table_day
from upcard.host.scripts.robots import Robot
from upcard.reports.rendering.paper import Paper, PaperTable
from upcard.rules.violation import BadInput
from upcard.submission.compiling.text import rules_of

ROUNDS = 2
PLAYER = Robot(1, seeded_bits(1))


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> tuple[TableDay, list[MeterDay], TableDay]:
    """A table's day with two royal flushes, its meters' day, and the table's day before."""
    monkeypatch.setattr("upcard.host.seals.sealed_shoe.shuffled", stacked)
    with journal() as opened:
        table = host(opened, bits=lambda _width: 0)
        for _ in range(ROUNDS):
            table.send(c.PlaceWager(1, "blackjack", 150_000))
            table.send(c.PlaceWager(1, "jackpot-party", 50_000))
            table.send(c.CloseBets())
            answer(table, [PLAYER] * 3)
            table.send(c.ClearTable())
        today = next(days_of(opened, "BJ-02"))
        before = table_day(opened, "BJ-02", today - timedelta(days=1))
        return table_day(opened, "BJ-02", today), meter_days(opened, today), before


def rows(paper: Paper, heading: str) -> list[tuple[str, ...]]:
    (part,) = [one for one in paper.parts if one.heading == heading]
    return [row for block in part.blocks if isinstance(block, PaperTable) for row in block.rows]


def test_a_day_balances(played: tuple[TableDay, list[MeterDay], TableDay]) -> None:
    """Double entry: the accounts' changes sum to zero, and the inventory has what wagers left."""
    found, _, before = played
    assert found.rounds == ROUNDS
    assert sum(found.accounts.values()) == 0
    assert before.rounds == 0
    assert before.submission == ""
    statement = table_statement(found, rules_of(PROGRESSIVE))
    kinds = {row[0] for row in rows(statement, "Wagers")}
    assert {"Blackjack wager", "Jackpot Party"} <= kinds
    paid = rows(statement, "Progressive payouts")
    assert paid[0][2:4] == ("Must-Hit-By Mystery meter", "a jackpot slip")


def test_a_meter_s_day_leads_from_its_opening_to_its_closing(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    _, meters, _ = played
    assert meters
    for one in meters:
        assert one.opening + one.contributed + one.seeded - one.paid == one.closing
        assert one.reserve_opening + one.reserved - one.reserve_used == one.reserve_closing
    assert sum(one.contributed for one in meters) > 0
    paper = meter_statement(meters, "2026-11-23", head_of(rules_of(PROGRESSIVE)))
    headings = [part.heading for part in paper.parts]
    assert "Jackpot Party, Mega meter: BJ-02" in headings


def test_a_slip_has_the_steps_that_were_signed(
    played: tuple[TableDay, list[MeterDay], TableDay],
) -> None:
    """§ 633c.2(h): verified, light confirmed, validated, paid, papers completed."""
    found, _, _ = played
    hands = [one.outcome for one in found.jackpots if one.outcome.startswith("royal")]
    assert hands == ["royal-flush-diamonds", "royal-flush-other-suit"]
    for one in found.jackpots:
        slip = jackpot_slip(one, rules_of(PROGRESSIVE))
        steps = rows(slip, "Signed")
        assert [step[0] for step in steps] == list(STEPS.values())
        paid = next(step for step in steps if step[0] == "Paid")
        assert paid[2].startswith(found.day.isoformat())
        assert paid[3] == "58 Pa. Code § 633c.2(h)(4)" or one.outcome == "mystery-bonus"
        assert one.amount is not None


def test_the_command_writes_a_day(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "floor.journal")
    with journal(place) as opened:
        play(host(opened), 1)
        today = next(days_of(opened, "BJ-02"))
    out = tmp_path / "day"
    daily(place, date=today.isoformat(), out=out)
    capsys.readouterr()
    assert (out / "daily-BJ-02.pdf").read_bytes().startswith(b"%PDF")
    assert "At the beginning" in (out / "daily-meters.html").read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="No table of this journal was open on 2020-01-01 or before"):
        daily(place, date="2020-01-01", out=out)

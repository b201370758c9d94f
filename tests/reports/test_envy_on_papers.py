"""Envy bonuses on papers, counted by hand: in a table's hold, cash flow and on the PAR sheet."""

from fractions import Fraction

import pytest

from reports.paper_tables import notes, pairs, rows, source_from, words
from upcard.analysis.diff import diff
from upcard.analysis.envy import envy_of_each
from upcard.analysis.meters.flow import lived_meters
from upcard.analysis.meters.long_run import long_run_edge
from upcard.analysis.pace import DAYS, HOURS, ROUNDS_PER_HOUR
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.reports.par.additional import edge_with_envy
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.diff_sheet import diff_sheet
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.reports.source import PaperSource

MATCH = '[wagers.blackjack-match]\npaytable = "A"\nwager = 5\n'

CYCLE = 4_647_347_640
"""Initial hands of a player and the dealer from six decks, in the text's order of cards."""

RETURNED = Fraction(7_200 * 3_000 + 21_600 * 1_000, CYCLE) / 5
"""§ 633c.10(k): $3,000 and $1,000 for a $5 wager, by the combinations that bring them."""


def source(more: str = "") -> PaperSource:
    return source_from(f'[table]\nname = "T"\npositions = 7\n{MATCH}{more}')


def whole(text: str) -> float:
    return float(text.replace("$", "").replace(",", "").replace("−", "-"))


def test_s633c_10_k_envy_for_each_other_player_is_exact() -> None:
    """§ 633c.10(k): 7,200 and 21,600 of all initial hands bring the two bonuses."""
    (with_envy,) = [each for each in source("envy = true\n").records if each.bonuses]
    assert envy_of_each(with_envy) == RETURNED
    assert not any(envy_of_each(each) for each in source().records)


def test_s633c_10_k_the_table_s_hold_counts_the_hands_of_all_others() -> None:
    """§ 633c.10(h)(5): one player has none; each of seven is paid for six hands."""
    held = {
        envy: next(
            row
            for row in rows(hold_sheet(source(envy)), "A table, 60 rounds an hour")
            if row[0] == "Blackjack Match"
        )
        for envy in ("", "envy = true\n")
    }
    none, some = held.values()
    assert none[2:4] == some[2:4], "the edge, and what one seat holds"
    less = float(7 * 6 * RETURNED * 5 * ROUNDS_PER_HOUR)
    assert whole(none[5]) - whole(some[5]) == pytest.approx(less, abs=1)
    for at, hours in ((6, HOURS), (7, 30 * HOURS)):
        assert whole(none[at]) - whole(some[at]) == pytest.approx(hours * less, abs=1)
    told = notes(hold_sheet(source("envy = true\n")))
    assert f"takes {float(100 * RETURNED):.3f} % of Blackjack Match from the hold" in told


def test_s633c_10_k_the_cash_flow_has_what_envy_bonuses_cost() -> None:
    paper = cash_flow(source("envy = true\n"))
    assert paper is not None
    wagers = 7 * ROUNDS_PER_HOUR * HOURS * DAYS
    expected = [float(wagers * 6 * Fraction(ways, CYCLE)) for ways in (7_200, 21_600)]
    found = rows(paper, "Blackjack Match: envy bonuses of a year")[:2]
    for row, times in zip(found, expected, strict=True):
        assert row[2] == f"{times:,.1f} times"
    without = cash_flow(source())
    assert without is not None
    assert "nvy" not in notes(without)
    assert not [each.heading for each in without.parts if "envy" in each.heading]


def test_s633c_10_k_a_change_s_hold_counts_the_hands_of_all_others() -> None:
    """Offering the bonuses takes what six other players' hands bring from each position's hold."""
    without, with_envy = source(), source("envy = true\n")
    found = diff(without.submission, with_envy.submission)
    (effect,) = found.effects
    assert effect.before is not None
    assert effect.after is not None
    assert effect.before.house_edge is not None
    assert effect.after.house_edge is not None
    assert (effect.before.envy, effect.after.envy) == (0, float(6 * RETURNED))
    less = effect.before.house_edge - effect.after.house_edge
    assert less == pytest.approx(float(6 * RETURNED))
    assert found.hold[0] - found.hold[1] == pytest.approx(less * 5 * ROUNDS_PER_HOUR)
    paper = diff_sheet(without.document, with_envy, found)
    assert "Envy bonuses count, with such a player at every position." in words(paper)
    an_hour, a_day = (
        [whole(cell) for cell in row[1:]] for row in rows(paper, "Effect on the table")
    )
    assert an_hour == pytest.approx([*found.hold, found.hold[1] - found.hold[0]], abs=0.01)
    assert a_day == pytest.approx([7 * HOURS * held for held in an_hour], abs=1)
    same = diff(without.submission, without.submission)
    assert not same.counted


def test_the_even_amount_counts_envy() -> None:
    """A player who is paid for others' hands needs less on the meter."""
    even = {}
    for envy in ("", "envy = true\n"):
        made = source(envy)
        (record,) = [each for each in made.records if each.wager == "blackjack-match"]
        offered = made.offered(record)
        assert offered is not None
        (alone,) = lived_meters(record, offered, 1)
        (full,) = lived_meters(record, offered, 7)
        assert alone.life.taken == full.life.taken
        even[envy] = (alone.even, full.even)
        taken = alone.life.taken
    none, some = even.values()
    assert none[0] == none[1] == some[0], "nobody else is there, or nothing is paid"
    assert (none[1] - some[1]) * taken == 6 * RETURNED * 5 * UNITS_PER_DOLLAR
    paper = cash_flow(source("envy = true\n"))
    assert paper is not None
    values = pairs(paper, "Blackjack Match: when the wager favors players")
    amount = float(some[1] / UNITS_PER_DOLLAR)
    assert whole(values["Break-even"]) == pytest.approx(amount, abs=1)


def test_the_sheet_s_edge_with_envy_is_that_of_a_full_table() -> None:
    table = source("envy = true\n")
    (record,) = [each for each in table.records if each.bonuses]
    edge = long_run_edge(record, table.offered(record))
    (fact,) = edge_with_envy(record, edge, 7)
    assert fact.value == (
        f"{float(100 * (edge - 6 * RETURNED)):.4f} %, with the wager at all 7 positions"
    )
    assert not list(edge_with_envy(record, edge, 1)), "nobody else is there"

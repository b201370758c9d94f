"""Washington's printed figures through the records themselves."""

from fractions import Fraction
from functools import cache
from math import floor

from upcard.exact.record import ParRecord, all_records
from upcard.rules.loader import wager_rules


@cache
def records() -> list[ParRecord]:
    return [record for record in all_records("wa") if record.printed_house_edge is not None]


def rounded(share: Fraction) -> Fraction:
    """To two decimals of a percentage, a half up."""
    return Fraction(floor(share * 10_000 + Fraction(1, 2)), 10_000)


def name(record: ParRecord) -> str:
    return f"{record.wager}-{record.paytable}-{record.decks}"


def test_every_printed_figure_has_a_record() -> None:
    """21 tables of eight paytables, and seven of each of the two bonus wagers."""
    own = [record for record in records() if "jackpot_rows" not in record.options]
    assert len(own) == 21 * 8 + 2 * 7
    assert len(records()) == len(all_records("wa"))


def test_the_house_edges_as_printed() -> None:
    """WSGC Match the Dealer Blackjack, Tables 2, 3, 4, 5, 7, 8 and 9."""
    for record in records():
        assert record.house_edge_as_printed is not None, name(record)
        assert rounded(record.house_edge_as_printed) == record.printed_house_edge, name(record)
        assert sum(row.probability for row in record.outcomes) == 1, name(record)


def test_the_win_frequencies_of_the_bonus_wagers() -> None:
    """WSGC Match the Dealer Blackjack, Table 2."""
    for record in records():
        if not record.wager.endswith("progressive"):
            printed = {
                table.data.printed_win_frequency
                for table in wager_rules(record.wager, "wa").paytables
                if (table.id, table.data.decks) == (record.paytable, (record.decks,))
            }
            hits = record.hit_frequency
            assert printed == {f"{float(100 * hits):.1f}%, 1 in {float(1 / hits):.1f} hands"}


def test_a_wrong_convention_is_told_apart() -> None:
    """The negative control: without the increments of the meter no progressive figure fits."""
    progressive = [record for record in records() if record.wager.endswith("progressive")]
    assert len(progressive) > 200
    for record in progressive:
        assert rounded(1 - record.fixed_return_for_1) != record.printed_house_edge

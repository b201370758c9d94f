"""All wagers of a position together, against the exact law of a round with all of them."""

from math import sqrt

import pytest

from reports.paper_tables import rows, source, source_from
from upcard.library.distribution.round_laws import exact_law
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.reports.sheets.together import BEST, Mean, together

TWENTIES = '[table]\nname = "A"\n[wagers.lucky-ladies]\n[wagers.kings-bounty]\n'


def test_the_spread_of_all_wagers_is_that_of_their_sum() -> None:
    """Two wagers on a total of 20 win with the same cards; nothing of it is simulated."""
    table = source_from(TWENTIES)
    records = {record.wager: record for record in table.records if not record.note}
    names = ("lucky-ladies", "kings-bounty")
    law = exact_law(table.table, names, (), own_strategy=False)
    assert law is not None
    means = [
        Mean(name, name, law.wagered, 1.5, records[name].standard_deviation * law.wagered)
        for name in names
    ]
    whole = together(table, means, BEST)
    mean = sum(net * chance for net, chance in law.law.items())
    square = sum((net - mean) ** 2 * chance for net, chance in law.law.items())
    assert whole.of_deviation == 0
    assert whole.mean.held == 3
    assert whole.mean.deviation == pytest.approx(sqrt(square) * law.wagered, rel=1e-9)
    apart = sqrt(sum(mean.deviation**2 for mean in means if mean.deviation is not None))
    assert whole.mean.deviation is not None
    assert whole.mean.deviation > 1.01 * apart, "the wagers depend on each other"


def test_the_hold_of_all_wagers_is_the_sum() -> None:
    found = {row[0]: row for row in rows(hold_sheet(source("blackjack")), "Ranges of a position")}
    sides = [row for name, row in found.items() if name in ("Perfect Pairs", "Jackpot Party")]
    best = [found["Blackjack, best play"], *sides]
    assert len(best) == 3
    whole = found["All wagers, best play"]
    for at in (1, 6):
        total = sum(int(row[at].strip("$").replace(",", "")) for row in best)
        assert abs(int(whole[at].strip("$").replace(",", "")) - total) <= 1


def whole_dollars(text: str) -> int:
    return int(text.replace("−", "-").replace("$", "").replace(",", ""))


def test_the_range_of_a_table_is_as_wide_as_if_all_positions_won_together() -> None:
    """No correlation of hands against one dealer gives a wider one; the mean counts envy."""
    table = source("blackjack")
    sheet = hold_sheet(table)
    name, seats = "All wagers, best play", table.table.positions
    one = next(row for row in rows(sheet, "Ranges of a position") if row[0] == name)[2:]
    whole = next(row for row in rows(sheet, "Ranges of the table") if row[0] == name)[1:]
    month = next(row for row in rows(sheet, "A table, 60 rounds an hour") if row[0] == name)[-1]
    assert whole[2] == month
    for at in (1, 3, 5):
        of_one, of_all = (
            [whole_dollars(end) for end in cells[at].split(" to ")] for cells in (one, whole)
        )
        width = seats * (of_one[1] - of_one[0])
        assert abs((of_all[1] - of_all[0]) - width) <= 2 * seats

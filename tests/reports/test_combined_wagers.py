"""All wagers of a position together, against the exact law of a round with all of them."""

from math import sqrt

import pytest

from reports.paper_tables import notes, part, rows, source, source_from
from upcard.analysis.rounds.covariances import dealt_covariances
from upcard.library.distribution.round_laws import exact_law
from upcard.reports.sheets.combined_wagers import BEST, Mean, combine_by_chance, combine_wagers
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.reports.sheets.loss_chances import HEADING
from upcard.simulation.games.dealing import CHANCE as CHANCE_STRATEGY
from upcard.simulation.games.families import family_of

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
    whole = combine_wagers(table, means, BEST)
    mean = sum(net * chance for net, chance in law.law.items())
    square = sum((net - mean) ** 2 * chance for net, chance in law.law.items())
    assert whole.of_deviation == 0
    assert whole.mean.held == 3
    assert whole.mean.deviation == pytest.approx(sqrt(square) * law.wagered, rel=1e-9)
    apart = sqrt(sum(mean.deviation**2 for mean in means if mean.deviation is not None))
    assert whole.mean.deviation is not None
    assert whole.mean.deviation > 1.01 * apart, "the wagers depend on each other"


def test_the_hold_of_all_wagers_is_the_sum() -> None:
    sheet = hold_sheet(source("blackjack"))
    # The average stands with the hold of a table, the year with the ranges.
    averages = {row[0]: row[1:2] for row in rows(sheet, "A table, 60 rounds an hour")}
    ranges = rows(sheet, "Ranges of a position")
    found = {row[0]: (row[0], *averages[row[0]], *row[1:]) for row in ranges}
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
    one = next(row for row in rows(sheet, "Ranges of a position") if row[0] == name)[1:]
    whole = next(row for row in rows(sheet, "Ranges of the table") if row[0] == name)[1:]
    month = next(row for row in rows(sheet, "A table, 60 rounds an hour") if row[0] == name)[-1]
    assert whole[2] == month
    for at in (1, 3, 5):
        of_one, of_all = (
            [whole_dollars(end) for end in cells[at].split(" to ")] for cells in (one, whole)
        )
        width = seats * (of_one[1] - of_one[0])
        assert abs((of_all[1] - of_all[0]) - width) <= 2 * seats


CHANCE = ("baccarat", "lightning-roulette")


@pytest.mark.parametrize("game", CHANCE)
def test_all_wagers_of_a_game_of_chance_are_the_sum(game: str) -> None:
    """Their hold is that of the wagers, and they spread less, or more, than apart."""
    chosen = source(game)
    sheet = hold_sheet(chosen)
    *each, whole = rows(sheet, "A table, 60 rounds an hour")
    assert whole[0] == "All wagers"
    for at in (1, -1):
        total = sum(whole_dollars(row[at]) for row in each)
        assert abs(whole_dollars(whole[at]) - total) <= len(each)
    *of_each, of_all = rows(sheet, "Ranges of a position")
    spread = [_width(row[2]) for row in of_each]
    apart = sqrt(sum(width**2 for width in spread))
    if game == "baccarat":  # Player's and Banker's Hand win against each other
        assert _width(of_all[2]) < 0.95 * apart
    else:  # one number wins all
        assert 1.5 * apart < _width(of_all[2]) < sum(spread)
    (of_table,) = rows(sheet, "Ranges of the table")
    positions = chosen.table.positions
    assert abs(_width(of_table[2]) - positions * _width(of_all[2])) <= 2 * positions
    assert of_table[3] == whole[-1], "the month is that of the table"


def _width(cell: str) -> int:
    low, high = cell.split(" to ")
    return whole_dollars(high) - whole_dollars(low)


@pytest.mark.parametrize("game", CHANCE)
def test_the_spread_of_a_game_of_chance_is_that_of_dealt_rounds(game: str) -> None:
    """The variance of the sum, from 200,000 rounds of the areas that the sheet names."""
    chosen = source(game)
    means = [
        Mean(record.title, record.wager, record.wager_units, 0, record.standard_deviation)
        for record in chosen.records
    ]
    whole = combine_by_chance(chosen, means)
    plan = family_of(chosen.table).plan(chosen.table, CHANCE_STRATEGY, fresh_shoe=True)
    names = [column.name for column in plan.columns]
    places = [names.index(area) for area in whole.areas]
    covariances, _ = dealt_covariances(plan, places, 200_000, 3)
    units = [mean.wager for mean in means]
    square = sum(
        covariances[row, column] * first * second
        for row, first in enumerate(units)
        for column, second in enumerate(units)
    )
    assert whole.mean.deviation == pytest.approx(sqrt(square), rel=0.02)
    assert whole.law is not None
    assert sum(whole.law.values()) == 1
    mean = float(sum(net * chance for net, chance in whole.law.items()))
    edge = sum(float(record.house_edge) * record.wager_units for record in chosen.records)
    assert mean * whole.mean.wager == pytest.approx(-edge)


def test_the_sheet_says_where_all_wagers_are() -> None:
    """Of a table of chance no position is independent of another."""
    cards, wheel = (hold_sheet(source(game)) for game in CHANCE)
    assert "All wagers: one of each, Majestic Match on the " in notes(cards)
    assert "'s Hand, where their sum spreads most; exactly, as the cards" in notes(cards)
    assert "areas that all cover one number, where their sum spreads most: straight" in notes(wheel)
    for sheet in (cards, wheel):
        (said, table) = part(sheet, HEADING).blocks
        assert "Positions with the same wagers win and lose together" in str(said)
        assert "independent" not in str(said)
        assert len(rows(sheet, HEADING)[-1]) == 4
        assert "All wagers" in str(table)

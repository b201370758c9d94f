"""The chance that a wager, a position or a table loses: exact sums, else a normal distribution."""

from fractions import Fraction
from itertools import product
from math import sqrt
from statistics import NormalDist

import pytest

from amounts import dollars
from reports.paper_tables import part, rows, source, words
from upcard.analysis.rounds.results import points_of
from upcard.reports.rendering.paper import Words
from upcard.reports.sheets.combined_wagers import BEST, Mean
from upcard.reports.sheets.hold_sheet import hold_sheet
from upcard.reports.sheets.loss_chances import HEADING, RoundLaw, laws_of, loss_chance

COIN = {Fraction(-1): Fraction(3, 5), Fraction(1): Fraction(2, 5)}


def _mean(law: dict[Fraction, Fraction], wager: int = 10) -> Mean:
    held = -float(sum(net * chance for net, chance in law.items()))
    square = float(sum(net**2 * chance for net, chance in law.items()))
    return Mean("A", "a", wager, held * wager, sqrt(square - held**2) * wager)


@pytest.mark.parametrize(("rounds", "positions"), [(1, 1), (3, 1), (2, 3)])
def test_a_short_sum_is_counted_round_by_round(rounds: int, positions: int) -> None:
    total = rounds * positions
    lost = Fraction(0)
    for nets in product(COIN.items(), repeat=total):
        chance = Fraction(1)
        for _, each in nets:
            chance *= each
        lost += chance * (sum(net for net, _ in nets) > 0)
    found = loss_chance(_mean(COIN), RoundLaw(COIN), rounds, positions, 0.0)
    assert found.exact
    assert found.value == pytest.approx(float(lost), abs=1e-12)


def test_what_is_put_aside_for_meters_is_paid() -> None:
    """A coin that is even, and a tenth of each wager for a meter: the house is behind."""
    even = {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}
    assert loss_chance(_mean(even), RoundLaw(even), 2, 1, 0.0).value == pytest.approx(1 / 4)
    assert loss_chance(_mean(even), RoundLaw(even, 0.1), 2, 1, 0.0).value == pytest.approx(3 / 4)


def test_a_long_sum_is_normal_and_poor_where_it_is_skewed() -> None:
    rare = {
        Fraction(-1): Fraction(99_998, 100_000),
        Fraction(0): Fraction(1, 100_000),
        Fraction(90_000): Fraction(1, 100_000),
    }
    law, mean = RoundLaw(rare), _mean(rare)
    assert points_of(rare, 10**6) > 1 << 20
    found = loss_chance(mean, law, 10**6, 1, law.third * mean.wager**3)
    assert mean.deviation is not None
    usual = NormalDist().cdf(-mean.held * 10**3 / mean.deviation)
    assert found.value == pytest.approx(usual)
    assert not found.exact
    assert not found.poor
    assert loss_chance(mean, law, 10**5, 1, law.third * mean.wager**3).poor
    assert loss_chance(mean, law, 10**6, 1, None).poor, "an unknown skewness may be large"


def test_the_laws_have_the_means_of_the_hold() -> None:
    """Perfect Pairs and Jackpot Party: what the meters get and what reseeds cost is in the law."""
    table = source("blackjack")
    sheet = rows(hold_sheet(table), "Ranges of a position")
    held = {row[0]: float(row[1].replace("−", "-").strip("$").replace(",", "")) for row in sheet}
    wagers = {"Perfect Pairs": ("perfect-pairs", 10), "Jackpot Party": ("jackpot-party", 5)}
    for name, (slug, amount) in wagers.items():
        found = laws_of(table, [Mean(name, slug, dollars(amount), 0, 0)])[name]
        mean = float(sum(net * chance for net, chance in found.law.items())) + found.aside
        assert -mean * amount * 960 == pytest.approx(held[name], abs=0.51)


def test_the_sheet_has_the_chance_of_a_day_and_a_month() -> None:
    sheet = hold_sheet(source("blackjack"))
    found = {row[0]: row[2:] for row in rows(sheet, HEADING)}
    (said, _) = part(sheet, HEADING).blocks
    assert isinstance(said, Words)
    assert "7 positions as independent" in said.text
    day, month, of_all, of_month = found["Perfect Pairs"]
    assert "≈" not in day + month + of_all
    assert of_month.startswith("≈")
    shares = [float(cell.strip("≈< %")) for cell in (day, month, of_all, of_month)]
    assert 50 > shares[0] > shares[2] > shares[1] > shares[3]
    assert found["Jackpot Party"][0].startswith("(≈"), "a few meters decide a day"
    assert "The house edge is that of one seat" in words(sheet)


@pytest.mark.parametrize("game", ["hybrid-blackjack", "blackjack-switch"])
def test_the_dealt_law_of_the_best_play_has_its_exact_mean(game: str) -> None:
    """Ranges and chances are of one mean: dealt rounds alone may be off by half the house edge."""
    table = source(game)
    assert table.base.played is not None
    dealt = table.base.played.best
    assert table.base.played.exact is None
    law = laws_of(table, [])[f"Blackjack, {BEST}"].law
    assert float(sum(law.values())) == pytest.approx(1, abs=1e-12)
    mean = float(sum(net * chance for net, chance in law.items()))
    assert mean == pytest.approx(table.base.expected_value, abs=1e-12)
    assert abs(mean - dealt.mean) < 4 * dealt.error
    assert set(law) == set(dealt.law)
    (said, _) = part(hold_sheet(table), HEADING).blocks
    assert isinstance(said, Words)
    assert "dealt rounds with its exact mean" in said.text

"""What counts with whole tags win, exactly: held to sums over card counts, and to drawn shoes."""

from dataclasses import replace
from functools import cache
from math import comb
from typing import Any

import numpy as np
import pytest

from upcard.analysis.counters.linear_counts import LinearCount, counts_of
from upcard.analysis.counters.penetration import Penetration
from upcard.analysis.exposure.pricing import backs_of, exact_effects, values_of
from upcard.analysis.remaining.exact_counts import whole_tags
from upcard.analysis.remaining.players import shoe_wins
from upcard.analysis.remaining.shoe_sums import ShoeMeans
from upcard.analysis.remaining.shoes import CARDS_OF_A_ROUND, plan_shoes
from upcard.analysis.remaining.wins import ShoeWins
from upcard.exact.record import records
from upcard.wagers.catalogue import wager

ERRORS = 4.5

OFTEN = 0.01
"""A part of the rounds that a few thousand shoes show."""


@cache
def prepared(
    slug: str,
    paytable: str | None,
    decks: int,
    share: float,
    *,
    decided: bool = True,
    shoes: int = 4_000,
) -> ShoeWins:
    """The players of so many shoes, none of which is drawn yet.

    Without `decided` it is not known which hands decide the wager.
    """
    record = records(slug, None, paytable, decks)[0]
    rule = wager(record.wager, record.jurisdiction, record.form)
    backs = backs_of(record, rule)
    made = exact_effects(rule, decks, backs, None)
    counts = [count for count in counts_of(made.by_card) if not count.published]
    known = values_of(rule, decks, backs, None)
    if not decided:
        known = replace(known, deals=None)
    asked: dict[str, Any] = {"penetrations": (share,), "shoes": shoes, "every_card": True}
    wins = shoe_wins(decks, known, made, counts, **asked)
    assert wins is not None
    return wins


def drawn_from(wins: ShoeWins, seed: int = 7) -> dict[str, Penetration]:
    """What players win from drawn shoes, by the name of the count."""
    return {row.count: row for row in replace(wins).add(seed).rows()}


def without_exact_sums(wins: ShoeWins) -> ShoeWins:
    """The same players, of whom nothing is known beforehand."""
    players = tuple(replace(player, exact=None) for player in wins.players.players)
    return replace(wins, players=replace(wins.players, players=players))


def raw(wins: ShoeWins) -> dict[str, Penetration]:
    """What players win where nothing is known of it beforehand."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ShoeMeans, "_weights", lambda *asked: np.zeros(len(asked[2])))
        return drawn_from(without_exact_sums(wins))


def known_of(wins: ShoeWins) -> dict[str, Penetration]:
    """What players win of whom it is known exactly; no shoe is drawn."""
    return {row.count: row for row in wins.exact_rows()}


def test_a_count_of_two_classes_wins_the_sum_over_its_cards() -> None:
    """Royal Match 21 C by kings and queens: a naive sum over how many of them are left."""
    found = drawn_from(prepared("royal-match-21", "C", 6, 0.75))["ranks-1"]
    record = records("royal-match-21", None, "C", 6)[0]
    expected = -float(record.house_edge)
    size, high = 312, 48
    rounds = (234 - 1) // CARDS_OF_A_ROUND + 1
    won = placed = 0.0
    for number in range(rounds):
        seen = CARDS_OF_A_ROUND * number
        left = size - seen
        for gone in range(min(high, seen) + 1):
            chance = comb(high, gone) * comb(size - high, seen - gone) / comb(size, seen)
            forecast = line(expected, gone, seen)
            if forecast > 1e-12:
                placed += chance
                won += chance * mean_win(high - gone, left - high + gone)
    assert found.standard_error == 0
    assert found.share == pytest.approx(placed / rounds, rel=1e-9)
    assert found.win_per_100 == pytest.approx(100 * won / rounds, rel=1e-9)


def test_insurance_wins_per_round_of_the_game() -> None:
    """A naive sum over the tens and aces seen: the round counts whether or not an ace is up."""
    found = known_of(prepared("insurance", None, 6, 0.75))["ranks-1"]
    size, tens, aces = 312, 96, 24
    of_full = 3 * tens / (size - 1) - 1
    ten_gone, other_gone = (3 * left / (size - 2) - 1 - of_full for left in (tens - 1, tens))
    mean = (4 * ten_gone + 9 * other_gone) / 13
    rounds = (234 - 1) // CARDS_OF_A_ROUND + 1
    won = placed = 0.0
    for seen in range(0, CARDS_OF_A_ROUND * rounds, CARDS_OF_A_ROUND):
        left = size - seen
        for gone in range(min(tens, seen) + 1):
            above = gone * (ten_gone - mean) + (seen - gone) * (other_gone - mean)
            if of_full + (size - 1) * above / left <= 1e-12:
                continue
            for aces_gone in range(min(aces, seen - gone) + 1):
                ways = comb(tens, gone) * comb(aces, aces_gone)
                ways *= comb(size - tens - aces, seen - gone - aces_gone)
                ace_up = ways / comb(size, seen) * (aces - aces_gone) / left
                placed += ace_up
                won += ace_up * (3 * (tens - gone) / (left - 1) - 1)
    assert found.share == pytest.approx(placed / rounds, rel=1e-9)
    assert found.win_per_100 == pytest.approx(100 * won / rounds, rel=1e-9)
    assert found.share < 1 / 13


def mean_win(high: int, low: int) -> float:
    """Of two cards, where each king and queen, and each other card, is as likely to be left."""
    pairs = (high + low) * (high + low - 1)
    of_high = high * (high - 1)
    royal = of_high * (48 * 6) / (48 * 47)  # ordered: a king and a queen of one suit
    suited_high = of_high * (48 * 11) / (48 * 47) - royal
    suited_low = low * (low - 1) * 65 / 263
    mixed = 2 * high * low * 66 / 264
    suited = suited_high + suited_low + mixed
    return (30 * royal + 2.5 * suited - (pairs - royal - suited)) / pairs


def line(expected: float, gone: int, seen: int) -> float:
    """The forecast by effects of removal: two deals of the shoe less one card."""
    high = mean_win_without(1, 0) - expected
    low = mean_win_without(0, 1) - expected
    return expected + 311 * (gone * high + (seen - gone) * low) / (312 - seen)


def mean_win_without(high: int, low: int) -> float:
    """The mean win of six decks less one card of a class."""
    return mean_win(48 - high, 264 - low)


@pytest.mark.parametrize(
    ("slug", "paytable", "decks"), [("lucky-ladies", None, 6), ("insurance", None, 2)]
)
def test_what_is_exact_is_what_is_drawn(slug: str, paytable: str | None, decks: int) -> None:
    wins = prepared(slug, paytable, decks, 0.8)
    exact, of_chance = drawn_from(wins), raw(wins)
    assert exact.keys() == of_chance.keys()
    for name in exact.keys() - {"suit-counts"}:  # which never place these wagers
        row, drawn = exact[name], of_chance[name]
        assert abs(row.win_per_100 - drawn.win_per_100) < ERRORS * drawn.standard_error
        assert row.share == pytest.approx(drawn.share, rel=0.05)
        assert row.forecast_per_100 == pytest.approx(drawn.forecast_per_100, rel=0.15)
        assert row.bankroll == pytest.approx(drawn.bankroll, rel=0.25)
        assert row.standard_error < drawn.standard_error / 4


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("slug", "paytable", "decks"),
    [("buster-blackjack", "A", 6), ("buster-blackjack", "B", 1), ("baccarat-tie", None, 6)],
)
def test_counts_of_whole_hands_win_what_is_drawn(
    slug: str, paytable: str | None, decks: int
) -> None:
    """The dealer's hand, and both of baccarat: exact, and by the values of drawn shoes."""
    share = 0.7 if decks == 1 else 0.95
    wins = prepared(slug, paytable, decks, share)
    exact, of_chance = known_of(wins), raw(wins)
    assert "ranks-1" in exact
    assert ("ranks-2" in exact) == ("ranks-2" in of_chance)
    for name in exact.keys() & {"ranks-1", "ranks-2"}:
        row, drawn = exact[name], of_chance[name]
        assert row.standard_error == 0
        assert drawn.standard_error > 0
        assert abs(row.win_per_100 - drawn.win_per_100) < ERRORS * drawn.standard_error
        assert row.share == pytest.approx(drawn.share, rel=0.5)


def test_shoes_of_strata_are_all_that_are_drawn() -> None:
    """Late rounds, where values differ most, have more of them; the first has two."""
    plan = plan_shoes(6, 0.75, 60_000, 15_000)
    each = plan.shoes_of_strata()
    assert (sum(each), min(each)) == (plan.shoes, 2)
    assert each == sorted(each)
    dealt = [(shoe.stratum, len(shoe.left)) for shoe in plan.draw(1)]
    assert sum(shoes for _, shoes in dealt) == plan.shoes
    assert {stratum for stratum, _ in dealt} == set(range(plan.strata))


@pytest.mark.nightly
def test_corrected_means_are_those_of_many_shoes() -> None:
    """Perfect knowledge: seeds differ by their corrected errors, which are not too small."""
    wins = prepared("lucky-ladies", None, 6, 0.75, shoes=1_000)
    found = [drawn_from(wins, seed)["perfect"] for seed in range(40)]
    means = np.array([row.win_per_100 for row in found])
    errors = np.array([row.standard_error for row in found])
    assert 0.6 < means.std(ddof=1) / errors.mean() < 1.5


@pytest.mark.parametrize(
    ("tags", "whole"),
    [((0.5,) * 4 + (-1.0,) * 48, [1, -2]), ((0.3,) + (0.0,) * 51, None), ((99.0,) * 52, None)],
)
def test_tags_are_whole_in_some_part_of_a_point(
    tags: tuple[float, ...], whole: list[int] | None
) -> None:
    found = whole_tags(LinearCount("own", "own", tags, 1.0))
    assert (None if found is None else [found[0], found[-1]]) == whole


@pytest.mark.nightly
@pytest.mark.parametrize(("slug", "paytable"), [("hit-and-run", None), ("baccarat-banker", None)])
def test_what_no_deal_decides_is_corrected_by_what_is_known_of_counts(
    slug: str, paytable: str | None
) -> None:
    """How often a count places the wager, and its forecast, follow from its tags alone.

    Here as if it were not known which hands decide these wagers; what they do is exact beside it.
    """
    exact = known_of(prepared(slug, paytable, 6, 0.9))
    wins = prepared(slug, paytable, 6, 0.9, decided=False)
    one, other = (drawn_from(wins, seed) for seed in (1, 2))
    for name, row in one.items():
        again = other[name]
        both = (row.standard_error**2 + again.standard_error**2) ** 0.5
        assert abs(row.win_per_100 - again.win_per_100) < ERRORS * both
        if name in ("ranks-1", "ranks-2"):
            assert row.share == pytest.approx(again.share, rel=1e-6)
            assert row.forecast_per_100 == pytest.approx(again.forecast_per_100, rel=1e-6)
            assert row.share == pytest.approx(exact[name].share, rel=1e-6)
            if row.share > OFTEN:
                gap = abs(row.win_per_100 - exact[name].win_per_100)
                assert gap < ERRORS * row.standard_error


def test_a_bankroll_is_that_of_the_penetration() -> None:
    """From drawn shoes it is that of the exact squares, at a shallow cut card beside a deep one."""
    wins = prepared("lucky-ladies", None, 6, 0.9)
    wins = replace(wins, players=replace(wins.players, penetrations=(0.6, 0.9)))
    exact = {(row.count, row.penetration): row.bankroll for row in wins.exact_rows()}
    anew = without_exact_sums(wins).add(8)
    compared = 0
    for row in anew.rows():
        known = exact.get((row.count, row.penetration))
        if known is not None:
            assert row.bankroll == pytest.approx(known, rel=0.1)
            compared += 1
    assert compared == 6
    shallow, deep = exact["suits-2", 0.6], exact["suits-2", 0.9]
    assert shallow is not None
    assert deep is not None
    assert shallow > 1.5 * deep

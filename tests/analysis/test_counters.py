"""Counters: rounds one by one, the best ramp, and a player who sits out or hides."""

from dataclasses import replace
from itertools import product
from math import exp
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import upcard
from simulation.strategies import basic
from upcard.analysis.counters.bets_by_count import (
    CountMean,
    DepthMean,
    counting_player,
    counting_result,
)
from upcard.analysis.counters.index_chart import HEADERS, index_lines, insured_from
from upcard.analysis.counters.index_plays import IndexPlay, _insures, running_halves
from upcard.analysis.counters.indices import average_shoe, halves_at
from upcard.analysis.counters.playing import (
    InsuredRounds,
    insures_by_tags,
    played_rounds,
    rounds_entered,
)
from upcard.analysis.counters.ramp import (
    CountRow,
    best_ramp,
    count_rows,
    risk_of,
    whole_units,
    with_ramp,
)
from upcard.analysis.counters.wagering import wager_wins, wagers_of
from upcard.rules.counts import count_system
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.counted_rounds import CountedRounds, deal_counted
from upcard.simulation.plan import plan
from upcard.simulation.run import simulate

RULES = upcard.blackjack(decks=6).table
HI_LO = count_system("hi-lo")
BETS = {-3: 1, 2: 4, 4: 8}
ROUNDS = 60_000
SEED = 1_962


@pytest.fixture(scope="module")
def dealt() -> CountedRounds:
    strategy = counting_player(
        RULES, "total", basic(6), HI_LO, {-5: 1, 5: 1}, indices=False
    ).strategy
    noted = replace(strategy, insurance_tags=HI_LO.by_card)
    return deal_counted(plan(RULES, noted, seats=2, corrects=True), ROUNDS, SEED, workers=2)


@pytest.fixture(scope="module")
def played(dealt: CountedRounds) -> InsuredRounds:
    never = np.zeros(len(dealt), np.bool_)
    return played_rounds(dealt, 2, -6, never)


def row(count: int, mean: float, rounds: int = 100, deviation: float = 1.0) -> CountRow:
    return CountRow(count, rounds, rounds / 1_000, mean, 0.0, deviation, 0.25, 0.0, 1.0, 1)


@pytest.mark.nightly
def test_rounds_and_a_ramp_are_those_of_the_simulator(
    dealt: CountedRounds, played: InsuredRounds
) -> None:
    """The simulator multiplies its wins by the wagers; here they are chosen afterwards."""
    strategy = counting_player(RULES, "total", basic(6), HI_LO, BETS, indices=False).strategy
    found = simulate(RULES, strategy, len(dealt), SEED, seats=2, corrects=True)
    bets = np.select([played.counts >= 4, played.counts >= 2], [8.0, 4.0], 1.0)
    blackjack = found.wagers[0]
    assert (bets * played.mean).mean() == pytest.approx(blackjack.mean, abs=1e-5)
    ours = wager_wins(played, bets, np.ones(len(bets), np.int64))
    assert ours.standard_error == pytest.approx(blackjack.standard_error, rel=0.01)
    assert ours.deviation == pytest.approx(blackjack.standard_deviation, rel=1e-3)


def test_means_by_count_and_by_depth_are_those_of_the_rounds_one_by_one(
    played: InsuredRounds,
) -> None:
    """Rounds of one unit, class by class; at larger wagers those at a count stay the same."""
    flat, spread = (
        counting_player(RULES, "total", basic(6), HI_LO, bets, indices=False)
        for bets in ({-5: 1, 5: 1}, {-5: 1, 2: 4, 5: 8})
    )
    found, larger = (
        counting_result(
            counting, simulate(RULES, counting.strategy, len(played), SEED, seats=2, corrects=True)
        )
        for counting in (flat, spread)
    )
    for row, one in zip(count_rows(played), found.by_count, strict=True):
        assert (row.count, row.rounds) == (one.count, one.rounds)
        assert row.mean == pytest.approx(one.mean, abs=1e-9)
        assert row.standard_error == pytest.approx(one.standard_error, rel=1e-3)
        assert one.gain is not None
        assert one.gain > 1
    assert [row.mean for row in found.by_count] == pytest.approx(
        [row.mean for row in larger.by_count], abs=1e-6
    )
    for each in (found, larger):
        whole = each.win_per_average_bet * each.average_bet
        won = sum(row.rounds * (row.mean or 0.0) for row in each.by_depth)
        assert won / len(played) == pytest.approx(whole, abs=1e-6)
    assert [row.since for row in found.by_depth] == [part / 10 for part in range(8)]


def test_raw_means_by_count_have_no_gain() -> None:
    player = counting_player(RULES, "total", basic(6), HI_LO, {0: 1, 2: 4}, indices=False)
    raw, better = (
        counting_result(player, simulate(RULES, player.strategy, ROUNDS, SEED, corrects=corrects))
        for corrects in (False, True)
    )
    for one, other in zip(raw.by_count, better.by_count, strict=True):
        check_raw(one, other)
    for part, same in zip(raw.by_depth, better.by_depth, strict=True):
        check_raw(part, same)


def check_raw(one: CountMean | DepthMean, other: CountMean | DepthMean) -> None:
    """A raw mean has the error that the gain of the corrected one says, and no gain of its own."""
    assert one.gain is None
    error = (other.standard_error or 0.0) * (other.gain or 0.0) ** 0.5
    assert one.standard_error == pytest.approx(error)
    assert abs((one.mean or 0.0) - (other.mean or 0.0)) < 4.5 * error


def test_wins_rise_with_the_count_and_their_errors_hold(played: InsuredRounds) -> None:
    rows = {row.count: row for row in count_rows(played)}
    assert sum(row.rounds for row in rows.values()) == len(played)
    assert rows[3].mean - rows[-3].mean > 5 * (rows[3].standard_error + rows[-3].standard_error)
    assert 0.3 < rows[0].covariance < 0.7  # two boxes share the dealer's cards
    for of_count in rows.values():
        raw = of_count.deviation / max(of_count.rounds, 1) ** 0.5
        assert of_count.standard_error < raw


def test_insurance_by_the_tens_themselves_is_placed_where_it_wins(dealt: CountedRounds) -> None:
    """A count of tens alone forecasts exactly: it insures wherever the mean is above zero."""
    tens = upcard.count("tens", tags={"T": -1}).system
    strategy = counting_player(RULES, "total", basic(6), HI_LO, {0: 1}, indices=False).strategy
    noted = replace(strategy, insurance_tags=tens.by_card)
    found = deal_counted(plan(RULES, noted, corrects=True), 20_000, SEED, workers=2)
    aces = found.unseen > 0
    assert 0.06 < aces.mean() < 0.09
    chosen = insures_by_tags(found, tens, RULES)
    assert (chosen[aces] == (found.insurance_mean[aces] > 1e-12)).all()
    assert 0 < chosen[aces].mean() < 0.5
    by_hi_lo = insures_by_tags(dealt, HI_LO, RULES)
    assert dealt.insurance_mean[by_hi_lo].mean() > 0 > dealt.insurance_mean[dealt.unseen > 0].mean()


def test_who_enters_at_a_count_leaves_below_another_and_at_a_shuffle() -> None:
    counts = np.array([0, 2, 1, 0, -1, 2, 1, 3, 1])
    begins = np.array([1, 0, 0, 0, 0, 0, 1, 0, 0], np.bool_)
    found = rounds_entered(counts, begins, 2, 0)
    assert found.tolist() == [False, True, True, True, False, True, False, True, True]
    assert rounds_entered(counts, begins, 2, None).tolist() == (counts >= 2).tolist()
    assert rounds_entered(counts, begins, None, None).all()


def test_the_best_ramp_is_found_by_trying_every_ramp() -> None:
    """With wagers of 1 to 4 in steps of a quarter, nothing has a better ratio."""
    rows = [row(-1, -0.02, 600), row(1, 0.01, 300), row(2, 0.03, 100)]

    def ratio(bets: tuple[float, ...]) -> float:
        mean = sum(one.share * bet * one.mean for one, bet in zip(rows, bets, strict=True))
        square = sum(one.share * bet**2 for one, bet in zip(rows, bets, strict=True))
        return float(mean / square**0.5)

    steps = np.arange(1, 4.01, 0.25)
    tried = max(map(ratio, product(steps, repeat=3)))
    found = tuple(row.bet for row in best_ramp(rows, 4))
    assert ratio(found) >= tried - 1e-6
    assert found[0] == 1
    assert best_ramp(rows, 4)[2].bet == pytest.approx(4)


def test_a_bankroll_s_wager_is_mean_over_variance_within_the_spread() -> None:
    rows = [row(0, -0.01), row(1, 0.01, deviation=1.2), row(2, 0.9)]
    found = best_ramp(rows, 10, bankroll=500)
    assert [row.bet for row in found] == pytest.approx([1, 500 * 0.01 / 1.44, 10])
    two = best_ramp(rows, 10, boxes=2, bankroll=500)
    assert [one.boxes for one in two] == [1, 2, 2]
    assert two[1].bet == pytest.approx(500 * 0.01 / (1.44 + 0.25))
    assert [unit.bet for unit in whole_units(found, 10)] == [1, 3, 10]
    assert [unit.bet for unit in whole_units(best_ramp(rows, 1.7, bankroll=500), 1.7)] == [1, 1, 1]


def test_a_rare_count_with_a_lucky_mean_is_averaged_with_its_neighbors() -> None:
    rows = [row(-9, 0.5, 1), row(-8, -0.03, 300), row(0, 0.01, 300)]
    found = best_ramp(rows, 10, bankroll=300)
    assert [row.bet for row in found] == pytest.approx([1, 1, 3])
    assert [row.mean for row in found] == [0.5, -0.03, 0.01]


def test_cover_limits_each_change(played: InsuredRounds) -> None:
    rows = with_ramp(count_rows(played), {-9: 1.0, 1: 2.0, 2: 5.0, 3: 9.0})
    free, boxes = wagers_of(played, rows)
    slow, _ = wagers_of(played, rows, most_change=2)
    shy, _ = wagers_of(played, rows, follows_results=True)
    inside = ~played.begins[1:]
    assert (free[1:] / free[:-1])[inside].max() > 2
    assert (slow[1:] / slow[:-1])[inside].max() <= 2
    assert (slow[1:] / slow[:-1])[inside].min() >= 0.5
    raised, lowered = (shy[1:] > shy[:-1]) & inside, (shy[1:] < shy[:-1]) & inside
    assert raised.any()
    assert (played.won[:-1][raised] > 0).all()
    assert (played.won[:-1][lowered] < 0).all()
    assert wager_wins(played, shy, boxes).mean < wager_wins(played, free, boxes).mean


def test_risk_is_that_of_the_kelly_fraction(played: InsuredRounds) -> None:
    bets = np.where(played.counts >= 2, 12.0, 0.0)
    found = wager_wins(played, bets, np.ones(len(bets), np.int64))
    assert found.mean > 0
    assert found.score == pytest.approx(1e6 * (found.mean / found.deviation) ** 2)
    risk = risk_of(found, 10_000, 10, 0.5)
    assert risk.best_unit is not None
    assert risk_of(found, 10_000, risk.best_unit, 0.5).risk_of_ruin == pytest.approx(exp(-4))
    assert risk.kelly_risk == pytest.approx(exp(-4))


def test_a_running_count_stands_for_the_true_count_at_its_pivot() -> None:
    """After any number of cards, Knock-Out's +4 is a true count of +4; its start is none."""
    ko = count_system("ko")
    counts = halves_at(ko, RULES, range(-30, 12), 234)
    assert counts[4 + 30] == 8
    assert counts == sorted(counts)
    assert halves_at(ko, RULES, [-20], 1) == [0]
    shoe = average_shoe(ko, 8)
    assert 52 * sum(tag * cards for tag, cards in zip(ko.by_value, shoe, strict=True)) == 0


def test_knock_out_insures_from_the_published_running_count_on() -> None:
    """Vancura and Fuchs: +3; ours is of half points, of counts before the round."""
    ko = count_system("ko")
    for decks, first in ((6, 3), (8, 2)):
        rules = upcard.blackjack(decks=decks).table
        halves = running_halves(ko, rules, round(0.75 * rules.shoe_size))
        shoes = {count: average_shoe(ko, half) for count, half in halves.items()}
        insures = [count for count, shoe in shoes.items() if _insures(shoe, rules)]
        assert insures == list(range(first, max(halves) + 1))


@pytest.mark.nightly
def test_running_count_indices_are_worth_their_while() -> None:
    rules = upcard.blackjack(decks=6)
    plain, by_index = (
        upcard.counter(rules, "ko", indices=indices, rounds=500_000, seed=1)
        for indices in (False, True)
    )
    assert by_index.played.score - plain.played.score > 2 * by_index.played.score_error


def test_what_a_counter_cannot_do_is_refused() -> None:
    rules = upcard.blackjack(decks=6)
    refused: tuple[tuple[dict[str, Any], str], ...] = (
        ({"leave": 0}, "enters"),
        ({"enter": 1, "leave": 2}, "not below 2"),
        ({"boxes": 3, "seats": 2}, "3 boxes"),
        ({"spread": 0.5}, "spread"),
        ({"kelly": 2.0}, "Kelly"),
        ({"most_change": 1.0}, "factor"),
        ({"bankroll": 0.0}, "bankroll"),
        ({"rounds": 10**9}, "rounds"),
    )
    for asked, words in refused:
        with pytest.raises(BadInput, match=words):
            upcard.counter(rules, "hi-lo", indices=False, **asked)


def test_a_counter_sits_out_and_insures_by_a_count_of_their_own(tmp_path: Path) -> None:
    """Through the library: own tags by suit, entering, cover and a bankroll."""
    file = tmp_path / "red.toml"
    tags = "A = -1, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 0, 8 = 0, 9 = 0, 10 = -1"
    file.write_text(
        f'slug = "red"\ntitle = "Red Seven"\nsource = "own"\ntags = {{ {tags} }}\n'
        "cards = { 7h = 1, 7d = 1 }\n"
    )
    assert upcard.count(file, decks=6).start == -10
    found = upcard.counter(
        upcard.blackjack(decks=6),
        file,
        indices=False,
        rounds=9_000,
        seed=2,
        enter=2,
        leave=-1,
        insurance_count=upcard.count("tens", tags={"T": -1}),
        bankroll=10_000,
        unit=10,
    )
    assert not found.true_count
    assert 0 < found.share_played < 0.5
    assert min(row.count for row in found.rows) == -1
    assert found.risk is not None
    assert found.risk.unit == 10
    assert found.insurance_count == "tens"
    assert any(row.insured for row in found.rows)
    assert "Red Seven" in repr(found)


@pytest.mark.parametrize("name", ["hybrid", "baccarat"])
def test_a_game_of_another_family_is_not_counted(name: str) -> None:
    rules = upcard.load(f"submissions/{name}.toml")
    with pytest.raises(upcard.BadInput, match="Counting is worked out for Blackjack only;"):
        upcard.counter(rules, "hi-lo", rounds=1_000)
    with pytest.raises(upcard.BadInput, match="Counting is worked out for Blackjack only;"):
        upcard.simulate(rules, count="hi-lo", ramp={1: 2}, rounds=1_000)


def test_index_plays_are_a_chart_by_hand_and_upcard() -> None:
    """A negative true count stands for itself and below; a running one says which."""
    true = [
        IndexPlay("hard", "16", "10", 0, "stand"),
        IndexPlay("hard", "16", "A", -3, "hit"),
        IndexPlay("pairs", "4", "6", -2, "hit", below=True),
        IndexPlay("pairs", "4", "6", -1, "double", below=False),
        IndexPlay("insurance", "insurance", "A", 3, "insure"),
    ]
    hard, pairs = (
        {head: cell for head, cell in zip(HEADERS, line, strict=True) if cell}
        for line in index_lines(true)
    )
    assert hard == {"hand": "hard 16", "10": "0S", "A": "≤-3H"}
    assert pairs == {"hand": "pairs 4", "6": "≤-2H -1D"}
    assert insured_from(true) == 3
    assert insured_from(true[:-1]) is None


def test_a_win_that_may_be_zero_has_no_n0(played: InsuredRounds) -> None:
    ones = np.ones(len(played.counts), np.int64)
    even = replace(played, mean=played.mean - played.mean.mean() + 1e-6)
    found = wager_wins(even, np.ones(len(ones)), ones)
    far = found.mean + 1.96 * found.standard_error
    assert not found.distinct
    assert found.n0_interval is not None
    assert found.n0_interval[0] == pytest.approx((found.deviation / far) ** 2)
    assert found.n0_interval[1] is None
    losing = wager_wins(replace(played, mean=played.mean - 1), np.ones(len(ones)), ones)
    assert (losing.distinct, losing.n0, losing.n0_interval) == (True, None, None)


def test_a_range_of_ruin_holds_it(played: InsuredRounds) -> None:
    bets = np.where(played.counts >= 2, 12.0, 0.0)
    found = wager_wins(played, bets, np.ones(len(bets), np.int64))
    risk = risk_of(found, 10_000, 10, 0.5)
    low, high = risk.ruin_interval
    assert low < risk.risk_of_ruin < (high or 0)
    assert found.n0_interval is not None
    assert found.n0_interval[0] < (found.n0 or 0) < (found.n0_interval[1] or 0)

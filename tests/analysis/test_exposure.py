"""Exposure to counting: effects of removal held to naive counts, what a count wins to its law."""

import csv
import importlib
import io
import json
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from amounts import dollars
from upcard.analysis.counters.linear_counts import counts_of, forecast
from upcard.analysis.exposure.wagers import Exposure, exposure_of
from upcard.analysis.remaining.shoes import CARDS_OF_A_ROUND
from upcard.analysis.remaining.wager_values import valuing_of
from upcard.cli.odds.command import odds
from upcard.exact import baccarat
from upcard.exact.par import ParRecord
from upcard.exact.record import OddsRequest, records
from upcard.exact.removal import has_effects, is_of_baccarat, removal
from upcard.rules.counts import count_systems
from upcard.rules.violation import BadInput
from upcard.wagers.catalogue import wager

of_baccarat = importlib.import_module("odds.naive_baccarat")

Pays = Callable[..., Fraction]


def record(slug: str, paytable: str | None = None, decks: int = 6) -> ParRecord:
    return records(slug, None, paytable, decks)[0]


@cache
def exposure(slug: str, paytable: str | None = None) -> Exposure:
    if slug == "jackpot-party":  # its shoes take seconds; none is left for a round here
        return exposure_of(record(slug, paytable), penetrations=(0.999,))
    dealt = 8_000 if slug == "lucky-ladies" else 100  # of the others every sum is exact
    return exposure_of(record(slug, paytable), shoes=dealt)


def naive(index: Callable[..., int], backs: Sequence[Fraction], shoe: Sequence[int]) -> Fraction:
    """The mean over every pair of the player's and every third card to the dealer."""
    deals = Counter(
        index(first, second, upcard)
        for (one, first), (two, second) in combinations(enumerate(shoe), 2)
        for at, upcard in enumerate(shoe)
        if at not in (one, two)
    )
    won = sum((number * backs[outcome] for outcome, number in deals.items()), Fraction(0))
    return won / deals.total() - 1


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("slug", ["royal-match-21", "three-card-poker", "upcard-luck"])
def test_effects_of_first_cards_are_those_of_naive_shoes(slug: str) -> None:
    found = wager(slug, "pa", "")
    backs = [Fraction(7 * number**2, 3) for number in range(len(found.outcomes))]
    facts = [("first", "second", "upcard").index(fact) for fact in found.facts]

    def index(*deal: int) -> int:
        return found.classify(*[deal[at] for at in facts])

    removed = removal(found, 1, backs)
    shoe = range(52)
    assert removed.expected == naive(index, backs, shoe)
    for gone in (0, 23, 47):
        less = [card for card in shoe if card != gone]
        assert removed.effects[gone] == naive(index, backs, less) - removed.expected
    assert sum(removed.effects) == 0


def test_a_wager_that_reads_no_cards_is_none_of_baccarat() -> None:
    assert is_of_baccarat(wager("baccarat-tie"))
    assert not is_of_baccarat(wager("majestic-match"))
    assert not is_of_baccarat(wager("switch-hands-ante"))


def test_effects_on_insurance_follow_an_ace() -> None:
    removed = removal(wager("insurance", "pa", ""), 6, [Fraction(0), Fraction(3)])
    assert removed.expected == Fraction(3 * 96, 311) - 1
    assert removed.effects[4] == Fraction(3 * 96, 310) - 1 - removed.expected
    assert removed.effects[40] == Fraction(3 * 95, 310) - 1 - removed.expected


def dealer(shoe: tuple[int, ...], pips: int, aces: int, cards: int, pays: Pays) -> Fraction:
    """The mean of what a finished hand of the dealer pays, card by card."""
    total = pips + 10 if aces and pips <= 11 else pips
    if cards >= 2 and total >= 17:
        return pays(total, cards)
    found, left = Fraction(0), sum(shoe)
    for value, count in enumerate(shoe):
        if count:
            less = (*shoe[:value], count - 1, *shoe[value + 1 :])
            worth = dealer(less, pips + value + 1, aces + (value == 0), cards + 1, pays)
            found += Fraction(count, left) * worth
    return found


def test_effects_of_the_dealers_total_are_those_of_naive_shoes() -> None:
    found = wager("buster-blackjack", "pa", "")
    backs = [Fraction(number) for number in range(len(found.outcomes))]
    facts = {"dealer_total": 0, "dealer_cards": 1}

    def pays(*hand: int) -> Fraction:
        return backs[found.classify(*[hand[facts[fact]] for fact in found.facts])]

    removed = removal(found, 1, backs)
    assert sum(removed.effects) == 0
    without_a_five = (4, 4, 4, 4, 3, 4, 4, 4, 4, 16)
    worth = dealer(without_a_five, 0, 0, 0, pays) - 1
    assert removed.effects[16] == removed.effects[19] == worth - removed.expected


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    ("slug", "paytable"),
    [("lucky-ladies", None), ("jackpot-party", "P20-B"), ("buster-blackjack", "A")],
)
def test_the_expected_value_is_that_of_the_odds(slug: str, paytable: str | None) -> None:
    one = record(slug, paytable)
    found = exposure(slug, paytable)
    returned = sum(float(share.expected) * one.meters[share.meter] for share in one.shares)
    assert found.expected_value == pytest.approx(returned / one.wager_units - float(one.house_edge))


@pytest.mark.nightly
def test_a_meter_adds_to_what_is_exposed() -> None:
    asked = OddsRequest(meters={"mega": dollars(200_000)})
    dearer = records("jackpot-party", None, "P20-B", 6, request=asked)[0]
    high = exposure_of(dearer, penetrations=(0.999,))
    seeded = exposure("jackpot-party", "P20-B")
    assert high.expected_value > 0 > seeded.expected_value
    assert high.break_even_meter["mega"] == seeded.break_even_meter["mega"]
    assert min(high.effects.values()) < min(seeded.effects.values()) < 0


def test_published_tags_have_their_published_insurance_correlations() -> None:
    """As QFIT's comparison of card counting strategies prints them."""
    printed = {
        "hi-lo": 0.76,
        "hi-opt-i": 0.85,
        "hi-opt-ii": 0.91,
        "omega-ii": 0.85,
        "zen": 0.85,
        "ko": 0.78,
        "wong-halves": 0.72,
        "uston-apc": 0.90,
        "silver-fox": 0.69,
    }
    found = {
        count.name: count.correlation for count in exposure("insurance").counts if count.published
    }
    assert found["revere"] == pytest.approx(0.8, abs=0.05)
    assert {name: round(found[name], 2) for name in printed} == printed


def test_balanced_systems_add_up_to_nothing() -> None:
    unbalanced = {
        system.slug: system.tags_of_a_deck for system in count_systems() if system.tags_of_a_deck
    }
    assert unbalanced == {"ko": 4}


def test_the_level_of_a_system_is_its_largest_tag() -> None:
    assert {system.level for system in count_systems() if system.slug in ("hi-lo", "zen")} == {1, 2}


def test_the_best_count_for_insurance_is_tens() -> None:
    _, tens, *others = exposure("insurance").counts
    assert len(set(tens.tags[:36])) == len(set(tens.tags[36:])) == 1
    assert tens.tags[0] > tens.tags[36]
    assert tens.correlation == pytest.approx(1.0)
    assert all(other.published for other in others)


def test_finer_tags_follow_the_effects_better() -> None:
    own = [count for count in exposure("lucky-ladies").counts if not count.published]
    correlations = [count.correlation for count in own[1:]]
    assert correlations == sorted(correlations)
    assert 0.9 < correlations[0] < correlations[-1] < own[0].correlation == 1.0
    assert own[-1].tags[45] == -2.0  # the queen of hearts


def test_a_forecast_is_the_least_squares_line() -> None:
    effects = [0.01 * (card % 5) - 0.02 for card in range(52)]
    perfect, *_, last = counts_of(effects)
    mean = sum(effects) / 52
    assert forecast(perfect, effects) == pytest.approx([effect - mean for effect in effects])
    fitted = forecast(last, effects)
    error = [effect - fit for effect, fit in zip(effects, fitted, strict=True)]
    assert sum(error) / 52 == pytest.approx(mean)
    together = sum(left * fit for left, fit in zip(error, fitted, strict=True))
    assert together == pytest.approx(0, abs=1e-9)


def test_insurance_is_placed_as_often_as_tens_are_left() -> None:
    found = exposure("insurance")
    effects = forecast(found.counts[0], list(found.effects.values()))

    def chance(seen: int) -> Fraction:
        """Of a forecast above 0, by how many of the cards before the ace are tens."""
        ways = [
            comb(96, tens) * comb(215, seen - tens)
            for tens in range(min(96, seen) + 1)
            if found.expected_value * (312 - seen)
            + 311 * (tens * effects[36] + (seen - tens) * effects[0])
            > 0
        ]
        return Fraction(sum(ways), comb(311, seen))

    rounds = (156 - 1) // CARDS_OF_A_ROUND + 1
    expected = float(sum(chance(number * CARDS_OF_A_ROUND) for number in range(rounds)) / rounds)
    row = next(row for row in found.penetrations if row.penetration == 0.5)
    # In one round of thirteen the dealer shows an ace; `expected` is given that they do.
    assert row.share == pytest.approx(expected / 13, rel=1e-9)


@pytest.mark.parametrize("slug", ["insurance", "lucky-ladies"])
def test_deeper_shoes_are_worth_more_and_as_much_as_forecast(slug: str) -> None:
    rows = [row for row in exposure(slug).penetrations if row.count == "linear"]
    shares = [row.share for row in rows]
    assert shares == sorted(shares)
    assert rows[-1].win_per_100 > 5 * rows[-1].standard_error
    assert (rows[-1].standard_error == 0) == (slug == "insurance")  # tens and others: exact
    for row in rows:  # the value is convex in the cards seen: its line lies below
        assert 0.7 * row.win_per_100 < row.forecast_per_100 < row.win_per_100


@pytest.mark.nightly
@pytest.mark.parametrize("slug", of_baccarat.ORDER)
def test_effects_on_baccarat_are_those_of_naive_shoes(slug: str) -> None:
    one = record(slug, decks=6)
    backs = {row.outcome: row.back for row in one.outcomes}
    found = wager(slug, "pa", "")
    removed = removal(found, 6, [backs[outcome] for outcome in found.outcomes])

    def mean(gone: str) -> Fraction:
        ways: dict[str, int] = of_baccarat.count(6, gone)[slug]
        won = sum((count * backs[outcome] for outcome, count in ways.items()), Fraction(0))
        return won / sum(ways.values()) - 1

    for card, name in ((0, "A"), (23, "6"), (51, "T")):
        assert removed.effects[card] == mean(name) - mean("")
    assert sum(removed.effects) == 0


@pytest.mark.nightly
def test_remaining_shoes_of_baccarat_have_the_value_of_their_odds() -> None:
    """What the best count wins of sampled shoes is about its forecast; exact odds win no less."""
    one = record("baccarat-banker", decks=8)
    found = exposure_of(one, penetrations=(0.9,), shoes=5_000, prices_shoes=True)
    deep = next(row for row in found.penetrations if row.count == "linear")
    assert abs(deep.win_per_100 - deep.forecast_per_100) < 4 * deep.standard_error
    assert 0 < deep.share < 0.02
    assert found.perfect is not None
    assert found.perfect.win_per_100 >= deep.win_per_100
    rule = wager("baccarat-banker", "pa", one.form)
    valuing = valuing_of(rule, 8)
    assert valuing is not None
    full = np.full(52, 8)
    left = full - np.random.default_rng(8).multivariate_hypergeometric(full, 300)
    back = {row.outcome: float(row.back) for row in one.outcomes}
    ways = baccarat.counts(rule, 8, tuple(left.tolist()))
    mean = sum(number * back[name] for name, number in ways.items()) / sum(ways.values())
    pays = np.array([back[name] - 1 for name in rule.outcomes])
    (worth,), _ = valuing.make(pays)(left[np.newaxis].astype(float))
    assert worth == pytest.approx(mean - 1, abs=1e-12)


def test_the_same_shoes_are_dealt_again() -> None:
    one = record("lucky-ladies")
    found = exposure_of(one, shoes=500)
    assert found == exposure_of(one, shoes=500)
    assert found.penetrations != exposure_of(one, shoes=500, seed=2).penetrations


def test_no_linear_count_tells_of_pairs() -> None:
    found = exposure("perfect-pairs", "A")
    assert (found.counts, found.penetrations, found.shoes) == ([], [], 0)
    assert set(found.effects.values()) == {0.0}


def test_what_cards_do_not_decide_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInput, match="Roulette"):
        exposure_of(records("split")[0])
    with pytest.raises(BadInput, match="a hand of the base game"):
        odds("split", exposure=True)
    with pytest.raises(BadInput, match="--compare"):
        odds("insurance", exposure=True, compare=True)
    assert capsys.readouterr().out == ""


def test_what_cards_decide_is_exposed() -> None:
    assert has_effects(wager("hit-and-run", "pa", ""))
    assert exposure_of(replace(record("insurance"), note=""), shoes=100).wager == "insurance"


def test_the_command_prints_all_forms(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of few shoes: what is printed does not hang on their number."""

    def few(one: ParRecord, **asked: Any) -> Exposure:
        return exposure_of(one, **{**asked, "shoes": 500})

    monkeypatch.setattr("upcard.library.exposure.exposure_of", few)
    odds("insurance", decks=6, exposure=True, as_json=True)
    (found,) = json.loads(capsys.readouterr().out)["records"]
    assert found["effects"]["Ts"] == pytest.approx(3 * 95 / 310 - 3 * 96 / 311)
    assert found["counts"][1]["name"] == "ranks-1"
    assert {row["count"] for row in found["penetrations"]} == {"linear", "ranks-1", "perfect"}
    odds("insurance", decks=6, exposure=True, as_csv=True)
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    ten = next(row for row in rows if row["of"] == "Ts")
    assert float(ten["value"]) == found["effects"]["Ts"]
    assert len(rows) == 1 + 52 + len(found["counts"]) + 3 * len(found["penetrations"])
    odds("insurance", decks=6, exposure=True)
    out = capsys.readouterr().out
    assert "Expected value off the top: -7.3955 %" in out
    assert "hi-opt-ii" in out

"""`upcard.distribution`: the law of many rounds, exact for side wagers, simulated for hands."""

from fractions import Fraction
from typing import Any, Final
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest

import upcard
from upcard.analysis.rounds.results import sum_of_rounds
from upcard.library.distribution.round_laws import at_seeds
from upcard.library.rules import rules_of_text
from upcard.reports.par.round_law import normal
from upcard.simulation.blackjack.columns import columns_of

PLAIN: Final = rules_of_text('[table]\nname = "T"\npositions = 3\n')
BACCARAT: Final = rules_of_text('[table]\nname = "B"\ngame = "baccarat"\ndecks = 8\n')
LUCKY: Final = PLAIN.with_wagers("lucky-ladies")


def test_a_side_wager_has_an_exact_law() -> None:
    found = upcard.distribution(LUCKY, 2, wager="lucky-ladies")
    odds = upcard.odds("lucky-ladies", decks=6).one()
    assert found.mean == pytest.approx(-2 * float(odds.house_edge))
    assert found.standard_deviation == pytest.approx(odds.standard_deviation * 2**0.5)
    assert (found.method, found.ahead_error, found.mean_error) == ("exact", None, None)
    lose = next(
        float(outcome.probability) for outcome in odds.outcomes if outcome.outcome == "lose"
    )
    assert found.quantile(0.5) == -2.0
    assert found.ahead == pytest.approx(1 - lose**2)


def test_a_strategy_of_ones_own_has_a_simulated_law_with_its_error() -> None:
    exact = upcard.strategy(PLAIN)
    own: dict[str, Any] = {"strategy": {"16": {"10": "stand"}}, "seed": 4}
    found = upcard.distribution(PLAIN, 100, simulated_rounds=100_000, **own)
    assert found.mean_error is not None
    assert abs(found.mean - 100 * exact.expected_value) < 4.5 * found.mean_error
    once = upcard.distribution(PLAIN, 1, simulated_rounds=100_000, **own)
    chances = {float(net): float(chance) for net, chance in once.law.items()}
    won = sum(chance for net, chance in chances.items() if net > 0)
    assert once.ahead == pytest.approx(won)
    assert once.ahead_error == pytest.approx((won * (1 - won) / 100_000) ** 0.5, rel=1e-6)
    assert {-2.0, -1.0, -0.5, 0.0, 1.0, 1.5, 2.0} <= chances.keys()
    frame = pl.DataFrame(found)
    assert frame["probability"].sum() == pytest.approx(1.0)
    assert found.quantile(0.05) < found.quantile(0.95)
    assert ElementTree.fromstring(found.svg()).tag.endswith("svg")
    assert found.to_dict()["schema"] == "upcard/distribution/1"


def test_several_wagers_are_added_up_round_by_round() -> None:
    """Red and Black together lose both or nothing; apart they would win both one time in four."""
    wheel = upcard.load("submissions/lightning-roulette.toml")
    found = upcard.distribution(wheel, 1, wager=("red", "black"), simulated_rounds=50_000, seed=2)
    assert found.law.keys() == {-2, 0}
    assert float(found.law[Fraction(-2)]) == pytest.approx(1 / 37, rel=0.1)
    both = ("baccarat-player", "baccarat-banker")
    found = upcard.distribution(BACCARAT, 10, wager=both, simulated_rounds=5_000, seed=2)
    assert found.law.keys() == {Fraction(-1, 20), 0}
    assert (found.wager, found.wagers) == ("baccarat-player + baccarat-banker", both)


@pytest.mark.nightly
def test_wagers_together_win_what_they_win_apart_and_vary_with_each_other() -> None:
    hand = upcard.distribution(LUCKY, 1)
    side = upcard.distribution(LUCKY, 1, wager="lucky-ladies")
    both = upcard.distribution(LUCKY, 1, wager=["blackjack", "lucky-ladies"])
    assert (int(both.unit), both.method, both.mean_error) == (15, "exact", None)
    ratio = float(side.unit / both.unit)
    assert both.mean == pytest.approx(hand.mean + ratio * side.mean, abs=1e-12)
    apart = hand.standard_deviation**2 + (ratio * side.standard_deviation) ** 2
    assert both.standard_deviation**2 > 1.005 * apart  # twenties win both wagers
    covariance = (both.standard_deviation**2 - apart) / (2 * ratio)
    assert both.covariances[0][1].value == pytest.approx(covariance, rel=1e-10)
    assert both.covariances[0][1].standard_error is None
    variances = [both.covariances[number][number].value for number in range(2)]
    assert variances == pytest.approx([hand.standard_deviation**2, side.standard_deviation**2])
    assert found_in(both.to_dict(), "wagers", "unit") == [["blackjack", "lucky-ladies"], "15.00"]


def found_in(document: dict[str, Any], *keys: str) -> list[Any]:
    return [document[key] for key in keys]


@pytest.mark.nightly
def test_meters_pay_their_seeds() -> None:
    text = '[table]\nname = "T"\n[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\n'
    rules = rules_of_text(text)
    exact = upcard.distribution(rules, 1, wager="jackpot-party")
    dealt = upcard.distribution(
        rules, 1, wager=("jackpot-party", "blackjack"), simulated_rounds=5_000, seed=1
    )
    largest = max(net for net in exact.law)
    column = next(
        at_seeds(column, rules.table) for column in columns_of(rules.table) if column.marked
    )
    assert Fraction(max(column.nets), column.wagered) == largest
    assert dealt.unit == 5


@pytest.mark.parametrize(
    ("rules", "asked", "sentence"),
    [
        (PLAIN, {"rounds": 0}, "after 1 to 100,000 rounds, not 0"),
        (PLAIN, {"wager": "lucky-ladies"}, "offers no wager|does not offer|offers"),
        (PLAIN, {"wager": ()}, "Name a wager"),
        (BACCARAT, {"wager": "majestic-match"}, "B does not offer 'majestic-match'|name"),
        (PLAIN, {"simulated_rounds": 1}, "At least 2 rounds"),
        (
            BACCARAT,
            {},
            "B has no Blackjack wager: name one of",
        ),
    ],
)
def test_errors_are_one_sentence(rules: upcard.Rules, asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(upcard.BadInput, match=sentence):
        upcard.distribution(rules, **asked)


def test_the_law_of_hands_has_the_strategys_mean_and_deviation() -> None:
    exact = upcard.strategy(PLAIN)
    found = upcard.distribution(PLAIN, 1)
    assert exact.standard_deviation is not None
    assert found.mean == pytest.approx(exact.expected_value, abs=1e-12)
    assert found.standard_deviation == pytest.approx(exact.standard_deviation, abs=1e-12)
    assert found.method == "exact"
    assert found.error_bound == pytest.approx(found.resplit)
    assert float(found.law[Fraction(3, 2)]) == pytest.approx(0.045322987716)


def test_dealt_rounds_have_the_exact_law() -> None:
    """By chi-square, declared beforehand: under 1 in 10,000 by chance; a wrong law fails it."""
    exact = upcard.distribution(PLAIN, 1)
    own: dict[str, Any] = {"strategy": upcard.strategy(PLAIN), "simulated_rounds": 400_000}
    dealt = upcard.distribution(PLAIN, 1, seed=8, **own)
    results = [net for net in exact.law if -4 <= net <= 4]

    def distance(law: Any) -> float:
        expected = [400_000 * float(law[net]) for net in results]
        seen = [400_000 * float(dealt.law.get(net, 0)) for net in results]
        return sum((one - two) ** 2 / two for one, two in zip(seen, expected, strict=True))

    limit = 35.56  # ten degrees of freedom
    assert len(results) == 11
    assert dealt.method == "simulated"
    assert distance(exact.law) < limit
    shifted = dict(exact.law)
    shifted[Fraction(3)] += shifted[Fraction(4)] / 4
    shifted[Fraction(4)] *= Fraction(3, 4)
    assert distance(shifted) > limit


def test_resplits_change_no_probability_by_more_than_the_bound() -> None:
    """The worst law of three hands or more with the same mean and mean square stays within it."""
    found = upcard.distribution(PLAIN, 200)
    law = {net: float(chance) for net, chance in found.law.items()}
    moved = dict(law)
    for net, times in zip((-6, -5, -4, -3), (1, -3, 3, -1), strict=True):  # keeps two moments
        moved[Fraction(net)] += times * law[Fraction(-6)] / 2
    others = {net: Fraction(chance) for net, chance in moved.items()}
    other = sum_of_rounds(normal(others), 200)
    gap = np.abs(np.cumsum(found.sum.chances) - np.cumsum(other.chances)).max()
    assert 0 < gap < found.error_bound < found.resplit


@pytest.mark.nightly
def test_covariance_with_lucky_ladies_is_that_of_an_independent_program() -> None:
    """0.4628, counted by another program for split aces that take one card."""
    text = '[table]\nname = "T"\n[blackjack]\nsplit_aces = "one-card"\n[wagers.lucky-ladies]\n'
    found = upcard.distribution(rules_of_text(text), 1, wager=("blackjack", "lucky-ladies"))
    assert found.covariances[0][1].value == pytest.approx(0.46282019367)


def test_a_player_who_stops_at_a_loss() -> None:
    """Red at the wheel: a fair game's ruin, counted by hand for four rounds at a limit of 2."""
    wheel = upcard.load("submissions/lightning-roulette.toml")
    found = upcard.distribution(wheel, 4, wager="red", loss_limit=2)
    won = float(found.law[Fraction(1)])
    lost = 1 - won
    assert found.stopped is not None
    assert found.stopped.stopped == pytest.approx(lost**2 + 2 * won * lost**3)
    assert found.stopped.rounds == pytest.approx(2 * lost**2 + 4 * (1 - lost**2))
    assert found.stopped.ahead == pytest.approx(found.ahead)
    with pytest.raises(upcard.BadInput, match="more than 0 units"):
        upcard.distribution(wheel, 4, wager="red", loss_limit="-1")


def test_real_shoes_are_simulated_beside() -> None:
    found = upcard.distribution(PLAIN, 100, shoe_rounds=100_000, seed=5)
    shoe = found.shoe
    assert shoe is not None
    assert abs(shoe.mean_difference) < 4.5 * shoe.mean_error + 0.3
    assert abs(shoe.standard_deviation - found.standard_deviation) < 4.5 * shoe.deviation_error
    assert abs(shoe.ahead - found.ahead) < 0.02

"""`upcard.distribution`: the law of many rounds, exact for side wagers, simulated for hands."""

from fractions import Fraction
from typing import Any, Final
from xml.etree import ElementTree

import polars as pl
import pytest

import upcard
from upcard.library.round_laws import at_seeds
from upcard.library.rules import rules_of_text
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
    lose = next(float(one.probability) for one in odds.outcomes if one.outcome == "lose")
    assert found.quantile(0.5) == -2.0
    assert found.ahead == pytest.approx(1 - lose**2)


def test_hands_have_a_simulated_law_with_its_error() -> None:
    exact = upcard.strategy(PLAIN)
    found = upcard.distribution(PLAIN, 100, simulated_rounds=100_000, seed=4)
    assert found.mean_error is not None
    assert abs(found.mean - 100 * exact.expected_value) < 4.5 * found.mean_error
    once = upcard.distribution(PLAIN, 1, simulated_rounds=100_000, seed=4)
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


def test_wagers_together_win_what_they_win_apart_and_vary_with_each_other() -> None:
    asked: dict[str, Any] = {"simulated_rounds": 200_000, "seed": 3}
    hand = upcard.distribution(LUCKY, 1, **asked)
    side = upcard.distribution(LUCKY, 1, wager="lucky-ladies")
    both = upcard.distribution(LUCKY, 1, wager=["blackjack", "lucky-ladies"], **asked)
    assert (int(both.unit), both.method) == (15, "simulated")
    assert both.mean_error is not None
    ratio = float(side.unit / both.unit)
    assert abs(both.mean - hand.mean - ratio * side.mean) < 4.5 * ratio * both.mean_error
    apart = hand.standard_deviation**2 + (ratio * side.standard_deviation) ** 2
    assert both.standard_deviation**2 > 1.005 * apart  # twenties win both wagers
    assert found_in(both.to_dict(), "wagers", "unit") == [["blackjack", "lucky-ladies"], "15.00"]


def found_in(document: dict[str, Any], *keys: str) -> list[Any]:
    return [document[key] for key in keys]


def test_meters_pay_their_seeds() -> None:
    text = '[table]\nname = "T"\n[wagers.jackpot-party]\npaytable = "P20-B"\nwager = 5\n'
    rules = rules_of_text(text)
    exact = upcard.distribution(rules, 1, wager="jackpot-party")
    dealt = upcard.distribution(
        rules, 1, wager=("jackpot-party", "blackjack"), simulated_rounds=5_000, seed=1
    )
    largest = max(net for net in exact.law)
    column = next(at_seeds(one, rules.table) for one in columns_of(rules.table) if one.marked)
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

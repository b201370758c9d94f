"""`upcard.distribution`: the law of many rounds, exact for side wagers, simulated for hands."""

from typing import Any, Final
from xml.etree import ElementTree

import polars as pl
import pytest

import upcard
from upcard.library.rules import rules_of_text

PLAIN: Final = rules_of_text('[table]\nname = "T"\npositions = 3\n')
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


@pytest.mark.parametrize(
    ("rules", "asked", "sentence"),
    [
        (PLAIN, {"rounds": 0}, "after 1 to 100,000 rounds, not 0"),
        (PLAIN, {"wager": "lucky-ladies"}, "offers no wager|does not offer|offers"),
        (PLAIN, {"simulated_rounds": 1}, "At least 2 rounds"),
        (
            rules_of_text('[table]\nname = "B"\ngame = "baccarat"\ndecks = 8\n'),
            {},
            "B has no Blackjack wager: name one of",
        ),
    ],
)
def test_errors_are_one_sentence(rules: upcard.Rules, asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(upcard.BadInput, match=sentence):
        upcard.distribution(rules, **asked)

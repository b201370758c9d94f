"""A wager of one's own and a paytable of one's own: engine, kernels and exact odds agree."""

from collections import Counter
from itertools import islice

import pytest

import upcard
from simulation.replay import Settled, difference
from simulation.strategies import at_random_for
from simulation.test_controls import LUCK, expected_values
from simulation.test_differential import both
from upcard.analysis.controls import with_controls
from upcard.analysis.strategies import table_of
from upcard.exact.strategy.games import rules_of
from upcard.exact.strategy.rules import full_shoe
from upcard.exact.strategy.solve import solve
from upcard.library.rules import rules_of_text
from upcard.simulation.plan import plan
from upcard.simulation.run import simulate

HOUSE = """
[table]
name = "H-01"
jurisdiction = "house"
minimum = 5
[wagers.perfect-pairs]
minimum = 5
[wagers.perfect-pairs.pays]
perfect-pair = "30 to 1"
colored-pair = "10 to 1"
mixed-pair = "5 to 1"
"""


@upcard.kernel
def outdone(first: int, second: int, upcard: int, dealer_total: int) -> int:
    """The upcard matches a card of the hand; the second row asks for a dealer who busts too."""
    if upcard >> 2 not in (first >> 2, second >> 2):
        return 0
    return 2 if dealer_total > 21 else 1


@upcard.kernel
def closer(player_total: int, dealer_total: int, surrendered: int) -> int:
    """The player's total lies between the dealer's and 21."""
    return 1 if surrendered == 0 and dealer_total < player_total <= 21 else 0


def own_rules() -> upcard.Rules:
    """A table of house rules with two wagers of its own and a paytable of its own."""
    outcomes = ("lose", "matched", "matched-and-bust")
    pays = {"matched": "4 to 1", "matched-and-bust": "9 to 1"}
    one = upcard.wager("outdone", outdone, outcomes=outcomes, pays=pays, settles="last-dealer-card")
    other = upcard.wager(
        "closer",
        closer,
        outcomes=("lose", "closer"),
        pays={"closer": "3 to 2"},
        settles="last-dealer-card",
        stake_returned=True,
    )
    return rules_of_text(HOUSE).with_wagers(one, other)


@pytest.mark.nightly
def test_engine_and_kernels_settle_the_same() -> None:
    rules = own_rules().table
    assert [wager.slug for wager in rules.wagers] == ["perfect-pairs", "outdone", "closer"]
    seen: Settled = Counter()
    planned = plan(rules, at_random_for(rules, 1), seats=2)
    for dealt, played in islice(both(planned, seed=5), 700):
        assert difference(dealt, played) == ""
        seen += dealt.outcomes
    assert {outcome for wager, outcome in seen if wager == "outdone"} == {
        *("lose", "matched", "matched-and-bust"),
    }
    assert seen["closer", "closer"] > 0


@upcard.kernel
def ranked(first: int, second: int, upcard: int) -> int:
    """How many of the hand's ranks are the upcard's."""
    return (first >> 2 == upcard >> 2) + (second >> 2 == upcard >> 2) + 0


@pytest.mark.nightly
def test_the_simulated_means_are_the_exact_ones() -> None:
    pays = {"one": "4 to 1", "two": "20 to 1"}
    mine = upcard.wager("ranked", ranked, outcomes=("lose", "one", "two"), pays=pays)
    rules = rules_of_text(HOUSE).with_wagers(mine).table
    solution = solve(rules_of(rules), full_shoe(rules.decks), "total")
    dealt = simulate(rules, table_of(solution), 1_000_000, 3, fresh_shoe=True)
    found = with_controls(dealt, expected_values(rules, solution)).wagers
    assert [wager.wager for wager in found] == ["blackjack", "perfect-pairs", "ranked"]
    assert all(wager.z is not None and abs(wager.z) < LUCK for wager in found)
    (exact,) = upcard.odds(mine, decks=6)
    assert found[2].exact == pytest.approx(float(-exact.house_edge), rel=1e-12)

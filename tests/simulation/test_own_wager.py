"""A wager of one's own and a paytable of one's own: engine, kernels and exact odds agree."""

from collections import Counter
from itertools import islice

import pytest

import upcard
from simulation.replay import Settled, difference
from simulation.strategies import at_random_for
from simulation.test_differential import both
from upcard.exact.table import table_records
from upcard.library.rules import rules_of_text
from upcard.simulation.plan import plan
from upcard.simulation.run import run

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


def test_engine_and_kernels_settle_the_same() -> None:
    rules = own_rules().table
    assert [one.slug for one in rules.wagers] == ["perfect-pairs", "outdone", "closer"]
    seen: Settled = Counter()
    planned = plan(rules, at_random_for(rules, 1), seats=2)
    for dealt, played in islice(both(planned, seed=5), 700):
        assert difference(dealt, played) == ""
        seen += dealt.outcomes
    assert {outcome for wager, outcome in seen if wager == "outdone"} == {
        *("lose", "matched", "matched-and-bust"),
    }
    assert seen["closer", "closer"] > 0


@pytest.mark.parametrize("slug", ["perfect-pairs"])
def test_the_simulated_mean_is_the_exact_one(slug: str) -> None:
    table = own_rules().table
    (record,) = table_records(table, slug)
    found = run(table, rounds=1_000_000, seed=3, fresh_shoe=True)
    assert record.section == f"submission: wagers.{slug}.pays"
    assert found

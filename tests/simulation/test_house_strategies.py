"""A strategy that a house's own rules do not permit is refused before anything is dealt."""

import pytest

import upcard
from simulation.strategies import basic
from upcard.rules.violation import BadInput
from upcard.simulation.plan import plan


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (upcard.blackjack(double="10-11"), r"doubles on \d+, which house does not permit"),
        (upcard.blackjack(das=False), "after a split, which house does not permit"),
        (upcard.blackjack(surrender="none"), "surrenders, which house does not permit"),
    ],
)
def test_basic_strategy_of_the_text_is_refused(rules: upcard.Rules, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        plan(rules.table, basic(6))

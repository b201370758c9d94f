"""House rules: simulated means agree with exact values, and a wrong rule is noticed.

A few sets of rules here; with UPCARD_NIGHTLY 30 of them, 20 million fresh shoes each.
"""

from typing import Any, Final

import pytest

from nightly import NIGHTLY
from simulation.house_campaign import CHOICES, chance, drawn_rules, simulated

SETS: Final = 30 if NIGHTLY else 4
ROUNDS: Final = 20_000_000 if NIGHTLY else 400_000
MAX_ERRORS: Final = 3.5
"""Standard errors by which no mean may miss."""

MIN_CHANCE: Final = 0.001


def test_simulated_means_agree_with_exact_values() -> None:
    found = [
        simulated(chosen, ROUNDS, seed=number) for number, chosen in enumerate(drawn_rules(SETS), 1)
    ]
    assert max(abs(wager.z) for wager in found) <= MAX_ERRORS
    assert chance(found) > MIN_CHANCE


WRONG: Final[list[tuple[dict[str, Any], dict[str, Any]]]] = [
    ({"surrender": "early"}, {"surrender": "late"}),
    ({"soft_17": "hit"}, {"hits_soft_17": False}),
    ({"peek": False, "without_peek": "original"}, {"all_lost": True}),
]
"""Rules that are solved, and the one rule in which the table that is dealt differs."""


@pytest.mark.parametrize(("chosen", "wrong"), WRONG if NIGHTLY else WRONG[:1])
def test_a_wrong_rule_is_noticed(chosen: dict[str, Any], wrong: dict[str, Any]) -> None:
    found = simulated(chosen, 20_000_000 if NIGHTLY else 2_000_000, 1, **wrong)
    assert abs(found.z) > MAX_ERRORS
    assert chance([found]) < MIN_CHANCE


def test_the_drawn_rules_have_every_value_of_every_rule() -> None:
    sets = drawn_rules(30)
    assert all({chosen[name] for chosen in sets} == set(values) for name, values in CHOICES.items())

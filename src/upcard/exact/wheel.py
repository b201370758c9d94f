"""Exact counts of a wager at the single-zero wheel. 58 Pa. Code § 617b.3.

How many Lucky Numbers fall, and how often each payout does, the text leaves to the Rules
Submission: without its configuration none is counted, so that what they add is left out, as
meters are.
"""

from collections import Counter
from inspect import signature
from math import gcd
from typing import Final

from upcard.games.roulette import POCKETS, SPOTS, LightningRules, lucky_weights
from upcard.wagers.facts import OF_THE_WHEEL
from upcard.wagers.kit import Wager

LUCKY_NUMBERS: Final = "lucky_numbers"
UNCOUNTED: Final = "none counted"
"""What a record without a configuration says of them."""

NONE_LUCKY: Final = (1,)
"""The weights of a table without Lucky Numbers."""


def is_spun(wager: Wager) -> bool:
    """Whether the ball decides a wager."""
    asked = set(signature(wager.classify).parameters)
    return "pocket" in asked and asked <= OF_THE_WHEEL


def has_lucky_numbers(wager: Wager) -> bool:
    """Whether a Lucky Number pays more on a wager: the straight wager alone (§ 617b.3(e))."""
    return is_spun(wager) and "lucky" in wager.facts


def choices(lightning: LightningRules | None) -> dict[str, str | bool]:
    """What the record of a wager with Lucky Numbers says of them."""
    return {LUCKY_NUMBERS: UNCOUNTED if lightning is None else "as configured"}


def counts(wager: Wager, lightning: LightningRules | None = None) -> dict[str, int]:
    """How many compartments end in each outcome, for a wager on any one of its spots.

    With a configuration of the Lucky Numbers each compartment counts as often as their weights
    say, in lowest terms; the common total is the sum.
    """
    spot = next(spot for spot in SPOTS.values() if spot.wager == wager.slug)
    weights = NONE_LUCKY if lightning is None else lucky_weights(lightning)
    common, asked = gcd(*weights), wager.facts
    found: Counter[str] = Counter()
    for pocket in POCKETS:
        for lucky, weight in enumerate(weights):
            facts = {
                "number": spot.numbers[0],
                "covered": spot.covered,
                "pocket": pocket,
                "lucky": lucky,
            }
            index = wager.classify(*[facts[fact] for fact in asked])
            found[wager.outcomes[index]] += weight // common
    return {outcome: found[outcome] for outcome in wager.outcomes}

"""Exact outcome counts for wagers at the single-zero wheel. 58 Pa. Code § 617b.3.

The rules leave the weights of the number of Lucky Numbers and of their payouts to the Rules
Submission. Without its configuration Lucky Numbers are not counted, as meters are not.
"""

from collections import Counter
from collections.abc import Sequence
from inspect import signature
from math import gcd
from typing import Final

from upcard.games.roulette import POCKETS, SPOTS, LightningRules, Spot, lucky_weights
from upcard.wagers.facts import OF_THE_WHEEL
from upcard.wagers.kit import WagerRule, ways_by_outcome

LUCKY_NUMBERS: Final = "lucky_numbers"
UNCOUNTED: Final = "none counted"
"""How a record without a configuration describes its Lucky Numbers."""

AS_CONFIGURED: Final = "as configured"
"""How a record with the weights of a table describes its Lucky Numbers."""

NONE_LUCKY: Final = (1,)
"""The weights when Lucky Numbers are not counted."""


def is_spun(wager: WagerRule) -> bool:
    """Whether the ball decides the wager."""
    names = set(signature(wager.classify).parameters)
    return "pocket" in names and names <= OF_THE_WHEEL


def has_lucky_numbers(wager: WagerRule) -> bool:
    """Whether a Lucky Number pays more: on the straight wager only (§ 617b.3(e))."""
    return is_spun(wager) and "lucky" in wager.facts


def choices(lightning: LightningRules | None) -> dict[str, str | bool]:
    """The choices that the record of a wager with Lucky Numbers states."""
    return {LUCKY_NUMBERS: UNCOUNTED if lightning is None else AS_CONFIGURED}


def counts(wager: WagerRule, lightning: LightningRules | None = None) -> dict[str, int]:
    """The number of compartments that end in each outcome, for a wager on any one of its spots.

    With a configuration of Lucky Numbers each compartment counts with their weights, in lowest
    terms: the cycle is the shortest in which all outcomes have whole numbers.
    """
    spot = next(spot for spot in SPOTS.values() if spot.wager == wager.slug)
    weights = NONE_LUCKY if lightning is None else lucky_weights(lightning)
    names = wager.facts
    by_index: Counter[int] = Counter()
    for pocket in POCKETS:
        for lucky, weight in enumerate(weights):
            facts = {
                "number": spot.numbers[0],
                "covered": spot.covered,
                "pocket": pocket,
                "lucky": lucky,
            }
            by_index[wager.classify(*[facts[fact] for fact in names])] += weight
    ways = ways_by_outcome(wager.slug, wager.outcomes, by_index)
    common = gcd(*ways.values())
    return {outcome: count // common for outcome, count in ways.items()}


def joint_counts(
    placed: Sequence[tuple[WagerRule, Spot]], lightning: LightningRules
) -> dict[tuple[int, ...], int]:
    """How often wagers on these spots end in each combination of outcomes, by their indices.

    The total is the number of compartments times the sum of the weights of Lucky Numbers. Only
    whether the winning number is a Lucky Number matters.
    """
    counted: Counter[tuple[int, ...]] = Counter()
    for pocket in POCKETS:
        for lucky, weight in enumerate(lucky_weights(lightning)):
            spun = {"pocket": pocket, "lucky": lucky}
            shown = tuple(
                wager.index_of(spun | {"number": spot.numbers[0], "covered": spot.covered})
                for wager, spot in placed
            )
            counted[shown] += weight
    return {shown: number for shown, number in counted.items() if number}

"""Exact counts of a wager at the single-zero wheel. 58 Pa. Code § 617b.3.

How many Lucky Numbers fall, and how often each payout does, the text leaves to the Rules
Submission: without it none is counted, so that what they add is left out, as meters are.
"""

from collections import Counter
from inspect import signature
from typing import Final

from upcard.wagers.kit import Wager

POCKETS: Final = range(37)
FACTS: Final = {"number", "pocket", "lucky"}
WITHOUT_LUCKY_NUMBERS: Final = {"lucky_numbers": "none counted"}


def is_spun(wager: Wager) -> bool:
    """Whether the ball decides a wager."""
    return set(signature(wager.classify).parameters) == FACTS


def counts(wager: Wager) -> dict[str, int]:
    """How many compartments end in each outcome, for a wager on any one number."""
    number = POCKETS[0]
    found = Counter(wager.outcomes[wager.classify(number, pocket, 0)] for pocket in POCKETS)
    return {outcome: found[outcome] for outcome in wager.outcomes}

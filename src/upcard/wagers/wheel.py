"""The wagers on several numbers of the wheel, 58 Pa. Code § 617a.3, and what all its wagers share.

Chapter 617a is outside the seeds. Which numbers a spot covers is said in `games.roulette`.
"""

from typing import Final

from upcard.wagers.kit import Wager, kernel

OUTCOMES: Final = ("lose", "win")

STRAIGHT: Final = "lightning-straight"
"""The wager on one number, in a file of its own (§ 617b.3)."""

SPLIT: Final = "split"
STREET: Final = "street"
CORNER: Final = "corner"
SIX_LINE: Final = "six-line"
COLUMN: Final = "column"
DOZEN: Final = "dozen"
EVEN_CHANCE: Final = "even-chance"
"""Two numbers, three, four, six, a column or dozen of twelve, and eighteen."""

LUCKY_PAYOUTS: Final = (49, 99, 149, 199, 249, 299, 349, 399, 499)
"""The increased payouts of Lucky Numbers, to 1, from the lowest (§ 617b.3(g))."""


@kernel
def classify(covered: int, pocket: int) -> int:
    """Index into OUTCOMES of where the ball rests, 0 to 36.

    `covered` has a bit for each number that the wager covers, zero's the lowest.
    """
    return covered >> pocket & 1


WAGERS: Final = {
    slug: Wager(slug, OUTCOMES, classify)
    for slug in (SPLIT, STREET, CORNER, SIX_LINE, COLUMN, DOZEN, EVEN_CHANCE)
}

"""The roulette wagers on several numbers, and the names of all of them. 58 Pa. Code § 617a.3.

Chapter 617a is outside the source texts. `games.roulette` defines which numbers each spot covers.
"""

from typing import Final

from upcard.wagers.kit import WagerRule, kernel

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
"""Wagers on two, three, four and six numbers, on a column or dozen (twelve), and on eighteen."""

CHIPS: Final = {
    STRAIGHT: (350, 150),
    SPLIT: (500, 50),
    STREET: (150, 300),
    CORNER: (800, 100),
    SIX_LINE: (1000, 300),
    COLUMN: (1245, 20),
    DOZEN: (50, 350),
    EVEN_CHANCE: (27, 427),
}
"""Where a drawing of the layout shows a chip of each wager, to the right of and below the corner of
number 3, in hundredths of the width of a number's area."""

LUCKY_PAYOUTS: Final = (49, 99, 149, 199, 249, 299, 349, 399, 499)
"""The increased payouts of Lucky Numbers, each to 1, in ascending order (§ 617b.3(g))."""


@kernel
def classify(covered: int, pocket: int) -> int:
    """Index into OUTCOMES; `pocket` is the ball's compartment, 0 to 36.

    `covered` has a bit for each number that the wager covers; the lowest bit is that of zero.
    """
    return covered >> pocket & 1


WAGERS: Final = {
    slug: WagerRule(slug, OUTCOMES, classify)
    for slug in (SPLIT, STREET, CORNER, SIX_LINE, COLUMN, DOZEN, EVEN_CHANCE)
}

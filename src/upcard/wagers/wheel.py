"""What the wagers on several numbers of the wheel have in common. 58 Pa. Code § 617a.3.

Chapter 617a is outside the seeds. Which numbers a spot covers is said in `games.roulette`.
"""

from typing import Final

from upcard.wagers.kit import kernel

OUTCOMES: Final = ("lose", "win")


@kernel
def classify(covered: int, pocket: int) -> int:
    """Index into OUTCOMES of where the ball rests, 0 to 36.

    `covered` has a bit for each number that the wager covers, zero's the lowest.
    """
    return covered >> pocket & 1

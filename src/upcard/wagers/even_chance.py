"""Red, black, odd, even, 1 to 18 or 19 to 36. 58 Pa. Code § 617a.3, outside the seeds."""

from upcard.wagers.kit import Wager
from upcard.wagers.wheel import OUTCOMES, classify

WAGER = Wager("even-chance", OUTCOMES, classify)

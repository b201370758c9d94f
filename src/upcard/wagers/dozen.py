"""A wager on 1 to 12, 13 to 24 or 25 to 36. 58 Pa. Code § 617a.3, outside the seeds."""

from upcard.wagers.kit import Wager
from upcard.wagers.wheel import OUTCOMES, classify

WAGER = Wager("dozen", OUTCOMES, classify)

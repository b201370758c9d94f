"""A wager on a column of twelve numbers of the wheel. 58 Pa. Code § 617a.3, outside the seeds."""

from upcard.wagers.kit import Wager
from upcard.wagers.wheel import OUTCOMES, classify

WAGER = Wager("column", OUTCOMES, classify)

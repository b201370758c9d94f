"""Lightning Roulette's straight wager: a wager on one number. 58 Pa. Code § 617b.3."""

from upcard.wagers.kit import WagerRule, kernel
from upcard.wagers.wheel import LUCKY_PAYOUTS, STRAIGHT

OUTCOMES = ("lose", "straight", *(f"lucky-number-{payout}" for payout in LUCKY_PAYOUTS))


@kernel
def classify(number: int, pocket: int, lucky: int) -> int:
    """Index into OUTCOMES (§ 617b.3(e), (f)).

    `number` is the number wagered on and `pocket` the ball's compartment, 0 to 36. `lucky` is 0
    unless the number is a Lucky Number, else 1 to 9 for its increased payout, from the lowest.
    """
    return 1 + lucky if number == pocket else 0


WAGER = WagerRule(STRAIGHT, OUTCOMES, classify)

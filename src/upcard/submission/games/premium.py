"""What Blackjack Premium adds to a Rules Submission. 58 Pa. Code § 633c.4(k)-(o)."""

from typing import TYPE_CHECKING, Final, Literal

from upcard.games.premium import PremiumRules
from upcard.games.switch_hands import ANTE, PREMIUM
from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.kit import GamePart, game_section
from upcard.submission.games.switch_hands import SwitchHandsSection

if TYPE_CHECKING:
    from upcard.submission.schema import Submission


class PremiumKeys(SubmissionTable):
    """Blackjack Premium's key of ``[switch_hands]``."""

    tie_without_ante: Literal["1 to 2", "push"] = choice(
        "1 to 2",
        "633c.4(k)",
        "What a tied Blackjack pays at a Premium table to a player without an ante.",
        games=(PREMIUM,),
    )


def variation(submission: "Submission") -> PremiumRules:
    """When the cards are dealt, and what a tied Blackjack pays without an ante."""
    after = game_section(submission, SwitchHandsSection).cards == "after"
    paid = game_section(submission, PremiumKeys).tie_without_ante == "1 to 2"
    return PremiumRules(cards_after=after, tie_without_ante=paid)


PART: Final = GamePart(
    rules=PremiumRules,
    variation=variation,
    keys={"switch_hands": PremiumKeys},
    decides={PREMIUM: {"tie_blackjack": "633c.4(o)"}},
    wagers=(ANTE,),
)

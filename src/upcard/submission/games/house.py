"""What house rules add to a Rules Submission of Blackjack: the rules of play that a State fixes.

The section of a key is the provision that fixes the rule at Pennsylvania's tables; at a house table
the key itself is cited.
"""

from typing import TYPE_CHECKING, Final, Literal

from upcard.games.blackjack import DoubleChoice
from upcard.games.house import HouseRules
from upcard.rules.house import HOUSE_RULES
from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.kit import GamePart
from upcard.submission.notations import PayoutOdds

if TYPE_CHECKING:
    from upcard.submission.schema import Submission


class HouseKeys(SubmissionTable):
    """The keys of ``[blackjack]`` that only house rules have."""

    soft_17: Literal["stand", "hit"] = choice(
        "stand", "633a.7(m)", "What the dealer does with a soft 17.", jurisdiction=HOUSE_RULES
    )
    peek: bool = choice(
        True,
        "633a.7(h)",
        "Whether the dealer has a hole card and looks for a Blackjack before the hands are played.",
        jurisdiction=HOUSE_RULES,
    )
    without_peek: Literal["all", "original"] = choice(
        "all",
        "633a.7(h)",
        "Without a peek: whether a dealer's Blackjack takes doubles and splits too.",
        jurisdiction=HOUSE_RULES,
    )
    double: DoubleChoice = choice(
        "any",
        "633a.10(a)",
        "On which totals two cards may double; any-with-21 is also on the 21 of a split hand.",
        jurisdiction=HOUSE_RULES,
    )
    das: bool = choice(
        True, "633a.11(c)", "Whether hands of a split pair may double.", jurisdiction=HOUSE_RULES
    )
    surrender: Literal["none", "late", "early"] = choice(
        "late",
        "633a.9(a)",
        "Whether a hand may be surrendered; early is before the dealer looks for a Blackjack.",
        jurisdiction=HOUSE_RULES,
    )
    tens: bool = choice(
        True,
        "633a.3(a)",
        "Whether the decks have their tens; without them a deck has 48 cards.",
        jurisdiction=HOUSE_RULES,
    )
    dealer_22: Literal["bust", "push"] = choice(
        "bust",
        "633a.7(p)(1)",
        "Whether a dealer's 22 returns the wagers of all hands not over 21 except a Blackjack's.",
        jurisdiction=HOUSE_RULES,
    )
    blackjack_pays: PayoutOdds = choice(
        "3 to 2", "633a.13(a)", "What a Blackjack pays.", jurisdiction=HOUSE_RULES
    )


def variation(submission: "Submission") -> HouseRules:
    """What a house's own rules change in addition to the rules of play."""
    return HouseRules(pushes_on_22=submission.blackjack.dealer_22 == "push")


PART: Final = GamePart(
    rules=HouseRules,
    variation=variation,
    keys={"blackjack": HouseKeys},
    lacks=("card_reader", "fully_automated"),
    lacks_tables=("layout", "equipment"),
)

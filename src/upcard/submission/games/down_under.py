"""What Down Under Blackjack adds to a Rules Submission: the vendor's rules. Ch. 685a."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from upcard.games.down_under import GAME, DownUnderRules
from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.kit import GameCheck, GamePart, game_section
from upcard.submission.problem import Problem
from upcard.submission.washington_papers import PROGRESSIVE

if TYPE_CHECKING:
    from upcard.submission.schema import Submission

DOWN_UNDER: Final = (GAME,)


class DownUnderSection(SubmissionTable):
    """``[down_under]``: the vendor's rules, which are not the text's."""

    two_large: Literal["exposed", "played"] = choice(
        "exposed",
        "685a",
        "Vendor's rule: what becomes of a dealer's two large cards.",
        games=DOWN_UNDER,
    )
    dealer_22: Literal["push", "bust"] = choice(
        "push", "685a", "Vendor's rule: whether a dealer's 22 pushes.", games=DOWN_UNDER
    )


def by_v003(submission: "Submission") -> Iterator[Problem]:
    """Down Under Blackjack uses the progressive of system v003, not that of v002."""
    table = submission.table
    if table.game == GAME and table.system_version == "v002":
        message = "The progressive of system v002 is one for Match the Dealer Blackjack alone."
        yield Problem(("table", "system_version"), message, ("v003",))


def variation(submission: "Submission") -> DownUnderRules:
    """The vendor's rules as the submission chooses them."""
    chosen = game_section(submission, DownUnderSection)
    return DownUnderRules(chosen.two_large == "exposed", chosen.dealer_22 == "push")


PART: Final = GamePart(
    rules=DownUnderRules,
    variation=variation,
    keys={"down_under": DownUnderSection},
    checks=(GameCheck("washington.down-under-by-v003", by_v003, (PROGRESSIVE,)),),
)

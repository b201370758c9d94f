"""What Baccarat adds to a Rules Submission. 58 Pa. Code § 631b.7."""

from typing import TYPE_CHECKING, Final

from upcard.games.baccarat import GAME, BaccaratRules
from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.kit import GamePart

if TYPE_CHECKING:
    from upcard.submission.schema import Submission


class BaccaratLayout(SubmissionTable):
    """Baccarat's key of ``[layout]``."""

    majestic_match_areas: bool = choice(
        True,
        "631b.7(a)",
        "Each player has an area for Majestic Match on either hand, where it is offered.",
        games=(GAME,),
    )


def variation(_submission: "Submission") -> BaccaratRules:
    """Baccarat's rules, of which a submission chooses none."""
    return BaccaratRules()


PART: Final = GamePart(
    rules=BaccaratRules,
    variation=variation,
    keys={"layout": BaccaratLayout},
)

"""Makes the game's rules from a Rules Submission, and the game's citations of other provisions."""

from upcard.games.variation import Variation
from upcard.submission.games.found import part_of
from upcard.submission.schema import Submission


def cite(submission: Submission, section: str) -> str:
    """A provision of chapter 633a as it is cited for the game of a submission."""
    if part_of(submission.table.game).rules.is_recited:
        return variation_of(submission).cite(section)
    return section


def variation_of(submission: Submission) -> Variation:
    """The rules of the game where they differ from Blackjack's; raises `RuleViolation`."""
    return part_of(submission.table.game).variation(submission)

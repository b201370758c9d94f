"""What the tables of a Rules Submission say of the game that is played."""

from upcard.games.variation import Variation
from upcard.submission.games.found import part_of
from upcard.submission.schema import Submission


def cite(submission: Submission, section: str) -> str:
    """The citation for the game of a submission of a provision of chapter 633a."""
    if part_of(submission.table.game).rules.is_recited:
        return variation_of(submission).cite(section)
    return section


def variation_of(submission: Submission) -> Variation:
    """The rules of the game where they differ from Blackjack's; raises `RuleViolation`."""
    return part_of(submission.table.game).variation(submission)

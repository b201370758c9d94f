"""What the tables of a Rules Submission say of the variations of Blackjack."""

from upcard.games import down_under, match_the_dealer, switch, switch_hands
from upcard.games.down_under import DownUnderRules
from upcard.games.match_the_dealer import WashingtonRules
from upcard.games.switch import SwitchRules
from upcard.games.switch_hands import SwitchHandsRules
from upcard.submission.schema import Submission


def washington_rules(submission: Submission) -> WashingtonRules | None:
    """Washington's choices, where the game is played there."""
    table = submission.table
    if table.game != match_the_dealer.GAME:
        return None
    return WashingtonRules(table.deal_order, table.system_version)


def switch_rules(submission: Submission) -> SwitchRules | None:
    """How Blackjack Switch is read, where it is the game."""
    if submission.table.game != switch.GAME:
        return None
    chosen = submission.switch
    return SwitchRules(chosen.blackjack_pays == "industry", chosen.dealer_22 == "industry")


def switch_hands_rules(submission: Submission) -> SwitchHandsRules | None:
    """The choices of Switch Hands and Blackjack Premium, where one of them is the game."""
    if submission.table.game not in switch_hands.GAMES:
        return None
    chosen = submission.switch_hands
    return SwitchHandsRules(
        submission.table.game == switch_hands.PREMIUM,
        chosen.cards == "after",
        chosen.tie_blackjack == "1 to 2",
        chosen.tie_without_ante == "1 to 2",
    )


def down_under_rules(submission: Submission) -> DownUnderRules | None:
    """The vendor's rules of Down Under, where it is the game."""
    if submission.table.game != down_under.GAME:
        return None
    chosen = submission.down_under
    return DownUnderRules(chosen.two_large == "exposed", chosen.dealer_22 == "push")


def cite(submission: Submission, section: str) -> str:
    """Where a provision stands for the game of a submission."""
    elsewhere = washington_rules(submission) or down_under_rules(submission)
    return section if elsewhere is None else elsewhere.cite(section)

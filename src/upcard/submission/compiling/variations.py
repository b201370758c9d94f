"""What the tables of a Rules Submission say of the game that is played."""

from upcard.games import baccarat, down_under, match_the_dealer, switch, switch_hands
from upcard.games.baccarat import BaccaratRules
from upcard.games.down_under import DownUnderRules
from upcard.games.match_the_dealer import WashingtonRules
from upcard.games.switch import SwitchRules
from upcard.games.switch_hands import SwitchHandsRules
from upcard.games.variation import BASE_GAME, Variation
from upcard.submission.game_choices import hybrid_of, lightning_of
from upcard.submission.schema import Submission


def cite(submission: Submission, section: str) -> str:
    """The citation for the game of a submission of a provision of chapter 633a."""
    game = submission.table.game
    if game in (match_the_dealer.GAME, down_under.GAME):
        return variation_of(submission).cite(section)
    return section


def variation_of(submission: Submission) -> Variation:
    """The rules of the game where they differ from Blackjack's; raises `RuleViolation`."""
    game = submission.table.game
    if game == match_the_dealer.GAME:
        return WashingtonRules(submission.table.deal_order, submission.table.system_version)
    if game == switch.GAME:
        read = submission.switch
        return SwitchRules(read.blackjack_pays == "industry", read.dealer_22 == "industry")
    if game in switch_hands.GAMES:
        chosen = submission.switch_hands
        return SwitchHandsRules(
            game == switch_hands.PREMIUM,
            chosen.cards == "after",
            chosen.tie_blackjack == "1 to 2",
            chosen.tie_without_ante == "1 to 2",
        )
    if game == down_under.GAME:
        vendors = submission.down_under
        return DownUnderRules(vendors.two_large == "exposed", vendors.dealer_22 == "push")
    if game == baccarat.GAME:
        return BaccaratRules()
    return lightning_of(submission) or hybrid_of(submission) or BASE_GAME

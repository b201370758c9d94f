"""The variations of Blackjack in a Rules Submission: what is wrong, and what the table plays."""

from collections.abc import Iterator

from upcard.games import down_under, match_the_dealer, switch, switch_hands
from upcard.games.down_under import DownUnderRules
from upcard.games.match_the_dealer import WashingtonRules
from upcard.games.switch import SwitchRules
from upcard.games.switch_hands import SwitchHandsRules
from upcard.money.amount import format_dollars
from upcard.rules.citation import full
from upcard.rules.loader import game_rules
from upcard.submission.check_meters import Problem
from upcard.submission.schema import Submission, TableSection


def variation_problems(submission: Submission) -> Iterator[Problem]:
    """A state or a dealing that is not the game's, amounts that do not go with an ante."""
    table, game = submission.table, game_rules(submission.table.game)
    allowed = (game.jurisdiction, *game.also_in)
    if table.jurisdiction not in allowed:
        message = f"{game.title} is a game of {game.jurisdiction!r}, not of {table.jurisdiction!r}."
        yield (("table", "jurisdiction"), game.section, message, allowed)
    if table.dealing not in game.dealing:
        message = f"{game.title} is not dealt with {table.dealing!r}."
        yield (("table", "dealing"), game.section, message, tuple(game.dealing))
    if table.game in switch_hands.GAMES:
        yield from _ante(table)


def _ante(table: TableSection) -> Iterator[Problem]:
    """Amounts that an ante does not go with (§ 633c.4(b), (c))."""
    if table.game == switch_hands.SWITCH_HANDS:
        for key in ("minimum", "maximum"):
            amount = getattr(table, key)
            if amount % switch_hands.STEP:
                message = "A Blackjack wager is placed in $5 increments, not "
                message += f"${format_dollars(amount)}."
                yield (("table", key), full("633c.4(b)"), message, ())
    if switch_hands.STEP // 5 % table.smallest_chip:
        message = "The ante is $1 for every $5, which chips of "
        message += f"${format_dollars(table.smallest_chip)} cannot make."
        yield (("table", "smallest_chip"), full("633c.4(c)"), message, ("1", "0.50"))


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
    )


def down_under_rules(submission: Submission) -> DownUnderRules | None:
    """The vendor's rules of Down Under, where it is the game."""
    if submission.table.game != down_under.GAME:
        return None
    chosen = submission.down_under
    return DownUnderRules(chosen.two_large == "exposed", chosen.dealer_22 == "push")

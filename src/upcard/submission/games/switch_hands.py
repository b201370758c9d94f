"""What Switch Hands adds to a Rules Submission. 58 Pa. Code § 633c.4(a)-(j).

Blackjack Premium has the same keys but for the tied Blackjack: see `submission/games/premium.py`.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from upcard.games.switch_hands import ANTE, GAMES, STEP, SWITCH_HANDS, SwitchHandsRules
from upcard.money.amount import printed_dollars
from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.kit import GameCheck, GamePart, game_section
from upcard.submission.problem import Problem

if TYPE_CHECKING:
    from upcard.submission.schema import Submission


class SwitchHandsSection(SubmissionTable):
    """``[switch_hands]``: the choices for Switch Hands and Blackjack Premium."""

    cards: Literal["before", "after"] = choice(
        "before", "633c.4(j)", "When the switch hands cards are dealt.", games=GAMES
    )
    tie_blackjack: Literal["push", "1 to 2"] = choice(
        "push",
        "633c.4(i)(2)(ii)",
        "What a tied Blackjack pays to a player who switched.",
        games=GAMES,
    )


class SwitchHandsLayout(SubmissionTable):
    """Switch Hands' keys of ``[layout]``."""

    ante_inscription: bool = choice(
        True, "633c.4(a)(1)", "The ante's area tells its amount.", games=GAMES
    )
    switch_hands_areas: bool = choice(
        True, "633c.4(a)(2)", "Each player has an area for switch hand cards.", games=GAMES
    )
    switch_hands_inscription: bool = choice(
        True,
        "633c.4(a)(3)",
        "The payout of a Blackjack of one color or suit is inscribed.",
        games=GAMES,
    )


def minimum_by_five(submission: "Submission") -> Iterator[Problem]:
    """The smallest Blackjack wager of Switch Hands is a multiple of $5."""
    yield from _by_five(submission, "minimum")


def maximum_by_five(submission: "Submission") -> Iterator[Problem]:
    """The largest Blackjack wager of Switch Hands is a multiple of $5."""
    yield from _by_five(submission, "maximum")


def _by_five(submission: "Submission", key: str) -> Iterator[Problem]:
    table = submission.table
    amount: int = getattr(table, key)
    if table.game == SWITCH_HANDS and amount % STEP:
        message = "A Blackjack wager is placed in $5 increments, not "
        yield Problem(("table", key), f"{message}{printed_dollars(amount)}.")


def chips_of_the_ante(submission: "Submission") -> Iterator[Problem]:
    """Chips in play can make an ante of $1 for every $5."""
    table = submission.table
    if table.game in GAMES and STEP // 5 % table.smallest_chip:
        message = "The ante is $1 for every $5, which chips of "
        message += f"{printed_dollars(table.smallest_chip)} cannot make."
        yield Problem(("table", "smallest_chip"), message, ("1", "0.50"))


def ante_follows(submission: "Submission") -> Iterator[Problem]:
    """The amount of an ante follows from the Blackjack wager: it is not chosen."""
    ante = submission.wagers.get(ANTE)
    if ante is not None and submission.table.game in GAMES:
        for key in ("wager", "minimum", "maximum"):
            if getattr(ante, key) is not None:
                message = "The ante is $1 for every $5 of the Blackjack wager."
                yield Problem(("wagers", ANTE, key), message)


def variation(submission: "Submission") -> SwitchHandsRules:
    """The rules of Switch Hands: when the cards are dealt, and what a tied Blackjack pays."""
    chosen = game_section(submission, SwitchHandsSection)
    return SwitchHandsRules(chosen.cards == "after", chosen.tie_blackjack == "1 to 2")


PART: Final = GamePart(
    rules=SwitchHandsRules,
    variation=variation,
    keys={"switch_hands": SwitchHandsSection, "layout": SwitchHandsLayout},
    declared=(
        "layout.ante_inscription",
        "layout.switch_hands_areas",
        "layout.switch_hands_inscription",
    ),
    checks=(
        GameCheck("switch-hands.minimum-by-five", minimum_by_five, ("633c.4(b)",)),
        GameCheck("switch-hands.maximum-by-five", maximum_by_five, ("633c.4(b)",)),
        GameCheck("switch-hands.chips-of-the-ante", chips_of_the_ante, ("633c.4(c)",)),
        GameCheck("switch-hands.ante-follows", ante_follows, ("633c.4(c)",)),
    ),
    wagers=(ANTE,),
)

"""What Blackjack Switch adds to a Rules Submission. 58 Pa. Code §§ 633a.2(b)(10), 633a.12(a)."""

from typing import TYPE_CHECKING, Final, Literal

from upcard.games.switch import GAME, SwitchRules
from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.kit import GamePart, game_section

if TYPE_CHECKING:
    from upcard.submission.schema import Submission

SWITCH: Final = (GAME,)


class SwitchSection(SubmissionTable):
    """``[switch]``: two passages of Blackjack Switch by the text or by the industry's reading."""

    blackjack_pays: Literal["text", "industry"] = choice(
        "text",
        "633a.12(a)(5)(i)",
        "Even money for a Blackjack against a 21 of three or more cards, or always.",
        games=SWITCH,
    )
    dealer_22: Literal["text", "industry"] = choice(
        "text",
        "633a.12(a)(5)(v)",
        "A dealer's 22 returns every wager, or not that of a Blackjack.",
        games=SWITCH,
    )


class SwitchLayout(SubmissionTable):
    """Blackjack Switch's keys of ``[layout]``."""

    switch_table: bool = choice(
        True, "633a.2(b)(10)", "The table is designated as one for Blackjack Switch.", games=SWITCH
    )
    switch_areas: bool = choice(
        True, "633a.2(b)(10)(i)", "Two areas for the two equal Blackjack wagers.", games=SWITCH
    )


def variation(submission: "Submission") -> SwitchRules:
    """The rules of Blackjack Switch, with the reading chosen for each of two passages."""
    read = game_section(submission, SwitchSection)
    return SwitchRules(read.blackjack_pays == "industry", read.dealer_22 == "industry")


PART: Final = GamePart(
    rules=SwitchRules,
    variation=variation,
    keys={"switch": SwitchSection, "layout": SwitchLayout},
    declared=("layout.switch_table", "layout.switch_areas"),
    decides={GAME: {"settle_blackjack": "633a.12(a)(5)", "settle_surrender": "633a.12(a)(4)"}},
)

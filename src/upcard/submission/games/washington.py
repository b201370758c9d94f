"""What Match the Dealer Blackjack adds to a Rules Submission. WSGC Match the Dealer Blackjack."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Literal

from msgspec.structs import replace

from upcard.games.washington import GAME, WashingtonRules
from upcard.rules.loader import all_wagers
from upcard.rules.schema import WagerData
from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.kit import GameCheck, GamePart, game_section
from upcard.submission.problem import Problem
from upcard.submission.washington_papers import RULES
from upcard.wagers.kit import Moment

if TYPE_CHECKING:
    from upcard.submission.schema import Submission


class WashingtonKeys(SubmissionTable):
    """Match the Dealer Blackjack's keys of ``[table]``."""

    deal_order: Literal["up-card-first", "down-card-first", "players-first"] = choice(
        "up-card-first", RULES, "The order of the initial cards.", games=(GAME,)
    )
    down_card_checked: Literal["when-exposed", "at-settlement"] = choice(
        "when-exposed", RULES, "When the down card's wagers are settled.", games=(GAME,)
    )


def down_card_checked(submission: "Submission") -> Iterator[Problem]:
    """When the down card is checked matters only where its wager is offered."""
    chosen = game_section(submission, WashingtonKeys).down_card_checked != "when-exposed"
    if not chosen or submission.table.game != GAME:
        return
    checked = (rules.data for rules in all_wagers() if "down_card_checked" in rules.data.options)
    if not any(data.slug in submission.wagers for data in checked):
        message = "Nothing follows from it: no wager on the down card is offered."
        yield Problem(("table", "down_card_checked"), message)


def variation(submission: "Submission") -> WashingtonRules:
    """The game's rules: the order of the cards, and the version of the progressive system."""
    order = game_section(submission, WashingtonKeys).deal_order
    return WashingtonRules(order, submission.table.system_version)


def wager_data(submission: "Submission", data: WagerData) -> WagerData:
    """A wager on the down card settles when the submission says that the card is checked."""
    checked = game_section(submission, WashingtonKeys).down_card_checked
    if "down_card_checked" in data.options and checked == "at-settlement":
        return replace(data, settles=Moment.AFTER_BLACKJACK.value)
    return data


PART: Final = GamePart(
    rules=WashingtonRules,
    variation=variation,
    keys={"table": WashingtonKeys},
    checks=(GameCheck("washington.down-card-checked", down_card_checked, (RULES,), "warning"),),
    wager_data=wager_data,
)

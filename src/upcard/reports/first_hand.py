"""Which of a player's two hands a side wager counts, where every player has two (§ 633a.12(a))."""

from typing import Final

from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.reports.names import Language
from upcard.wagers.facts import DRAWN, OF_A_HAND
from upcard.wagers.kit import WagerRule

DEALT: Final = "first-hand-dealt"
PLAYED: Final = "first-hand-played"
OF_BONUS: Final = "first-hand-of-bonus"
"""The notes: what counts is the cards dealt, the hand as played, or the hand of a bonus alone."""

OF_FIRST_HAND: Final = frozenset({"first", "second"})
OF_SECOND_HAND: Final = frozenset({"third", "fourth"})
OF_PLAY: Final = OF_A_HAND | {DRAWN}
"""The facts that the play of a hand decides."""


def hand_that_counts(table: TableRules, offered: OfferedWager, wording: Language) -> str:
    """That the first of two hands decides a wager; empty where there is one, or where both do."""
    if table.blackjack_areas == 1:
        return ""
    if name := _note(offered.wager):
        return wording.notes[name]
    by_bonus = any(_note(bonus.wager) for bonus in offered.bonuses)
    return wording.notes[OF_BONUS] if by_bonus else ""


def _note(wager: WagerRule) -> str:
    """The note of a wager by the facts that decide it; empty for one without a player's hand."""
    facts = set(wager.facts)
    if facts & OF_SECOND_HAND:
        return ""
    of_player = wager.fold is not None and wager.fold.of == "player"
    if of_player or facts & OF_PLAY:
        return PLAYED
    return DEALT if facts & OF_FIRST_HAND else ""

"""What is said of a side wager because of the table: which cards count, and a chosen suit.

Where a player has two hands (§ 633a.12(a)), or cards beside the hand (§ 633c.4), a row of a
paytable does not say which cards it means.
"""

from typing import Final

from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.reports.names import Language
from upcard.rules.violation import RulebookError
from upcard.wagers.catalogue import form_of, wager
from upcard.wagers.facts import DRAWN, OF_A_HAND
from upcard.wagers.kit import WagerRule

FIRST_DEALT: Final = "first-hand-dealt"
FIRST_PLAYED: Final = "first-hand-played"
FIRST_OF_BONUS: Final = "first-hand-of-bonus"
"""The notes where there are two hands: the cards dealt count, the hand as played, or both count and
a bonus alone is of the first one."""

SWITCHED: Final = "hand-played"
FACE_UP: Final = "face-up-cards"
"""The notes where cards lie beside the hand: switched before the wager is settled, or later."""

OF_FIRST_CARDS: Final = frozenset({"first", "second"})
OF_SECOND_HAND: Final = frozenset({"third", "fourth"})
OF_PLAY: Final = OF_A_HAND | {DRAWN}
"""The facts that the play of a hand decides."""


def cards_that_count(table: TableRules, offered: OfferedWager, wording: Language) -> str:
    """Which of a player's cards decide a wager; empty where there is no choice of them."""
    if table.variation.spare_cards:
        if not OF_FIRST_CARDS & set(offered.facts):
            return ""
        return wording.notes[SWITCHED if table.variation.switches_first else FACE_UP]
    if table.blackjack_areas == 1:
        return ""
    if name := _of_first_hand(offered.wager):
        return wording.notes[name]
    by_bonus = any(_of_first_hand(bonus.wager) for bonus in offered.bonuses)
    return wording.notes[FIRST_OF_BONUS] if by_bonus else ""


def _of_first_hand(rule: WagerRule) -> str:
    """The note of a wager by the facts that decide it; empty for one without a player's hand."""
    facts = set(rule.facts)
    if facts & OF_SECOND_HAND:
        return ""
    of_player = rule.fold is not None and rule.fold.of == "player"
    if of_player or facts & OF_PLAY:
        return FIRST_PLAYED
    return FIRST_DEALT if facts & OF_FIRST_CARDS else ""


def chosen_form(offered: OfferedWager, wording: Language) -> str:
    """What the house chose of a wager whose rows do not say it, such as the suit of Super 4."""
    slug, place = offered.slug, offered.data.jurisdiction
    form = form_of(offered.wager, place)
    for word in (word for forms in offered.data.forms.values() for word in forms.values()):
        note = wording.notes.get(f"{slug}-{word}", "")
        # A file that chooses nothing has the form without a word, which is that of one of them.
        chosen = "-".join(filter(None, (form, word)))
        if note and (word in form.split("-") or offered.wager == _in_form(slug, place, chosen)):
            return note
    return ""


def _in_form(slug: str, jurisdiction: str, form: str) -> WagerRule | None:
    """The wager in a form; None where it has no such form."""
    try:
        return wager(slug, jurisdiction, form)
    except RulebookError:
        return None

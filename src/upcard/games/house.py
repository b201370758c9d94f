"""Blackjack by a house's own rules: no State's text is claimed, so sections are the submission's.

`games.blackjack_rules.BlackjackRules` holds the rules of play that a house sets. This module says
which key of the submission is cited for each provision of chapter 633a.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from upcard.games.blackjack import (
    DOUBLES_IN_WORDS,
    PUSH,
    PUSHING_TOTAL,
    SURRENDER_IN_WORDS,
    hand_outcome,
    outcome_with_22,
)
from upcard.games.variation import Variation
from upcard.rules.citation import HOUSE, is_citation
from upcard.rules.house import BY_HOUSE

if TYPE_CHECKING:
    from upcard.games.table_rules import TableRules

_KEYS: Final = {
    "633a.2(a)": "table.positions",
    "633a.3(a)": "table.decks",
    "633a.6(a)": "table.smallest_chip",
    "633a.6(b)": "table.mid_shoe_entry",
    "633a.6(f)": "table.adjacent_boxes",
    "633a.7(a)": "table.dealing",
    "633a.7(h)": "blackjack.peek",
    "633a.7(i)(1)": "blackjack.blackjack_pays",
    "633a.7(l)": "blackjack.soft_17",
    "633a.7(m)": "blackjack.soft_17",
    "633a.7(r)": "blackjack.payoff_order",
    "633a.8(e)": "blackjack.even_money",
    "633a.9": "blackjack.surrender",
    "633a.10(c)": "table.double_card",
    "633a.10": "blackjack.double",
    "633a.11": "blackjack.resplits",
    "633a.12(b)": "table.dealing",
    "633a.13(a)": "blackjack.blackjack_pays",
}
"""Keys of the submission by the beginning of the provision that they replace, the longest first."""

_CODE: Final = "58 Pa. Code § "


class HouseVariation(Variation, frozen=True):
    """A game that claims no State's text: a house takes the rules of chapter 633a as its own."""

    cites_own_chapter: ClassVar[bool] = True

    def cite(self, section: str) -> str:
        """A section as a house cites it: a key of the submission, or house rules without one.

        A wager of the house's own may name a text, which is returned as it is.
        """
        if section.startswith(HOUSE) or not is_citation(section):
            return section
        short = section.removeprefix(_CODE)
        key = next((key for start, key in _KEYS.items() if short.startswith(start)), None)
        return BY_HOUSE if key is None else f"{HOUSE}: {key}"


class HouseRules(HouseVariation, frozen=True):
    """What a house's own rules change besides `BlackjackRules`.

    `pushes_on_22`: a dealer's 22 returns the wagers of all hands not over 21 except a Blackjack's.
    """

    pushes_on_22: bool = False

    def outcome(
        self, player: int, player_blackjack: int, large: int, dealer: int, dealer_blackjack: int
    ) -> int:
        """Index into OUTCOMES of a hand; a dealer's 22 may push hands that are no Blackjack."""
        if self.pushes_on_22:
            return outcome_with_22(player, player_blackjack, dealer, dealer_blackjack, 1)
        return hand_outcome(player, player_blackjack, dealer, dealer_blackjack)

    def own_section(
        self, outcome: int, player: int, large: int, dealer: int, *, switched_to_blackjack: bool
    ) -> str:
        """The submission's key on a dealer's 22, where it decided the hand; else ""."""
        pushed = outcome == PUSH and dealer == PUSHING_TOTAL
        return f"{HOUSE}: blackjack.dealer_22" if pushed else ""


def of_dealer(table: "TableRules") -> Iterator[str]:
    """The house's rules of the dealer's cards, each with its subject before a colon."""
    rules, variation = table.blackjack, table.variation
    if not table.tens:
        yield "The decks: no tens, so that a deck has 48 cards with its jacks, queens and kings."
    yield f"The dealer: draws to 16, {'hits' if rules.hits_soft_17 else 'stands on'} soft 17."
    if not rules.peeks:
        lost = "doubles and splits too" if rules.all_lost else "the original wager only"
        dealt = "dealt when all hands are played; a Blackjack then takes"
        yield f"The dealer's second card: {dealt} {lost}."
    if isinstance(variation, HouseRules) and variation.pushes_on_22:
        yield "A dealer's 22: returns the wagers of hands not over 21, except a Blackjack's."


def rules_in_words(table: "TableRules") -> Iterator[str]:
    """The house's rules of play at a table, in sentences for players."""
    rules = table.blackjack
    yield from of_dealer(table)
    doubles = DOUBLES_IN_WORDS[rules.double]
    doubles += ", after a split too" if rules.double_after_split else ", not after a split"
    yield f"Double down: {doubles}."
    yield f"Surrender: {SURRENDER_IN_WORDS[rules.surrender]}."

"""Blackjack by a house's own rules: no State's text is claimed, so sections are the submission's.

`games.table_rules.BlackjackRules` holds the rules of play that a house sets; this variation says
which key of the submission stands in the place of each provision of chapter 633a.
"""

from typing import ClassVar, Final

from upcard.games.variation import Variation
from upcard.rules.citation import HOUSE, is_citation
from upcard.rules.house import BY_HOUSE

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

_PLACE: Final = "58 Pa. Code § "


class HouseRules(Variation, frozen=True):
    """What a house's own rules change beside `BlackjackRules`."""

    cites_own_chapter: ClassVar[bool] = True

    def cite(self, section: str) -> str:
        """See `Variation.cite`: the key of the submission, else the choice of house rules.

        What is no citation is the text that a wager of the house's own names.
        """
        if section.startswith(HOUSE) or not is_citation(section):
            return section
        short = section.removeprefix(_PLACE)
        key = next((key for start, key in _KEYS.items() if short.startswith(start)), None)
        return BY_HOUSE if key is None else f"{HOUSE}: {key}"

"""Match the Dealer Blackjack: the choices that Washington leaves to the house, and its citations.

WSGC Match the Dealer Blackjack. The game keeps all rules of blackjack that the Commission posts.
These are outside the source texts; chapter 633a is played in their place.
"""

from typing import ClassVar, Final

from upcard.games.variation import Variation

GAME: Final = "match-the-dealer-blackjack"

DEAL_ORDERS: Final = ("up-card-first", "down-card-first", "players-first")
"""The order of the initial cards, which the house determines.

In the first two orders each player and the dealer receive one card and then another; the dealer's
first card is the up card or the down card. In the third order every player receives both cards
before the dealer's up card and down card.
"""

_TITLE: Final = "WSGC Match the Dealer Blackjack"
_BASE_GAME: Final = f"{_TITLE}, Rules and Dealing Procedures (v003)"
_IN_V002: Final = {
    f"{_TITLE}, Table 1": f"{_TITLE}, Table 6",
    f"{_TITLE}, Table 2": f"{_TITLE}, Table 7",
}
"""The tables that have another number in the paper for version v002."""


class WashingtonRules(Variation, frozen=True):
    """The house's choices.

    `system_version` is the version of the progressive system; each version has its own paper.
    """

    deal_order: str = DEAL_ORDERS[0]
    system_version: str = "v003"

    cites_own_chapter: ClassVar[bool] = True
    outside_sources: ClassVar[str] = (
        "The blackjack rules that the Commission posts are not among the sources: play, layout and "
        "equipment are assumed as in 58 Pa. Code chapter 633a, and cited as the rules of this game."
    )

    def cite(self, section: str) -> str:
        """A section as the game has it; the base game is cited by the rules that adopt it."""
        cited = _BASE_GAME if section.startswith("58 Pa. Code") else section
        if self.system_version == "v002":
            return _IN_V002.get(cited, cited.replace("(v003)", "(v002)"))
        return cited

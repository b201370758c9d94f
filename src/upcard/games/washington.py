"""Match the Dealer Blackjack: what Washington leaves to the house, and where its rules stand.

WSGC Match the Dealer Blackjack. All rules of blackjack that the Commission posts stay the same;
they are outside the seeds, and chapter 633a is played in their place.
"""

from typing import ClassVar, Final

from upcard.games.variation import Variation

GAME: Final = "match-the-dealer-blackjack"

DEAL_ORDERS: Final = ("up-card-first", "down-card-first", "players-first")
"""The order of the initial cards, which the house determines.

One card to each player, one to the dealer, and again: the dealer's up card first, or the down
card; or both cards of every player before the dealer's up and down card.
"""

_TITLE: Final = "WSGC Match the Dealer Blackjack"
_BASE_GAME: Final = f"{_TITLE}, Rules and Dealing Procedures (v003)"
_IN_V002: Final = {
    f"{_TITLE}, Table 1": f"{_TITLE}, Table 6",
    f"{_TITLE}, Table 2": f"{_TITLE}, Table 7",
}
"""The same provisions in the paper for version v002."""


class WashingtonRules(Variation, frozen=True):
    """`system_version` is that of the progressive system; it decides which of two papers hold."""

    deal_order: str = DEAL_ORDERS[0]
    system_version: str = "v003"

    is_recited: ClassVar[bool] = True

    def cite(self, section: str) -> str:
        """Where a provision stands in Washington: the base game's in the rules that adopt it."""
        cited = _BASE_GAME if section.startswith("58 Pa. Code") else section
        if self.system_version == "v002":
            return _IN_V002.get(cited, cited.replace("(v003)", "(v002)"))
        return cited

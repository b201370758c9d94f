"""Blackjack Premium: Switch Hands with an optional ante. 58 Pa. Code § 633c.4(k)-(o).

A player without an ante plays Blackjack by chapter 633a (§ 633c.4(k)).
"""

from typing import ClassVar, Final

from upcard.games.switch_hands import TIED, SwitchHandsRules, rename_row
from upcard.money.odds import PaidOdds

_PAYS: Final = "58 Pa. Code § 633c.4(o)"

ANTE_PLACED: Final = "with-an-ante"


class PremiumRules(SwitchHandsRules, frozen=True):
    """A tied Blackjack always pays with an ante; `tie_without_ante`: also without one (o)."""

    tie_without_ante: bool = True

    switches_first: ClassVar[bool] = False
    _ante_is: ClassVar[str] = "optional, "
    _steps_if: ClassVar[str] = " with an ante"

    def _colored_pays(self, switched: bool | None) -> bool:
        """Whether a Blackjack of one color pays 2 to 1: always where there is an ante (o)."""
        return switched is not None

    def blackjack_section(self) -> str:
        """The provision on what a Blackjack pays."""
        return _PAYS

    def tie_odds(self, switched: bool | None) -> PaidOdds | None:
        """A tied Blackjack is paid with an ante; without one where the house chose so."""
        return TIED if switched is not None or self.tie_without_ante else None

    def tie_section(self) -> str:
        """The provision on a tied Blackjack."""
        return _PAYS

    def printed_pays(self, pays: dict[str, str]) -> dict[str, str]:
        """The odds in force; their names say which of them are paid with an ante only."""
        printed_odds = rename_row(pays, "same-color-blackjack", ANTE_PLACED)
        if self.tie_without_ante:
            return printed_odds
        return rename_row(printed_odds, "tied-blackjack", ANTE_PLACED)

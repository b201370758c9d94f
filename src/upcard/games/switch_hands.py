"""Switch Hands and Blackjack Premium: what differs from Blackjack. 58 Pa. Code § 633c.4.

For an ante two more cards lie face down, which the player may play instead of his hand.
"""

from typing import ClassVar, Final

from upcard.cards.card import is_red
from upcard.games.variation import Variation
from upcard.money.odds import Odds

SWITCH_HANDS: Final = "switch-hands"
PREMIUM: Final = "blackjack-premium"
GAMES: Final = (SWITCH_HANDS, PREMIUM)
ANTE: Final = "switch-hands-ante"

_SECTION: Final = "58 Pa. Code § 633c.4"

STEP: Final = 5 * 10_000
"""The increment of a Blackjack wager with an ante, in units (§ 633c.4(b))."""

COLORED: Final = Odds(2)
TIED: Final = Odds(1, 2)


class SwitchHandsRules(Variation, frozen=True):
    """`premium`: the ante is optional, and a tied Blackjack always pays (§ 633c.4(k)-(o)).

    `cards_after`: the switch hands cards come after the Blackjack hands (j). `tie_pays`: a tied
    Blackjack pays 1 to 2 to a player who switched (i)(2)(ii). `tie_without_ante`: at a Premium
    table it does so to a player without an ante as well (o), whose hand is Blackjack of chapter
    633a (k).
    """

    premium: bool = False
    cards_after: bool = False
    tie_pays: bool = False
    tie_without_ante: bool = True

    spare_cards: ClassVar[int] = 2

    def colored_pays(self, switched: bool | None) -> bool:
        """Whether a Blackjack of one color pays 2 to 1 (§ 633c.4(i)(2)(i), (o)).

        `switched` is None for a player without an ante.
        """
        return switched is not None if self.premium else switched is True

    def blackjack_odds(
        self, first: int, second: int, switched: bool | None, ordinary: Odds, dealer: int = 0
    ) -> Odds:
        """What a Blackjack of these cards pays; one of the same suit is of the same color."""
        colored = is_red(first) == is_red(second)
        return COLORED if colored and self.colored_pays(switched) else ordinary

    def tie_odds(self, switched: bool | None) -> Odds | None:
        """What a player's Blackjack pays against the dealer's; None where it is returned.

        `switched` is None for a player without an ante.
        """
        if self.premium:
            return TIED if switched is not None or self.tie_without_ante else None
        return TIED if self.tie_pays and switched else None

    def blackjack_section(self) -> str:
        """See `Variation.blackjack_section`."""
        return _SECTION + ("(o)" if self.premium else "(i)(2)(i)")

    def tie_section(self) -> str:
        """See `Variation.tie_section`."""
        return _SECTION + ("(o)" if self.premium else "(i)(2)(ii)")

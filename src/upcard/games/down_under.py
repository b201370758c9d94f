"""Down Under Blackjack: what differs from Blackjack. 58 Pa. Code ch. 685a, no source text.

The card reader shows a light for the range of the hole card. The rules for two large cards and for
a dealer's 22 are the vendor's, not the text's; a submission may leave them out.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from upcard.cards.card import is_ten_or_ace, value_of
from upcard.cards.kernel import kernel
from upcard.games.blackjack import PUSH, PUSHING_TOTAL, hand_outcome
from upcard.games.variation import Variation

GAME: Final = "down-under-blackjack"
LIGHTS: Final = ("small", "medium", "large")
"""The ranges of the hole card: 2 to 5, 6 to 9, and 10 to ace."""

_CHAPTER: Final = "58 Pa. Code ch. 685a"
_MATCH_THE_DEALER: Final = "58 Pa. Code § 633c.3"
_OWN_MATCH_THE_DEALER: Final = "58 Pa. Code § 685c.1"
"""It has the same text and subsections as § 633c.3."""


@kernel
def light_of(hole: int) -> int:
    """Index into LIGHTS of the hole card's range."""
    if is_ten_or_ace(hole) == 1:
        return 2
    return 0 if value_of(hole) <= 5 else 1


@kernel
def down_under_outcome(
    player: int, player_blackjack: int, large: int, dealer: int, dealer_blackjack: int
) -> int:
    """Index into `blackjack.OUTCOMES` where a dealer's 22 pushes.

    `large` is 1 for an original hand of two large cards (`blackjack.two_large`).
    """
    if dealer == PUSHING_TOTAL and player < 21 and large == 0:
        return PUSH
    return hand_outcome(player, player_blackjack, dealer, dealer_blackjack)


class DownUnderRules(Variation, frozen=True):
    """Which of the vendor's rules the table plays.

    `exposes_large`: a dealer with two large cards turns both before the players decide.
    `pushes_on_22`: a dealer's 22 returns all wagers except those of a 21 and of two large cards.
    """

    exposes_large: bool = True
    pushes_on_22: bool = True

    cites_own_chapter: ClassVar[bool] = True
    outside_sources: ClassVar[str] = (
        "58 Pa. Code chapter 685a is not among the sources: play, layout and equipment are assumed "
        "as in chapter 633a, with the vendor's rules that the submission chooses, and cited as it."
    )

    def cite(self, section: str) -> str:
        """A section as this game has it: chapter 685a, and § 685c.1 for Match the Dealer."""
        if section.startswith(_MATCH_THE_DEALER):
            return section.replace(_MATCH_THE_DEALER, _OWN_MATCH_THE_DEALER)
        return _CHAPTER if section.startswith("58 Pa. Code § 633a") else section

    def outcome(
        self, player: int, player_blackjack: int, large: int, dealer: int, dealer_blackjack: int
    ) -> int:
        """Index into OUTCOMES of a hand; a dealer's 22 pushes where the house chose so."""
        if self.pushes_on_22:
            return down_under_outcome(player, player_blackjack, large, dealer, dealer_blackjack)
        return hand_outcome(player, player_blackjack, dealer, dealer_blackjack)

    def own_section(
        self, outcome: int, player: int, large: int, dealer: int, *, switched_to_blackjack: bool
    ) -> str:
        """The vendor's rule on a dealer's 22, where it decided the hand; else ""."""
        pushes = outcome == PUSH and dealer == PUSHING_TOTAL
        return "submission: down_under.dealer_22" if pushes else ""

    def explained(self) -> Iterator[str]:
        """The light for the hole card, and the vendor's rules in force, for the players."""
        yield "Hole card: a light tells its range: small 2 to 5, medium 6 to 9, large 10 to ace."
        if self.exposes_large:
            both = "are turned up before the players decide"
            yield f"Two large cards of the dealer: {both} (vendor's rule)."
        if self.pushes_on_22:
            exceptions = "a 21 and of an initial hand of two large cards"
            yield f"A dealer's 22: returns all wagers but those of {exceptions} (vendor's rule)."

    def told_on_signs(self) -> tuple[str, ...]:
        """A dealer's 22, where it pushes."""
        return ("dealer-22-by-the-vendor",) if self.pushes_on_22 else ()

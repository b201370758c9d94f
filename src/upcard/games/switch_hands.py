"""Switch Hands: what differs from Blackjack. 58 Pa. Code § 633c.4(a)-(j).

A player who places an ante receives two more cards face down, and may play them instead of the
hand.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from upcard.cards.card import is_red
from upcard.games.variation import Variation
from upcard.money.odds import PaidOdds

SWITCH_HANDS: Final = "switch-hands"
PREMIUM: Final = "blackjack-premium"
GAMES: Final = (SWITCH_HANDS, PREMIUM)
ANTE: Final = "switch-hands-ante"

_SECTION: Final = "58 Pa. Code § 633c.4"

STEP: Final = 5 * 10_000
"""The increment of a Blackjack wager with an ante, in units (§ 633c.4(b))."""

COLORED_PAYS: Final = PaidOdds(2)
TIED: Final = PaidOdds(1, 2)


class SwitchHandsRules(Variation, frozen=True):
    """The certificate holder's choices.

    `cards_after`: the switch hands cards are dealt after the Blackjack hands (j). `tie_pays`: a
    tied Blackjack pays 1 to 2 to a player who switched (i)(2)(ii).
    """

    cards_after: bool = False
    tie_pays: bool = False

    spare_cards: ClassVar[int] = 2
    switches_first: ClassVar[bool] = True
    _ante_is: ClassVar[str] = ""
    _steps_if: ClassVar[str] = ""
    kept_hand: ClassVar[str] = (
        "It is decided by the two cards that are played: optional wagers are read as following the "
        "choice of the hand (§ 633c.4(g)). The best play keeps a good hand and plays the face-down "
        "cards in place of a poor one, so twenties and many pairs are settled more often than "
        "they are dealt."
    )
    unit: ClassVar[str] = "one unit of the Blackjack wager, the ante taken off what it wins"

    def _colored_pays(self, switched: bool | None) -> bool:
        """Whether a Blackjack of one color pays 2 to 1 (§ 633c.4(i)(2)(i)).

        `switched` is None for a player without an ante.
        """
        return switched is True

    def blackjack_odds(
        self, first: int, second: int, switched: bool | None, ordinary: PaidOdds, dealer: int = 0
    ) -> PaidOdds:
        """2 to 1 for a Blackjack of one color, where it pays so; one suit is also one color."""
        colored = is_red(first) == is_red(second)
        return COLORED_PAYS if colored and self._colored_pays(switched) else ordinary

    def blackjack_section(self) -> str:
        """The provision on a Blackjack of one color."""
        return f"{_SECTION}(i)(2)(i)"

    def tie_odds(self, switched: bool | None) -> PaidOdds | None:
        """The odds of a tied Blackjack of a switched hand, where the house pays it."""
        return TIED if self.tie_pays and switched else None

    def tie_section(self) -> str:
        """The provision on a tied Blackjack."""
        return f"{_SECTION}(i)(2)(ii)"

    def printed_pays(self, pays: dict[str, str]) -> dict[str, str]:
        """The odds in force; those of § 633c.4(i)(2) by the condition that the player switched."""
        printed_odds = rename_row(pays, "same-color-blackjack", "after-switching")
        if not self.tie_pays:
            return printed_odds
        return {**printed_odds, "tied-blackjack-after-switching": str(TIED)}

    def own_areas(self) -> tuple[tuple[str, str], ...]:
        """The area of the two cards that lie face down."""
        return (("Switch hands cards", f"{_SECTION}(a)(2)"),)

    def inscriptions(self) -> tuple[tuple[str, str], ...]:
        """What the layout says of Blackjacks of one color."""
        return (("Switch hands colored or suited Blackjacks pay 2 to 1", f"{_SECTION}(a)(3)"),)

    def told_on_signs(self) -> tuple[str, ...]:
        """The steps of a Blackjack wager (§ 633c.4(b))."""
        return ("steps-with-an-ante" if self._steps_if else "steps",)

    def explained(self) -> Iterator[str]:
        """The ante and the choice of the other hand, in sentences for the players."""
        yield f"Steps: a Blackjack wager{self._steps_if} is a multiple of $5 (§ 633c.4(b))."
        words = f"Ante: {self._ante_is}$1 for every ${STEP // 10_000} of the Blackjack wager"
        yield f"{words}, collected whether or not the hand is switched (§ 633c.4(c))."
        yield "Switching: the hand may be switched for the two cards beside it (§ 633c.4(f))."


def rename_row(pays: dict[str, str], name: str, condition: str) -> dict[str, str]:
    """Printed odds whose row `name` is renamed by its condition, in the same order."""
    return {
        f"{outcome}-{condition}" if outcome == name else outcome: odds
        for outcome, odds in pays.items()
    }


def colored_pays(rules: SwitchHandsRules, switched: bool | None) -> bool:
    """Whether a Blackjack of one color pays 2 to 1 (§§ 633c.4(i)(2)(i), (o))."""
    return rules._colored_pays(switched)

"""Blackjack Switch: what differs from Blackjack. 58 Pa. Code § 633a.12(a).

Two hands with two equal wagers, whose second cards may be switched; five special settlements.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from upcard.games.blackjack import PUSH, PUSHING_TOTAL, outcome_with_22
from upcard.games.variation import Variation
from upcard.money.odds import PaidOdds
from upcard.wagers.facts import OF_TWO_HANDS

GAME: Final = "blackjack-switch"

_SECTION: Final = "58 Pa. Code § 633a.12(a)(5)"


class SwitchRules(Variation, frozen=True):
    """The readings of two passages; false is the text's, true the industry's.

    `always_even_money`: a Blackjack is paid even money always, not only against a dealer's 21 of
    three or more cards. `blackjack_beats_22`: a dealer's 22 returns the wagers of all hands not
    over 21 except a Blackjack, not of all such hands.
    """

    always_even_money: bool = False
    blackjack_beats_22: bool = False

    areas: ClassVar[int] = 2
    facts: ClassVar[frozenset[str]] = OF_TWO_HANDS
    needs_dealer_total: ClassVar[bool] = True
    unit: ClassVar[str] = "one unit wagered in all, half of it on each hand"

    def outcome(
        self, player: int, player_blackjack: int, large: int, dealer: int, dealer_blackjack: int
    ) -> int:
        """Index into OUTCOMES of a hand; a dealer's 22 pushes (§ 633a.12(a)(5))."""
        beats = int(self.blackjack_beats_22)
        return outcome_with_22(player, player_blackjack, dealer, dealer_blackjack, beats)

    def own_section(
        self, outcome: int, player: int, large: int, dealer: int, *, switched_to_blackjack: bool
    ) -> str:
        """The provision on a switched Blackjack or a dealer's 22 that pushes: (iv), (v)."""
        if outcome == PUSH and switched_to_blackjack:
            return f"{_SECTION}(iv)"
        return f"{_SECTION}(v)" if outcome == PUSH and dealer == PUSHING_TOTAL else ""

    def section_against_blackjack(self, *, blackjack: bool, switched_to_blackjack: bool) -> str:
        """The provision on a hand against a dealer's Blackjack: (ii), (iii)."""
        if blackjack:
            return f"{_SECTION}(ii)"
        return f"{_SECTION}(iii)" if switched_to_blackjack else ""

    def blackjack_odds(
        self, first: int, second: int, switched: bool | None, ordinary: PaidOdds, dealer: int = 0
    ) -> PaidOdds:
        """Even money against a 21 of three or more cards, or always (§ 633a.12(a)(5)(i))."""
        return PaidOdds(1) if self.always_even_money or dealer == 21 else ordinary

    def blackjack_section(self) -> str:
        """The provision on what a Blackjack pays."""
        return f"{_SECTION}(i)"

    def printed_pays(self, pays: dict[str, str]) -> dict[str, str]:
        """The odds in force: one line where a Blackjack is always paid 1 to 1."""
        if not self.always_even_money:
            return pays
        against_21 = "blackjack-against-21"
        printed_odds = {name: odds for name, odds in pays.items() if name != against_21}
        return {**printed_odds, "blackjack": pays[against_21]}

    def explained(self) -> Iterator[str]:
        """The switch, a Blackjack's odds and a dealer's 22, in sentences for the players."""
        yield "Limits: hold for each of the two equal wagers (§ 633a.12(a)(1))."
        yield "Switch: two hands with equal wagers may switch second cards (§ 633a.12(a)(4))."
        when = (
            "always" if self.always_even_money else "against a dealer's 21 of three or more cards"
        )
        yield f"A Blackjack: is paid 1 to 1 {when} (§ 633a.12(a)(5)(i))."
        other = ", except a Blackjack's" if self.blackjack_beats_22 else ""
        yield f"A dealer's 22: returns the wagers of hands not over 21{other} (§ 633a.12(a)(5)(v))."
        lost = "loses to a dealer's Blackjack"
        yield f"An ace and a ten by switching: a 21, which {lost} (§ 633a.12(a)(5)(iii))."
        yield "Such a 21 against a dealer's 21 or 22: its wager is returned (§ 633a.12(a)(5)(iv))."

    def told_on_signs(self) -> tuple[str, ...]:
        """The limits, a Blackjack by switching, a dealer's 22 as it is read."""
        pushed = "dealer-22-but-a-blackjack" if self.blackjack_beats_22 else "dealer-22"
        return "two-wagers", "switched-blackjack", pushed

    def open_readings(self) -> tuple[str, ...]:
        """The passages read as worded: a Blackjack's payout, a dealer's 22."""
        return self._passages_read(as_the_industry=False)

    def industry_readings(self) -> tuple[str, ...]:
        """The passages read as the industry does: a Blackjack's payout, a dealer's 22."""
        return self._passages_read(as_the_industry=True)

    def _passages_read(self, *, as_the_industry: bool) -> tuple[str, ...]:
        passages = {
            "a Blackjack's payout": self.always_even_money,
            "a dealer's 22": self.blackjack_beats_22,
        }
        return tuple(name for name, reading in passages.items() if reading == as_the_industry)

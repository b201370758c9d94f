"""What a game changes in Blackjack: an object with hooks. The base game hooks nothing."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from upcard.games.blackjack import hand_outcome
from upcard.money.odds import Odds


class Variation(msgspec.Struct, frozen=True):
    """The rules of one game where they differ from Blackjack's; this class itself is Blackjack.

    A variation is a subclass in a file of its own. Its fields are the certificate holder's
    choices, its methods override the hooks that differ.

    `areas`: areas of a position for equal Blackjack wagers. `has_blackjack_wager` is false for
    games that are no Blackjack at all, `has_wheel` true where a wheel takes the place of cards,
    `has_terminals` where players decide on terminals and share the cards.
    `spare_cards`: cards that lie face down beside the hand of a player with an ante.
    `switches_first`: whether cards are switched before optional wagers are settled, which then look
    at the hand that is played (§ 633c.4(g)).
    `needs_dealer_total`: whether a Blackjack waits for the dealer's total (§ 633a.12(a)(5)).
    """

    areas: ClassVar[int] = 1
    has_blackjack_wager: ClassVar[bool] = True
    has_wheel: ClassVar[bool] = False
    has_terminals: ClassVar[bool] = False
    spare_cards: ClassVar[int] = 0
    switches_first: ClassVar[bool] = False
    needs_dealer_total: ClassVar[bool] = False
    is_recited: ClassVar[bool] = False
    """Whether the game's rules stand elsewhere than in chapter 633a: see `cite`."""

    unit: ClassVar[str] = "one unit of the Blackjack wager as it is first placed"
    """What expected wins are a part of."""

    def cite(self, section: str) -> str:
        """The citation for this game of a provision of chapter 633a."""
        return section

    def outcome(
        self, player: int, player_blackjack: int, large: int, dealer: int, dealer_blackjack: int
    ) -> int:
        """Index into `blackjack.OUTCOMES` of a hand that was played to its end.

        `player` and `dealer` are total point counts. `large` is 1 for an original hand of two
        large cards (`blackjack.two_large`); a split hand, or one made by switching, is never a
        Blackjack.
        """
        return hand_outcome(player, player_blackjack, dealer, dealer_blackjack)

    def own_section(self, outcome: int, dealer: int, *, switched_to_blackjack: bool) -> str:
        """The variation's provision that decides a hand; empty where the ordinary one does.

        `dealer` is the dealer's total without a Blackjack.
        """
        return ""

    def section_against_blackjack(self, *, blackjack: bool, switched_to_blackjack: bool) -> str:
        """The variation's provision for a hand against a dealer's Blackjack; empty as above."""
        return ""

    def blackjack_odds(
        self, first: int, second: int, switched: bool | None, ordinary: Odds, dealer: int = 0
    ) -> Odds:
        """What a winning Blackjack of two cards pays.

        `switched` is None for a player who was not asked; `ordinary` is what the table pays,
        `dealer` the dealer's total.
        """
        return ordinary

    def blackjack_section(self) -> str:
        """The provision under which `blackjack_odds` differs from the ordinary odds."""
        return ""

    def tie_odds(self, switched: bool | None) -> Odds | None:
        """What a Blackjack pays against the dealer's; None where the wager is returned."""
        return None

    def tie_section(self) -> str:
        """The provision of `tie_odds`."""
        return ""

    # What is shown of it

    def printed_pays(self, pays: dict[str, str]) -> dict[str, str]:
        """The printed odds of the game that hold at the table, from all that its rules print."""
        return pays

    def explained(self) -> Iterator[str]:
        """What differs from Blackjack, in sentences for the players."""
        yield from ()

    def own_areas(self) -> tuple[tuple[str, str], ...]:
        """The areas of each position besides those of wagers: name and section."""
        return ()

    def inscriptions(self) -> tuple[tuple[str, str], ...]:
        """What the layout says besides the inscriptions of Blackjack: text and section."""
        return ()

    def industry_readings(self) -> tuple[str, ...]:
        """The passages that the table reads as the trade does and not as the text."""
        return ()


BASE_GAME: Variation = Variation()

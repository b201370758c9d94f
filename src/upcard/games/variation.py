"""The rules of a game as hooks; those of this class itself are Blackjack's."""

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from upcard.games.blackjack import hand_outcome
from upcard.money.odds import PaidOdds
from upcard.wagers.facts import OF_ONE_HAND


class Variation(msgspec.Struct, frozen=True):
    """The rules of one game where they differ from Blackjack's; this class itself is Blackjack.

    A variation is a subclass in a file of its own. Its fields are the certificate holder's
    choices; its methods override the hooks that differ. Baccarat, the wheel and the hybrid games
    are subclasses too: they set the facts of their game and use no hook on hands.

    `areas` is the number of areas of a position for equal Blackjack wagers. `has_blackjack_wager`
    is false for games other than Blackjack and its variations, `has_wheel` true for games with a
    wheel instead of cards, `has_terminals` for games whose players share cards and decide on
    terminals. `spare_cards` is the number of cards that lie face down beside the hand of a player
    with an ante. `switches_first` is true where cards are switched before the optional wagers are
    settled, so that these depend on the hand that is played (§ 633c.4(g)); `kept_hand` says so in
    sentences, with what follows for their odds. `needs_dealer_total` is true where the payout of a
    Blackjack depends on the dealer's total (§ 633a.12(a)(5)).
    """

    areas: ClassVar[int] = 1
    has_blackjack_wager: ClassVar[bool] = True
    has_wheel: ClassVar[bool] = False
    has_terminals: ClassVar[bool] = False
    spare_cards: ClassVar[int] = 0
    switches_first: ClassVar[bool] = False
    kept_hand: ClassVar[str] = ""
    needs_dealer_total: ClassVar[bool] = False
    facts: ClassVar[frozenset[str]] = OF_ONE_HAND
    """The facts that the game gives to the classifiers of wagers: see `wagers.facts`."""

    cites_own_chapter: ClassVar[bool] = False
    """Whether the game is regulated elsewhere than in chapter 633a: see `cite`."""

    outside_sources: ClassVar[str] = ""
    """What stands for rules that are not among the sources, in a sentence for the papers."""

    unit: ClassVar[str] = "one unit of the Blackjack wager as it is first placed"
    """The unit in which expected wins are expressed."""

    def cite(self, section: str) -> str:
        """The provision for this game that corresponds to a provision of chapter 633a."""
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

    def own_section(
        self, outcome: int, player: int, large: int, dealer: int, *, switched_to_blackjack: bool
    ) -> str:
        """The variation's own provision that decides a hand; "" where Blackjack's does.

        `outcome` is what `outcome` returned, `player`, `large` and `dealer` what it was given; the
        dealer has no Blackjack.
        """
        return ""

    def section_against_blackjack(self, *, blackjack: bool, switched_to_blackjack: bool) -> str:
        """The variation's own provision for a hand against a dealer's Blackjack, or ""."""
        return ""

    def blackjack_odds(
        self, first: int, second: int, switched: bool | None, ordinary: PaidOdds, dealer: int = 0
    ) -> PaidOdds:
        """The odds of a winning Blackjack of two cards.

        `switched` says whether the player switched cards, None where they were not asked.
        `ordinary` are the table's odds, `dealer` is the dealer's total.
        """
        return ordinary

    def blackjack_section(self) -> str:
        """The provision under which `blackjack_odds` differs from the ordinary odds."""
        return ""

    def tie_odds(self, switched: bool | None) -> PaidOdds | None:
        """The odds of a Blackjack against the dealer's; None where the wager is returned."""
        return None

    def tie_section(self) -> str:
        """The provision of `tie_odds`."""
        return ""

    # Descriptions for players, signs and layouts

    def printed_pays(self, pays: dict[str, str]) -> dict[str, str]:
        """The odds in force at the table, selected from `pays`, all that the game's rules print."""
        return pays

    def explained(self) -> Iterator[str]:
        """The differences from Blackjack, in sentences for the players: on the table's page."""
        yield from ()

    def told_on_signs(self) -> tuple[str, ...]:
        """The names of what a sign says under the payouts of the Blackjack wager."""
        return ()

    def own_areas(self) -> tuple[tuple[str, str], ...]:
        """The areas of each position that are not for wagers: name and section."""
        return ()

    def inscriptions(self) -> tuple[tuple[str, str], ...]:
        """The inscriptions of the layout in addition to those of Blackjack: text and section."""
        return ()

    def open_readings(self) -> tuple[str, ...]:
        """The passages read as the text is worded where the industry reads them otherwise."""
        return ()

    def industry_readings(self) -> tuple[str, ...]:
        """The passages that the table reads as the industry does, not as the text does."""
        return ()


BASE_GAME: Variation = Variation()

"""The rules of one table, compiled from a Rules Submission, for engine, odds and simulation."""

from collections.abc import Mapping
from datetime import date
from functools import cached_property

import msgspec

from upcard.cards.card import DECK_SIZE, TENS, new_decks
from upcard.cards.composition import Composition
from upcard.games.blackjack_rules import BlackjackRules
from upcard.games.dealing import Dealing
from upcard.games.offered_wager import OfferedWager
from upcard.games.variation import BASE_GAME, Variation
from upcard.money.odds import PaidOdds
from upcard.rules.game_schema import GameData
from upcard.rules.house import HOUSE_RULES
from upcard.rules.loader import game_rules
from upcard.wagers.facts import OF_CHANCE
from upcard.wagers.kit import Moment


class TableRules(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The rules of one table. Money is in units; `decks` is for one shoe, one batch or one side.

    `variation` holds the game's own rules and its changes to Blackjack.
    `reader_reveals` is true where players may learn the hole card's value from the card reader
    (§ 633a.14(j)). With `bring_money`, wagers are paid from money that players bring from their
    game accounts (§ 605a.3). Decks without `tens` have 48 cards each, by a house's own rules.
    """

    name: str
    game: str
    jurisdiction: str
    as_of: date
    decks: int
    tens: bool = True
    dealing: Dealing
    positions: int
    minimum: int
    maximum: int
    smallest_chip: int
    adjacent_boxes: int = 1
    mid_shoe_entry: bool = True
    bring_money: bool = False
    deck_change_hours: int = 24
    aggregate_limit: int | None = None
    red_side: int = 0
    reader_reveals: bool = False
    blackjack: BlackjackRules = BlackjackRules()
    blackjack_odds: PaidOdds = PaidOdds(3, 2)
    win_odds: PaidOdds = PaidOdds(1, 1)
    insurance: OfferedWager
    variation: Variation = BASE_GAME
    wagers: tuple[OfferedWager, ...] = ()

    def offered(self, slug: str) -> OfferedWager | None:
        """The side wager of a slug, or None when the table does not offer it."""
        return self._wagers_by_slug.get(slug)

    def wager(self, slug: str) -> OfferedWager:
        """The side wager of a slug that the table offers."""
        return self._wagers_by_slug[slug]

    @cached_property
    def _wagers_by_slug(self) -> Mapping[str, OfferedWager]:
        return {offered.slug: offered for offered in self.wagers}

    @cached_property
    def wagers_by_moment(self) -> Mapping[Moment, tuple[OfferedWager, ...]]:
        """The side wagers that may settle at each moment at which any may."""
        return {
            moment: tuple(offered for offered in self.wagers if moment in offered.moments)
            for moment in {moment for offered in self.wagers for moment in offered.moments}
        }

    @cached_property
    def collected_wagers(self) -> tuple[OfferedWager, ...]:
        """The side wagers that are taken into the inventory before the deal."""
        return tuple(offered for offered in self.wagers if offered.is_collected)

    @cached_property
    def wagers_with_drawn_bonus(self) -> tuple[OfferedWager, ...]:
        """The side wagers with a bonus that is drawn when bets are closed."""
        return tuple(
            offered for offered in self.wagers if not offered.drawn_facts.isdisjoint(OF_CHANCE)
        )

    @cached_property
    def metered_wagers(self) -> tuple[OfferedWager, ...]:
        """The side wagers that feed meters."""
        return tuple(offered for offered in self.wagers if offered.has_meter)

    @property
    def full_shoe(self) -> list[int]:
        """The cards of one full batch or side, unshuffled."""
        return new_decks(self.decks, tens=self.tens)

    @property
    def shoe_size(self) -> int:
        """The number of cards of one full batch or side."""
        return self.decks * self.deck_size

    @property
    def deck_size(self) -> int:
        """The number of cards of a deck."""
        return DECK_SIZE - self.lacks

    @property
    def lacks(self) -> int:
        """The number of tens that each deck lacks."""
        return 0 if self.tens else len(TENS)

    @property
    def composition(self) -> Composition:
        """The cards of a full shoe by card type."""
        return tuple(self.decks if self.is_dealt(card) else 0 for card in range(DECK_SIZE))

    def is_dealt(self, card: int) -> bool:
        """Whether a number is a card of the table's decks."""
        return card in self.dealt_cards

    @cached_property
    def dealt_cards(self) -> frozenset[int]:
        """The cards of the table's decks."""
        return frozenset(new_decks(1, tens=self.tens))

    @property
    def has_blackjack_wager(self) -> bool:
        """Whether the game is Blackjack or a variation of it, played for a Blackjack wager."""
        return self.variation.has_blackjack_wager

    @property
    def game_data(self) -> GameData:
        """The rule data of the game: the house's own where it plays by its own rules."""
        return game_rules(self.game, self.jurisdiction)

    @property
    def pays(self) -> dict[str, str]:
        """The odds of the game's own wager that are in force at this table, by printed row."""
        printed_odds = self.game_data.pays
        own = {"blackjack": str(self.blackjack_odds)} if "blackjack" in printed_odds else {}
        pays = self.variation.printed_pays(printed_odds | own)
        if not self.blackjack.even_money:
            pays = {row: odds for row, odds in pays.items() if row != "even-money"}
        return pays

    def pays_section(self, row: str) -> str:
        """The section of a row of `pays`.

        A row under a condition has that of the row that it is named by, or that of ties.
        """
        sections = self.game_data.pays_sections
        named = max((name for name in sections if row.startswith(name)), key=len, default="")
        return sections.get(named, self.variation.tie_section())

    @property
    def is_house(self) -> bool:
        """Whether the table plays by the house's own rules; no State's text is claimed for it."""
        return self.jurisdiction == HOUSE_RULES

    @property
    def cites_own_chapter(self) -> bool:
        """Whether the game is regulated elsewhere than in chapter 633a."""
        return self.variation.cites_own_chapter

    def cite(self, section: str) -> str:
        """The provision for this game that corresponds to a provision of chapter 633a."""
        return self.variation.cite(section)

    @cached_property
    def blackjack_areas(self) -> int:
        """The number of areas of a position for equal Blackjack wagers."""
        return self.variation.areas

    @cached_property
    def has_cover_card(self) -> bool:
        """Whether the cards have a cover card: all but those in a continuous shuffler."""
        return self.dealing.has_cover_card

    @cached_property
    def sides(self) -> int:
        """The number of separate stacks of cards in the shoe: two in a double shoe."""
        return self.dealing.sides

"""The rules of one table, compiled from a Rules Submission, for engine, odds and simulation."""

from collections.abc import Mapping
from datetime import date
from functools import cached_property

import msgspec

from upcard.cards.card import DECK_SIZE, TENS, new_decks
from upcard.cards.composition import Composition
from upcard.games.blackjack_rules import BlackjackRules
from upcard.games.variation import BASE_GAME, Variation
from upcard.money.odds import Award, MeterShare, PaidOdds, keeps_stake, winnings
from upcard.progressives.meter import MeterRules
from upcard.rules.game_schema import GameData
from upcard.rules.house import HOUSE_RULES
from upcard.rules.loader import game_rules
from upcard.rules.meter_schema import JackpotData
from upcard.rules.meter_text import WHOLE
from upcard.rules.readings import BESIDE_METER
from upcard.rules.schema import Paytable, WagerData
from upcard.wagers.facts import OF_A_HAND, OF_CHANCE
from upcard.wagers.kit import Moment, WagerRule


class OfferedBonus(msgspec.Struct, frozen=True):
    """An additional payout beside a wager, as this table offers it.

    `least` is the smallest wager (units) that qualifies.
    """

    wager: WagerRule
    awards: tuple[Award, ...]
    section: str
    least: int = 0


class OfferedWager(msgspec.Struct, frozen=True, dict=True):
    """A side wager as this table offers it; `minimum` and `maximum` in units.

    `amounts` are the only permitted amounts, in units; empty where any amount between the limits
    is permitted. `awards` are those of the wager's outcomes, by the same index (empty for a loss).
    `bonuses` are the additional payouts that the house offers.
    `press_rate` is the portion of the winnings, in parts per million, that may be added to the
    Blackjack wager.
    `meters` are its progressive meters. `envy` is the envy bonus of every other player with this
    wager, in units by outcome, for a wager of `envy_wager` units.
    `validated` are the indices of outcomes whose payout a floorperson validates first, under
    the section `validation`. `mystery` is the meter of a mystery bonus beside the wager, paid by
    the steps of `mystery_jackpot`; `mystery_section` is the section of its payout. A `mandatory`
    wager has to be placed at every position in play.
    `readings` are the readings in force of its doubtful passages, by the keys of its rule data.
    """

    wager: WagerRule
    data: WagerData
    paytable: Paytable
    awards: tuple[Award, ...]
    minimum: int
    maximum: int
    amounts: tuple[int, ...] = ()
    bonuses: tuple[OfferedBonus, ...] = ()
    press_rate: int = WHOLE
    meters: tuple[MeterRules, ...] = ()
    mystery: MeterRules | None = None
    mystery_jackpot: JackpotData | None = None
    mystery_section: str = ""
    envy: dict[str, int] = {}
    envy_wager: int = 0
    envy_section: str = ""
    validated: frozenset[int] = frozenset()
    validation: str = ""
    mandatory: bool = False
    readings: dict[str, str | bool] = {}

    @cached_property
    def slug(self) -> str:
        """The wager's identifier."""
        return self.wager.slug

    @property
    def has_meter(self) -> bool:
        """Whether the wager feeds a meter, its own or that of a mystery bonus."""
        return bool(self.meters) or self.mystery is not None

    @property
    def asks_meter(self) -> bool:
        """Whether the meter's display decides how a payout by odds is paid (§ 633c.9(e)(3))."""
        jackpot = self.data.jackpot
        return bool(self.meters) and jackpot is not None and jackpot.slip_percent > 0

    @cached_property
    def waiting(self) -> tuple[bool, ...]:
        """Whether the payout of each outcome, by its index, is verified before it is paid."""
        return tuple(
            bool(award and self.meters and (shares or self.asks_meter or index in self.validated))
            for index, (award, shares) in enumerate(zip(self.awards, self.shares, strict=True))
        )

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The row of the paytable that each outcome, by its index, is settled as."""
        multiplied = self.wager.multiplied
        return tuple(
            multiplied[outcome][0] if outcome in multiplied else outcome
            for outcome in self.wager.outcomes
        )

    def paid(self, index: int, wagered: int) -> int:
        """Units handed to the player at once for an outcome, by its index; `wagered` in units.

        A push returns the wager. "N to 1" is paid with the stake, "N for 1" is N in all. A share of
        a meter returns no stake unless the reading `stake_beside_meter` says so, and a wager taken
        before the deal returns none.
        """
        if self.wager.outcomes[index] in self.wager.pushes:
            return wagered
        award = self.awards[index]
        if not award:
            return 0
        return winnings(award, wagered) + (wagered if self._keeps_stake[index] else 0)

    @cached_property
    def _keeps_stake(self) -> tuple[bool, ...]:
        """Whether the stake is returned with each outcome, by its index."""
        beside_meter = self.readings.get(BESIDE_METER, False) is True
        return tuple(
            keeps_stake(award, returned=self.data.stake_returned, beside_meter=beside_meter)
            for award in self.awards
        )

    @cached_property
    def is_collected(self) -> bool:
        """Whether the wager is taken into the inventory before the deal."""
        return bool(self.data.collected)

    @cached_property
    def drawn_facts(self) -> frozenset[str]:
        """The facts of its bonuses, some of which are drawn when bets are closed."""
        return frozenset(fact for bonus in self.bonuses for fact in bonus.wager.facts)

    @cached_property
    def stays_open(self) -> bool:
        """Whether the wager may still be placed after "no more bets", until the first card.

        One whose bonus is drawn when bets are closed may not: the draw would be known.
        """
        if self.data.locks != "first-card" or self.is_collected:
            return False
        return self.drawn_facts.isdisjoint(OF_CHANCE)

    @cached_property
    def shares(self) -> tuple[tuple[MeterShare, ...], ...]:
        """The shares of meters that each outcome wins, by its index."""
        return tuple(
            tuple(pay for pay in award if isinstance(pay, MeterShare)) for award in self.awards
        )

    @cached_property
    def moment(self) -> Moment:
        """When the wager settles, unless it is held."""
        return Moment(self.data.settles)

    @cached_property
    def moments(self) -> frozenset[Moment]:
        """When the wager may settle, held or not."""
        hold = self.wager.hold
        held = () if hold is None else (hold.with_blackjack, hold.without_blackjack)
        return frozenset((self.moment, *held))

    @cached_property
    def is_of_a_hand(self) -> bool:
        """Whether the hands of a split may differ in the wager's facts."""
        return not OF_A_HAND.isdisjoint(self.facts)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """The facts that the classifier needs."""
        return self.wager.facts


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
    dealing: str
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
        return self._offered.get(slug)

    @cached_property
    def _offered(self) -> Mapping[str, OfferedWager]:
        return {offered.slug: offered for offered in self.wagers}

    @cached_property
    def settling(self) -> Mapping[Moment, tuple[OfferedWager, ...]]:
        """The side wagers that may settle at each moment at which any may."""
        return {
            moment: tuple(offered for offered in self.wagers if moment in offered.moments)
            for moment in {moment for offered in self.wagers for moment in offered.moments}
        }

    @cached_property
    def collected(self) -> tuple[OfferedWager, ...]:
        """The side wagers that are taken into the inventory before the deal."""
        return tuple(offered for offered in self.wagers if offered.is_collected)

    @cached_property
    def drawing(self) -> tuple[OfferedWager, ...]:
        """The side wagers with bonuses, which may be drawn when bets are closed."""
        return tuple(offered for offered in self.wagers if offered.bonuses)

    @cached_property
    def locking(self) -> tuple[OfferedWager, ...]:
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
        return 0 <= card < DECK_SIZE and (self.tens or card not in TENS)

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
        """The game's printed odds, with those of a Blackjack in force at this table."""
        printed = self.game_data.pays
        own = {"blackjack": str(self.blackjack_odds)} if "blackjack" in printed else {}
        return printed | own

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

    @property
    def blackjack_areas(self) -> int:
        """The number of areas of a position for equal Blackjack wagers."""
        return self.variation.areas

    @property
    def has_cover_card(self) -> bool:
        """False for a continuous shuffler, to which §§ 633a.5(b)-(g) do not apply."""
        return self.dealing != "continuous-shuffler"

    @property
    def sides(self) -> int:
        """The number of separate stacks of cards in the shoe: two in a double shoe."""
        return 2 if self.dealing == "double-shoe" else 1

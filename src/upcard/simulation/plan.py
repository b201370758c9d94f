"""The plan of a Blackjack simulation: table, strategy, seats, and how the cards are dealt."""

from dataclasses import dataclass
from typing import Final

from upcard.compiled.simulation import walk_fields as walk
from upcard.compiled.simulation.deal_values import BITS
from upcard.compiled.simulation.fields import MAX_DECKS, MAX_SEATS, ROOM
from upcard.compiled.simulation.kernels import DealKind
from upcard.compiled.simulation.win_tables import LARGEST
from upcard.games.dealing import Dealing
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput, NotSimulated
from upcard.simulation.blackjack.columns import BLACKJACK, columns_of
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.blackjack.deal_values import is_valued
from upcard.simulation.blackjack.strategy_table import (
    StrategyTable,
)
from upcard.simulation.blackjack.variation_table import AnyStrategyTable, represent_strategy
from upcard.simulation.blackjack.walk_table import MAX_HANDS
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.family import DEEPEST, penetration_of
from upcard.simulation.simulable import assert_fits, require_known_odds, require_permitted
from upcard.simulation.variations.kit import part_of
from upcard.wagers.facts import MADE, OF_CHANCE, OF_THE_DEALERS_DRAW
from upcard.wagers.kit import WagerRule, needs_the_draw

CARDS_OF_A_BLOCK: Final = 1 << 18
"""Approximate number of cards dealt in a block, rounded to whole batches."""

FRESH_ROUNDS: Final = 64
"""The rounds of a batch in which each round has a new shoe."""

LINE: Final = 64
"""The bytes that a processor reads at once; shoes begin at multiples of it."""

SHUFFLES: Final = 8
"""The shuffles of a batch of a double shoe, whose two sides are shuffled in turn."""


CORRECTED_KINDS: Final[tuple[DealKind, ...]] = ("plain", "counted")
"""The ways of dealing whose Blackjack wins are corrected."""

RAW_BECAUSE: Final[dict[DealKind, str]] = {
    "varied": "which cards make a hand is chosen after the deal, so no table over the next card "
    "alone tells what it wins",
    "two-sided": "the color of a card decides from which side is dealt, so the cards left are "
    "not all as likely to be next",
}
"""Why the means of the other ways of dealing are raw, as the end of a sentence."""

RAW_BY_OWN_RULES: Final = "the game's own rules go beyond what a table over the next card tells"
"""Why they are at a variation in which no cards are switched."""

CARDS_OF_A_HAND: Final = 2.7
"""About the cards that a round takes for each seat, and for the dealer."""

NOTED_FACTS: Final = {"first", "second", "upcard", "hole", *MADE, *OF_THE_DEALERS_DRAW, *OF_CHANCE}
"""What a walk through a table notes of a round, and what is drawn for it afterwards."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """`seats` players who all follow `strategy` at a table of `rules`.

    `columns` are the wagers: Blackjack, Insurance, side wagers. With `fresh` every round has a new
    shoe, as with a continuous shuffler; otherwise `penetration` is the part of the shoe in front of
    the cover card. With `corrects` means are corrected where that is known to leave them unbiased.
    """

    rules: TableRules
    strategy: AnyStrategyTable
    seats: int
    fresh: bool
    penetration: float | None
    columns: tuple[WagerColumn, ...]
    corrects: bool = False

    @property
    def corrected(self) -> dict[int, int]:
        """The wagers whose means are corrected, each with the bits of its corrected wins."""
        if not self.corrects or deal_kind(self.rules, self.strategy) not in CORRECTED_KINDS:
            return {}
        bits = self.corrected_bits - (self.largest_bet.bit_length() - 1)
        return {BLACKJACK: bits, **dict.fromkeys(self.valued, BITS)}

    @property
    def valued(self) -> tuple[int, ...]:
        """The wagers of the initial cards that have their expectation given the cards left.

        None with a new shoe each round, where that is the exact value, or where the cards of a deal
        may not all be left.
        """
        kinds = deal_kind(self.rules, self.strategy) in CORRECTED_KINDS
        whole = self.cards - self.cover >= self.dealt_first + self.removes
        if not (self.corrects and kinds and whole) or self.fresh:
            return ()
        return tuple(
            number
            for number, column in enumerate(self.columns)
            if column.wager is not None and is_valued(column.wager)
        )

    @property
    def corrected_bits(self) -> int:
        """The bits of a scaled win: a pair may win twice as much as a hand."""
        most = 2 * max(map(abs, self.columns[BLACKJACK].pays))
        return LARGEST.bit_length() - 1 - most.bit_length()

    @property
    def counts(self) -> bool:
        """Whether the players count cards."""
        return isinstance(self.strategy, CountedTable)

    @property
    def largest_bet(self) -> int:
        """The most units that a player wagers."""
        return max(self.strategy.bets) if isinstance(self.strategy, CountedTable) else 1

    @property
    def cards(self) -> int:
        """The cards of a full shoe."""
        return self.rules.shoe_size

    @property
    def has_spares(self) -> bool:
        """Whether two more cards lie face down beside each hand (§ 633c.4(d))."""
        return self.rules.variation.spare_cards > 0

    @property
    def dealt_first(self) -> int:
        """The cards of every round's initial deal."""
        pairs = self.rules.blackjack_areas + self.has_spares
        return 2 * pairs * self.seats + 2

    @property
    def cards_of_a_round(self) -> float:
        """About the cards that a round takes."""
        return CARDS_OF_A_HAND * (self.seats + 1)

    @property
    def removes(self) -> int:
        """Cards removed before each round (§ 633a.12(b)(5))."""
        return 1 if self.rules.dealing is Dealing.FROM_THE_HAND else 0

    @property
    def burns(self) -> int:
        """Cards removed before the first round of a shoe (§ 633a.7(c))."""
        return 1 if not self.fresh and self.rules.dealing.burns_a_card else 0

    @property
    def cover(self) -> int:
        """The number of cards in front of the cover card (§ 633a.5(d))."""
        return round((self.penetration or DEEPEST) * self.cards)

    @property
    def ahead(self) -> int:
        """Cards shuffled in advance; few rounds need more."""
        return 2 * self.dealt_first + 2 if self.fresh else self.cover + 3 * self.dealt_first

    @property
    def walked(self) -> bool:
        """Whether rounds are dealt as a walk through a table: heads-up, with raw means alone.

        Side wagers are then decided by the deal and the dealer's cards, which a walk notes.
        """
        return (
            deal_kind(self.rules, self.strategy) == "plain"
            and isinstance(self.strategy, StrategyTable)
            and not (self.fresh or self.corrects or self.strategy.insures)
            and all(_is_of_noted_cards(wager) for wager in self.side_wagers)
            and (self.seats, self.removes) == (1, 0)
            and len(self.strategy.totals) <= MAX_HANDS
            and self.cover < min(self.ahead, self.cards)
            and (walk.LANES + 2) * self.lane <= ROOM
        )

    @property
    def lane(self) -> int:
        """The distance between shoes that are walked side by side, in cards."""
        return -(-self.cards // LINE) * LINE

    @property
    def shoes(self) -> int:
        """The number of shoes (or sides of a double shoe) dealt in a batch."""
        if self.fresh:
            return FRESH_ROUNDS * self.rules.sides
        return SHUFFLES if self.rules.sides > 1 else 1

    @property
    def rounds(self) -> int:
        """An upper bound on the rounds of a batch."""
        if self.fresh:
            return FRESH_ROUNDS
        return self.shoes * (self.cards // self.dealt_first + 2)

    @property
    def batches(self) -> int:
        """The number of independent batches in a block."""
        of_a_shoe = 2 * self.dealt_first if self.fresh else self.cards
        return -(-CARDS_OF_A_BLOCK // (self.shoes * of_a_shoe))

    @property
    def side_wagers(self) -> tuple[WagerRule, ...]:
        """The side wagers and their bonuses, in the order of the columns."""
        return tuple(column.wager for column in self.columns if column.wager is not None)

    @property
    def keeps_wins(self) -> bool:
        """Whether what seats win is kept round by round: where a seat has several wagers."""
        return bool(self.side_wagers) or self.insures

    @property
    def insures(self) -> bool:
        """Whether the players place Insurance wagers, at some count at least."""
        played = self.strategy
        tables = (
            played.tables if isinstance(played, CountedTable) else represent_strategy(played).tables
        )
        return any(table.insures for table in tables)

    @property
    def always_draws(self) -> bool:
        """Whether a wager depends on the dealer's drawn cards (§ 633a.7(n))."""
        return any(needs_the_draw(offered.wager) for offered in self.rules.wagers)

    @property
    def draws_bonuses(self) -> bool:
        """Whether a Magic Card or a lucky seat is drawn."""
        return any(OF_CHANCE.intersection(wager.facts) for wager in self.side_wagers)


def _is_of_noted_cards(wager: WagerRule) -> bool:
    """Whether the deal and the dealer's cards, or chance, decide a wager."""
    return set(wager.facts) <= NOTED_FACTS and wager.fold is None and wager.extra_card is None


def deal_kind(rules: TableRules, strategy: AnyStrategyTable | None = None) -> DealKind:
    """Which kernel deals a table; without a strategy, to players who do not count."""
    if isinstance(strategy, CountedTable):
        return "counted"
    if rules.sides > 1:
        return "two-sided"
    return part_of(rules.game).dealt


def plan(
    rules: TableRules,
    strategy: AnyStrategyTable,
    *,
    seats: int = 1,
    fresh_shoe: bool = False,
    penetration: float | None = None,
    corrects: bool = False,
) -> Plan:
    """The plan of a simulation; raises `BadInput` for a table that cannot be simulated."""
    if deal_kind(rules) == "plain":
        require_known_odds(rules)
    most = MAX_DECKS // rules.sides
    if rules.decks > most:
        raise NotSimulated(f"At most {most} decks are simulated, not {rules.decks}.")
    most = min(rules.positions, MAX_SEATS)
    if not 1 <= seats <= most:
        raise BadInput(f"{rules.name} is simulated with 1 to {most} seats, not {seats}.")
    fresh = fresh_shoe or not rules.has_cover_card
    dealt_to = penetration_of(rules, penetration, fresh=fresh)
    planned = Plan(rules, strategy, seats, fresh, dealt_to, columns_of(rules), corrects)
    if isinstance(strategy, CountedTable) and (fresh or deal_kind(rules) != "plain"):
        raise BadInput(
            "Cards are counted at the base game, from one shoe that is dealt for several rounds."
        )
    assert_fits(rules, represent_strategy(strategy))
    for table in represent_strategy(strategy).tables:
        require_permitted(rules, table)
    return planned

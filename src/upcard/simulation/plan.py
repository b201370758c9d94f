"""What is simulated: a table, a strategy at every seat, how the cards are dealt."""

from dataclasses import dataclass
from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.compiled.simulation.facts import OF_CHANCE
from upcard.compiled.simulation.layout import MOST_DECKS, MOST_SEATS
from upcard.engine.facts import needs_the_draw
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation.columns import Column, columns_of
from upcard.simulation.strategy_table import StrategyTable
from upcard.wagers.kit import Wager

CARDS_OF_A_BLOCK: Final = 1 << 18
"""About so many cards are dealt in a block, as many whole batches as that makes."""

FRESH_ROUNDS: Final = 64
"""The rounds of a batch where each round has a new shoe."""

NOT_SIMULATED: Final = ("double-shoe",)


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """`seats` players who all follow `strategy` at a table of `rules`.

    `columns` are the wagers: Blackjack, Insurance, the side wagers. With `fresh` every round has
    a new shoe, which is also what a continuous shuffler gives it.
    """

    rules: TableRules
    strategy: StrategyTable
    seats: int
    fresh: bool
    columns: tuple[Column, ...]

    @property
    def cards(self) -> int:
        """The cards of a full shoe."""
        return self.rules.decks * DECK_SIZE

    @property
    def dealt_first(self) -> int:
        """The cards that every round deals."""
        return 2 * self.seats + 2

    @property
    def removes(self) -> int:
        """Cards removed before each round (§ 633a.12(b)(5))."""
        return 1 if self.rules.dealing == "from-the-hand" else 0

    @property
    def burns(self) -> int:
        """Cards removed before the first round of a shoe (§ 633a.7(c))."""
        return 0 if self.fresh or self.removes else 1

    @property
    def cover(self) -> int:
        """The cards in front of the cover card: all but the last quarter (§ 633a.5(d))."""
        return self.cards - -(-self.cards // 4)

    @property
    def ahead(self) -> int:
        """Cards that are shuffled at once, so that few rounds need more."""
        return 2 * self.dealt_first + 2 if self.fresh else self.cover + 3 * self.dealt_first

    @property
    def batches(self) -> int:
        """The independent batches of a block: shoes, or rounds by the dozen."""
        of_a_batch = FRESH_ROUNDS * 2 * self.dealt_first if self.fresh else self.cards
        return -(-CARDS_OF_A_BLOCK // of_a_batch)

    @property
    def side_wagers(self) -> tuple[Wager, ...]:
        """The classifiers of the side wagers and their bonuses, in the columns' order."""
        return tuple(column.wager for column in self.columns if column.wager is not None)

    @property
    def always_draws(self) -> bool:
        """Whether a wager needs the dealer's drawn cards (§ 633a.7(n))."""
        return any(needs_the_draw(offered.wager) for offered in self.rules.wagers)

    @property
    def draws_bonuses(self) -> bool:
        """Whether a Magic Card or a lucky seat is drawn."""
        return any(OF_CHANCE.intersection(wager.facts) for wager in self.side_wagers)


def plan(
    rules: TableRules, strategy: StrategyTable, *, seats: int = 1, fresh_shoe: bool = False
) -> Plan:
    """The plan of a simulation; raises `BadInput` for a table that is not simulated."""
    if rules.game != "blackjack":
        raise BadInput(f"Only blackjack is simulated; {rules.name} is a table of {rules.game}.")
    if rules.dealing in NOT_SIMULATED:
        raise BadInput(f"A table that is dealt from a {rules.dealing} is not simulated.")
    if rules.decks > MOST_DECKS:
        raise BadInput(f"At most {MOST_DECKS} decks are simulated, not {rules.decks}.")
    most = min(rules.positions, MOST_SEATS)
    if not 1 <= seats <= most:
        raise BadInput(f"{rules.name} is simulated with 1 to {most} seats, not {seats}.")
    fresh = fresh_shoe or rules.dealing == "continuous-shuffler"
    return Plan(rules, strategy, seats, fresh, columns_of(rules))

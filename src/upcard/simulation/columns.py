"""The wagers of a simulated table: what each of their results is worth, to the cent.

Every seat places the smallest permitted amount of every wager. Winnings that may be pressed are
taken. A meter's share counts nothing: results are what fixed odds and dollars pay. The aggregate
limit of § 633a.13(o) is that of one winner: two in one round are too rare to share it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import gcd
from typing import Final

from upcard.compiled.simulation.facts import FACTS
from upcard.compiled.simulation.layout import EVEN_MONEY_RESULT, RESULTS_KEPT
from upcard.engine.settle_wagers import paid
from upcard.games import blackjack as game
from upcard.games.table_rules import OfferedWager, TableRules
from upcard.money.odds import MeterShare, winnings
from upcard.rules.violation import BadInput
from upcard.wagers.kit import Wager, refuse_amount

BLACKJACK: Final = 0
INSURANCE: Final = 1
FIRST_SIDE: Final = 2
"""The columns of a table: these two, then those of the side wagers."""


@dataclass(frozen=True, slots=True)
class Column:
    """A wager and what a seat wins by each of its results, in units; a loss is negative.

    `wagered` units are its initial wager. `outcomes` names the results; several may have one
    name. `wager` decides it, but for the Blackjack and Insurance wagers. A `bonus` is paid
    beside the wager `name`. `marked` results win a share of a meter.
    """

    name: str
    wagered: int
    outcomes: tuple[str, ...]
    nets: tuple[int, ...]
    wager: Wager | None = None
    bonus: str = ""
    marked: frozenset[int] = frozenset()

    @property
    def unit(self) -> int:
        """The largest number of units that divides every result."""
        return gcd(*self.nets) or 1

    @property
    def pays(self) -> tuple[int, ...]:
        """The results as multiples of `unit`: sums of them stay small."""
        return tuple(net // self.unit for net in self.nets)


def columns_of(rules: TableRules) -> tuple[Column, ...]:
    """Blackjack, Insurance, then the side wagers that the table offers, each with its bonuses.

    Raises `RuleViolation` where the smallest amount of a wager may not be placed beside the
    smallest Blackjack wager, `BadInput` for a wager that needs more than a hand of Blackjack.
    """
    side = (column for offered in rules.wagers for column in _offered(offered, rules))
    return (_blackjack(rules), _insurance(rules), *side)


def _blackjack(rules: TableRules) -> Column:
    """Twice the index of an outcome is its result, one more where the wager was doubled."""
    wager, win = rules.minimum, rules.win_odds
    nets = [0] * RESULTS_KEPT
    names = [name for name in game.OUTCOMES for _ in range(2)]
    names += [game.OUTCOMES[game.BLACKJACK]] * (RESULTS_KEPT - len(names))
    nets[2 * game.BLACKJACK] = rules.blackjack_odds.winnings(wager)
    nets[2 * game.SURRENDER] = game.half_of(wager) - wager
    nets[EVEN_MONEY_RESULT] = win.winnings(wager)
    for doubled in range(2):
        stake = (1 + doubled) * wager
        nets[2 * game.WIN + doubled] = win.winnings(stake)
        for lost in (game.LOSE, game.BUST, game.DEALER_BLACKJACK):
            nets[2 * lost + doubled] = -stake
    return Column("blackjack", wager, tuple(names), tuple(nets))


def _insurance(rules: TableRules) -> Column:
    offered = rules.insurance
    amount = game.insurance_limit(rules.minimum, rules.smallest_chip)
    nets = (-amount, paid(offered, offered.awards[1], amount) - amount)
    return Column(offered.slug, amount, offered.wager.outcomes, nets)


def _offered(offered: OfferedWager, rules: TableRules) -> Iterator[Column]:
    amount = offered.minimum
    refused = refuse_amount(offered.data, amount, rules.minimum)
    if refused is not None:
        raise refused
    wager = offered.wager
    back = [
        amount if outcome in wager.pushes else paid(offered, award, amount)
        for outcome, award in zip(wager.outcomes, offered.awards, strict=True)
    ]
    if "aggregate_limit" in offered.data.options and rules.aggregate_limit is not None:
        back[-1] = min(back[-1], amount + rules.aggregate_limit)
    yield _side(offered, wager, tuple(pay - amount for pay in back), "")
    for bonus in offered.bonuses:
        if amount >= bonus.least:
            extra = tuple(winnings(award, amount) for award in bonus.awards)
            yield _side(offered, bonus.wager, extra, bonus.wager.outcomes[-1])


def _side(offered: OfferedWager, wager: Wager, nets: tuple[int, ...], bonus: str) -> Column:
    unknown = set(wager.facts) - set(FACTS) - {"folded"}
    if unknown:
        raise BadInput(f"{offered.data.title} is not decided by one hand of Blackjack.")
    marked = {
        result
        for result, award in enumerate(() if bonus else offered.awards)
        if any(isinstance(pay, MeterShare) for pay in award)
    }
    return Column(
        offered.slug, offered.minimum, wager.outcomes, nets, wager, bonus, frozenset(marked)
    )

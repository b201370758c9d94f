"""The wagers of a simulated table: what each of their results is worth, to the cent.

Every seat places the smallest permitted amount of every wager. Winnings that may be pressed are
taken. A meter's share counts nothing: results are what fixed odds and dollars pay. The aggregate
limit of § 633a.13(o) is that of one winner: two in one round are too rare to share it.
"""

from collections.abc import Iterator
from typing import Final

from upcard.compiled.simulation.facts import FACTS
from upcard.compiled.simulation.layout import (
    COLORED_RESULT,
    EVEN_MONEY_RESULT,
    LEVEL_RESULT,
    RESULTS_KEPT,
    TIED_RESULT,
)
from upcard.engine.blackjack.settle_wagers import paid
from upcard.games import blackjack as game
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.switch_hands import COLORED, TIED
from upcard.games.table_rules import OfferedWager, TableRules
from upcard.money.odds import MeterShare, Odds, winnings
from upcard.rules.violation import BadInput
from upcard.simulation.column import Column
from upcard.wagers.facts import FOLDED
from upcard.wagers.kit import Wager, least_amount, refuse_amount

BLACKJACK: Final = 0
INSURANCE: Final = 1
FIRST_SIDE: Final = 2
"""The columns of a table: these two, then those of the side wagers."""


def columns_of(rules: TableRules) -> tuple[Column, ...]:
    """Blackjack, Insurance, then the side wagers that the table offers, each with its bonuses.

    Raises `RuleViolation` where the smallest amount of a wager may not be placed beside the
    smallest Blackjack wager, `BadInput` for a wager that needs more than a hand of Blackjack.
    """
    side = (column for offered in rules.wagers for column in _offered(offered, rules))
    return (_blackjack(rules), _insurance(rules), *side)


def _blackjack(rules: TableRules) -> Column:
    """Twice the index of an outcome is its result, one more where the wager was doubled.

    The initial wager is that of both hands at Blackjack Switch.
    """
    wager, win = rules.minimum, rules.win_odds
    nets = [0] * RESULTS_KEPT
    names = [name for name in game.OUTCOMES for _ in range(2)]
    names += [game.OUTCOMES[game.BLACKJACK]] * (RESULTS_KEPT - len(names))
    nets[2 * game.BLACKJACK] = rules.blackjack_odds.winnings(wager)
    nets[2 * game.SURRENDER] = game.half_of(wager) - wager
    nets[EVEN_MONEY_RESULT] = win.winnings(wager)
    nets[LEVEL_RESULT] = Odds(1).winnings(wager)
    nets[COLORED_RESULT] = COLORED.winnings(wager)
    nets[TIED_RESULT] = TIED.winnings(wager)
    for doubled in range(2):
        stake = (1 + doubled) * wager
        nets[2 * game.WIN + doubled] = win.winnings(stake)
        for lost in (game.LOSE, game.BUST, game.DEALER_BLACKJACK):
            nets[2 * lost + doubled] = -stake
    return Column(BLACKJACK_WAGER, rules.blackjack_areas * wager, tuple(names), tuple(nets))


def _insurance(rules: TableRules) -> Column:
    offered = rules.insurance
    amount = game.insurance_limit(rules.blackjack_areas * rules.minimum, rules.smallest_chip)
    nets = (-amount, paid(offered, offered.awards[1], amount) - amount)
    return Column(offered.slug, amount, offered.wager.outcomes, nets, at_times=True)


def _offered(offered: OfferedWager, rules: TableRules) -> Iterator[Column]:
    amount = least_amount(offered.data, offered.minimum, rules.minimum)
    refused = refuse_amount(offered.data, amount, rules.minimum)
    if refused is not None:
        raise refused
    nets = list(nets_of(offered, amount))
    if "aggregate_limit" in offered.data.options and rules.aggregate_limit is not None:
        nets[-1] = min(nets[-1], rules.aggregate_limit)
    yield _side(offered, offered.wager, amount, tuple(nets), "")
    for bonus in offered.bonuses:
        if amount >= bonus.least:
            extra = tuple(winnings(award, amount) for award in bonus.awards)
            yield _side(offered, bonus.wager, amount, extra, bonus.wager.outcomes[-1])


def nets_of(offered: OfferedWager, amount: int) -> tuple[int, ...]:
    """What so many units of a wager win by each of its outcomes, in units."""
    wager = offered.wager
    return tuple(
        0 if outcome in wager.pushes else paid(offered, award, amount) - amount
        for outcome, award in zip(wager.outcomes, offered.awards, strict=True)
    )


def _side(
    offered: OfferedWager, wager: Wager, amount: int, nets: tuple[int, ...], bonus: str
) -> Column:
    unknown = set(wager.facts) - set(FACTS) - {FOLDED}
    if unknown:
        raise BadInput(f"{offered.data.title} is not decided by one hand of Blackjack.")
    marked = {
        result
        for result, award in enumerate(() if bonus else offered.awards)
        if any(isinstance(pay, MeterShare) for pay in award)
    }
    return Column(offered.slug, amount, wager.outcomes, nets, wager, bonus, frozenset(marked))

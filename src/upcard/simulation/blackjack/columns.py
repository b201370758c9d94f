"""The wagers of a simulated Blackjack table and what each of their results wins, to the cent.

Every seat places the smallest permitted amount of every wager. Winnings that may be pressed are
taken. Shares of meters count nothing: results are what fixed odds and dollars pay. The aggregate
limit of § 633a.13(o) is applied for a single winner: two in one round are too rare to matter.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from upcard.compiled.simulation.codes import (
    EVEN_MONEY_RESULT,
    RESULTS_KEPT,
    RETURNED_RESULT,
)
from upcard.compiled.simulation.facts import FACTS
from upcard.games import blackjack as game
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.money.odds import MeterShare, winnings
from upcard.rules.violation import NotSimulated
from upcard.simulation.column import WagerColumn
from upcard.simulation.variations.kit import part_of
from upcard.wagers.facts import FOLDED
from upcard.wagers.kit import WagerRule
from upcard.wagers.limits import has_limited_row, least_amount, refuse_amount

BLACKJACK: Final = 0
INSURANCE: Final = 1
FIRST_SIDE: Final = 2
"""The columns of a table: Blackjack, Insurance, then the side wagers."""


def columns_of(rules: TableRules) -> tuple[WagerColumn, ...]:
    """The columns of Blackjack, Insurance and the offered side wagers, each with its bonuses.

    Raises `RuleViolation` if the smallest amount of a wager may not be placed with the smallest
    Blackjack wager, and `NotSimulated` for a wager that one hand of Blackjack does not decide.
    """
    side = (column for offered in rules.wagers for column in _side_columns(offered, rules))
    return (_blackjack(rules), _insurance(rules), *side)


def _blackjack(rules: TableRules) -> WagerColumn:
    """The Blackjack column: a result is twice its outcome's index, plus one if doubled.

    At Blackjack Switch the initial wager is that of both hands.
    """
    wager, win = rules.minimum, rules.win_odds
    nets = [0] * RESULTS_KEPT
    names = [name for name in game.OUTCOMES for _ in range(2)]
    names += [game.OUTCOMES[game.BLACKJACK]] * (RETURNED_RESULT - len(names))
    names += [game.OUTCOMES[game.DEALER_BLACKJACK]] * (RESULTS_KEPT - len(names))
    paid = partial(game.hand_paid, blackjack=rules.blackjack_odds, win=win)
    for outcome in (game.BLACKJACK, game.SURRENDER):
        nets[2 * outcome] = paid(outcome, wager) - wager
    nets[EVEN_MONEY_RESULT] = win.winnings(wager)
    for result, odds in part_of(rules.game).pays.items():
        nets[result] = odds.winnings(wager)
    for doubled in range(2):
        stake = (1 + doubled) * wager
        for outcome in (game.WIN, game.LOSE, game.BUST, game.DEALER_BLACKJACK):
            nets[2 * outcome + doubled] = paid(outcome, stake) - stake
    return WagerColumn(BLACKJACK_WAGER, rules.blackjack_areas * wager, tuple(names), tuple(nets))


def _insurance(rules: TableRules) -> WagerColumn:
    offered = rules.insurance
    amount = game.insurance_limit(rules.blackjack_areas * rules.minimum, rules.smallest_chip)
    nets = (-amount, offered.paid(1, amount) - amount)
    return WagerColumn(offered.slug, amount, offered.wager.outcomes, nets, at_times=True)


def _side_columns(offered: OfferedWager, rules: TableRules) -> Iterator[WagerColumn]:
    amount = least_amount(offered.data, offered.minimum, rules.minimum)
    violation = refuse_amount(offered.data, amount, rules.minimum)
    if violation is not None:
        raise violation
    nets = list(nets_of(offered, amount))
    if has_limited_row(offered.data) and rules.aggregate_limit is not None:
        nets[-1] = limited_net(rules.aggregate_limit, amount, nets[-1], winners=1)
    yield _side_column(offered, offered.wager, amount, tuple(nets), "")
    for bonus in offered.bonuses:
        if amount >= bonus.least:
            extra = tuple(winnings(award, amount) for award in bonus.awards)
            yield _side_column(offered, bonus.wager, amount, extra, bonus.wager.outcomes[-1])


def limited_net(limit: int, amount: int, net: int, *, winners: int) -> int:
    """What each of `winners` equal wagers wins with a limited row (§ 633a.13(o)), in units."""
    share = game.limited_share(limit, amount, [(amount, net)] * winners)
    return net if share is None else min(net, share)


def nets_of(offered: OfferedWager, amount: int) -> tuple[int, ...]:
    """What a wager of `amount` units wins with each of its outcomes, in units."""
    return tuple(offered.paid(index, amount) - amount for index in range(len(offered.awards)))


def _side_column(
    offered: OfferedWager, wager: WagerRule, amount: int, nets: tuple[int, ...], bonus: str
) -> WagerColumn:
    unknown = set(wager.facts) - set(FACTS) - {FOLDED}
    if unknown:
        raise NotSimulated(f"{offered.data.title} is not decided by one hand of Blackjack.")
    marked = {
        result
        for result, award in enumerate(() if bonus else offered.awards)
        if any(isinstance(pay, MeterShare) for pay in award)
    }
    return WagerColumn(offered.slug, amount, wager.outcomes, nets, wager, bonus, frozenset(marked))

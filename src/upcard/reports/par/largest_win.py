"""The most that a wager, a position and a whole table win in one round, with bounds."""

from fractions import Fraction
from typing import Final

import msgspec

from upcard.analysis.rounds.chance_rounds import joint_law
from upcard.exact.strategy.games import NoBestPlay, rules_of
from upcard.games import baccarat
from upcard.games.blackjack import insurance_limit
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.money.odds import Award, MeterShare, winnings
from upcard.progressives.meter import WHOLE_METER, Sharing
from upcard.progressives.mystery import largest_award, next_award
from upcard.wagers.limits import has_limited_row

LUCKY_SEAT: Final = "lucky_seat"
"""The fact of a bonus that goes to one position of a round."""

DOUBLED: Final = 2
"""What a hand that is doubled wins, in wagers."""


class LargestWin(msgspec.Struct, frozen=True):
    """The most that one wager can win at this table, in units: what is paid above the stake.

    A stake that is not returned with an award is taken off it. Each position wins one row of the
    paytable. `fixed` is the largest win by odds and dollars on the `wager`. `meters` is the most
    that meters pay one winner, at their seeds, with a mystery at its maximum: the stake is not
    taken off it. `bonus` is the sum of the additional payouts, `envy` the payout to each other
    player. `total` is the largest win of one position. `every` is an upper bound of that of all
    positions at once: a whole meter is paid once, the aggregate limit holds for the rows that share
    it (§ 633a.13(o)), and the other positions may win other rows. `envies` are the envy bonuses
    that each then brings to all others.
    """

    wager: int
    fixed: int
    bonus: int
    envy: int
    meters: int
    total: int
    every: int
    envies: int


def largest_win(table: TableRules, offered: OfferedWager) -> LargestWin:
    """The most that one wager can win; meters count at their seeds."""
    wager, awards = largest_wager(table, offered), offered.awards
    each, once = (_bonus_win(offered, wager, drawn=drawn) for drawn in (False, True))
    mystery = again = 0
    if offered.mystery is not None:
        mystery = largest_award(offered.mystery, wager)
        again = next_award(offered.mystery, wager)
    envy = max(offered.envy.values(), default=0)
    if offered.envy_wager:
        envy = envy * wager // offered.envy_wager

    def most(positions: int) -> int:
        limit = table.aggregate_limit if has_limited_row(offered.data) else None
        rows = _of_rows(offered, wager, positions)
        if limit is not None:
            rows = min(rows, _within_limit(offered, wager, positions, limit))
        return rows + positions * each + once + mystery + (positions - 1) * again

    return LargestWin(
        wager=wager,
        fixed=max((_net(offered, index, wager) for index in range(len(awards))), default=0),
        bonus=each + once,
        envy=envy,
        meters=max((_from_meters(offered, award) for award in awards), default=0) + mystery,
        total=most(1),
        every=most(table.positions * areas_of(offered)),
        envies=table.positions * (table.positions - 1) * envy,
    )


def _bonus_win(offered: OfferedWager, wager: int, *, drawn: bool) -> int:
    """The additional payouts of a winner, in units: those for a `drawn` position, or the others.

    One position of a round is drawn (§ 633a.1).
    """
    return sum(
        max((winnings(award, wager) for award in bonus.awards), default=0)
        for bonus in offered.bonuses
        if (LUCKY_SEAT in bonus.wager.facts) == drawn
    )


def whole_table(table: TableRules) -> int:
    """An upper bound of what all positions win in one round with all their wagers, in units.

    Each position has one wager of each kind. At baccarat it is the most that the cards of one round
    bring, as wagers on different hands do not win together. Insurance adds nothing: it wins only
    where the Blackjack wagers lose, and less. Winnings that are pressed are not counted.
    """
    if table.game == baccarat.GAME:
        return _most_by_cards(table) * table.positions
    largest = (largest_win(table, offered) for offered in table.wagers)
    wagers = sum(win.every + win.envies for win in largest)
    return blackjack_win(table) * table.positions + wagers


def _most_by_cards(table: TableRules) -> int:
    """The most that wagers on all areas of a position win together in a round of baccarat."""
    areas = {
        name: table.wager(area.wager)
        for name, area in baccarat.betting_areas().items()
        if table.offered(area.wager) is not None
    }
    won = []
    for offered in areas.values():
        wager = largest_wager(table, offered)
        won.append([_net(offered, index, wager) for index in range(len(offered.awards))])
    return max(
        sum(of_area[outcome] for of_area, outcome in zip(won, shown, strict=True))
        for shown in joint_law(table, tuple(areas))
    )


def most_hands(table: TableRules) -> int:
    """The hands that a pair becomes at most."""
    try:
        return rules_of(table).resplits + 2
    except NoBestPlay:
        return table.blackjack.resplits + 2


def blackjack_win(table: TableRules) -> int:
    """The largest win of one position's Blackjack wagers, every hand doubled; 0 without one.

    A fee that has to be placed with it is taken off: it is not returned.
    """
    if not table.has_blackjack_wager:
        return 0
    return DOUBLED * most_hands(table) * table.blackjack_areas * table.maximum - fee_of(table)


def fee_of(table: TableRules) -> int:
    """What has to be placed with the largest Blackjack wager and pays nothing, in units.

    The ante of Switch Hands (§ 633c.4(c)); that of Premium is the player's choice.
    """
    parts = (
        offered.data.limits.part_of_blackjack
        for offered in table.wagers
        if offered.data.fee and offered.mandatory and offered.data.limits is not None
    )
    return sum(int(Fraction(part) * table.maximum) for part in parts if part)


def areas_of(offered: OfferedWager) -> int:
    """The areas of a position for a wager: baccarat's Majestic Match has one for either hand."""
    return len(offered.data.areas) or 1


def _of_rows(offered: OfferedWager, wager: int, positions: int) -> int:
    """The most that `positions` winners take by rows of the paytable, meters at their seeds.

    A whole meter is paid once, or reseeded for the next winner where they come in order, and the
    other winners may have the best row; of parts of a meter each winner is paid the whole part.
    """
    laws = [
        _net(offered, index, wager) + _of_meters(offered, award, whole=False)
        for index, award in enumerate(offered.awards)
    ]
    best = max(laws, default=0)
    more: dict[str, int] = {}
    for award, law in zip(offered.awards, laws, strict=True):
        meter = _of_meters(offered, award, whole=True)
        names = "/".join(
            pay.meter for pay in award if isinstance(pay, MeterShare) and pay.percent >= WHOLE_METER
        )
        if meter:
            more[names] = max(more.get(names, 0), law + meter - best)
    return positions * best + sum(sorted(more.values(), reverse=True)[:positions])


def _within_limit(offered: OfferedWager, wager: int, positions: int, limit: int) -> int:
    """The most that `positions` winners take where those of the top row share a limit, in units.

    The second row is the same pair without a dealer's Blackjack (§§ 633a.13(c), (h)): in a round
    that brings the top row nobody wins it.
    """
    rows = reversed(range(len(offered.awards)))
    top, second, *others = (_net(offered, index, wager) for index in rows)
    best = max(others, default=0)
    with_top = (
        min(number * top, limit) + (positions - number) * best for number in range(1, positions + 1)
    )
    return max(positions * max(second, best), *with_top)


def _net(offered: OfferedWager, index: int, wager: int) -> int:
    """Units won by a row, without its meters: what is paid above the stake, 0 for a lost wager.

    A stake that is not returned is lost, as beside a meter and in "N for 1"; below 0 a row pays
    less than it.
    """
    return offered.paid(index, wager) - wager if offered.awards[index] else 0


def loses_stake(offered: OfferedWager, wager: int, *, meters: bool) -> bool:
    """Whether the stake is taken off the largest win of one wager, with its meters or without."""
    won = [
        _net(offered, index, wager) + (_from_meters(offered, award) if meters else 0)
        for index, award in enumerate(offered.awards)
    ]
    best = max(range(len(won)), key=won.__getitem__)
    return _net(offered, best, wager) < winnings(offered.awards[best], wager)


def _from_meters(offered: OfferedWager, award: Award) -> int:
    """All that one winner of a row takes of the meters at their seeds, in units."""
    return sum(_of_meters(offered, award, whole=whole) for whole in (True, False))


def _of_meters(offered: OfferedWager, award: Award, *, whole: bool) -> int:
    """What a winner of a row takes of the meters at their seeds, in units: whole ones, or parts.

    A prize that a meter pays is one of the parts. So is the reseed of a meter whose winners come in
    order: each after the first finds it; the first takes more where the seed is more.
    """
    meters = {meter.name.partition("/")[2]: meter for meter in offered.meters}
    won = 0
    for pay in award:
        if not isinstance(pay, MeterShare) or pay.meter not in meters:
            continue
        meter = meters[pay.meter]
        again = meter.reseed if meter.sharing is Sharing.IN_ORDER else 0
        if pay.percent >= WHOLE_METER:
            won += max(meter.seed - again, 0) if whole else again
        elif not whole:
            won += pay.prize + meter.seed * pay.percent // WHOLE_METER
    return won


def largest_wager(table: TableRules, offered: OfferedWager) -> int:
    """The largest wager of this kind that the table takes, in units.

    Insurance is one wager for all hands of a position, for both at Blackjack Switch: at most half,
    or the next amount in chips (§ 633a.8(b)).
    """
    if table.has_blackjack_wager and offered.slug == table.insurance.slug:
        return insurance_limit(table.blackjack_areas * table.maximum, table.smallest_chip)
    largest = max(offered.amounts, default=offered.maximum)
    limits = offered.data.limits
    if limits is not None and limits.times_blackjack:
        largest = min(largest, int(Fraction(limits.times_blackjack) * table.maximum))
    return largest

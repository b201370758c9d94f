"""Meters that all positions of a table win together, because the dealer's hand alone decides."""

from fractions import Fraction

from msgspec.structs import replace

from upcard.analysis.meters.long_run import long_run_edge
from upcard.exact.par import ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.progressives.meter import WHOLE_METER
from upcard.wagers.facts import OF_ALL_POSITIONS


def winners(offered: OfferedWager, players: int) -> int:
    """How many of `players` with the wager win in a round in which one of them wins."""
    return players if OF_ALL_POSITIONS.issuperset(offered.facts) else 1


def at_table(record: ParRecord, offered: OfferedWager | None, players: int) -> ParRecord:
    """The record for a table where `players` have the wager in each round, one each.

    Where they all win together they share the whole meter (§ 633a.7(o)(2)(ii)(C)): each wins a
    share that is worth the whole meter in one of `players` such rounds. So the probability per
    wager that the meter is won and reseeded is divided by `players`.
    """
    count = 1 if offered is None else winners(offered, players)
    if count == 1 or not record.shares:
        return record
    shares = tuple(
        replace(share, probability=share.probability / count)
        if share.percent == WHOLE_METER
        else share
        for share in record.shares
    )
    return replace(record, shares=shares)


def edge_at_table(record: ParRecord, offered: OfferedWager | None, players: int) -> Fraction:
    """The long-run house edge per unit where `players` have the wager; without envy bonuses."""
    return long_run_edge(at_table(record, offered, players), offered)

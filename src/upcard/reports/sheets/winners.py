"""How many positions win a whole meter together, where the dealer's hand is what they all beat."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from upcard.analysis.given_hands import WinnersTogether, is_given, winners_together
from upcard.analysis.meters.together import winners
from upcard.exact.strategy.rules import NotSolved
from upcard.games.offered_wager import OfferedWager
from upcard.progressives.meter import WHOLE_METER
from upcard.reports.par.dealt_rounds import SEED
from upcard.reports.part_cache import cached_winners, game_of
from upcard.reports.rendering.paper import PaperFact
from upcard.reports.source import PaperSource
from upcard.rules.violation import NotSimulated
from upcard.text.words import listed

ROUNDS: Final = 200_000
"""Dealt rounds of a full table: the number of winners is then known to about half a percent."""

ALONE: Final = WinnersTogether(1.0, 0.0)


def winners_of(source: PaperSource, offered: OfferedWager) -> WinnersTogether:
    """The winners of the whole meter in a round in which there is one, with all positions.

    `ALONE` where players' own cards decide: two of them then hardly ever win in one round.
    """
    names = [
        name
        for name, shares in zip(offered.wager.outcomes, offered.shares, strict=True)
        if any(share.percent == WHOLE_METER for share in shares)
    ]
    if source.table.positions == 1 or len(names) != 1 or not is_given(offered.wager):
        return ALONE
    make = partial(winners_together, source.table, offered, names[0], ROUNDS, SEED)
    try:
        found = cached_winners(game_of(source.submission, wagers=True), offered.slug, make)
    except (NotSimulated, NotSolved):
        return ALONE
    return ALONE if found is None else found


def share_jackpots(source: PaperSource) -> list[str]:
    """The titles of wagers whose winners of a round share a jackpot as a rule."""
    return [
        source.short(offered.data.title)
        for offered in source.table.wagers
        if offered.meters and source.table.positions > 1 and is_given(offered.wager)
    ]


def notes_on_winners(source: PaperSource) -> Iterator[PaperFact]:
    """How winners of one round count."""
    means, every = [], []
    for offered in source.table.wagers:
        if not offered.meters:
            continue
        title, mean = source.short(offered.data.title), winners_of(source, offered)
        if winners(offered, source.table.positions) > 1:
            every.append(title)
        elif mean != ALONE:
            means.append(f"{mean.mean:.2f} of {title} (standard error {mean.error:.3f})")
    words = "count as alone in their round"
    if every:
        words += (
            f"; but a jackpot of {listed(every)} is won by all positions, which share it: fewer of "
            "them change its contributions alone"
        )
    if means:
        words += (
            f"; but {listed(means)} share a jackpot in the mean, from {ROUNDS:,} dealt rounds with "
            f"the seed {SEED}: the dealer's hand is one for all positions, and there are as many "
            "times fewer jackpots than winners"
        )
    yield PaperFact("Winners", words)

"""Selects the dealt rounds that a counter plays, and those in which they insure."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.analysis.counters.indices import deck_tags
from upcard.compiled.arrays import Flags, Floats
from upcard.games.table_rules import TableRules
from upcard.rules.counts import CountSystem
from upcard.simulation.blackjack.counted_rounds import CountedRounds

TEN: Final = 9
"""The index of the value ten."""


@dataclass(frozen=True, slots=True, eq=False)
class InsuredRounds:
    """Rounds with Insurance as a counter places it, an entry for each round.

    `counts` are whole points before the round. `mean` is the expected win of one box with one unit,
    `won` what a box won on average, `square` the mean square of what a box won, and `product` that
    of what two different boxes won (0 with one seat). `shoes` numbers the shoes; `seated` marks the
    rounds that the counter plays, and `beside_ace` those in which Insurance is offered.
    """

    counts: NDArray[np.int64]
    mean: Floats
    won: Floats
    square: Floats
    product: Floats
    insured: Flags
    beside_ace: Flags
    shoes: NDArray[np.int64]
    begins: Flags
    seated: Flags

    def __len__(self) -> int:
        return len(self.counts)


def played_rounds(
    dealt: CountedRounds,
    seats: int,
    lowest: int,
    insures: Flags,
    *,
    enter: int | None = None,
    leave: int | None = None,
) -> InsuredRounds:
    """The rounds of a counter who insures against an ace where `insures` says so.

    With `enter` the counter stands behind the table: they sit down at the first count that reaches
    `enter`, and stand up at the first one below `leave` (`enter` without it) and at a shuffle.
    """
    counts = dealt.rows.astype(np.int64) + lowest
    insured = insures & (dealt.unseen > 0)
    won, mean = dealt.insured * insured, dealt.insurance_mean * insured
    net = dealt.net + seats * won
    square = dealt.squares + 2 * won * dealt.net + seats * won**2
    pairs = seats * (seats - 1)
    return InsuredRounds(
        counts=counts,
        mean=dealt.corrected / seats + mean,
        won=net / seats,
        square=square / seats,
        product=(net**2 - square) / pairs if pairs else np.zeros(len(counts)),
        insured=insured,
        beside_ace=dealt.unseen > 0,
        shoes=np.cumsum(dealt.begins) - 1,
        begins=dealt.begins,
        seated=rounds_entered(counts, dealt.begins, enter, leave),
    )


def rounds_entered(
    counts: NDArray[np.int64], begins: Flags, enter: int | None, leave: int | None
) -> Flags:
    """Whether the counter plays each round; everywhere without `enter`."""
    if enter is None:
        return np.ones(len(counts), np.bool_)
    low = enter if leave is None else leave
    sits, stands = counts >= enter, (counts < low) | begins
    changes = np.where(sits | stands, np.arange(len(counts)), 0)
    last = np.maximum.accumulate(changes)
    entered: Flags = sits[last]
    return entered


def insures_by_tags(dealt: CountedRounds, system: CountSystem, rules: TableRules) -> Flags:
    """Where a count of its own, with the cards on the table, forecasts more than a third of tens.

    The forecast is the least-squares fit over the cards of a deck, and is not rounded.
    """
    tags, cards = deck_tags(system, tens=rules.tens)
    deck = sum(cards)
    shares = np.array(cards) / deck
    points = np.array([float(tag) for tag in tags])
    middle = float(points @ shares)
    spread = float((points - middle) ** 2 @ shares)
    unseen = np.maximum(dealt.unseen, 1)
    left = system.tags_of_deck(tens=rules.tens) * rules.decks - dealt.points
    excess = left / unseen - middle
    tens = shares[TEN] * (1 + excess * (points[TEN] - middle) / spread)
    insured: Flags = (tens > 1 / 3) & (dealt.unseen > 0)
    return insured

"""The win of each count at one penetration, and the true count from which it places the wager."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import numpy as np

from upcard.analysis.counters.linear_counts import PERFECT, LinearCount
from upcard.analysis.counters.penetration import Penetration, error_in_words
from upcard.analysis.counters.played_wagers import Effects
from upcard.cards.card import DECK_SIZE, name_of

TRIGGER_DIGITS: Final = 12
"""The decimal places of a trigger."""


class CountWin(msgspec.Struct, frozen=True):
    """What a count wins with a wager at one penetration, in units of the wager per 100 rounds.

    `share_of_rounds` is the part of all rounds of the game in which it places the wager.
    `tags` are by card. The wager is placed where the true count (the tags of the cards seen, less
    the mean tag for each of them, by deck left) is above `trigger`; below it, where `correlation`
    is negative. `bankroll`, in wagers, is that of a risk of ruin of 5 %; None without a win.
    `win_at_most` is as in `Penetration`.
    """

    name: str
    title: str
    win_per_100: float
    standard_error: float
    share_of_rounds: float
    correlation: float
    tags: dict[str, float]
    trigger: float
    bankroll: float | None = None
    win_at_most: float | None = None

    @property
    def error_in_words(self) -> str:
        """The standard error, that what is won is exact, or what is won at most."""
        return error_in_words(self.standard_error, self.win_at_most)


def count_wins(
    counts: Sequence[LinearCount],
    rows: Sequence[Penetration],
    effects: Effects,
    penetration: float,
    cards: int,
) -> dict[str, CountWin]:
    """The counts that were dealt to the penetration, by name; `cards` are those of a full shoe."""
    dealt = {row.count: row for row in rows if row.penetration == penetration}
    return {
        count.name: _win(count, dealt[count.name], effects, cards)
        for count in counts
        if count.name in dealt
    }


def best_of(wins: Mapping[str, CountWin], counts: Sequence[LinearCount]) -> CountWin | None:
    """The computed integer count that wins most; None where there is none."""
    whole = [count.name for count in counts if not count.published and count.name != PERFECT]
    candidates = [wins[name] for name in whole if name in wins]
    return max(candidates, key=lambda win: win.win_per_100, default=None)


def _win(count: LinearCount, row: Penetration, of_cards: Effects, cards: int) -> CountWin:
    """The forecast, expected + (cards - 1) slope (centered tags) / (cards left), is 0 there."""
    tags, effects = np.array(count.tags), np.array(of_cards.by_card)
    centered = tags - tags.mean()
    slope = (effects * centered).sum() / (centered**2).sum()
    trigger = -of_cards.expected * DECK_SIZE / ((cards - 1) * slope)
    return CountWin(
        name=count.name,
        title=count.title,
        win_per_100=row.win_per_100,
        standard_error=row.standard_error,
        share_of_rounds=row.share,
        correlation=count.correlation,
        tags={name_of(card): tag for card, tag in enumerate(count.tags)},
        trigger=round(float(trigger), TRIGGER_DIGITS),
        bankroll=row.bankroll,
        win_at_most=row.win_at_most,
    )

"""The win of wagers at baccarat after each card of an infinite deck: tables of `baccarat_luck`."""

from collections.abc import Sequence
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.simulation.games.baccarat_luck import OF_A_PAIR, OF_FINISHED
from upcard.games.baccarat import BANKER, NO_CARD, PLAYER, points, third_card_due

Wins = NDArray[np.float64]

COUNTS: Final = range(10)
SUM: Final = np.add.outer(COUNTS, COUNTS) % 10
"""The points of a hand and one more card."""

SHARES: Final = np.bincount([points(card) for card in range(DECK_SIZE)]) / DECK_SIZE
"""The share of the cards with each number of points."""


def wins_of_finished(pays: Sequence[int] | NDArray[np.int64]) -> Wins:
    """The tables of a wager on both finished hands; `pays` is by the Player's total, times 10."""
    final = np.asarray(pays, np.float64).reshape(10, 10)
    bankers = final[:, SUM]
    players = np.array(
        [_win_after_third_card(final, bankers, *of_cards) for of_cards in product(COUNTS, repeat=3)]
    )
    players = players.reshape(10, 10, 10)
    drawn = {PLAYER: players @ SHARES, BANKER: bankers @ SHARES}
    dealt = np.array(
        [
            [drawn.get(third_card_due(player, two, NO_CARD), final)[player, two] for two in COUNTS]
            for player in COUNTS
        ]
    )
    fourths = dealt[:, SUM]
    thirds = (fourths @ SHARES)[SUM].transpose(0, 2, 1)
    seconds = thirds @ SHARES
    tables = (seconds @ SHARES, seconds, thirds, fourths, players, bankers)
    wins: Wins = np.concatenate([table.ravel() for table in tables])
    assert len(wins) == OF_FINISHED, "as the kernel reads them"
    return wins


def _win_after_third_card(final: Wins, bankers: Wins, player: int, two: int, third: int) -> float:
    """The win after the Player's third card."""
    total = (player + third) % 10
    if third_card_due(player, two, third) == BANKER:
        return float(bankers[total, two] @ SHARES)
    return float(final[total, two])


def wins_of_pair(pays: Sequence[int] | NDArray[np.int64]) -> Wins:
    """The tables of a wager on two cards; `pays` is by the first card, times 52."""
    both = np.asarray(pays, np.float64).reshape(DECK_SIZE, DECK_SIZE)
    wins: Wins = np.concatenate([both.mean(axis=1), both.ravel()])
    assert len(wins) == OF_A_PAIR, "as the kernel reads them"
    return wins

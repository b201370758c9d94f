"""Perfect Pairs for who knows every card: by hand, in shoes that are dealt here."""

from math import sqrt

import numpy as np

import upcard

SHOES = 1_500
CARDS_OF_A_ROUND = 6
BURNED = 1


def mean_values(last: int) -> tuple[float, float]:
    """The win per 100 rounds that begin with at most `last` cards seen, and its error.

    Pays 25 to 1, 12 to 1 and 6 to 1 (paytable A).
    """
    cards = np.random.default_rng(1_990).permuted(np.tile(np.arange(312) % 52, (SHOES, 1)), axis=1)
    left = np.full((SHOES, 52), 6)
    wins = []
    for seen in range(0, last + 1, CARDS_OF_A_ROUND):
        for place in range(max(seen - CARDS_OF_A_ROUND, 0), seen):
            left[np.arange(SHOES), cards[:, BURNED + place]] -= 1
        by_rank = left.reshape(SHOES, 13, 4).astype(float)
        perfect = (by_rank * (by_rank - 1) / 2).sum(axis=(1, 2))
        spades, hearts, diamonds, clubs = np.moveaxis(by_rank, 2, 0)
        colored = (spades * clubs + hearts * diamonds).sum(axis=1)
        rank = by_rank.sum(axis=2)
        mixed = (rank * (rank - 1) / 2).sum(axis=1) - perfect - colored
        unseen = 312 - seen
        back = (26 * perfect + 13 * colored + 7 * mixed) / (unseen * (unseen - 1) / 2)
        wins.append(np.maximum(back - 1, 0))
    of_shoes = 100 * np.mean(wins, axis=0)
    return float(of_shoes.mean()), float(of_shoes.std() / sqrt(SHOES))


def test_the_last_round_decides_what_pairs_win() -> None:
    record = upcard.exposure(
        "perfect-pairs", paytable="A", decks=6, penetration=0.9, shoes=SHOES, seed=3
    ).one()
    (row,) = [penetration for penetration in record.penetrations if penetration.count == "perfect"]
    by_hand, error = mean_values(276)
    apart = sqrt(error**2 + row.standard_error**2)
    assert abs(row.win_per_100 - by_hand) < 4 * apart
    earlier, _ = mean_values(264)
    assert row.win_per_100 - earlier > 4 * apart  # two rounds earlier is another figure

"""What is won at Over/Under 13 and at King's Bounty, by where the last round of a shoe begins.

An independent check of two rows of docs/exposure.md: it imports nothing of upcard. Authors do not
say where their last round began; this shows what their figures would need.
"""

import argparse
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

OVER_UNDER_DECKS: Final = 6
BOUNTY_DECKS: Final = 2
SUITS: Final = 4
ACE, OTHER, FIRST_TEN = range(3)
SEED: Final = 5


def over_under(shoes: int) -> dict[int, tuple[float, float]]:
    """The mean of what is favourable at Over 13 and at Under 13, by the cards seen before it."""
    values = np.arange(1, 11)
    full = np.array([4.0] * 9 + [16.0]) * OVER_UNDER_DECKS
    totals = values[:, None] + values[None, :]
    wins = [(totals > 13).astype(float), (totals < 13).astype(float)]
    rows = {}
    for seen, left in _left(full, shoes, 280):
        cards = left.sum(axis=1)
        worth = []
        for win in wins:
            ways = np.einsum("ni,ij,nj->n", left, win, left) - left @ np.diag(win)
            worth.append(float(np.maximum(2 * ways / (cards * (cards - 1)) - 1, 0).mean()))
        rows[seen] = (worth[0], worth[1])
    return rows


def bounty(shoes: int) -> dict[int, tuple[Numbers, Numbers]]:
    """The part of tens left and the value of King's Bounty, by the cards seen before it."""
    full = np.array([4.0, 32.0] + [1.0] * 16) * BOUNTY_DECKS
    return {seen: _bounty(left) for seen, left in _left(full, shoes, 90)}


def _bounty(left: Numbers) -> tuple[Numbers, Numbers]:
    """Tens by rank (10, J, Q, K) and suit; a nine is one of eight cards that are no tens."""
    cards, aces, nines = left.sum(axis=1), left[:, ACE], left[:, OTHER] / 8
    tens = left[:, FIRST_TEN:].reshape(len(left), SUITS, SUITS)
    all_tens, kings, suits = tens.sum(axis=(1, 2)), tens[:, 3], tens.sum(axis=1)
    spades = kings[:, 3] * (kings[:, 3] - 1)
    suited_kings = (kings * (kings - 1)).sum(axis=1)
    matched = (tens[:, :3] * (tens[:, :3] - 1)).sum(axis=(1, 2))
    suited = (suits * (suits - 1)).sum(axis=1) + aces * nines / 2
    mixed_kings = kings.sum(axis=1) * (kings.sum(axis=1) - 1) - suited_kings
    twenties = all_tens * (all_tens - 1) + 2 * aces * nines
    rest = cards - 2
    blackjack = 2 * aces * np.maximum(all_tens - 2, 0) / (rest * (rest - 1))
    paid = spades * (200 + 800 * blackjack) + 50 * (suited_kings - spades) + 25 * matched
    paid += 9 * (suited - suited_kings - matched) + 6 * mixed_kings
    paid += 4 * (twenties - suited - mixed_kings)
    ways = cards * (cards - 1)
    return all_tens / cards, (paid - (ways - twenties)) / ways


def _left(full: Numbers, shoes: int, most: int) -> Any:
    """The cards left of each kind after each number of cards seen; the first card is burned."""
    random = np.random.default_rng(SEED)
    kinds = np.repeat(np.arange(len(full), dtype=np.uint8), full.astype(int))
    dealt = random.permuted(np.broadcast_to(kinds, (shoes, len(kinds))), axis=1)
    left = np.tile(full, (shoes, 1))
    for seen in range(most):
        if seen:
            left[np.arange(shoes), dealt[:, seen]] -= 1
        yield seen, left


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--shoes", type=int, default=20_000)
    shoes = parser.parse_args().shoes
    worth = over_under(shoes)
    print("Rounds that begin at every card up to: Over 13, Under 13, win per 100 rounds")
    for last in range(258, 271):
        over, under = (100 * np.mean([worth[at][of] for at in range(last + 1)]) for of in range(2))
        print(f"{last} cards: {over:.4f} {under:.4f}")
    known = bounty(shoes)
    print(f"King's Bounty off the top: {100 * known[0][1].mean():.6f} %")
    print("Rounds every six cards up to: win per 100 rounds of the best count of tens")
    for last in (72, 78, 84):
        tens, value = (
            np.concatenate([known[at][of] for at in range(0, last + 1, 6)]) for of in range(2)
        )
        best = max(float(value[tens >= least].sum()) for least in np.arange(0.34, 0.55, 0.002))
        print(f"{last} cards: {100 * best / len(value):.3f}")


if __name__ == "__main__":
    main()

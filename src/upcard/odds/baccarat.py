"""The exact law of both hands of Baccarat. 58 Pa. Code ch. 631a (outside the seeds)."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from upcard.games.baccarat import banker_draws, is_natural, player_draws

VALUES = range(10)
"""Point values; 0 is a ten, jack, queen or king."""


@cache
def final_totals(decks: int) -> dict[tuple[int, int], int]:
    """How many orders of six cards end in each pair of totals (player's, banker's).

    A round that takes fewer than six cards counts once for each way to go on, so that all
    counts share the total of `ordered_deals`.
    """
    found: Counter[tuple[int, int]] = Counter()
    supply = [16 * decks, *([4 * decks] * 9)]
    for player, banker, ways, left in _initial(supply):
        for totals, more in _completed(player, banker, left):
            found[totals] += ways * more
    return dict(found)


def ordered_deals(decks: int) -> int:
    """In how many orders six cards come from so many decks."""
    total = 1
    for drawn in range(6):
        total *= 52 * decks - drawn
    return total


def _initial(supply: list[int]) -> Iterator[tuple[int, int, int, list[int]]]:
    """Both two-card totals, in how many orders the four cards come, and what is left."""
    for one in VALUES:
        for two in range(one, 10):
            for three in VALUES:
                for four in range(three, 10):
                    ways, left = 1, list(supply)
                    for value in (one, two, three, four):
                        ways *= left[value]
                        left[value] -= 1
                    if ways:
                        orders = (1 + (one != two)) * (1 + (three != four))
                        yield (one + two) % 10, (three + four) % 10, ways * orders, left


def _completed(player: int, banker: int, left: list[int]) -> Iterator[tuple[tuple[int, int], int]]:
    """Both final totals, and in how many orders two more cards lead there."""
    cards = sum(left)
    if is_natural(player, banker) == 1:
        yield (player, banker), cards * (cards - 1)
    elif player_draws(player) == 0:
        if banker_draws(banker, -1) == 0:
            yield (player, banker), cards * (cards - 1)
        else:
            for value in VALUES:
                yield (player, (banker + value) % 10), left[value] * (cards - 1)
    else:
        for third in VALUES:
            hand = (player + third) % 10
            if banker_draws(banker, third) == 0:
                yield (hand, banker), left[third] * (cards - 1)
                continue
            for value in VALUES:
                rest = left[value] - (value == third)
                yield (hand, (banker + value) % 10), left[third] * rest

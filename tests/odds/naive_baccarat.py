"""Baccarat's three wagers, counted naively from the drawing rules of ch. 631a.

The other side of a comparison: nothing here comes from upcard. Cards leave the shoe one after
another, player and banker in turn; the cards that a round leaves of its six are dealt too.
"""

import importlib
from collections import Counter
from functools import cache
from math import perm

washington = importlib.import_module("wagers.naive_washington")

ORDER = ("baccarat-player", "baccarat-banker", "baccarat-tie")
DECKS = (6, 8)

CARDS = "A23456789T"
BANKER_STANDS = {3: (8,), 4: (0, 1, 8, 9), 5: (0, 1, 2, 3, 8, 9), 6: (0, 1, 2, 3, 4, 5, 8, 9)}
"""The player's third cards on which the banker stands, by the banker's points; 0 to 2 draw."""


def points(cards: str) -> int:
    return sum((CARDS.index(card) + 1) % 10 for card in cards) % 10


def is_player_done(player: str, banker: str) -> bool:
    return len(player) == 3 or max(points(player), points(banker)) >= 8 or points(player) >= 6


def is_banker_done(player: str, banker: str) -> bool:
    total = points(banker)
    if len(banker) == 3 or max(points(player[:2]), total) >= 8 or total == 7:
        return True
    if len(player) == 2:
        return total >= 6
    return points(player[2]) in BANKER_STANDS.get(total, ())


@cache
def count(decks: int, gone: str = "") -> dict[str, dict[str, int]]:
    """By wager, how many deals of six cards end in each outcome, where some cards are gone."""
    shoe = Counter({card: (16 if card == "T" else 4) * decks for card in CARDS})
    shoe.subtract(gone)
    cards = shoe.total()
    found: dict[str, Counter[str]] = {name: Counter() for name in ORDER}

    def draw(player: str, banker: str, ways: int) -> None:
        if len(player) < 2 or len(banker) < 2:
            to_player = len(player) <= len(banker)
        elif not is_player_done(player, banker):
            to_player = True
        elif not is_banker_done(player, banker):
            to_player = False
        else:
            dealt = len(player) + len(banker)
            rest = perm(cards - dealt, 6 - dealt)
            made = washington.baccarat(*([(c, "s") for c in hand] for hand in (player, banker)))
            for name, outcome in zip(ORDER, made, strict=True):
                found[name][outcome] += ways * rest
            return
        for card in CARDS:
            left = shoe[card]
            if left:
                shoe[card] -= 1
                hands = (player + card, banker) if to_player else (player, banker + card)
                draw(*hands, ways * left)
                shoe[card] += 1

    draw("", "", 1)
    return {name: dict(counted) for name, counted in found.items()}

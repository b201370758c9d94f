"""Baccarat's three wagers, counted naively from the drawing rules of ch. 631a.

The other side of a comparison: nothing here comes from upcard. Cards leave the shoe one after
another, player and banker in turn; the cards that a round leaves of its six are dealt too. Rounds
are played once; each shoe says in how many ways they are dealt, in integers below 2**63.
"""

import importlib
from functools import cache
from math import perm
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

washington = importlib.import_module("wagers.naive_washington")

ORDER = ("baccarat-player", "baccarat-banker", "baccarat-tie")
DECKS = (6, 8)

CARDS = "A23456789T"
NONE = -1

Cards: TypeAlias = NDArray[np.int64]
"""A row for each round, a column for each of its six cards."""

BANKER_STANDS = {3: (8,), 4: (0, 1, 8, 9), 5: (0, 1, 2, 3, 8, 9), 6: (0, 1, 2, 3, 4, 5, 8, 9)}
"""The player's third cards on which the banker stands, by the banker's points; 0 to 2 draw."""


@cache
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
def played() -> tuple[Cards, Cards, dict[str, list[str]]]:
    """Every round: its cards in turn, `NONE` after the last; how many of each card came before it
    in the round; the outcomes by wager.
    """
    rounds: list[list[int]] = []
    made: dict[str, list[str]] = {name: [] for name in ORDER}

    def draw(player: str, banker: str, drawn: list[int]) -> None:
        if len(player) < 2 or len(banker) < 2:
            to_player = len(player) <= len(banker)
        elif not is_player_done(player, banker):
            to_player = True
        elif not is_banker_done(player, banker):
            to_player = False
        else:
            rounds.append(drawn + [NONE] * (6 - len(drawn)))
            outcomes = washington.baccarat(
                *([(card, "s") for card in hand] for hand in (player, banker))
            )
            for name, outcome in zip(ORDER, outcomes, strict=True):
                made[name].append(outcome)
            return
        for number, card in enumerate(CARDS):
            hands = (player + card, banker) if to_player else (player, banker + card)
            draw(*hands, [*drawn, number])

    draw("", "", [])
    cards = np.array(rounds)
    before = np.zeros_like(cards)
    for at in range(1, 6):
        before[:, at] = (cards[:, :at] == cards[:, at, None]).sum(axis=1)
    return cards, before, made


@cache
def count(decks: int, gone: str = "") -> dict[str, dict[str, int]]:
    """By wager, how many deals of six cards end in each outcome, where some cards are gone."""
    cards, before, made = played()
    shoe = np.array([(16 if card == "T" else 4) * decks - gone.count(card) for card in CARDS])
    drawn = (cards != NONE).sum(axis=1)
    ways = np.where(cards == NONE, 1, shoe[cards] - before).prod(axis=1)
    rest = [perm(int(shoe.sum()) - dealt, 6 - dealt) for dealt in range(7)]
    ways *= np.array(rest)[drawn]
    found: dict[str, dict[str, int]] = {}
    for name in ORDER:
        names, which = np.unique(made[name], return_inverse=True)
        found[name] = {
            str(outcome): int(ways[which == number].sum()) for number, outcome in enumerate(names)
        }
    return found

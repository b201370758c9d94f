"""Wagers of the first cards once more, naively, from 58 Pa. Code §§ 633a.13(i), 633c.7-.11, .15.

The other side of a comparison: it imports nothing from upcard and shares no idea with it. A card
is a rank and a suit, as text; the player's two cards come first, then the upcard, the hole card.
"""

import functools
import itertools
from collections import Counter

Card = tuple[str, str]
Cards = tuple[Card, ...]

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
SUITS = ("s", "h", "d", "c")
DECK: Cards = tuple((rank, suit) for rank in RANKS for suit in SUITS)
TENS = ("T", "J", "Q", "K")
ORDERS = ("A23456789TJQK", "23456789TJQKA")
COLORS = {"s": "black", "c": "black", "h": "red", "d": "red"}


def ranks(cards: Cards) -> list[str]:
    return [rank for rank, _ in cards]


def suits(cards: Cards) -> list[str]:
    return [suit for _, suit in cards]


def same(things: list[str]) -> bool:
    return len(set(things)) == 1


def in_sequence(cards: Cards) -> bool:
    """Whether the ranks follow each other, the ace below the two or above the king."""
    wanted = set(ranks(cards))
    if len(wanted) < len(cards):
        return False
    return wanted in runs(len(cards))


@functools.cache
def runs(length: int) -> list[set[str]]:
    """So many ranks that follow each other."""
    return [
        set(order[start : start + length])
        for order in ORDERS
        for start in range(len(order) - length + 1)
    ]


def totals(cards: Cards) -> set[int]:
    """Every total, each ace as 1 or 11."""
    values = [
        (1, 11) if rank == "A" else (10,) if rank in TENS else (int(rank),) for rank in ranks(cards)
    ]
    return {sum(choice) for choice in itertools.product(*values)}


def point_count(cards: Cards) -> int:
    """The best total not over 21 (§ 633a.3(e))."""
    found = totals(cards)
    return max((total for total in found if total <= 21), default=min(found))


def blackjack(cards: Cards) -> bool:
    """An ace and any card having a value of 10, in two cards (§ 633a.1)."""
    return (
        len(cards) == 2
        and sorted(rank in TENS for rank in ranks(cards)) == [False, True]
        and ("A" in ranks(cards))
    )


def top_3(cards: Cards) -> str:
    """§ 633c.7(a), (e)."""
    if same(ranks(cards)):
        return "three-of-a-kind-suited" if same(suits(cards)) else "three-of-a-kind"
    return "straight-flush" if in_sequence(cards) and same(suits(cards)) else "lose"


def trilux_deluxe(cards: Cards) -> str:
    """§ 633c.11(h), (j): the best paid of what the three cards are."""
    are = {
        "straight-flush": in_sequence(cards) and same(suits(cards)),
        "three-of-a-kind": same(ranks(cards)),
        "straight": in_sequence(cards),
        "flush": same(suits(cards)),
    }
    return next((name for name, true in are.items() if true), "lose")


def lucky_aces(cards: Cards) -> str:
    """§ 633c.8(e), row by row from the top."""
    aces = [suit for rank, suit in cards if rank == "A"]
    rows = {
        "four-aces": len(aces) == 4,
        "three-aces-same-suit": len(aces) == 3 and same(aces),
        "three-aces": len(aces) == 3,
        "two-aces-same-suit": len(aces) == 2 and same(aces),
        "two-aces": len(aces) == 2,
        "one-ace-of-diamonds": aces == ["d"],
        "one-ace": len(aces) == 1,
    }
    return next((name for name, true in rows.items() if true), "lose")


def blazing_7s(paytable: str, player: Cards, third: Card | None) -> str:
    """§ 633c.9(d), (f): the third card, drawn or up, or None."""
    sevens = [suit for rank, suit in player if rank == "7"]
    if len(sevens) < 2:
        return "one-7" if sevens else "lose"
    if third is None or third[0] != "7":
        return "two-7s"
    sevens.append(third[1])
    if paytable == "A" and same(sevens):
        return "three-7s-same-suit"
    if paytable == "B" and same(sevens):
        return "three-7s-diamonds" if sevens[0] == "d" else "three-7s-clubs-spades-hearts"
    return "three-7s-same-color" if same([COLORS[suit] for suit in sevens]) else "three-7s"


def upcard_luck(cards: Cards) -> str:
    """§ 633c.15(a), (f), (g)."""
    player, upcard = cards[:2], cards[2]
    if upcard[0] not in list("234567"):
        return "lose"
    if sorted(player) == [("A", "s"), ("J", "s")]:
        return "ace-spades-and-jack-spades"
    if blackjack(player):
        return "blackjack"
    if point_count(player) in (9, 10, 11):
        return "9-10-or-11"
    return "18-19-or-20" if point_count(player) in (18, 19, 20) else "lose"


def super_match(cards: Cards) -> str:
    """§§ 633a.6(e)(7), 633a.13(i)."""
    return {
        (4,): "four-of-a-kind",
        (2, 2): "two-pair",
        (1, 3): "three-of-a-kind",
        (1, 1, 2): "pair",
        (1, 1, 1, 1): "lose",
    }[tuple(sorted(Counter(ranks(cards)).values()))]

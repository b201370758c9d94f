"""What decides a switch of cards as a table in words: for the forms of ``upcard strategy``."""

from typing import Final

import msgspec

from upcard.exact.play.hands import ACE
from upcard.exact.strategy.beside import SCALE, ByHand
from upcard.exact.strategy.cards import ValueHand, hands, two_cards
from upcard.exact.strategy.rules import NAMES

UPCARDS: Final = (*range(1, len(NAMES)), ACE)
"""In the order of a chart: 2 to 10, then the ace."""


class SwitchTable(msgspec.Struct, frozen=True):
    """A rule, a line of entries by upcard for each hand, and what comes of it."""

    title: str
    rule: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    figures: dict[str, float]


def cards(values: tuple[int, ...]) -> str:
    """A hand as text, aces first and then its highest cards: A,7 or 10,2."""
    return ",".join(NAMES[value] for value in sorted(values, key=lambda one: (one != ACE, -one)))


def hands_shown() -> list[ValueHand]:
    """All hands of two cards, the highest totals first, hard ones before soft ones."""
    found = [hands()[place] for place in two_cards()]
    return sorted(found, key=lambda hand: (hand.soft, -hand.total, hand.values))


def in_parts(worth: int) -> str:
    """A worth as text, in parts of a wager."""
    return f"{worth / SCALE:+.2f}"


def worths(worth: tuple[ByHand, ...]) -> dict[str, dict[str, float]]:
    """Worths as numbers, by upcard and hand, per unit of a hand's wager."""
    return {
        NAMES[upcard]: {
            cards(hand.values): worth[upcard][hand.values[0]][hand.values[1]] / SCALE
            for hand in hands_shown()
        }
        for upcard in UPCARDS
    }

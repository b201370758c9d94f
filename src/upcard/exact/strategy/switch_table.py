"""The decision to switch cards as a text table, for the output of ``upcard strategy``."""

import msgspec

from upcard.exact.strategy.cards import ValueHand, hands, two_cards
from upcard.exact.strategy.other_hand import SCALE, ByHand
from upcard.exact.strategy.rules import NAMES, UPCARDS, cards


class SwitchTable(msgspec.Struct, frozen=True):
    """A decision rule, a row of entries by upcard for each hand, and the resulting figures."""

    title: str
    rule: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    figures: dict[str, float]


def hands_shown() -> list[ValueHand]:
    """All two-card hands, hard before soft, highest totals first."""
    two_card_hands = [hands()[place] for place in two_cards()]
    return sorted(two_card_hands, key=lambda hand: (hand.soft, -hand.total, hand.values))


def format_value(worth: int) -> str:
    """A value as text, in units of the wager."""
    return f"{worth / SCALE:+.2f}"


def value_numbers(worth: tuple[ByHand, ...]) -> dict[str, dict[str, float]]:
    """Values as numbers, by upcard and hand, per unit of a hand's wager."""
    return {
        NAMES[upcard]: {
            cards(hand.values): worth[upcard][hand.values[0]][hand.values[1]] / SCALE
            for hand in hands_shown()
        }
        for upcard in UPCARDS
    }

"""Average shoes at a count, and the true count that a running count stands for.

At a count the shoe is assumed to have its average composition: of each value, more or fewer cards
in proportion to how far its tag lies from the mean tag. An unbalanced count drifts as cards go, so
a running count stands for different compositions early and late. It is taken for their mean,
weighted by how often each part of the shoe has that count before its rounds.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np

from upcard.games.table_rules import TableRules
from upcard.rules.counts import CountSystem

OF_A_VALUE: Final = 4
"""Cards of a value in a deck; a ten, a jack, a queen and a king are one value."""

HALVES: Final = 2
"""Counts are rounded to half a point of an average deck."""


def deck_tags(system: CountSystem, *, tens: bool) -> tuple[tuple[Fraction, ...], tuple[int, ...]]:
    """The mean tag of each value, and the cards of each value in a deck."""
    cards = (OF_A_VALUE,) * 9 + (OF_A_VALUE * (4 if tens else 3),)
    return system.means(tens=tens), cards


def average_shoe(system: CountSystem, halves: int, *, tens: bool = True) -> tuple[int, ...]:
    """A large shoe of average composition, `halves` half points a deck above the average one."""
    tags, cards = deck_tags(system, tens=tens)
    deck = sum(cards)
    total = sum((tag * number for tag, number in zip(tags, cards, strict=True)), Fraction(0))
    middle = total / deck
    multiple = lcm(*((tag - middle).denominator for tag in tags))
    centered = [int((tag - middle) * multiple) for tag in tags]
    spread = sum(tag**2 * number for tag, number in zip(centered, cards, strict=True))
    # a card's share falls by halves / 2 points a deck of `multiple` parts, over the tags' spread
    parts = [2 * spread - halves * system.unit * multiple * tag for tag in centered]
    return tuple(number // OF_A_VALUE * part for number, part in zip(cards, parts, strict=True))


def halves_at(
    system: CountSystem, rules: TableRules, running: Sequence[float], cover: int
) -> list[int]:
    """The half points a deck, above the average, that each running count stands for.

    `running` are in tags (parts of a point); rounds begin before `cover` cards are dealt.

    With n cards seen, what they add to the count beyond n average tags (`excess`) is taken for
    normal, with the variance of n tags drawn from the shoe without replacement. So a running count
    weighs each n by the height of that normal curve, and stands for the mean of what n seen cards
    leave: the excess by decks left.
    """
    tags, cards = deck_tags(system, tens=rules.tens)
    deck, shoe = sum(cards), rules.shoe_size
    middle = float(sum(tag * number for tag, number in zip(tags, cards, strict=True))) / deck
    spread = sum(
        (float(tag) - middle) ** 2 * number for tag, number in zip(tags, cards, strict=True)
    )
    variance = spread / deck
    start = system.tags_of_deck(tens=rules.tens) * (1 - rules.decks)
    cards_seen = np.arange(1, cover + 1)  # along the columns; the running counts along the rows
    left = shoe - cards_seen
    excess = np.array(running)[:, None] - start - cards_seen * middle
    wide = variance * cards_seen * left / (shoe - 1)
    logs = -(excess**2) / (2 * wide) - np.log(wide) / 2
    weights = np.exp(logs - logs.max(axis=1, keepdims=True))
    means = (weights * excess * deck / left).sum(axis=1) / weights.sum(axis=1)
    return [round(HALVES * mean / system.unit) for mean in means.tolist()]

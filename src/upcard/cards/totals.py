"""Total point counts, hard and soft. 58 Pa. Code §§ 633a.1, 633a.3(e)."""

from collections.abc import Sequence

from upcard.cards.card import ACE, TEN, value_of
from upcard.cards.kernel import kernel


@kernel
def best_total(pips: int, aces: int) -> int:
    """Point count of a hand: `pips` counts every ace as 1, `aces` is the number of aces.

    One ace counts as 11 unless that would exceed 21 (§ 633a.3(e)(3)).
    """
    return pips + 10 if aces > 0 and pips <= 11 else pips


@kernel
def is_soft(pips: int, aces: int) -> int:
    """1 when an ace is counted as 11 (§ 633a.1)."""
    return 1 if aces > 0 and pips <= 11 else 0


@kernel
def is_blackjack(first: int, second: int) -> int:
    """1 when two initial cards are an ace and a card having a value of 10 (§ 633a.1)."""
    one = first >> 2
    other = second >> 2
    if one == ACE and other >= TEN:
        return 1
    if other == ACE and one >= TEN:
        return 1
    return 0


@kernel
def two_card_total(first: int, second: int) -> int:
    """Point count of two cards, an ace counted as 11 unless that exceeds 21 (§ 633a.3(e))."""
    one = first >> 2
    other = second >> 2
    pips = (one + 1 if one < TEN else 10) + (other + 1 if other < TEN else 10)
    return pips + 10 if ACE in (one, other) and pips <= 11 else pips


def total_of(cards: Sequence[int]) -> int:
    """Point count of a hand of any number of cards (§ 633a.3(e))."""
    pips = 0
    aces = 0
    for card in cards:
        pips += value_of(card)
        aces += card >> 2 == ACE
    return best_total(pips, aces)

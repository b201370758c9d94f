"""A card as a small int, 0 to 51: four times its rank plus its suit.

Ranks are 0 (ace), 1 (two) … 8 (nine), 9 (ten), 10 (jack), 11 (queen), 12 (king);
suits are 0 spades, 1 hearts, 2 diamonds, 3 clubs.
"""

from collections.abc import Iterable
from typing import Final

from upcard.cards.kernel import kernel
from upcard.text.words import quoted

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
DECK_SIZE: Final = 52
ACE: Final = 0
TEN: Final = 9
JACK: Final = 10
QUEEN: Final = 11
KING: Final = 12
SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3

NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS: Final = {name: card for card, name in enumerate(NAMES)}


def in_decks(number: int) -> str:
    """A number of decks in words: ``1 deck``, ``6 decks``; 0 where no cards are dealt."""
    return {0: "no cards", 1: "1 deck"}.get(number, f"{number} decks")


@kernel
def rank_of(card: int) -> int:
    """Rank 0 (ace) to 12 (king)."""
    return card >> 2


@kernel
def suit_of(card: int) -> int:
    """Suit 0 to 3: spades, hearts, diamonds, clubs."""
    return card & 3


@kernel
def value_of(card: int) -> int:
    """Point value 1 to 10, an ace counted as 1 (§ 633a.3(e))."""
    rank = card >> 2
    return rank + 1 if rank < 9 else 10


@kernel
def is_red(card: int) -> int:
    """1 for hearts and diamonds, 0 for spades and clubs."""
    suit = card & 3
    return 1 if suit in (1, 2) else 0


@kernel
def is_ten_or_ace(card: int) -> int:
    """1 for an ace, king, queen, jack or 10, which may become a Blackjack (§ 633a.7(h))."""
    rank = card >> 2
    return 1 if rank in (0, 9, 10, 11, 12) else 0


@kernel
def is_royal_match(first: int, second: int) -> int:
    """1 for a king and a queen of one suit (§ 633a.1)."""
    low = min(first >> 2, second >> 2)
    top = max(first >> 2, second >> 2)
    return 1 if first & 3 == second & 3 and low == 11 and top == 12 else 0


class CardNameError(ValueError):
    """Text that is no card."""


def parse_card(text: str) -> int:
    """The card that a name such as ``As`` or ``Td`` (also ``10d``) means.

    Raises `CardNameError` with one sentence when there is no such card.
    """
    name = text.strip()
    if name[:2] == "10":
        name = "T" + name[2:]
    name = name[:1].upper() + name[1:].lower()
    card = _CARDS.get(name)
    if card is None:
        raise CardNameError(
            f"{quoted(text)} is not a card; "
            "a card is a rank (A K Q J T 9 … 2) and a suit (s h d c)."
        )
    return card


def name_of(card: int) -> str:
    """The two characters of a card, such as ``As``."""
    return NAMES[card]


def names_of(cards: Iterable[int]) -> list[str]:
    """The names of several cards, in order."""
    return [NAMES[card] for card in cards]


def new_decks(decks: int) -> list[int]:
    """The cards of so many decks, in sequence (§ 633a.3(a))."""
    return list(range(DECK_SIZE)) * decks

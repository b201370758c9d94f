"""A card as a small int, 0 to 51: four times its rank plus its suit.

Ranks are 0 (ace), 1 (two) … 8 (nine), 9 (ten), 10 (jack), 11 (queen), 12 (king); suits are
0 spades, 1 hearts, 2 diamonds, 3 clubs. Ranks, suits and cards that rules name have constants.
"""

from collections.abc import Iterable
from typing import Final

from upcard.cards.kernel import kernel
from upcard.text.errors import UpcardError
from upcard.text.words import quoted

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
SUIT_NAMES: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
SUIT_SYMBOLS: Final = dict(zip(SUITS, "♠♥♦♣", strict=True))
DECK_SIZE: Final = 52

TENS: Final = range(36, 40)
"""The tens of a deck, which decks of 48 cards do not have; jacks, queens and kings are not tens."""

FIRST_TEN: Final = TENS.start
ACE: Final = 0
TWO: Final = 1
SEVEN: Final = 6
TEN: Final = 9
JACK: Final = 10
QUEEN: Final = 11
KING: Final = 12
SPADES: Final = 0
HEARTS: Final = 1
DIAMONDS: Final = 2
CLUBS: Final = 3

ACE_OF_SPADES: Final = 4 * ACE + SPADES
JACK_OF_SPADES: Final = 4 * JACK + SPADES
QUEEN_OF_HEARTS: Final = 4 * QUEEN + HEARTS
KING_OF_SPADES: Final = 4 * KING + SPADES
KING_OF_DIAMONDS: Final = 4 * KING + DIAMONDS

NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS: Final = {name: card for card, name in enumerate(NAMES)}


def in_decks(number: int) -> str:
    """A number of decks in words: ``1 deck``, ``6 decks``; ``no cards`` for 0, at a wheel."""
    return {0: "no cards", 1: "1 deck"}.get(number, f"{number:,} decks")


@kernel
def rank_of(card: int) -> int:
    """Rank of a card: `ACE` (0) to `KING` (12)."""
    return card >> 2


@kernel
def suit_of(card: int) -> int:
    """Suit of a card: `SPADES` (0), `HEARTS`, `DIAMONDS` or `CLUBS` (3)."""
    return card & 3


@kernel
def value_of(card: int) -> int:
    """Point value 1 to 10, an ace counted as 1 (§ 633a.3(e))."""
    rank = card >> 2
    return rank + 1 if rank < TEN else 10


CARD_VALUES: Final = tuple(value_of(card) for card in range(DECK_SIZE))
"""The point value of each card, an ace counted as 1."""


@kernel
def is_red(card: int) -> int:
    """1 for hearts and diamonds, 0 for spades and clubs."""
    suit = card & 3
    return 1 if suit in (HEARTS, DIAMONDS) else 0


@kernel
def is_ten_or_ace(card: int) -> int:
    """1 for an ace, king, queen, jack or 10, which may become a Blackjack (§ 633a.7(h))."""
    rank = card >> 2
    return 1 if rank == ACE or rank >= TEN else 0


@kernel
def is_royal_match(first: int, second: int) -> int:
    """1 for a king and a queen of one suit (§ 633a.1)."""
    low = min(first >> 2, second >> 2)
    top = max(first >> 2, second >> 2)
    return 1 if first & 3 == second & 3 and low == QUEEN and top == KING else 0


@kernel
def suited_match(first: int, second: int) -> int:
    """2 for a Royal Match, 1 for other cards of one suit, else 0 (§§ 633a.1, 631b.7(e))."""
    if first & 3 != second & 3:
        return 0
    return 2 if is_royal_match(first, second) == 1 else 1


class CardNameError(UpcardError, ValueError):
    """Text that does not name a card."""


def parse_card(text: str) -> int:
    """The card of a name such as ``As`` or ``Td``; a ten may also be written ``10d``.

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


@kernel
def unshuffled_card(place: int, lacks: int) -> int:
    """The card at a place of unshuffled decks, each of which lacks its 4 tens, or 0."""
    card = place % (DECK_SIZE - lacks)
    return card if card < FIRST_TEN else card + lacks


def new_decks(decks: int, *, tens: bool = True) -> list[int]:
    """The cards of a number of decks, unshuffled: one deck after another (§ 633a.3(a)).

    Decks without tens, by a house's own rules, have 48 cards each.
    """
    lacks = 0 if tens else len(TENS)
    return [unshuffled_card(place, lacks) for place in range(decks * (DECK_SIZE - lacks))]

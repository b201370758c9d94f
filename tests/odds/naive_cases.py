"""Every wager that first cards decide, counted naively, from the twins beside the wagers' tests.

The other side of a comparison: nothing here comes from upcard. A case has the name of its golden
file: Washington's begin with ``wa.``, a form or a reading stands behind the slug. A deal is the
player's two cards, then the upcard and the hole card (or the cards of the second hand).
"""

import importlib
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from math import prod

pennsylvania_one = importlib.import_module("wagers.naive_633c_one")
pennsylvania_two = importlib.import_module("wagers.naive_633c_two")
washington = importlib.import_module("wagers.naive_washington")

Card = tuple[str, str]
Cards = tuple[Card, ...]
Classify = Callable[[Cards], str]

DECK: Cards = tuple((rank, suit) for rank in "A23456789TJQK" for suit in "shdc")

ANY = (1, 2, 4, 5, 6, 8)
SHOES = (6, 8)
FOUR_OR_MORE = (4, 5, 6, 8)


def players(twin: Callable[[list[Card]], str]) -> Classify:
    """A twin that looks at the player's hand."""
    return lambda cards: twin(list(cards[:2]))


def matching(twin: Callable[[list[Card], Card], str], at: int = 2) -> Classify:
    """A twin that looks at the player's hand and one of the dealer's cards."""
    return lambda cards: twin(list(cards[:2]), cards[at])


def hands(twin: Callable[..., str], **choices: str) -> Classify:
    """A twin of the player's and the dealer's hands."""
    return lambda cards: twin(list(cards[:2]), list(cards[2:]), **choices)


def both(twin: Callable[[list[Card], Card, Card], str]) -> Classify:
    """A twin of the player's hand and each of the dealer's cards."""
    return lambda cards: twin(list(cards[:2]), cards[2], cards[3])


def sevens(paytable: str) -> Classify:
    """Blazing 7's with the upcard."""
    return lambda cards: pennsylvania_two.blazing_7s(paytable, cards[:2], cards[2])


CASES: dict[str, tuple[Classify, str, tuple[int, ...]]] = {
    "perfect-pairs": (players(pennsylvania_one.perfect_pairs), "PP", ANY),
    "match-the-dealer-progressive": (
        matching(pennsylvania_one.match_the_dealer_progressive),
        "PPU",
        SHOES,
    ),
    "top-3": (pennsylvania_two.top_3, "PPU", ANY),
    "trilux-deluxe": (pennsylvania_two.trilux_deluxe, "PPU", (1, 2, 4, 6, 8)),
    "upcard-luck": (pennsylvania_two.upcard_luck, "PPU", (4, 6, 8)),
    "blazing-7s.A-upcard": (sevens("A"), "PPU", ANY),
    "blazing-7s.B-upcard": (sevens("B"), "PPU", ANY),
    "majestic-match": (players(washington.majestic_match), "PP", SHOES),
    "jackpot-party": (hands(pennsylvania_one.jackpot_party), "PPUH", (1, 2, 4, 6, 8)),
    "super-4": (hands(pennsylvania_one.super_4), "PPUH", (1, 2, 4, 6, 8)),
    "super-4.industry": (
        hands(pennsylvania_one.super_4, reading="industry"),
        "PPUH",
        (1, 2, 4, 6, 8),
    ),
    "lucky-aces": (pennsylvania_two.lucky_aces, "PPUH", ANY),
    "blackjack-match": (hands(pennsylvania_one.blackjack_match), "PPUH", SHOES),
    "blackjack-match.card-by-card": (
        hands(pennsylvania_one.blackjack_match, reading="card-by-card"),
        "PPUH",
        SHOES,
    ),
    "blackjack-match.row-name": (
        hands(pennsylvania_one.blackjack_match, reading="row-name"),
        "PPUH",
        SHOES,
    ),
    "super-match": (pennsylvania_two.super_match, "PPPP", SHOES),
    "wa.match-the-dealer": (matching(washington.match_the_dealer), "PPU", (2, *FOUR_OR_MORE)),
    "wa.match-the-dealer-down": (
        matching(washington.match_the_dealer),
        "PPU",
        (2, *FOUR_OR_MORE),
    ),
    "wa.match-the-dealer-progressive.up": (
        lambda cards: washington.up(list(cards[:2]), cards[2], cards[2]),
        "PPU",
        FOUR_OR_MORE,
    ),
    "wa.match-the-dealer-progressive.up-alt": (
        both(washington.up_alternate),
        "PPUH",
        FOUR_OR_MORE,
    ),
    "wa.match-the-dealer-progressive.up-four": (both(washington.up_four), "PPUH", FOUR_OR_MORE),
    "wa.match-the-dealer-progressive.both": (both(washington.both), "PPUH", FOUR_OR_MORE),
    "wa.match-the-dealer-progressive.both-alt": (
        both(washington.both_alternate),
        "PPUH",
        FOUR_OR_MORE,
    ),
    "wa.match-the-dealer-progressive.two-decks": (both(washington.two_decks), "PPUH", (2,)),
}
"""Each classifier, the cards that decide it (P a player's, U the upcard, H the hole card) and
the decks with which it is offered."""


def parts(seen: str) -> list[str]:
    """The cards of a case in order: a hand is PP, and U and H are single cards."""
    if re.fullmatch("(PP|U|H)+", seen) is None:
        raise ValueError(f"{seen} is no deal: hands PP, then U and H, such as PPU or UH.")
    return re.findall("PP|U|H", seen)


def deals(seen: str) -> Iterator[Cards]:
    """Every deal by type; two cards that one player holds come in one order alone."""
    pairs = list(itertools.combinations_with_replacement(DECK, 2))
    singles = [(card,) for card in DECK]
    dealt = [pairs if part == "PP" else singles for part in parts(seen)]
    for deal in itertools.product(*dealt):
        yield tuple(itertools.chain(*deal))


def ways(cards: Cards, decks: int, seen: str) -> int:
    """The number of ways in which `decks` decks deal these types, without replacement."""
    left = prod(decks - cards[:at].count(card) for at, card in enumerate(cards))
    at = 0
    for part in parts(seen):
        left //= 2 if part == "PP" and cards[at] == cards[at + 1] else 1
        at += len(part)
    return left


def count(name: str) -> dict[int, dict[str, int]]:
    """By number of decks, how many deals make each outcome."""
    return counted(*CASES[name])


def counted(classify: Classify, seen: str, offered: tuple[int, ...]) -> dict[int, dict[str, int]]:
    """Like `count`, for a case that is not in the table."""
    found: dict[int, Counter[str]] = {decks: Counter() for decks in offered}
    for cards in deals(seen):
        outcome = classify(cards)
        if len(set(cards)) == len(cards):
            for decks in offered:
                found[decks][outcome] += decks ** len(cards)
        else:
            for decks in offered:
                found[decks][outcome] += ways(cards, decks, seen)
    return {decks: dict(+outcomes) for decks, outcomes in found.items()}

"""The wagers once more, naively, from the text of 58 Pa. Code §§ 633a.1, .6, .7(g), .8 and .13.

The other side of a comparison: it imports nothing from upcard and shares no idea with it. A
card is a rank and a suit, as text. A deal is the player's two cards in either order, the
upcard and the hole card; each classifier looks at as many of the four as it needs. Deals are
counted by taking cards out of a shoe, one after another.
"""

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterator

Card = tuple[str, str]
Cards = tuple[Card, ...]

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
SUITS = ("s", "h", "d", "c")
DECK: tuple[Card, ...] = tuple((rank, suit) for rank in RANKS for suit in SUITS)
TENS = ("T", "J", "Q", "K")
ACE_LOW = "A23456789TJQK"
ACE_HIGH = "23456789TJQKA"

QUEENS_OF_HEARTS = [("Q", "h"), ("Q", "h")]
KINGS_OF_SPADES = [("K", "s"), ("K", "s")]


@functools.cache
def point_count(cards: Cards) -> int:
    """The best total not over 21, each ace 1 or 11 (§ 633a.3(e))."""
    choices = []
    for rank, _ in cards:
        choices.append((1, 11) if rank == "A" else (10,) if rank in TENS else (int(rank),))
    totals = [sum(values) for values in itertools.product(*choices)]
    return max((total for total in totals if total <= 21), default=min(totals))


def blackjack(cards: Cards) -> bool:
    """An ace and any card having a value of 10 (§ 633a.1)."""
    ranks = [rank for rank, _ in cards]
    return "A" in ranks and any(rank in TENS for rank in ranks)


def royal_match(cards: Cards) -> bool:
    """King and queen of the same suit (§ 633a.1)."""
    (one, suit), (other, other_suit) = cards
    return {one, other} == {"K", "Q"} and suit == other_suit


def of_one_suit(cards: Cards) -> bool:
    return len({suit for _, suit in cards}) == 1


def of_one_rank(cards: Cards) -> bool:
    return len({rank for rank, _ in cards}) == 1


def consecutive(cards: Cards) -> bool:
    """Whether the ranks follow each other, the ace below the two or above the king."""
    return {rank for rank, _ in cards} in runs(len(cards))


@functools.cache
def runs(length: int) -> list[set[str]]:
    """So many ranks that follow each other."""
    return [
        set(order[start : start + length])
        for order in (ACE_LOW, ACE_HIGH)
        for start in range(14 - length)
    ]


# One function for each wager: what the cards of a deal make


def insurance(deal: Cards) -> str | None:
    """§ 633a.8(a): the hole card is a king, queen, jack or 10; no wager without an ace up."""
    upcard, hole = deal[2:]
    if upcard[0] != "A":
        return None
    return "win" if hole[0] in ("K", "Q", "J", "T") else "lose"


def lucky_ladies(deal: Cards) -> str:
    """§§ 633a.6(e)(1), 633a.13(c)."""
    player, dealer = deal[:2], deal[2:]
    if point_count(player) != 20:
        return "lose"
    if list(player) == QUEENS_OF_HEARTS:
        if blackjack(dealer):
            return "queen-of-hearts-pair-and-dealer-blackjack"
        return "queen-of-hearts-pair"
    if player[0] == player[1]:
        return "matched-20"
    return "suited-20" if of_one_suit(player) else "any-20"


def match_the_dealer(deal: Cards) -> str:
    """§ 633a.7(g)(2): each of the player's cards that matches the upcard is paid."""
    one, other, upcard = deal[:3]
    kinds = [
        "same" if card[1] == upcard[1] else "different"
        for card in (one, other)
        if card[0] == upcard[0]
    ]
    return {
        (): "lose",
        ("different",): "different-suit-match",
        ("same",): "same-suit-match",
        ("different", "different"): "two-different-suit-matches",
        ("different", "same"): "same-and-different-suit-matches",
        ("same", "same"): "two-same-suit-matches",
    }[tuple(sorted(kinds))]


def in_between(deal: Cards) -> str:
    """§ 633a.7(g)(3); aces are high."""
    one, other, upcard = (rank for rank, _ in deal[:3])
    if one == other == upcard:
        return "triple-match"
    low, high = sorted((one, other), key=ACE_HIGH.index)
    between = ACE_HIGH[ACE_HIGH.index(low) + 1 : ACE_HIGH.index(high)]
    if upcard not in between:
        return "lose"
    spreads = {1: "one-card-spread", 2: "two-card-spread", 3: "three-card-spread"}
    return spreads.get(len(between), "all-others")


def royal_match_21(deal: Cards) -> str:
    """§§ 633a.1, 633a.6(e)(4)."""
    player = deal[:2]
    if royal_match(player):
        return "royal-match"
    return "suited-match" if of_one_suit(player) else "lose"


def crown_treasure(deal: Cards) -> str:
    """§ 633a.1: both player and dealer have a Royal Match."""
    both = royal_match(deal[:2]) and royal_match(deal[2:])
    return "crown-treasure" if both else "lose"


def bet_the_set_21(deal: Cards) -> str:
    """§§ 633a.1, 633a.6(e)(5)."""
    player = deal[:2]
    if not of_one_rank(player):
        return "lose"
    return "suited-pair" if of_one_suit(player) else "pair"


def kings_bounty(deal: Cards) -> str:
    """§§ 633a.6(e)(6), 633a.13(h)."""
    player, dealer = deal[:2], deal[2:]
    if point_count(player) != 20:
        return "lose"
    ranks = {rank for rank, _ in player}
    if list(player) == KINGS_OF_SPADES:
        if blackjack(dealer):
            return "king-of-spades-pair-and-dealer-blackjack"
        return "king-of-spades-pair"
    if of_one_suit(player) and ranks == {"K"}:
        return "suited-kings-pair"
    if of_one_suit(player) and ranks in ({"Q"}, {"J"}, {"T"}):
        return "suited-queens-jacks-or-10s-pair"
    if of_one_suit(player):
        return "suited-20"
    return "pair-of-kings" if ranks == {"K"} else "any-20"


def three_card_poker(deal: Cards) -> str:
    """§§ 633a.1, 633a.6(e)(9): the player's two cards and the upcard."""
    hand = deal[:3]
    if of_one_rank(hand):
        return "three-of-a-kind"
    if consecutive(hand):
        return "straight-flush" if of_one_suit(hand) else "straight"
    return "flush" if of_one_suit(hand) else "lose"


def house_money(deal: Cards) -> str:
    """§§ 633a.1, 633a.6(e)(12)."""
    player = deal[:2]
    if {rank for rank, _ in player} == {"A", "K"} and of_one_suit(player):
        return "ace-king-suited"
    if of_one_rank(player):
        return "pair"
    if consecutive(player):
        return "two-card-straight-flush" if of_one_suit(player) else "two-card-straight"
    return "lose"


ANY = (1, 2, 4, 5, 6, 8)
"""The decks of a wager for which the text prints none."""

WAGERS: dict[str, tuple[Callable[[Cards], str | None], str, tuple[int, ...]]] = {
    "insurance": (insurance, "UH", ANY),
    "lucky-ladies": (lucky_ladies, "PPUH", ANY),
    "match-the-dealer": (match_the_dealer, "PPU", (6, 8)),
    "in-between": (in_between, "PPU", ANY),
    "royal-match-21": (royal_match_21, "PP", ANY),
    "royal-match-21.crown-treasure": (crown_treasure, "PPUH", ANY),
    "bet-the-set-21": (bet_the_set_21, "PP", ANY),
    "kings-bounty": (kings_bounty, "PPUH", ANY),
    "three-card-poker": (three_card_poker, "PPU", ANY),
    "house-money": (house_money, "PP", ANY),
}
"""Each classifier, the cards that decide it (P a player's, U the upcard, H the hole card) and
the decks with which it is offered (§ 633a.13)."""

UNSEEN: Card = ("?", "?")


def deals(decks: int, seen: str) -> Iterator[tuple[Cards, int]]:
    """Every way to deal the cards that are seen, by type, with how often so many decks do it."""
    shoe = Counter(DECK * decks)

    def draw(dealt: Cards, ways: int) -> Iterator[tuple[Cards, int]]:
        if len(dealt) == len(seen):
            yield dealt, ways
            return
        for card in DECK:
            if shoe[card]:
                left = shoe[card]
                shoe[card] -= 1
                yield from draw((*dealt, card), ways * left)
                shoe[card] += 1

    return draw((), 1)


def count(name: str, decks: int) -> dict[str, int]:
    """How many deals make each outcome; the player's two cards count in one order alone."""
    classify, seen, _ = WAGERS[name]
    before = () if "P" in seen else (UNSEEN, UNSEEN)
    found: Counter[str] = Counter()
    for cards, ways in deals(decks, seen):
        outcome = classify((*before, *cards))
        if outcome is not None:
            found[outcome] += ways
    # Insurance is counted over the hole card alone: any of the aces may be the upcard.
    orders = 2 if "P" in seen else 4 * decks
    assert not any(ways % orders for ways in found.values())
    return {outcome: ways // orders for outcome, ways in found.items()}

"""Wagers of whole hands once more, naively, from 58 Pa. Code §§ 633a.7(o), 633c.5(u), .12, .13.

The other side of a comparison: it imports nothing from upcard and shares no idea with it. Hands
are tuples of cards in the order dealt, the busting card included; a card is a rank and a suit.
"""

import functools
import itertools
from collections import Counter

Card = tuple[str, str]
Cards = tuple[Card, ...]

TENS = ("T", "J", "Q", "K")
ORDERS = ("A23456789TJQK", "23456789TJQKA")
HIGH = "23456789TJQKA"
WILD = ("K", "d")
NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


@functools.cache
def point_count(cards: Cards) -> int:
    """The best total not over 21, each ace 1 or 11 (§ 633a.3(e))."""
    values = [
        (1, 11) if rank == "A" else (10,) if rank in TENS else (int(rank),) for rank, _ in cards
    ]
    totals = [sum(choice) for choice in itertools.product(*values)]
    return max((total for total in totals if total <= 21), default=min(totals))


def blackjack(cards: Cards) -> bool:
    """An ace and any card having a value of 10 as the two cards (§ 633a.1)."""
    return len(cards) == 2 and point_count(cards) == 21


def without_bust(cards: Cards) -> Cards:
    return cards[:-1] if point_count(cards) > 21 else cards


def bad_beat(player: Cards, dealer: Cards, any_20: bool) -> str:
    """§§ 633a.7(o)(1)(i), 633a.13(j)(1)."""
    if point_count(player) != 20:
        return "lose"
    if blackjack(dealer):
        return "blackjack"
    if point_count(dealer) == 21:
        if len(dealer) >= 7:
            return "21-with-seven-or-more-cards"
        return f"21-with-{NUMBERS[len(dealer)]}-cards"
    return "player-has-a-20" if any_20 else "lose"


def hit_and_run(dealer: Cards) -> str:
    """§§ 633a.7(o)(2)(i), 633a.13(l)(1)."""
    if blackjack(dealer):
        return "blackjack"
    if len(dealer) >= 8:
        return "eight-or-more-cards"
    return f"{NUMBERS[len(dealer)]}-cards" if len(dealer) >= 5 else "lose"


def buster_blackjack(dealer: Cards) -> str:
    """§ 633c.13(g), (h)."""
    if point_count(dealer) <= 21:
        return "lose"
    return "eight-or-more-cards" if len(dealer) >= 8 else f"{NUMBERS[len(dealer)]}-cards"


def buster_cash_bonus(player: Cards, dealer: Cards) -> str:
    """§ 633c.13(i)."""
    row = buster_blackjack(dealer)
    wins = row in ("seven-cards", "eight-or-more-cards") and blackjack(player)
    return row if wins else "lose"


def buzzer_beater(player: Cards, dealer: Cards, collected: bool = False) -> str:
    """§ 633c.5(t)-(v): a hand is what the table's columns call it.

    What (u) leaves open is `collected` or comes back.
    """
    row = buzzer_beater_row(player, dealer)
    left_open = row == "21-against-21-or-blackjack"
    if point_count(player) == point_count(dealer) < 19:
        row, left_open = "equal-hands-below-19", True
    return "lose" if left_open and collected else row


def buzzer_beater_row(player: Cards, dealer: Cards) -> str:
    """The row of (v)(3), one more for a 21, or a loss."""

    def called(cards: Cards) -> str:
        return "blackjack" if blackjack(cards) else str(point_count(cards))

    mine, theirs = called(player), called(dealer)
    strength = ["19", "20", "21", "blackjack"]
    if mine not in strength or theirs not in strength:
        return "lose"
    if strength.index(theirs) < strength.index(mine):
        return "lose"
    column = "21-or-blackjack" if theirs in ("21", "blackjack") and mine != "blackjack" else theirs
    return f"{mine}-against-{column}"


def straight_jack(player: Cards) -> str:
    """§§ 633a.7(o)(3)(i), 633a.13(m)(1): the run grows card by card until one breaks it."""
    run: list[Card] = []
    for card in without_bust(player):
        longer = [*run, card]
        held = {rank for rank, _ in longer}
        follows = len(held) == len(longer) and any(
            held == set(order[start : start + len(longer)])
            for order in ORDERS
            for start in range(13)
        )
        if not follows:
            break
        run = longer
    if len(run) < 2:
        return "lose"
    if len(run) < 6:
        return f"{['two', 'three', 'four', 'five'][len(run) - 2]}-card-straight"
    if ("A", "s") in run:
        return "six-card-straight-with-an-ace-of-spades"
    return "six-card-straight-with-an-ace-of-diamonds-clubs-or-hearts"


PAID = (
    "straight-flush",
    "five-of-a-kind",
    "flush",
    "straight",
    "four-of-a-kind",
    "full-house",
    "three-of-a-kind",
    "two-pair",
    "jacks-or-better-pair",
)
"""§ 633c.12(k), from the top."""


def axman(player: Cards, dealer: Cards) -> str:
    """§ 633c.12(f)-(j): the best of every choice of five cards and every rank of the wild ones."""
    made = {hand for five in fives(dealer) for hand in poker_hands(five)}
    best = next((hand for hand in PAID if hand in made), "lose")
    times = {0: "", 1: "-2x", 2: "-5x"}[player[:2].count(WILD)]
    return best + times if best != "lose" else best


def height(card: Card) -> int:
    return 99 if card == WILD else HIGH.index(card[0])


def fives(dealer: Cards) -> list[Cards]:
    """The five highest cards, in every way in which ties can be taken; all of a shorter hand."""
    if len(dealer) <= 5:
        return [dealer]
    top = sorted((height(card) for card in dealer), reverse=True)[:5]
    return [
        five
        for five in set(itertools.combinations(sorted(dealer), 5))
        if sorted((height(card) for card in five), reverse=True) == top
    ]


def poker_hands(cards: Cards) -> set[str]:
    """Everything that some cards are, whatever ranks the wild ones take."""
    natural = [rank for rank, suit in cards if (rank, suit) != WILD]
    wild = len(cards) - len(natural)
    flush = len(cards) == 5 and len({suit for _, suit in cards}) == 1
    found: set[str] = set()
    for taken in itertools.combinations_with_replacement(HIGH, wild):
        found |= named((*natural, *taken), flush)
    return found


@functools.cache
def named(taken: tuple[str, ...], flush: bool) -> set[str]:
    """Everything that these ranks are."""
    counts = Counter(taken)
    most = sorted(counts.values(), reverse=True)
    straight = len(counts) == 5 and any(
        set(counts) == set(order[start : start + 5]) for order in ORDERS for start in range(9)
    )
    are = {
        "straight-flush": straight and flush,
        "five-of-a-kind": most == [5],
        "flush": flush,
        "straight": straight,
        "four-of-a-kind": most[0] >= 4,
        "full-house": most == [3, 2],
        "three-of-a-kind": most[0] >= 3,
        "two-pair": most[:2] == [2, 2],
        "jacks-or-better-pair": any(counts[rank] >= 2 for rank in "JQKA"),
    }
    return {name for name, true in are.items() if true}

"""One player's rounds, naively, from the text of 58 Pa. Code §§ 633a.7, 633a.13 and 633c.5, .9.

The other side of a comparison: it imports nothing from upcard and knows no strategy, which is
handed in as a table. A card is a rank and a suit, as text. Two ways to use it: rounds dealt at
random from a shoe, and every round of one upcard counted card by card.
"""

import functools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Card = tuple[str, str]

RANKS = "A23456789TJQK"
SUITS = "shdc"
VALUES = "A23456789T"
ACE_HIGH = RANKS[1:] + "A"

DECK: tuple[Card, ...] = tuple((rank, suit) for rank in RANKS for suit in SUITS)


@dataclass
class Table:
    """What a player does: with two cards by their values, with more by total and softness.

    `opening` has keys (value, value, upcard's value), both orders; `later` (total, soft, value).
    """

    opening: dict[tuple[str, str, str], str]
    later: dict[tuple[int, bool, str], str]


def value_of(rank: str) -> str:
    return "T" if rank in "TJQK" else rank


def points(values: str) -> tuple[int, bool]:
    """The total, and whether an ace counts 11 in it (§ 633a.3(e))."""
    low = sum(VALUES.index(value) + 1 for value in values)
    if "A" in values and low + 10 <= 21:
        return low + 10, True
    return low, False


def is_blackjack(values: str) -> bool:
    return sorted(values) == ["A", "T"]


def decides(table: Table, hand: str, upcard: str) -> str:
    """What the player does with values; with 21 he may not draw (§ 633a.7(k)(1))."""
    total, soft = points(hand)
    if total >= 21:
        return "stand"
    if len(hand) == 2:
        return table.opening[hand[0], hand[1], upcard]
    return table.later[total, soft, upcard]


@dataclass
class Round:
    """A round as it was dealt; `drawn` are the player's cards after the first two."""

    initial: list[Card]
    drawn: list[Card]
    dealer: list[Card]
    spare: Card

    @property
    def hand(self) -> str:
        return "".join(value_of(rank) for rank, _ in self.initial + self.drawn)

    @property
    def dealers(self) -> str:
        return "".join(value_of(rank) for rank, _ in self.dealer)

    @property
    def kept(self) -> list[Card]:
        """The player's cards without one that took him over 21."""
        cards = self.initial + self.drawn
        return cards if points(self.hand)[0] <= 21 else cards[:-1]


def shoe_draws(decks: int, source: random.Random) -> Iterator[Card]:
    """Cards from a shoe, one after another, none twice."""
    cards = DECK * decks
    gone: set[int] = set()
    while True:
        place = int(source.random() * len(cards))
        if place not in gone:
            gone.add(place)
            yield cards[place]


def play(table: Table, shoe: Iterator[Card]) -> Round:
    """A round alone against the dealer (§ 633a.7(f)-(m)); the table splits nothing."""
    one, upcard, other, hole = (next(shoe) for _ in range(4))
    found = Round([one, other], [], [upcard, hole], next(shoe))
    waiting: list[Card] = [found.spare]

    def draw() -> Card:
        return waiting.pop() if waiting else next(shoe)

    if not is_blackjack(found.dealers):
        while (action := decides(table, found.hand, value_of(upcard[0]))) in ("hit", "double"):
            found.drawn.append(draw())
            if action == "double":
                break
        assert action != "split"
    while points(found.dealers)[0] < 17:
        found.dealer.append(draw())
    return found


# What a round makes


def bad_beat(dealt: Round) -> str:
    """§§ 633a.7(o)(1), 633a.13(j)."""
    if points(dealt.hand)[0] != 20:
        return "lose"
    if is_blackjack(dealt.dealers):
        return "blackjack"
    if points(dealt.dealers)[0] != 21:
        return "player-has-a-20"
    words = {3: "three", 4: "four", 5: "five", 6: "six"}
    return f"21-with-{words.get(len(dealt.dealer), 'seven-or-more')}-cards"


def buzzer_beater(dealt: Round) -> str:
    """§ 633c.5(u), (v)(3)."""
    player, dealer = points(dealt.hand)[0], points(dealt.dealers)[0]
    if is_blackjack(dealt.hand):
        both = is_blackjack(dealt.dealers)
        return "blackjack-against-blackjack" if both else "lose"
    if player not in (19, 20, 21) or dealer > 21 or dealer < player:
        return "lose"
    return f"{player}-against-{'21-or-blackjack' if dealer == 21 else dealer}"


def in_a_row(ranks: list[str]) -> bool:
    for order in (RANKS, ACE_HIGH):
        places = sorted(order.index(rank) for rank in ranks)
        if places == list(range(places[0], places[0] + len(ranks))):
            return True
    return False


def straight_jack(dealt: Round) -> str:
    """§§ 633a.7(o)(3), 633a.13(m)."""
    length = 1
    ranks = [rank for rank, _ in dealt.kept]
    while length < len(ranks) and in_a_row(ranks[: length + 1]):
        length += 1
    if length == 6:
        (suit,) = {suit for rank, suit in dealt.kept[:6] if rank == "A"}
        which = "spades" if suit == "s" else "diamonds-clubs-or-hearts"
        return f"six-card-straight-with-an-ace-of-{which}"
    names = {2: "two", 3: "three", 4: "four", 5: "five"}
    return f"{names[length]}-card-straight" if length > 1 else "lose"


def blazing_7s(dealt: Round, splitting: Table, paytable: str) -> str:
    """§ 633c.9(d), (f), by a table that may split: the third card is the next of the shoe."""
    sevens = [card for card in dealt.initial if card[0] == "7"]
    if len(sevens) < 2:
        return "one-7" if sevens else "lose"
    opened = splitting.opening["7", "7", value_of(dealt.dealer[0][0])]
    third = is_blackjack(dealt.dealers) or opened in ("hit", "double", "split")
    if not third or dealt.spare[0] != "7":
        return "two-7s"
    suits = {suit for _, suit in [*sevens, dealt.spare]}
    if len(suits) == 1:
        if paytable == "A":
            return "three-7s-same-suit"
        return "three-7s-diamonds" if suits == {"d"} else "three-7s-clubs-spades-hearts"
    return "three-7s-same-color" if suits in ({"s", "c"}, {"h", "d"}) else "three-7s"


def simulated(
    rounds: int, decks: int, table: Table, seed: int, makes: list[Callable[[Round], str]]
) -> list[Counter[str]]:
    """How often each outcome came in so many rounds, each from a full shoe."""
    source = random.Random(seed)
    found: list[Counter[str]] = [Counter() for _ in makes]
    for _ in range(rounds):
        dealt = play(table, shoe_draws(decks, source))
        for counter, outcome in zip(found, makes, strict=True):
            counter[outcome(dealt)] += 1
    return found


# Every round of one upcard, by values


Shoe = tuple[int, ...]


def full_shoe(decks: int) -> Shoe:
    return (4 * decks,) * 9 + (16 * decks,)


def without(shoe: Shoe, value: str) -> Shoe:
    at = VALUES.index(value)
    return (*shoe[:at], shoe[at] - 1, *shoe[at + 1 :])


@functools.cache
def dealer_ways(shoe: Shoe, hand: str) -> dict[tuple[int, int], int]:
    """Ways to deal on from a dealer's hand, in order, by its last total and number of cards."""
    total, _ = points(hand)
    if total >= 17:
        return {(total, len(hand)): 1}
    found: Counter[tuple[int, int]] = Counter()
    for value, count in zip(VALUES, shoe, strict=True):
        if count:
            longer = "".join(sorted(hand + value))
            for ended, ways in dealer_ways(without(shoe, value), longer).items():
                found[ended] += count * ways
    return dict(found)


def player_ways(
    table: Table, shoe: Shoe, upcard: str, wanted: frozenset[int]
) -> dict[tuple[str, Shoe], int]:
    """Ways in order to finished hands of a wanted total, dealt before the dealer's second card."""
    finished: Counter[tuple[str, Shoe]] = Counter()

    def go_on(hand: str, left: Shoe, ways: int, action: str) -> None:
        if points(hand)[0] > 21:
            return
        if action in ("hit", "double"):
            for value, count in zip(VALUES, left, strict=True):
                if count:
                    longer = hand + value
                    then = decides(table, longer, upcard) if action == "hit" else "stand"
                    if points(longer)[0] <= 21:
                        go_on(longer, without(left, value), ways * count, then)
        elif points(hand)[0] in wanted:
            finished["".join(sorted(hand)), left] += ways

    for one, other in ((one, other) for one in VALUES for other in VALUES):
        first = without(shoe, one)
        ways = shoe[VALUES.index(one)] * first[VALUES.index(other)]
        if ways > 0:
            hand = one + other
            go_on(hand, without(first, other), ways, decides(table, hand, upcard))
    return dict(finished)


def joint_chances(
    decks: int, table: Table, upcard: str, wanted: frozenset[int]
) -> dict[tuple[int, bool, int, int], float]:
    """Chances of the player's total (Blackjack or not) and the dealer's total and cards.

    Of all rounds, those with this upcard, a wanted total and no dealer Blackjack.
    """
    shoe = full_shoe(decks)
    after = without(shoe, upcard)
    found: Counter[tuple[int, bool, int, int]] = Counter()
    for (hand, left), ways in player_ways(table, after, upcard, wanted).items():
        for (total, cards), more in dealer_ways(left, upcard).items():
            if (total, cards) != (21, 2):
                key = (points(hand)[0], is_blackjack(hand), total, cards)
                dealt = math.perm(52 * decks, len(hand) + cards)
                found[key] += shoe[VALUES.index(upcard)] * ways * more / dealt
    return dict(found)

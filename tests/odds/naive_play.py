"""One player's rounds, naively, from the text of 58 Pa. Code §§ 633a.7, 633a.13 and 633c.5, .9.

The other side of a comparison: it imports nothing from upcard and knows no strategy, which is
handed in as a table. A card is a rank and a suit, as text. Two ways to use it: rounds dealt at
random from a shoe, and every round of one upcard counted card by card.
"""

import functools
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

Card = tuple[str, str]

RANKS = "A23456789TJQK"
SUITS = "shdc"
VALUES = "A23456789T"
PIPS = {value: number for number, value in enumerate(VALUES, 1)}
ACE_HIGH = RANKS[1:] + "A"

DECK: tuple[Card, ...] = tuple((rank, suit) for rank in RANKS for suit in SUITS)


@dataclass
class Table:
    """What a player does: with two cards by their values, with more by total and softness.

    `opening` has keys (value, value, upcard's value), both orders; `later` (total, soft, value).
    """

    opening: dict[tuple[str, str, str], str]
    later: dict[tuple[int, bool, str], str]


def tabled(decide: Callable[[str, str], str]) -> Table:
    """The table of a strategy that says what a hand of values does against an upcard's value."""
    opening = {
        (one, other, upcard): decide(one + other, upcard)
        for one in VALUES
        for other in VALUES
        for upcard in VALUES
    }
    later = {}
    for upcard in VALUES:
        for total in range(6, 21):
            spare = VALUES[total - 5] if total < 15 else VALUES[total - 13]
            hand = ("22" if total < 15 else "T2") + spare
            later[total, False, upcard] = decide(hand, upcard)
        for total in range(13, 21):
            later[total, True, upcard] = decide("AA" + VALUES[total - 13], upcard)
    return Table(opening, later)


def value_of(rank: str) -> str:
    return "T" if rank in "TJQK" else rank


def points(values: str) -> tuple[int, bool]:
    """The total, and whether an ace counts 11 in it (§ 633a.3(e))."""
    low = sum(map(PIPS.__getitem__, values))
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
        """The player's cards without one that took the hand over 21."""
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
    return bad_beat_of(points(dealt.hand)[0], points(dealt.dealers)[0], len(dealt.dealer))


def bad_beat_of(player: int, dealer: int, cards: int) -> str:
    """The same of two totals and the dealer's number of cards."""
    if player != 20:
        return "lose"
    if dealer != 21:
        return "player-has-a-20"
    words = {2: "blackjack", 3: "three", 4: "four", 5: "five", 6: "six"}
    word = words.get(cards, "seven-or-more")
    return word if cards == 2 else f"21-with-{word}-cards"


def buzzer_beater(dealt: Round) -> str:
    """§ 633c.5(u), (v)(3)."""
    made, other = is_blackjack(dealt.hand), is_blackjack(dealt.dealers)
    return buzzer_beater_of(points(dealt.hand)[0], made, points(dealt.dealers)[0], other)


def buzzer_beater_of(player: int, made: bool, dealer: int, other: bool) -> str:
    """The same of two totals and whether they are Blackjacks."""
    if made:
        return "blackjack-against-blackjack" if other else "lose"
    if player == dealer and player in (17, 18):
        return "equal-hands-below-19"  # neither (1) nor (2)
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


def split_wins(
    rounds: int, decks: int, table: Table, pair: str, upcard: str, seed: int
) -> list[int]:
    """What a pair of values wins against an upcard as two hands that split no further.

    For upcards without a Blackjack. A hand may double on its first two cards (§ 633a.10(a)).
    """
    source = random.Random(seed)
    cards = [value_of(rank) for rank, _ in DECK] * decks
    for value in pair + pair + upcard:
        cards.remove(value)
    found = []
    for _ in range(rounds):
        shoe = iter(source.sample(cards, min(len(cards), 40)))
        hole, hands = next(shoe), []
        for _hand in range(2):
            hand, stake = pair + next(shoe), 1
            while (action := decides(table, hand, upcard)) in ("hit", "double"):
                hand += next(shoe)
                if action == "double":
                    stake = 2
                    break
                if points(hand)[0] > 21:
                    break
            hands.append((points(hand)[0], stake))
        dealer = upcard + hole
        while points(dealer)[0] < 17:
            dealer += next(shoe)
        last = points(dealer)[0]
        won = 0
        for total, stake in hands:
            if total > 21 or total < last <= 21:
                won -= stake
            elif last > 21 or total > last:
                won += stake
        found.append(won)
    return found


# Every round, by values


def straight_chances(decks: int, table: Table) -> dict[int, Fraction]:
    """Chances of runs of two cards and more (§ 633a.7(o)(3)(i)).

    Ways are counted for the player's cards, then for the upcard, then for the hole card.
    """
    found: defaultdict[int, Fraction] = defaultdict(Fraction)

    def left_of(value: str, ranks: list[str]) -> int:
        copies = 16 * decks if value == "T" else 4 * decks
        return copies - sum(value_of(rank) == value for rank in ranks)

    def end(length: int, ranks: list[str], ways: int, upcard: str, *, peeked: bool) -> None:
        size = 52 * decks - len(ranks)
        hole = {"A": "T", "T": "A"}.get(upcard)
        made = left_of(hole, ranks) if hole else 0
        holes = made if peeked else size - 1 - made
        ways *= left_of(upcard, ranks) * holes
        found[length] += Fraction(ways, math.perm(52 * decks, len(ranks) + 2))

    def go_on(ranks: list[str], ways: int, upcard: str, action: str) -> None:
        if action not in ("hit", "double"):
            end(len(ranks), ranks, ways, upcard, peeked=False)
            return
        for rank in RANKS:
            more = ways * (4 * decks - ranks.count(rank))
            longer = [*ranks, rank]
            hand = "".join(map(value_of, longer))
            if points(hand)[0] > 21 or not in_a_row(longer):
                end(len(ranks), longer, more, upcard, peeked=False)
            else:
                then = "stand" if action == "double" else decides(table, hand, upcard)
                go_on(longer, more, upcard, then)

    for upcard in VALUES:
        for ranks in ([one, other] for one in RANKS for other in RANKS):
            if in_a_row(ranks):
                ways = (4 * decks) ** 2
                end(2, ranks, ways, upcard, peeked=True)
                hand = "".join(map(value_of, ranks))
                go_on(ranks, ways, upcard, decides(table, hand, upcard))
    return dict(found)


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


def finished_ways(
    table: Table, hand: str, shoe: Shoe, upcard: str, action: str
) -> dict[tuple[str, Shoe], int]:
    """Ways to deal on from a hand, in order, to the finished hands that began with an action."""
    finished: Counter[tuple[str, Shoe]] = Counter()

    def go_on(hand: str, left: Shoe, ways: int, action: str) -> None:
        if action not in ("hit", "double") or points(hand)[0] > 21:
            finished["".join(sorted(hand)), left] += ways
            return
        for value, count in zip(VALUES, left, strict=True):
            if count:
                longer = hand + value
                busts = points(longer)[0] > 21
                then = "stand" if busts or action == "double" else decides(table, longer, upcard)
                go_on(longer, without(left, value), ways * count, then)

    go_on(hand, shoe, 1, action)
    return dict(finished)


def player_ways(table: Table, shoe: Shoe, upcard: str) -> dict[tuple[str, Shoe], int]:
    """Ways to deal the player's cards, in order, to their finished hands."""
    found: Counter[tuple[str, Shoe]] = Counter()
    for one, other in ((one, other) for one in VALUES for other in VALUES):
        first = without(shoe, one)
        ways = shoe[VALUES.index(one)] * first[VALUES.index(other)]
        if ways > 0:
            hand, left = one + other, without(first, other)
            action = decides(table, hand, upcard)
            for ended, more in finished_ways(table, hand, left, upcard, action).items():
                found[ended] += ways * more
    return dict(found)


def expected(decks: int, table: Table, hand: str, upcard: str, action: str) -> float:
    """The mean win of an action for a unit wagered, given no dealer Blackjack."""
    shoe = functools.reduce(without, hand + upcard, full_shoe(decks))
    hole = {"A": "T", "T": "A"}.get(upcard)
    made = shoe[VALUES.index(hole)] / sum(shoe) if hole else 0.0
    worth = 0.0
    for (ended, left), ways in finished_ways(table, hand, shoe, upcard, action).items():
        total = points(ended)[0]
        if total > 21:
            drawn = math.perm(sum(shoe), len(ended) - 2)
            made_then = left[VALUES.index(hole)] / sum(left) if hole else 0.0
            worth -= ways / drawn * (1 - made_then)
            continue
        for (dealers, cards), more in dealer_ways(left, upcard).items():
            if (dealers, cards) != (21, 2):
                won = 1 if dealers > 21 or total > dealers else 0 if total == dealers else -1
                dealt = math.perm(sum(shoe), len(ended) - 2 + cards - 1)
                worth += won * ways * more / dealt
    return worth / (1 - made) * (2 if action == "double" else 1)


def joint_chances(
    decks: int, table: Table, upcard: str, wanted: frozenset[int]
) -> dict[tuple[int, bool, int, int], Fraction]:
    """Chances of the player's total (Blackjack or not) and the dealer's total and cards.

    Of all rounds, those with this upcard, a wanted total and no dealer Blackjack.
    """
    shoe = full_shoe(decks)
    after = without(shoe, upcard)
    dealt: Counter[tuple[tuple[int, bool, int, int], int]] = Counter()
    for (hand, left), ways in player_ways(table, after, upcard).items():
        if points(hand)[0] not in wanted:
            continue
        for (total, cards), more in dealer_ways(left, upcard).items():
            if (total, cards) != (21, 2):
                key = (points(hand)[0], is_blackjack(hand), total, cards)
                dealt[key, len(hand)] += shoe[VALUES.index(upcard)] * ways * more
    found: defaultdict[tuple[int, bool, int, int], Fraction] = defaultdict(Fraction)
    for (key, held), ways in dealt.items():
        found[key] += Fraction(ways, math.perm(52 * decks, held + key[3]))
    return dict(found)

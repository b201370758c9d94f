"""Exact counts of what hangs on how a player plays, from `naive_play` and the charts of books.

One player alone at a full shoe. It imports nothing from upcard: neither the strategy nor the
counting is the program's. The golden files of these wagers are written from it.
"""

import math
import textwrap
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

from odds import naive_play as naive
from odds.naive_charts import strategy

Chances = dict[str, Fraction]

RUNS = {2: "two", 3: "three", 4: "four", 5: "five"}
SEVENS = tuple(("7", suit) for suit in naive.SUITS)
OTHERS = tuple((value, "") for value in naive.VALUES if value != "7")


def bad_beat(decks: int) -> Chances:
    """§§ 633a.7(o)(1), 633a.13(j); no 20 that does not lose wins."""
    return {name: chance for name, chance in any_20(decks).items() if name != "player-has-a-20"}


def any_20(decks: int) -> Chances:
    """§ 633a.7(o)(1)(i)."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    plays = strategy(decks, split=False)
    for (player, _, dealer, cards), chance in joint(decks, plays, frozenset({20})):
        found[naive.bad_beat_of(player, dealer, cards)] += chance
    for (player, _), chance in against_blackjack(decks):
        found[naive.bad_beat_of(player, 21, 2)] += chance
    return dict(found)


def buzzer_beater(decks: int) -> Chances:
    """§ 633c.5(u), (v); nobody surrenders (§ 633c.5(p)(2)). A dealer's hand is 17 or more."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    plays = strategy(decks, split=False, surrender=False)
    for (player, made, dealer, _), chance in joint(decks, plays, frozenset({17, 18, 19, 20, 21})):
        found[naive.buzzer_beater_of(player, made, dealer, False)] += chance
    for (player, made), chance in against_blackjack(decks):
        found[naive.buzzer_beater_of(player, made, 21, True)] += chance
    return dict(found)


def buzzer_beater_collected(decks: int) -> Chances:
    """What § 633c.5(u) does not provide for is lost: only rows of (v)(3) are left."""
    unprovided = ("equal-hands-below-19", "21-against-21-or-blackjack")
    return {name: chance for name, chance in buzzer_beater(decks).items() if name not in unprovided}


def straight_jack(decks: int) -> Chances:
    """§§ 633a.7(o)(3), 633a.13(m); a quarter of the aces are spades."""
    found = {}
    for length, chance in naive.straight_chances(decks, strategy(decks)).items():
        if length < 6:
            found[f"{RUNS[length]}-card-straight"] = chance
        else:
            name = "six-card-straight-with-an-ace-of"
            found[f"{name}-spades"] = chance / 4
            found[f"{name}-diamonds-clubs-or-hearts"] = chance * 3 / 4
    return found


def blazing_7s(paytable: str) -> Callable[[int], Chances]:
    """§ 633c.9(d), (f): five cards, one after the other."""

    def chances(decks: int) -> Chances:
        splitting = strategy(decks)
        left = Counter(dict.fromkeys(SEVENS, decks))
        left.update({card: (16 if card[0] == "T" else 4) * decks for card in OTHERS})
        ways: Counter[str] = Counter()
        for (one, other), pairs in dealt(left, 2):
            if (one[0], other[0]) != ("7", "7"):
                outcome = "one-7" if "7" in (one[0], other[0]) else "lose"
                ways[outcome] += pairs * math.perm(52 * decks - 2, 3)
                continue
            for (up, hole, spare), more in dealt(left - Counter((one, other)), 3):
                found = naive.Round([one, other], [], [up, hole], spare)
                ways[naive.blazing_7s(found, splitting, paytable)] += pairs * more
        total = math.perm(52 * decks, 5)
        return {outcome: Fraction(count, total) for outcome, count in ways.items()}

    return chances


def dealt(left: Counter[naive.Card], cards: int) -> Iterator[tuple[tuple[naive.Card, ...], int]]:
    """So many cards in order, with the ways to deal them."""
    if cards == 0:
        yield (), 1
        return
    for card, count in left.items():
        for rest, ways in dealt(left - Counter((card,)), cards - 1):
            yield (card, *rest), count * ways


def joint(
    decks: int, plays: naive.Table, wanted: frozenset[int]
) -> Iterator[tuple[tuple[int, bool, int, int], Fraction]]:
    """Both hands, with every upcard, where the dealer has no Blackjack."""
    for upcard in naive.VALUES:
        yield from naive.joint_chances(decks, plays, upcard, wanted).items()
        naive.dealer_ways.cache_clear()


def against_blackjack(decks: int) -> Iterator[tuple[tuple[int, bool], Fraction]]:
    """The player's two cards where the dealer has a Blackjack (§ 633a.7(h))."""
    shoe = naive.full_shoe(decks)
    for one in naive.VALUES:
        for other in naive.VALUES:
            ways = 1
            left = shoe
            for value in (one, other, "A", "T"):
                ways *= left[naive.VALUES.index(value)]
                left = naive.without(left, value)
            hand = one + other
            key = (naive.points(hand)[0], naive.is_blackjack(hand))
            yield key, Fraction(2 * ways, math.perm(52 * decks, 4))


ANY = (1, 2, 4, 5, 6, 8)

CASES: dict[str, tuple[Callable[[int], Chances], tuple[int, ...]]] = {
    "bad-beat": (bad_beat, ANY),
    "bad-beat.any-20": (any_20, ANY),
    "straight-jack": (straight_jack, ANY),
    "blazing-7s.A": (blazing_7s("A"), ANY),
    "blazing-7s.B": (blazing_7s("B"), ANY),
    "buzzer-beater": (buzzer_beater, (6, 8)),
    "buzzer-beater.unprovided-collected": (buzzer_beater_collected, (6, 8)),
}
"""Each wager's chances with so many decks, and the decks with which it is offered."""

SPLITS = {
    "bad-beat": "without splits: a pair is played as its total",
    "straight-jack": "a split leaves the initial two cards",
    "blazing-7s": "a split draws the first card to its first hand",
    "buzzer-beater": "without splits and surrender: a pair is played as its total",
}

RESTS_ON = (
    "Whole numbers in proportion to the exact chances, without a common factor. They rest on "
    "naive counting (tests/odds/naive_rounds.py) of one player alone at a full shoe who plays "
    "the basic strategy of books (tests/odds/naive_charts.py), {splits}. Nothing in them comes "
    "from the program."
)


def header(name: str) -> str:
    """What the golden file of a wager rests on."""
    text = RESTS_ON.format(splits=SPLITS[name.partition(".")[0]])
    return textwrap.fill(text, 98, initial_indent="# ", subsequent_indent="# ") + "\n"


def count(name: str, decks: int) -> dict[str, int]:
    """Whole numbers in proportion to the chances, without a common factor."""
    chances, _ = CASES[name]
    found = {outcome: chance for outcome, chance in chances(decks).items() if chance}
    wins = (chance for outcome, chance in found.items() if outcome != "lose")
    found["lose"] = 1 - sum(wins, Fraction(0))
    total = math.lcm(*(chance.denominator for chance in found.values()))
    return {outcome: int(chance * total) for outcome, chance in found.items()}

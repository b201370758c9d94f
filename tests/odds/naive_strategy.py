"""The base game once more, naively: every deal in the order of the table, in fractions.

The other side of a comparison: it imports nothing from upcard and shares no idea with it. Cards
are values 1 (ace) to 10. The hole card is dealt before anybody plays; hands of a split are played
one after the other, each with its second card first; what the round wins comes as a whole law.
Players decide by their own cards and the upcard, and never know the hole card.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod

Cards = tuple[int, ...]
Win = Fraction | int
Law = dict[Win, Fraction]
"""The probability of each amount that may be won."""
Done = tuple[tuple[int, int, bool], ...]
"""Wager and total of each hand that is finished, and whether it wins against any 22."""
Table = tuple[int, int, int]
"""Upcard, hole card, and how many further splits are allowed; -1 where nothing is split."""

HALF = Fraction(1, 2)
LARGE = ((1, 1), (10, 10))
"""Two cards from 10 to ace that are no Blackjack."""


@dataclass(frozen=True)
class Game:
    """`peek` is peek, all, original or busted; `double` the totals of two cards that may double.

    `holes` are the values that the hole card may have; `dealer_22` is loses, pushes or pushes-low,
    and of hands `from_split` no two cards win against any 22; `against` has what a Blackjack wins
    against a total of the dealer where it is not what it `pays`.
    """

    shoe: Cards
    hits_soft_17: bool = False
    double: Cards = tuple(range(4, 21))
    double_after_split: bool = True
    resplits: int = 2
    resplit_aces: bool = False
    hit_split_aces: bool = False
    surrender: str = "late"
    peek: str = "peek"
    pays: Fraction = Fraction(3, 2)
    by_total: bool = False
    holes: Cards = tuple(range(1, 11))
    dealer_22: str = "loses"
    against: tuple[tuple[int, Fraction], ...] = ()
    tied: Fraction = Fraction(0)
    from_split: bool = False

    def __post_init__(self) -> None:
        values = tuple(getattr(self, field.name) for field in fields(self))
        object.__setattr__(self, "_hash", hash(values))

    def __hash__(self) -> int:
        """Found once: a game is a part of every question that is kept below."""
        return self._hash  # type: ignore[attr-defined, no-any-return] # set above


def total_of(cards: Cards) -> tuple[int, bool]:
    """The total, and whether an ace counts 11."""
    total = sum(cards)
    return (total + 10, True) if 1 in cards and total + 10 <= 21 else (total, False)


@cache
def draws(left: Cards) -> tuple[tuple[int, Fraction, Cards], ...]:
    """Each value that may come next, its probability, and the cards left then."""
    assert left, "the shoe ran out"
    counts = Counter(left).items()
    return tuple((value, Fraction(n, len(left)), without(left, value)) for value, n in counts)


def mixed(laws: Iterator[tuple[Fraction, Law]]) -> Law:
    found: Law = {}
    for chance, law in laws:
        for win, part in law.items():
            found[win] = found.get(win, Fraction(0)) + chance * part
    return found


def mean(law: Law) -> Fraction:
    return sum((win * chance for win, chance in law.items()), Fraction(0))


def variance(law: Law) -> Fraction:
    return sum(((win * win) * chance for win, chance in law.items()), Fraction(0)) - mean(law) ** 2


def without(cards: Cards, *gone: int) -> Cards:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


# The dealer


@cache
def dealer(game: Game, cards: Cards, left: Cards) -> dict[int, Fraction]:
    """Totals at which the dealer stops, 23 for all over 22."""
    total, soft = total_of(cards)
    if total > 21:
        return {min(total, 23): Fraction(1)}
    if total > 17 or (total == 17 and not (soft and game.hits_soft_17)):
        return {total: Fraction(1)}
    found: dict[int, Fraction] = {}
    for card, chance, rest in draws(left):
        for end, part in dealer(game, tuple(sorted((*cards, card))), rest).items():
            found[end] = found.get(end, Fraction(0)) + chance * part
    return found


def is_blackjack(one: int, other: int) -> bool:
    return {one, other} == {1, 10}


@cache
def settle(game: Game, done: Done, upcard: int, hole: int, left: Cards) -> Law:
    """What finished hands win together."""
    if is_blackjack(upcard, hole):
        lost = sum(wager for wager, _, _ in done) if game.peek == "all" else 1
        if game.peek == "busted":
            lost = sum(wager for wager, total, _ in done if total > 21) + (done[0][1] <= 21)
        return {-lost: Fraction(1)}
    law: Law = {}
    for end, chance in dealer(game, tuple(sorted((upcard, hole))), left).items():
        win = 0
        for wager, total, wins in done:
            pushes = end == 22 and not wins and not (total == 21 and game.dealer_22 == "pushes-low")
            if total > 21 or (end <= 21 and end > total):
                win -= wager
            elif (end > 21 and not (pushes and game.dealer_22 != "loses")) or total > end:
                win += wager
        law[win] = law.get(win, Fraction(0)) + chance
    return law


# The player


@cache
def play(game: Game, pending: tuple[Cards, ...], done: Done, table: Table, left: Cards) -> Law:
    """What a split wins, or one hand that is `pending`; the table says which."""
    if not pending:
        ordered = done if game.peek == "busted" else tuple(sorted(done))
        return settle(game, ordered, *table[:2], left)
    hand, others = pending[0], pending[1:]
    if len(hand) == 1:
        return mixed(
            (chance, second_card(game, ((*hand, card), *others), done, table, rest))
            for card, chance, rest in draws(left)
        )
    first = table[2] < 0
    return act(game, pending, done, table, left, answer(game, hand, table[0], first))


def second_card(
    game: Game, pending: tuple[Cards, ...], done: Done, table: Table, left: Cards
) -> Law:
    """The first pending hand has its second card after a split: it may be split again."""
    hand, others = pending[0], pending[1:]
    value = hand[0]
    upcard, hole, more = table
    if hand[1] == value and more > 0 and (value != 1 or game.resplit_aces):
        again = ((value,), (value,), *others)
        return play(game, again, done, (upcard, hole, more - 1), left)
    if value == 1 and not game.hit_split_aces:
        return play(game, others, (*done, (1, total_of(hand)[0], False)), table, left)
    return play(game, (tuple(sorted(hand)), *others), done, table, left)


def act(
    game: Game, pending: tuple[Cards, ...], done: Done, table: Table, left: Cards, action: str
) -> Law:
    """What comes of an action of the first pending hand."""
    hand, others = pending[0], pending[1:]
    upcard, hole, _ = table
    if action == "stand":
        original = table[2] < 0 and not game.from_split
        large = game.dealer_22 == "pushes-low" and original and hand in LARGE
        return play(game, others, (*done, (1, total_of(hand)[0], large)), table, left)
    if action == "split":
        both = ((hand[0],), (hand[0],))
        return play(game, both, (), (upcard, hole, game.resplits), left)
    if action == "surrender":
        early = game.surrender == "early"
        lost = 1 if is_blackjack(upcard, hole) and not early else HALF
        return {-lost: Fraction(1)}
    laws = []
    for card, chance, rest in draws(left):
        longer = tuple(sorted((*hand, card)))
        total, _ = total_of(longer)
        if action == "hit" and total <= 21:
            law = play(game, (longer, *others), done, table, rest)
        else:
            wager = 2 if action == "double" else 1
            law = play(game, others, (*done, (wager, total, False)), table, rest)
        laws.append((chance, law))
    return mixed(iter(laws))


# What the player decides


@cache
def worth(game: Game, hand: Cards, upcard: int, action: str) -> Fraction:
    """The expected win of an action, times the probability of all hole cards that allow play."""
    left = without(game.shoe, *hand, upcard)
    found = Fraction(0)
    for hole, chance, rest in draws(left):
        if hole not in game.holes:
            continue
        if is_blackjack(upcard, hole) and game.peek == "peek":
            found -= chance * (HALF if (action, game.surrender) == ("surrender", "early") else 1)
        else:
            law = act(game, (hand,), (), (upcard, hole, -1), rest, action)
            found += chance * mean(law)
    return found


def actions(game: Game, hand: Cards, *, first: bool, split: bool) -> list[str]:
    """What a hand may do: `first` for the initial two cards, `split` for those of a split."""
    found = ["stand"]
    if total_of(hand)[0] < 21:
        found.append("hit")
    short = len(hand) == 2 and total_of(hand)[0] in game.double
    if short and (first or (split and game.double_after_split)):
        found.append("double")
    if first:
        found += ["split"] if hand[0] == hand[1] else []
        found += ["surrender"] if game.surrender != "none" else []
    return found


def chance_of(game: Game, hand: Cards, upcard: int) -> Fraction:
    """The probability that the first cards after the upcard are these, in any order."""
    left = without(game.shoe, upcard)
    of_hand, of_left = Counter(hand), Counter(left)
    ways = prod(comb(of_left[value], count) for value, count in of_hand.items())
    return Fraction(ways, comb(len(left), len(hand)))


@cache
def hands_of(left: Cards) -> list[Cards]:
    """The different hands of at most 21 that these cards make."""
    every: set[Cards] = {hand for size in range(2, len(left)) for hand in combinations(left, size)}
    return [hand for hand in every if sum(hand) <= 21]


@cache
def speaking(game: Game, total: tuple[int, bool], upcard: int) -> list[Cards]:
    """The hands that decide for a total: two unlike cards, else a pair, else any that there are."""
    of_total = [hand for hand in hands_of(without(game.shoe, upcard)) if total_of(hand) == total]
    two: list[Cards] = [hand for hand in of_total if len(hand) == 2]
    unlike: list[Cards] = [hand for hand in two if hand[0] != hand[1]]
    return unlike or two or of_total


@cache
def answer(game: Game, hand: Cards, upcard: int, first: bool) -> str:
    """What the player does; hands of a split are played as if they were none."""
    opening = first and len(hand) == 2
    allowed = actions(game, hand, first=opening, split=not first)
    judges = [hand]
    if game.by_total and not (opening and hand[0] == hand[1]):
        judges = speaking(game, total_of(hand), upcard)
        allowed = [action for action in allowed if action != "split"]

    split = not first and game.dealer_22 == "pushes-low"
    judged = replace(game, from_split=True) if split else game

    def value(action: str) -> Fraction:
        parts = (
            chance_of(game, judge, upcard) * worth(judged, judge, upcard, action)
            for judge in judges
        )
        return sum(parts, Fraction(0))

    return max(allowed, key=value)


def round_law(game: Game) -> Law:
    """What a round wins, over every deal with one of the holes."""
    return mixed(_deals(game))


def _deals(game: Game) -> Iterator[tuple[Fraction, Law]]:
    for one, first, left in draws(game.shoe):
        for upcard, second, less in draws(left):
            for other, third, fewer in draws(less):
                for hole, fourth, rest in draws(fewer):
                    if hole not in game.holes:
                        continue
                    hand = (one, other) if one < other else (other, one)
                    law = _deal(game, hand, (upcard, hole, -1), rest)
                    yield first * second * third * fourth, law


def natural(game: Game, upcard: int, hole: int, left: Cards) -> Law:
    """What a Blackjack wins."""
    if is_blackjack(upcard, hole):
        return {game.tied: Fraction(1)}
    against = dict(game.against)
    if not against:
        return {game.pays: Fraction(1)}
    ends = dealer(game, tuple(sorted((upcard, hole))), left)
    return mixed(
        (chance, {against.get(end, game.pays): Fraction(1)}) for end, chance in ends.items()
    )


def _deal(game: Game, hand: Cards, table: Table, left: Cards) -> Law:
    upcard, hole, _ = table
    if is_blackjack(*hand):
        return natural(game, upcard, hole, left)
    action = answer(game, hand, upcard, True)
    early = action == "surrender" and game.surrender == "early"
    if is_blackjack(upcard, hole) and game.peek == "peek" and not early:
        return {-1: Fraction(1)}
    return act(game, (hand,), (), table, left, action)

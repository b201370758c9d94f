"""Wagers on the dealer's finished hand, counted naively from 58 Pa. Code §§ 633a.7(m), 633c.12.

The other side of a comparison: nothing here comes from upcard. The player's two cards come
first, then the dealer's, one after the other, as they leave the shoe. Chances are fractions; a
golden file has them as whole numbers over their least common total.
"""

import importlib
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb, factorial, lcm, perm, prod

twins = importlib.import_module("wagers.naive_633c_two_hands")

Card = tuple[str, str]
Cards = tuple[Card, ...]
Shoe = Counter[str]

VALUES = "A23456789T"
RANKS = "A23456789TJQK"
HEARTS = {value: (value, "h") for value in RANKS}


def is_done(hand: tuple[str, ...]) -> bool:
    """Two cards or more, and a hard or soft 17 or above (§ 633a.7(m))."""
    return len(hand) >= 2 and twins.point_count(tuple(HEARTS[rank] for rank in hand)) >= 17


def drawn(
    shoe: Shoe, hand: tuple[str, ...], chance: Fraction
) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """Every finished hand that continues a hand, card by card from the shoe."""
    if is_done(hand):
        yield hand, chance
        return
    left = shoe.total()
    for rank in shoe:
        count = shoe[rank]
        if count:
            shoe[rank] -= 1
            yield from drawn(shoe, (*hand, rank), chance * Fraction(count, left))
            shoe[rank] += 1


def by_value(decks: int) -> Shoe:
    return Counter({value: (16 if value == "T" else 4) * decks for value in VALUES})


def of_dealer(twin: Callable[[Cards], str]) -> Callable[[int], dict[str, Fraction]]:
    """A wager on the dealer's hand: nobody else takes a card."""

    def chances(decks: int) -> dict[str, Fraction]:
        found: Counter[str] = Counter()
        for hand, chance in drawn(by_value(decks), (), Fraction(1)):
            found[twin(tuple(HEARTS[value] for value in hand))] += chance  # type: ignore[assignment]
        return dict(found)  # type: ignore[arg-type]

    return chances


def cash_bonus(decks: int) -> dict[str, Fraction]:
    """§ 633c.13(i): beside a Blackjack, which leaves one ace and one ten-value card less."""
    shoe = by_value(decks)
    cards = shoe.total()
    blackjack = Fraction(2 * shoe["A"] * shoe["T"], cards * (cards - 1))
    found = {"lose": 1 - blackjack}
    player = (("A", "h"), ("T", "h"))
    for hand, chance in drawn(shoe - Counter("AT"), (), blackjack):
        dealer = tuple(HEARTS[value] for value in hand)
        row = twins.buster_cash_bonus(player, dealer)
        found[row] = found.get(row, Fraction(0)) + chance
    return found


# AxMan: ranks one by one, suits by counting


def orders() -> Counter[tuple[int, ...]]:
    """In how many orders of ranks each finished hand is drawn, by how many it has of each rank."""
    found: Counter[tuple[int, ...]] = Counter()

    def draw(hand: tuple[str, ...]) -> None:
        if is_done(hand):
            found[tuple(hand.count(rank) for rank in RANKS)] += 1
            return
        for rank in RANKS:
            draw((*hand, rank))

    draw(())
    return found


HEIGHTS = "23456789TJQKA*"
"""The ranks from low to high; ``*`` is the wild king of diamonds."""


def flush_ways(held: dict[str, int], decks: int) -> int:
    """In how many ways these cards hold five of one suit among the five highest."""
    found = 0
    for suit in "shdc":
        ways, above = 1, 0
        for rank in reversed(HEIGHTS):
            count, wanted = held[rank], max(0, 5 - above)
            in_suit = decks if (rank, suit) != ("K", "d") else 0
            others = (3 if rank == "K" else 4) * decks - in_suit
            if rank == "*":
                in_suit, others = (decks, 0) if suit == "d" else (0, decks)
            needed = min(wanted, count)
            ways *= sum(
                comb(in_suit, some) * comb(others, count - some)
                for some in range(needed, count + 1)
            )
            above += count
        found += ways
    return found


def without_flush(held: dict[str, int]) -> tuple[str, bool]:
    """The best hand of these ranks apart from suits, and whether they make a straight."""
    suits = itertools.cycle("hs")
    cards = [(rank, next(suits)) for rank in RANKS for _ in range(held[rank])]
    cards += [twins.WILD] * held["*"]
    made = {hand for five in twins.fives(tuple(cards)) for hand in twins.poker_hands(five)}
    made -= {"flush", "straight-flush"}
    return next((hand for hand in twins.PAID if hand in made), "lose"), "straight" in made


def axman(decks: int) -> dict[str, Fraction]:
    """§ 633c.12, with the player's kings of diamonds beside it."""
    found: dict[str, Fraction] = {}
    shoe = 52 * decks
    for counts, ways in orders().items():
        cards = sum(counts)
        ranks = dict(zip(RANKS, counts, strict=True))
        for wild in range(min(ranks["K"], decks) + 1):
            held = {**ranks, "K": ranks["K"] - wild, "*": wild}
            best, straight = without_flush(held)
            every = comb(decks, wild) * prod(
                comb((3 if rank == "K" else 4) * decks, held[rank]) for rank in RANKS
            )
            flushes = flush_ways(held, decks) if cards >= 5 else 0
            if best == "five-of-a-kind" or straight:
                flushed = "straight-flush" if straight else best
            else:
                flushed = "flush"
            # A hand of ranks in some order, each card one of those left: all orders are alike.
            each = Fraction(ways * prod(map(factorial, counts)), perm(shoe, cards))
            for hand, number in ((best, every - flushes), (flushed, flushes)):
                if hand == "lose" or not number:
                    found["lose"] = found.get("lose", Fraction(0)) + each * number
                    continue
                for kings, times in enumerate(("", "-2x", "-5x")):
                    others = shoe - cards - (decks - wild)
                    pairs = comb(decks - wild, kings) * comb(others, 2 - kings)
                    chance = each * number * Fraction(pairs, comb(shoe - cards, 2))
                    found[hand + times] = found.get(hand + times, Fraction(0)) + chance
    return found


CASES: dict[str, tuple[Callable[[int], dict[str, Fraction]], tuple[int, ...]]] = {
    "hit-and-run": (of_dealer(twins.hit_and_run), (1, 2, 4, 5, 6, 8)),
    "buster-blackjack": (of_dealer(twins.buster_blackjack), (1, 4, 6, 8)),
    "buster-blackjack.bonus": (cash_bonus, (1, 4, 6, 8)),
    "axman": (axman, (6, 8)),
}
"""Each wager's chances with so many decks, and the decks with which it is offered."""


def count(name: str, decks: int) -> dict[str, int]:
    """Whole numbers in proportion to the chances, without a common factor."""
    chances, _ = CASES[name]
    found = {outcome: chance for outcome, chance in chances(decks).items() if chance}
    assert sum(found.values()) == 1
    total = lcm(*(chance.denominator for chance in found.values()))
    return {outcome: int(chance * total) for outcome, chance in found.items()}

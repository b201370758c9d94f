"""Exact counts of the dealer's finished hand, over every order in which a full shoe deals it.

What the players draw does not change the dealer's hand. A shuffled shoe is a row of cards of
which every order is as likely as any other. Players take some of the cards before the dealer's
later ones come, as many as they like, by rules that look only at cards that were dealt by then.
So the next card to the dealer is the next of a row whose rest is still in any order: given all
that was seen, it is as likely to be any of the cards not seen. Seen from before the deal, then,
the dealer's cards are drawn without replacement from the full shoe, as if nobody else played.
(It is the argument by which the card after the first is as good as the card after the tenth. It
takes a shoe that does not run out and a dealer who always draws by § 633a.7(m), which a live
wager on the dealer's hand sees to.) The player's own first two cards belong to the same row;
where a wager looks at them too, they are dealt from what the dealer's hand has left over, in
the same way.

A hand is a multiset of ranks with the number of orders that draw it and no shorter one; each
rank's cards are then chosen from the shoe's. Every count is of the ways to deal the dealer as
many cards as the longest hand has, in order, and the player's pair, in any. Integers only.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import comb, factorial, gcd, perm, prod
from typing import TYPE_CHECKING, Final

import msgspec

from upcard.cards.card import DECK_SIZE
from upcard.cards.totals import best_total
from upcard.exact.play.hands import shoe_of
from upcard.games.blackjack import dealer_draws
from upcard.wagers.kit import CardFold, Wager, needed

RANKS: Final = 13
VALUES: Final = tuple(range(1, 11))
OF_RANKS: Final = tuple(min(rank + 1, 10) for rank in range(RANKS))
MOST_OF_A_KIND: Final = 18
HIGH_FIRST: Final = (0, *range(RANKS - 1, 0, -1))
"""Ranks from the ace and the king down: most folds care for the highest cards."""

OF_TOTALS: Final = frozenset(
    {"dealer_cards", "dealer_total", "dealer_blackjack", "player_blackjack"}
)
OF_FOLDS: Final = frozenset({"first", "second", "folded"})

if TYPE_CHECKING:
    from upcard.compiled.exact.folded_hands import PackedHands

Function = Callable[..., int]


class Finished(msgspec.Struct, frozen=True):
    """A hand at which the dealer stops: `held` by kind of card, in how many orders, its total."""

    held: tuple[int, ...]
    orders: int
    total: int
    cards: int


class DealerTotals(msgspec.Struct, frozen=True):
    """Finished hands that differ in nothing a total shows, beside a player with two cards."""

    dealer_cards: int
    dealer_total: int
    dealer_blackjack: int
    player_blackjack: int


def is_dealt(wager: Wager) -> bool:
    """Whether the dealer's finished hand, with the player's two cards, decides a wager."""
    facts = set(wager.facts)
    if "folded" in facts:
        return wager.fold is not None and wager.fold.of == "dealer" and facts <= OF_FOLDS
    return bool(facts - {"player_blackjack"}) and facts <= OF_TOTALS


def counts(wager: Wager, decks: int) -> dict[str, int]:
    """How often each outcome comes, over a common total from which common factors are gone."""
    if wager.fold is None:
        found = of_totals(wager.classify, shoe_of(decks))
    else:
        found = _of_fold(wager.classify, wager.fold, decks)
    common = gcd(*found.values())
    return {outcome: found.get(index, 0) // common for index, outcome in enumerate(wager.outcomes)}


# Hands by value: what total and number of cards decide


@cache
def finished(kinds: tuple[int, ...]) -> tuple[Finished, ...]:
    """Every hand at which the dealer stops, by kinds of cards that have these values.

    An ace is worth 1 here, and has to be the first kind.
    """
    stopped: dict[tuple[int, ...], Finished] = {}
    drawing = {(0,) * len(kinds): (1, 0)}
    cards = 0
    while drawing:
        cards += 1
        longer: dict[tuple[int, ...], tuple[int, int]] = {}
        for shorter, (orders, points) in drawing.items():
            for kind, value in enumerate(kinds):
                held = (*shorter[:kind], shorter[kind] + 1, *shorter[kind + 1 :])
                pips = points + value
                if cards < 2 or dealer_draws(pips, held[0]) == 1:
                    longer[held] = (longer.get(held, (0, 0))[0] + orders, pips)
                else:
                    before = stopped[held].orders if held in stopped else 0
                    total = best_total(pips, held[0])
                    stopped[held] = Finished(held, before + orders, total, cards)
        drawing = longer
    return tuple(stopped.values())


def of_totals(classify: Function, shoe: tuple[int, ...]) -> Counter[int]:
    """Counts by value of a classifier of totals, cards and Blackjacks.

    `shoe` has the number of cards of each point value, 0 (ace) to 9 (any ten-value card).
    """
    facts = needed(classify)
    found: Counter[int] = Counter()
    for totals, ways in _totals(shoe).items():
        found[classify(*[getattr(totals, fact) for fact in facts])] += ways
    return found


@cache
def _totals(shoe: tuple[int, ...]) -> dict[DealerTotals, int]:
    """In how many ways a shoe deals each, the longest hand's number of cards in all."""
    dealt: Counter[tuple[int, int, int]] = Counter()
    beside: Counter[tuple[int, int, int]] = Counter()
    orders = [[perm(left, count) for count in range(MOST_OF_A_KIND)] for left in shoe]
    for hand in finished(VALUES):
        drawn = [of_value[count] for of_value, count in zip(orders, hand.held, strict=True)]
        ways = hand.orders * prod(drawn)
        if ways:
            key = (hand.cards, hand.total, int(hand.cards == 2 and hand.total == 21))
            dealt[key] += ways
            beside[key] += ways * (shoe[0] - hand.held[0]) * (shoe[-1] - hand.held[-1])
    longest = max(cards for cards, _, _ in dealt)
    size = sum(shoe)
    found = {}
    for (cards, total, made), ways in dealt.items():
        rest = perm(size - cards - 2, longest - cards)
        blackjacks = beside[cards, total, made]
        found[DealerTotals(cards, total, made, 1)] = rest * blackjacks
        found[DealerTotals(cards, total, made, 0)] = rest * (
            ways * comb(size - cards, 2) - blackjacks
        )
    return found


# Hands by rank and suit: what a fold of the dealer's cards decides


def _of_fold(classify: Function, fold: CardFold, decks: int) -> Counter[int]:
    """Counts by value of a classifier of the fold's last state and of the player's cards.

    The player's cards may matter by one special card type only, and hands of the dealer that
    give the same value beside some pair of the player's give the same beside any other.
    """
    from upcard.compiled.exact.folded_hands import add_up  # noqa: PLC0415 - only what needs it pays for it

    plain, special = _special(classify, fold)
    of_state = _beside(classify, plain, plain)
    added = add_up(fold, of_state, _hands(), decks, special)
    for value, state in added.states.items():
        assert all(
            _beside(classify, card, plain)(state) == value
            for card in range(DECK_SIZE)
            if card != special
        )
    longest = max(cards for cards, _, _ in added.sums)
    shoe = DECK_SIZE * decks
    found: Counter[int] = Counter()
    for (cards, copies, value), hands in added.sums.items():
        ways = hands * perm(shoe - cards - 2, longest - cards)
        left = decks - copies if special >= 0 else 0
        others = shoe - cards - left
        for kings in range(3):
            pair = ((plain,) * (2 - kings)) + (special,) * kings
            player = comb(left, kings) * comb(others, 2 - kings)
            if player:
                state = added.states[value]
                found[_beside(classify, *pair)(state)] += ways * player
    return found


@cache
def _hands() -> "PackedHands":
    """The dealer's hands by rank, the highest ranks first.

    The orders of a hand's cards, not of its ranks alone, count: those of equal rank among each
    other as well.
    """
    from upcard.compiled.exact.folded_hands import hands_of  # noqa: PLC0415 - as above

    by_rank = []
    for hand in finished(OF_RANKS):
        ranks = [(rank, hand.held[rank]) for rank in HIGH_FIRST if hand.held[rank]]
        orders = hand.orders * prod([factorial(count) for _, count in ranks])
        by_rank.append((hand.cards, orders, ranks))
    return hands_of(by_rank)


@cache
def _special(classify: Function, fold: CardFold) -> tuple[int, int]:
    """A card type that matters to no player's hand, and the one that does (-1: none).

    Looks at the states after two equal cards of each rank.
    """
    if needed(classify) == ("folded",):
        return 0, -1
    special: set[int] = set()
    for card in range(0, DECK_SIZE, 4):
        state = fold.step(fold.step(fold.start, card), card)
        row = [_beside(classify, other, 4)(state) for other in range(DECK_SIZE)]
        (usual, _), *_rest = Counter(row).most_common()
        special.update(other for other, value in enumerate(row) if value != usual)
    assert len(special) < 2, "one card type of the player's may matter"
    plain = min(card for card in range(DECK_SIZE) if card not in special)
    return plain, special.pop() if special else -1


@cache
def _beside(classify: Function, first: int, second: int) -> Function:
    """The classifier of a fold's last state beside two cards of the player's."""
    values = {"first": first, "second": second, "folded": "folded"}
    asked = ", ".join(str(values[fact]) for fact in needed(classify))
    beside: Function = eval(f"lambda folded: classify({asked})", {"classify": classify})
    beside.__module__, beside.__qualname__ = classify.__module__, classify.__qualname__
    return beside

"""Counts of what a fold makes of the player's cards, one after the other, suits included.

As every order of the shoe is equally likely, the player's cards are counted first, then the
upcard and the hole card among those that are left. A hand whose fold no card can change any
more is counted as it is, whatever it draws.

Suits are counted by symmetry: where a hand holds a rank once, each of its suits is as likely as
any other, and the fold may not look at the suit of a rank that comes again.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, TypeAlias

from upcard.cards.card import DECK_SIZE, value_of
from upcard.odds.basic import PAIRS, Strategy
from upcard.odds.play_hands import ACE, ONE, VALUES, Ways, shoe_of
from upcard.odds.play_value import DOUBLE, HIT, STAND, row_of
from upcard.wagers.kit import Fold

CARDS: Final = 12
"""No hand that a fold still follows comes near to so many cards, with the dealer's two."""

RANKS: Final = range(13)

Function: TypeAlias = Callable[..., int]

Hand: TypeAlias = tuple[int, tuple[int, ...]]
"""The state of the fold, and the ranks of the cards in the order dealt."""


def counts(classify: Function, fold: Fold, decks: int, strategy: Strategy) -> dict[int, int]:
    """Counts by the value of a classifier of ``folded`` alone.

    A card that busts is left out, and a split leaves the initial two cards.
    """
    ways = Ways(shoe_of(decks), CARDS)
    found: Counter[int] = Counter()
    dealt: Counter[Hand] = Counter({(fold.start, ()): 1})
    for _ in range(2):
        dealt = _longer(fold, decks, dealt)
    followed: Counter[Hand] = Counter()
    for (state, ranks), times in dealt.items():
        if _is_settled(fold.step, state):
            found[classify(state)] += times * ways.rest(2)
        else:
            followed[state, ranks] = times
    for upcard in VALUES:
        for (state, ranks), times in followed.items():
            found[classify(state)] += times * ways.dealers(_code(ranks), upcard, blackjack=True)
        for (state, ranks), times in _played(fold, decks, strategy, upcard, followed):
            found[classify(state)] += times * ways.dealers(_code(ranks), upcard, blackjack=False)
    return dict(found)


def _played(
    fold: Fold, decks: int, strategy: Strategy, upcard: int, dealt: Counter[Hand]
) -> Iterator[tuple[Hand, int]]:
    """The finished hands of the strategy, each with the ways to deal it."""
    hands = dealt
    while hands:
        hitting: Counter[Hand] = Counter()
        for hand, times in hands.items():
            action = (
                STAND if _is_settled(fold.step, hand[0]) else _action(strategy, hand[1], upcard)
            )
            if action == HIT:
                hitting[hand] = times
            elif action == DOUBLE:
                yield from _longer(fold, decks, Counter({hand: times})).items()
            else:
                yield hand, times
        hands = _longer(fold, decks, hitting)


def _action(strategy: Strategy, ranks: tuple[int, ...], upcard: int) -> int:
    """What to do with a hand; nothing with one over 21."""
    values = [min(rank, 9) for rank in ranks]
    pips = sum(values) + len(values)
    if pips > 21:
        return STAND
    if len(values) == 2 and values[0] == values[1]:
        return strategy.opening[PAIRS + values[0]][upcard]
    table = strategy.opening if len(values) == 2 else strategy.later
    return table[row_of(pips, values.count(ACE))][upcard]


def _longer(fold: Fold, decks: int, hands: Counter[Hand]) -> Counter[Hand]:
    """The hands with one more card, which a fold does not see where it busts."""
    longer: Counter[Hand] = Counter()
    for (state, ranks), times in hands.items():
        pips = sum(min(rank, 9) + 1 for rank in ranks)
        for rank in RANKS:
            held = ranks.count(rank)
            cards = range(4 * rank, 4 * rank + 4)
            if pips + min(rank, 9) + 1 > 21:
                longer[state, (*ranks, rank)] += times * (4 * decks - held)
            elif held == 0:
                for card in cards:
                    longer[fold.step(state, card), (*ranks, rank)] += times * decks
            else:
                (same,) = {fold.step(state, card) for card in cards}
                longer[same, (*ranks, rank)] += times * (4 * decks - held)
    return longer


@cache
def _is_settled(step: Function, state: int) -> bool:
    """Whether no card changes the state any more."""
    return all(step(state, card) == state for card in range(DECK_SIZE))


def _code(ranks: tuple[int, ...]) -> int:
    return sum(ONE[value_of(4 * rank) - 1] for rank in ranks)

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
from math import perm, prod
from typing import Final, TypeAlias

from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.layout import BUST, DOUBLE, HIT, STAND
from upcard.odds.basic import Strategy
from upcard.odds.play_hands import ONE, VALUES, Ways, shoe_of
from upcard.wagers.kit import Fold

CARDS: Final = 12
"""No hand that a fold still follows comes near to so many cards, with the dealer's two."""

RANKS: Final = range(13)

EITHER: Final = -1
"""In place of an upcard: whatever the dealer has."""

Function: TypeAlias = Callable[..., int]

Hand: TypeAlias = tuple[int, tuple[int, ...]]
"""The state of the fold, and the ranks of the cards in the order dealt."""


def counts(classify: Function, fold: Fold, decks: int, strategy: Strategy) -> dict[int, int]:
    """Counts by the value of a classifier of ``folded`` alone.

    A card that busts is left out, and a split leaves the initial two cards.
    """
    ways = Ways(shoe_of(decks), CARDS)
    found: Counter[int] = Counter()
    for (state, upcard, blackjack, code, held), times in _hands(fold, strategy).items():
        dealt = prod(decks * perm(4 * decks - 1, cards - 1) for cards in held)
        if upcard == EITHER:
            dealers = ways.rest(sum(held))
        else:
            dealers = ways.dealers(code, upcard, blackjack=blackjack)
        found[classify(state)] += times * dealt * dealers
    assert sum(found.values()) == ways.total, "every deal is counted once"
    return dict(found)


@cache
def _hands(
    fold: Fold, strategy: Strategy
) -> dict[tuple[int, int, bool, int, tuple[int, ...]], int]:
    """Finished hands by state, upcard, dealer Blackjack, code and how often they have each rank.

    With each the number of orders and, of the first card of each rank, of suits.
    """
    found: Counter[tuple[int, int, bool, int, tuple[int, ...]]] = Counter()

    def add(hand: Hand, times: int, upcard: int, *, blackjack: bool) -> None:
        state, ranks = hand
        held = tuple(sorted(Counter(ranks).values()))
        found[state, upcard, blackjack, _code(ranks), held] += times

    followed: Counter[Hand] = Counter()
    for hand, times in _longer(fold, _longer(fold, Counter({(fold.start, ()): 1}))).items():
        if _is_settled(fold.step, hand[0]):
            add(hand, times, EITHER, blackjack=False)
        else:
            followed[hand] = times
    for upcard in VALUES:
        for hand, times in followed.items():
            add(hand, times, upcard, blackjack=True)
        for hand, times in _played(fold, strategy, upcard, followed):
            add(hand, times, upcard, blackjack=False)
    return found


def _played(
    fold: Fold, strategy: Strategy, upcard: int, dealt: Counter[Hand]
) -> Iterator[tuple[Hand, int]]:
    """The finished hands of the strategy."""
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
                yield from _longer(fold, Counter({hand: times})).items()
            else:
                yield hand, times
        hands = _longer(fold, hitting)


def _action(strategy: Strategy, ranks: tuple[int, ...], upcard: int) -> int:
    """What to do with a hand; nothing with one over 21."""
    values = [min(rank, 9) for rank in ranks]
    return STAND if sum(values) + len(values) >= BUST else strategy.act(values, upcard)


def _longer(fold: Fold, hands: Counter[Hand]) -> Counter[Hand]:
    """The hands with one more card, which a fold does not see where it busts."""
    longer: Counter[Hand] = Counter()
    for (state, ranks), times in hands.items():
        pips = sum(min(rank, 9) + 1 for rank in ranks)
        for rank in RANKS:
            suits = range(4 * rank, 4 * rank + 4)
            hand = (*ranks, rank)
            if pips + min(rank, 9) + 1 > 21:
                longer[state, hand] += times if rank in ranks else 4 * times
            elif rank in ranks:
                (same,) = {fold.step(state, card) for card in suits}
                longer[same, hand] += times
            else:
                for card in suits:
                    longer[fold.step(state, card), hand] += times
    return longer


@cache
def _is_settled(step: Function, state: int) -> bool:
    """Whether no card changes the state any more."""
    return all(step(state, card) == state for card in range(DECK_SIZE))


def _code(ranks: tuple[int, ...]) -> int:
    return sum(ONE[value_of(4 * rank) - 1] for rank in ranks)

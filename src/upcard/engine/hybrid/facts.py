"""The facts of a hybrid table for classifiers, by the names in `wagers.facts`. § 633c.5."""

from collections.abc import Callable, Iterable
from typing import Final

from upcard.cards.totals import total_of
from upcard.engine.hybrid.state import HybridState, Terminal
from upcard.games.hybrid import PlayedHand
from upcard.wagers.facts import MADE

Cards = tuple[int, ...]
HybridFact = Callable[[Cards, Cards, PlayedHand], int]
"""A function of the player's initial two cards, the dealer's cards and a hand of the player."""


def facts_of(
    state: HybridState, terminal: Terminal, hand: PlayedHand, names: Iterable[str]
) -> list[int]:
    """The values of the named facts."""
    initial = state.cards[terminal.position - 1]
    dealer = state.dealer_against(state.hands_of(terminal))
    return [FACTS[name](initial, dealer, hand) for name in names]


def _dealer_fact(fact_of: Callable[[int, int], int]) -> HybridFact:
    """What the dealer's two cards make; 0 as long as the dealer has one."""
    return lambda _initial, dealer, _hand: fact_of(dealer[0], dealer[1]) if len(dealer) > 1 else 0


FACTS: Final[dict[str, HybridFact]] = {
    **{name: _dealer_fact(fact_of) for name, fact_of in MADE.items()},
    "first": lambda initial, _dealer, _hand: initial[0],
    "second": lambda initial, _dealer, _hand: initial[1],
    "upcard": lambda _initial, dealer, _hand: dealer[0],
    "dealer_total": lambda _initial, dealer, _hand: total_of(dealer),
    "player_total": lambda _initial, _dealer, hand: hand.total,
    "player_blackjack": lambda _initial, _dealer, hand: int(hand.blackjack),
}

"""The facts of a round for classifiers, by the names in `wagers.facts`."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from upcard.cards.totals import total_of
from upcard.engine.blackjack.state import BlackjackState, Box, Hand
from upcard.wagers.facts import FOLDED, MADE
from upcard.wagers.kit import CardFold

BlackjackFact = Callable[[BlackjackState, Box, Hand], int]


def facts_of(
    state: BlackjackState, box: Box, hand: Hand, names: tuple[str, ...], fold: CardFold | None
) -> Sequence[int]:
    """The values of the named facts; `fold` computes the fact ``folded``."""
    facts: list[int] = []
    if fold is not None:
        for name in names:
            folded = name == FOLDED
            fact = _fold_of_cards(state, box, fold) if folded else FACTS[name](state, box, hand)
            facts.append(fact)
        return facts
    of_initial, others = _facts(names)
    if of_initial:
        if not others:
            return box.initial
        facts += box.initial
    for other in others:
        facts.append(other(state, box, hand))
    return facts


@cache
def _facts(names: tuple[str, ...]) -> tuple[bool, tuple[BlackjackFact, ...]]:
    """Whether the facts begin with the two initial cards, and how the others are found."""
    of_initial = names[: len(_INITIAL)] == _INITIAL
    return of_initial, tuple(FACTS[name] for name in names[of_initial * len(_INITIAL) :])


_INITIAL: Final = ("first", "second")


def _box_at(state: BlackjackState, position: int) -> Box | None:
    return state.boxes[position - 1] if position else None


def _dealer_fact(fact_of_two: Callable[[int, int], int]) -> BlackjackFact:
    """What the dealer's two cards make; 0 until there is a second card."""
    return lambda state, _box, _hand: fact_of_two(*state.dealer[:2]) if len(state.dealer) > 1 else 0


def _third_card(_state: BlackjackState, box: Box, _hand: Hand) -> int:
    """The third card dealt to the player; -1 for none, or one that busts (§ 633c.9(d)).

    After one split it is the second card of the first hand. Where that hand was split again, the
    card is the first of a hand of its own, which follows the hands of later splits.
    """
    cards, splits = box.hands[0].cards, box.hands[0].decisions.count("split")
    if splits == 1:
        return cards[1]
    if splits > 1:
        place = 1
        for _ in range(splits - 2):
            place = _next_hand(box.hands, place)
        return box.hands[place].cards[0]
    return cards[2] if len(cards) > 2 and total_of(cards[:3]) <= 21 else -1


def _next_hand(hands: Sequence[Hand], place: int) -> int:
    """The index after a hand and all hands that were split from it."""
    after = place + 1
    for _ in range(hands[place].decisions.count("split")):
        after = _next_hand(hands, after)
    return after


def _fold_of_cards(state: BlackjackState, box: Box, fold: CardFold) -> int:
    """The fold of the dealer's or the player's cards.

    The player's cards exclude a busting card; after a split they are the initial two.
    """
    cards = state.dealer
    if fold.of == "player":
        hand = box.hands[0]
        cards = box.initial if box.splits else hand.cards
        cards = cards[:-1] if not box.splits and hand.total > 21 else cards
    folded = fold.start
    for card in cards:
        folded = fold.step(folded, card)
    return folded


FACTS: Final[dict[str, BlackjackFact]] = {
    **{name: _dealer_fact(fact) for name, fact in MADE.items()},
    "first": lambda _state, box, _hand: box.initial[0],
    "second": lambda _state, box, _hand: box.initial[1],
    "third": lambda _state, box, _hand: box.hands[1].cards[0],
    "fourth": lambda _state, box, _hand: box.hands[1].cards[1],
    "upcard": lambda state, _box, _hand: state.dealer[0],
    "hole": lambda state, _box, _hand: state.dealer[1],
    # The dealer's Blackjack counts only once it is known at the table.
    "dealer_blackjack": lambda state, _box, _hand: int(state.dealer_blackjack),
    "dealer_total": lambda state, _box, _hand: state.dealer_total,
    "dealer_cards": lambda state, _box, _hand: len(state.dealer),
    "player_total": lambda _state, _box, hand: hand.total,
    "player_blackjack": lambda _state, _box, hand: int(hand.blackjack),
    "surrendered": lambda _state, _box, hand: int(hand.surrendered),
    "drawn": _third_card,
    "magic_card": lambda state, _box, _hand: state.magic_card,
    "lucky_seat": lambda state, box, _hand: int(box is _box_at(state, state.lucky_seat)),
}

"""Whether a classifier's answer depends on the order of a hand's two cards.

Odds ignore the order of a hand's two cards, so such a wager would be priced wrong.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Final

from upcard.cards.card import DECK_SIZE, names_of
from upcard.rules.violation import RulebookError
from upcard.wagers.facts import MADE, OF_CARDS
from upcard.wagers.kit import Classifier, needed_facts

HANDS: Final = (("first", "second"), ("third", "fourth"))
"""The facts that are the two cards of one hand."""

_RANGES: Final[Mapping[str, Sequence[int]]] = {
    **dict.fromkeys(("drawn", "magic_card"), range(-1, DECK_SIZE)),
    **dict.fromkeys((*MADE, "player_blackjack", "surrendered", "lucky_seat"), range(2)),
    "dealer_total": range(17, 27),
    "dealer_cards": range(2, 10),
    "player_total": range(4, 31),
}
"""The values of facts that are not cards dealt; those of a fold are the wager's own."""


@cache
def refuse_order(slug: str, classify: Classifier) -> None:
    """Raise `RulebookError` if the answer changes when the two cards of a hand are swapped.

    Tries every hand of two cards once. The other facts are drawn with a fixed seed; half of the
    cards among them equal one of the hand's.
    """
    facts = needed_facts(classify)
    for hand in HANDS:
        if not set(hand).isdisjoint(facts):
            _try_hands(slug, classify, facts, hand)


def _try_hands(
    slug: str, classify: Classifier, facts: tuple[str, ...], hand: Sequence[str]
) -> None:
    dealt = [place for place, fact in enumerate(facts) if fact in hand]
    other_places = [place for place in range(len(facts)) if place not in dealt]
    random, arguments = Random(1), [0] * len(facts)
    for cards in combinations(range(DECK_SIZE), 2):
        for place in other_places:
            arguments[place] = _card_drawn_at(random, facts[place], cards)
        answers = set()
        for first, second in (cards, cards[::-1]):
            for place in dealt:
                arguments[place] = first if facts[place] == hand[0] else second
            answers.add(classify(*arguments))
        if len(answers) > 1:
            names = " ".join(names_of(cards))
            raise RulebookError(
                f"{slug} depends on the order of the player's two cards, such as {names}; odds "
                "count hands without their order: let the classifier sort the two cards first."
            )


def _card_drawn_at(random: Random, fact: str, hand: tuple[int, int]) -> int:
    if fact in OF_CARDS and random.getrandbits(1):
        return random.choice(hand)
    return random.choice(_RANGES.get(fact, range(DECK_SIZE)))

"""`upcard.shoe`: the cards of a shoe, whole decks or what is left of them."""

from collections.abc import Mapping

from upcard.cards.card import parse_card
from upcard.cards.composition import Shoe, full_shoe, shoe_of_counts, shoe_of_text


def shoe(cards: int | str | Mapping[str, int], *, decks: int | None = None) -> Shoe:
    """A full shoe of a number of decks, or one with only the given cards.

    ``upcard.shoe(6)`` holds six decks, ``upcard.shoe("A♠=3, K=12", decks=6)`` and
    ``upcard.shoe({"As": 3}, decks=6)`` what is left of six decks. ``.without("Ks", "5h")`` takes
    cards out. Without `decks` the shoe is of the fewest decks that hold the cards. Raises
    `CardNameError` with one sentence for anything that is not a card or a number of decks.
    """
    if isinstance(cards, int):
        return full_shoe(cards)
    if isinstance(cards, str):
        return shoe_of_text(cards, decks)
    return shoe_of_counts({parse_card(name): number for name, number in cards.items()}, decks)

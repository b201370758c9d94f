"""The facts of a round that a classifier may take as parameters, by name. 58 Pa. Code § 633a.1.

A new fact about the dealer's two cards is a kernel in `MADE`, and needs nothing else. Any other new
fact also needs a line in each table that looks facts up by name: `engine.blackjack.facts`,
`compiled.simulation.facts`, and the facts that `exact` counts. A test compares these tables. A game
says which facts it gives to classifiers (`Variation.facts`); `check` refuses a wager with others.
"""

from collections.abc import Callable, Mapping
from typing import Final

from upcard.cards.card import is_royal_match
from upcard.cards.kernel import kernel
from upcard.cards.totals import is_blackjack

OF_CARDS: Final = ("first", "second", "third", "fourth", "upcard", "hole")
"""The player's initial two cards, and the dealer's two.

Where the player has two hands, `first` and `second` are the cards of one, `third` and `fourth`
those of the other.
"""


@kernel
def dealer_blackjack(upcard: int, hole: int) -> int:
    """1 when the dealer's two cards are a Blackjack."""
    return is_blackjack(upcard, hole)


@kernel
def dealer_royal_match(upcard: int, hole: int) -> int:
    """1 when the dealer's two cards are a suited king and queen (§ 633a.1)."""
    return is_royal_match(upcard, hole)


MADE: Final[Mapping[str, Callable[[int, int], int]]] = {
    fact.__name__: fact for fact in (dealer_blackjack, dealer_royal_match)
}
"""The facts that follow from the dealer's two cards, each computed by a kernel."""

OF_THE_DEALERS_DRAW: Final = frozenset({"dealer_total", "dealer_cards"})
"""The dealer's final total and number of cards; a busting card is counted (§ 633a.7(n))."""

OF_ALL_POSITIONS: Final = frozenset({"upcard", "hole", "magic_card", *MADE, *OF_THE_DEALERS_DRAW})
"""The facts that are the same for all positions of a round of Blackjack."""

OF_A_HAND: Final = frozenset({"player_total", "player_blackjack", "surrendered"})
"""The player's final total, whether it is a Blackjack and whether it was surrendered.

These differ between the hands of a split; the best hand decides the wager, once.
"""

DRAWN: Final = "drawn"
"""The player's first drawn card; -1 for none, or for one that busts the hand (§ 633c.9(d))."""

FOLDED: Final = "folded"
"""The final state of the wager's own `CardFold`."""

OF_CHANCE: Final = frozenset({"magic_card", "lucky_seat"})
"""The Magic Card (-1 for none) and whether the position is the lucky one (§ 633a.1)."""

OF_THE_WHEEL: Final = frozenset({"number", "covered", "pocket", "lucky"})
"""Facts of a spin (§ 617b.3).

`number` is the number wagered on, `covered` a bit for each of several numbers, `pocket` the ball's
compartment, `lucky` 0 for no Lucky Number, else 1 to 9 for its payout, from the lowest.
"""

FACTS: Final = frozenset(
    {*OF_CARDS, *MADE, *OF_THE_DEALERS_DRAW, *OF_A_HAND, DRAWN, FOLDED, *OF_CHANCE, *OF_THE_WHEEL}
)
"""Every fact that a classifier may ask for."""

# What a table gives, by its game

OF_TWO_HANDS: Final = FACTS - OF_THE_WHEEL
"""The facts of Blackjack where a player has two hands from the start (§ 633a.12(a))."""

OF_ONE_HAND: Final = OF_TWO_HANDS - {"third", "fourth"}
"""The facts of Blackjack."""

OF_A_HYBRID_TABLE: Final = frozenset(
    {"first", "second", "upcard", *MADE, "dealer_total", "player_total", "player_blackjack"}
)
"""The facts of a hybrid table: neither the hole card nor drawn cards (§ 633c.5)."""

OF_BACCARAT: Final = frozenset({"first", "second", "player_total", "dealer_total"})
"""The first two cards of the hand wagered on; the point counts of Player and Banker."""

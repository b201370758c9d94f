"""What a round tells a classifier: every fact, by its parameter's name. 58 Pa. Code § 633a.1.

A fact of the dealer's two cards is a kernel in `MADE` and known wherever both cards are. Any other
new fact also needs a line in each table that looks facts up by name: `engine.blackjack.facts`,
`compiled.simulation.facts`, and what `exact` counts. A test holds these tables together.
"""

from collections.abc import Callable, Mapping
from typing import Final

from upcard.cards.card import is_royal_match
from upcard.cards.kernel import kernel
from upcard.cards.totals import is_blackjack

OF_CARDS: Final = ("first", "second", "third", "fourth", "upcard", "hole")
"""The player's initial two cards, and the dealer's two.

Of two hands of the player: `first`, `second` of one, `third`, `fourth` of the other.
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
"""What the dealer's two cards make."""

OF_THE_DEALERS_DRAW: Final = frozenset({"dealer_total", "dealer_cards"})
"""The dealer's final total and number of cards, a busting card included (§ 633a.7(n))."""

OF_A_HAND: Final = frozenset({"player_total", "player_blackjack", "surrendered"})
"""The player's final total, whether it is a Blackjack and whether it was surrendered.

These differ between the hands of a split: the best hand counts, once.
"""

DRAWN: Final = "drawn"
"""The first card that the player drew; -1 for none, or one that busts the hand (§ 633c.9(d))."""

FOLDED: Final = "folded"
"""What the wager's own `Fold` made of the cards."""

OF_CHANCE: Final = frozenset({"magic_card", "lucky_seat"})
"""The Magic Card (-1 for none) and whether the position is the lucky one (§ 633a.1)."""

OF_THE_WHEEL: Final = frozenset({"number", "covered", "pocket", "lucky"})
"""The number wagered on, or the bits of several; the ball's compartment; a Lucky Number's payout.

Of § 617b.3: `lucky` is 0 for no Lucky Number, else 1 to 9 from the lowest payout.
"""

FACTS: Final = frozenset(
    {*OF_CARDS, *MADE, *OF_THE_DEALERS_DRAW, *OF_A_HAND, DRAWN, FOLDED, *OF_CHANCE, *OF_THE_WHEEL}
)
"""Every fact that a classifier may ask for."""

"""Hands played to their end, without the suits and the order of their cards, and who decides them.

A variation decides some of them otherwise than Blackjack. It names its provision for these, and the
strategy analyzer is told of them; both are checked for every hand.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final, NamedTuple

from upcard.cards.card import ACE, KING
from upcard.games.blackjack import OUTCOMES, hand_outcome
from upcard.games.variation import Variation
from upcard.money.odds import PaidOdds
from upcard.rules.violation import BadInput

ORDINARY: Final = PaidOdds(7, 5)
"""Odds of a Blackjack that no rulebook has, so that a variation's own are told from them."""


class DecidedHand(NamedTuple):
    """A hand against the dealer's total; the dealer has no Blackjack. See `Variation.outcome`."""

    player: int
    blackjack: int
    large: int
    dealer: int

    def __str__(self) -> str:
        what = "a Blackjack" if self.blackjack else str(self.player)
        cards = " of two large cards" if self.large and not self.blackjack else ""
        return f"{what}{cards} against the dealer's {self.dealer}"


_PLAYERS: Final = (*((total, 0, 0) for total in range(4, 23)), (12, 0, 1), (20, 0, 1), (21, 1, 1))
"""Total, Blackjack and large cards: two large cards are two aces, 20 or a Blackjack."""

HANDS: Final = tuple(
    DecidedHand(*of_player, dealer) for of_player in _PLAYERS for dealer in range(17, 27)
)
"""Every hand, over 21 as 22, against every total on which a dealer ends."""


def by_blackjack(hand: DecidedHand) -> int:
    """Index into `blackjack.OUTCOMES` by Blackjack's own rules."""
    return hand_outcome(hand.player, hand.blackjack, hand.dealer, 0)


def outcome_of(variation: Variation, hand: DecidedHand) -> int:
    """Index into `blackjack.OUTCOMES` by the rules of a variation."""
    return variation.outcome(*hand, 0)


def hands_decided_otherwise(
    variation: Variation, told: Callable[[DecidedHand], int] = by_blackjack
) -> Iterator[DecidedHand]:
    """The hands that a variation decides otherwise than it is told of it: Blackjack's way."""
    if type(variation).outcome is Variation.outcome and told is by_blackjack:
        return
    yield from (hand for hand in HANDS if outcome_of(variation, hand) != told(hand))


def require_own_sections(game: str, variation: Variation) -> None:
    """Raise `BadInput` where a variation decides or pays its own way and names no provision."""
    _require_pay_sections(game, variation)
    for hand in hands_decided_otherwise(variation):
        outcome, against = outcome_of(variation, hand), (hand.player, hand.large, hand.dealer)
        if not variation.own_section(outcome, *against, switched_to_blackjack=False):
            raise BadInput(
                f"{game} decides {hand} as {OUTCOMES[outcome]}, Blackjack as "
                f"{OUTCOMES[by_blackjack(hand)]}: its own_section has to name the section."
            )


def _require_pay_sections(game: str, variation: Variation) -> None:
    """Raise `BadInput` where a variation pays a Blackjack its own way and names no provision."""
    pays_its_own = type(variation).blackjack_odds is not Variation.blackjack_odds
    if (
        pays_its_own
        and not variation.blackjack_section()
        and any(
            variation.blackjack_odds(
                ACE << 2 | first, KING << 2 | second, switched, ORDINARY, dealer
            )
            != ORDINARY
            for first, second in product(range(4), repeat=2)
            for switched in (None, False, True)
            for dealer in range(17, 27)
        )
    ):
        raise BadInput(
            f"{game} pays a Blackjack its own way: its blackjack_section has to name the section."
        )
    ties = (variation.tie_odds(switched) for switched in (None, False, True))
    if not variation.tie_section() and any(odds is not None for odds in ties):
        raise BadInput(
            f"{game} pays a Blackjack against the dealer's: its tie_section has to name the "
            "section."
        )

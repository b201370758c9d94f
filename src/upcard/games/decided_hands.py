"""Hands played to their end, without the suits and the order of their cards, and who decides them.

A variation decides some of them otherwise than Blackjack. It names its provision for these, and the
strategy analyzer is told of them; both are checked for every hand.
"""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final, NamedTuple

from upcard.cards.card import ACE, KING
from upcard.games.blackjack import OUTCOMES, hand_outcome
from upcard.games.table_rules import TableRules
from upcard.games.variation import Variation
from upcard.money.odds import PaidOdds
from upcard.rules.odds_text import parse_odds
from upcard.rules.violation import BadInput

ORDINARY: Final = PaidOdds(7, 5)
"""Odds of a Blackjack that no rulebook has, so that a variation's own are told from them."""


_SWITCHED: Final = (None, False, True)
"""Whether a player switched cards; None for one who was not asked."""


class DecidedHand(NamedTuple):
    """A hand against the dealer's total; the dealer has no Blackjack. See `Variation.outcome`."""

    player: int
    blackjack: int
    large: int
    dealer: int

    def __str__(self) -> str:
        hand = "a Blackjack" if self.blackjack else str(self.player)
        cards = " of two large cards" if self.large and not self.blackjack else ""
        return f"{hand}{cards} against the dealer's {self.dealer}"


_PLAYERS: Final = (*((total, 0, 0) for total in range(4, 23)), (12, 0, 1), (20, 0, 1), (21, 1, 1))
"""Total, Blackjack and large cards: two large cards are two aces, 20 or a Blackjack."""

HANDS: Final = tuple(
    DecidedHand(*player_hand, dealer) for player_hand in _PLAYERS for dealer in range(17, 27)
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
        outcome = outcome_of(variation, hand)
        facts = (hand.player, hand.large, hand.dealer)
        if not variation.own_section(outcome, *facts, switched_to_blackjack=False):
            raise BadInput(
                f"{game} decides {hand} as {OUTCOMES[outcome]}, Blackjack as "
                f"{OUTCOMES[by_blackjack(hand)]}: its own_section has to name the section."
            )


def require_printed_odds(table: TableRules) -> None:
    """Raise `BadInput` unless the odds of Blackjacks that are printed are those that are paid."""
    variation = table.variation
    blackjack_odds, tie_odds = _own_blackjack_odds(variation), _own_tie_odds(variation)
    printed_odds = {name: parse_odds(text) for name, text in table.pays.items()}
    for odds in sorted((blackjack_odds | tie_odds) - set(printed_odds.values()), key=str):
        raise BadInput(
            f"{table.game} pays a Blackjack {odds}, odds that neither [pays] nor printed_pays "
            "names."
        )
    for name, odds in printed_odds.items():
        if name == "blackjack" or "blackjack" not in name:
            continue
        tied = name.startswith("tied-blackjack")
        if odds not in (tie_odds if tied else {table.blackjack_odds, *blackjack_odds, *tie_odds}):
            section = variation.tie_section() if tied else variation.blackjack_section()
            raise BadInput(
                f"{table.game} prints {name} {odds} on its sign, odds that no such Blackjack is "
                f"paid ({section or table.game_data.section}): printed_pays has to leave it out."
            )


def _require_pay_sections(game: str, variation: Variation) -> None:
    """Raise `BadInput` where a variation pays a Blackjack its own way and names no provision."""
    if not variation.blackjack_section() and _own_blackjack_odds(variation):
        raise BadInput(
            f"{game} pays a Blackjack its own way: its blackjack_section has to name the section."
        )
    if not variation.tie_section() and _own_tie_odds(variation):
        raise BadInput(
            f"{game} pays a Blackjack against the dealer's: its tie_section has to name the "
            "section."
        )


def _own_blackjack_odds(variation: Variation) -> set[PaidOdds]:
    """The odds at which a variation pays some Blackjacks, other than the table's ordinary ones."""
    if type(variation).blackjack_odds is Variation.blackjack_odds:
        return set()
    odds = {
        variation.blackjack_odds(ACE << 2 | first, KING << 2 | second, switched, ORDINARY, dealer)
        for first, second in product(range(4), repeat=2)
        for switched in _SWITCHED
        for dealer in range(17, 27)
    }
    return odds - {ORDINARY}


def _own_tie_odds(variation: Variation) -> set[PaidOdds]:
    """The odds at which a variation pays a Blackjack against the dealer's."""
    odds = (variation.tie_odds(switched) for switched in _SWITCHED)
    return {paid for paid in odds if paid is not None}

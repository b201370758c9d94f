"""The dealer's second card where there is no hole card, by a house's own rules.

It is dealt face up when every player's hand is complete. It decides what otherwise the peek and the
hole card decide: Blackjack, Insurance, wagers that wait for it, surrenders.
"""

from msgspec.structs import replace

from upcard.engine.blackjack.claims import claims
from upcard.engine.blackjack.settle import has_blackjack, settle_surrenders
from upcard.engine.blackjack.settle_wagers import settle_at, settle_insurance
from upcard.engine.blackjack.state import BlackjackState, turn
from upcard.engine.core.events import HOLE, DealerBlackjack, Event, HoleCardTurned, Target
from upcard.engine.core.phases import PLAYING
from upcard.wagers.kit import Moment


def due_second_card(state: BlackjackState) -> Target | None:
    """The dealer's second card, once all hands are played; None before, or with a hole card."""
    if state.rules.blackjack.peeks or state.phase is not PLAYING:
        return None
    complete = turn(state) is None and not state.targets and not state.faults.missed
    return (HOLE, 0) if complete and len(state.dealer) == 1 else None


def after_second_card(state: BlackjackState) -> list[Event]:
    """What follows from the dealer's second card, given the table with it."""
    blackjack = has_blackjack(state)
    after = replace(state, dealer_blackjack=blackjack, hole_card_shown=True)
    settlements = [*settle_at(after, Moment.HOLE_CARD), *settle_at(after, Moment.PEEK)]
    return [
        HoleCardTurned(),
        *([DealerBlackjack()] if blackjack else []),
        *settlements,
        *claims(after, settlements),
        *settle_insurance(after, dealer_blackjack=blackjack),
        *([] if blackjack else settle_surrenders(after)),
    ]

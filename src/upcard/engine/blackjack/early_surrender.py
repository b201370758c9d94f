"""Early surrender, by a house's own rules: asked before the dealer looks for a Blackjack.

Positions are asked clockwise, after Insurance. A Blackjack is not asked. A surrendered hand is
settled at once and keeps half of its wager, whatever the dealer has.
"""

from typing import Final

from upcard.cards.card import is_ten_or_ace
from upcard.engine.blackjack.settle import cards_removal, settle_surrender, with_cap
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.citing import PA, refusal_under
from upcard.engine.core.commands import Command, Surrender
from upcard.engine.core.events import CardReaderDue, DecisionMade, Event, SurrenderOffered
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import QuestionKind
from upcard.engine.core.senders import Sender, sent_by
from upcard.rules.violation import RuleViolation


@sent_by(Sender.PLAYER)
class DeclineSurrender(Command, frozen=True, tag="DeclineSurrender"):
    """The player keeps the hand where surrender comes before the peek, by a house's own rules."""

    position: int


NO_SURRENDER: Final = "no-surrender"
"""The decision of a player who keeps the hand."""


def unanswered_positions(state: BlackjackState) -> list[int]:
    """The positions that have not answered, in the order in which they are asked."""
    return [
        position
        for position, box in state.in_play()
        if not box.hands[0].decisions and not box.hands[0].outcome and not box.hands[0].blackjack
    ]


def before_peek(state: BlackjackState) -> list[Event]:
    """What follows before the card reader is used: the question, or the reader where none asks."""
    surrenders = state.rules.blackjack.surrenders_before_peek
    if surrenders and is_ten_or_ace(state.dealer[0]) == 1 and unanswered_positions(state):
        return [SurrenderOffered()]
    return [CardReaderDue()]


def refuse_answer(state: BlackjackState, position: int) -> RuleViolation | None:
    """Why a position is not asked whether it surrenders; None where it is next."""
    positions = unanswered_positions(state)
    if positions[:1] == [position]:
        return None
    now = f"position {positions[0]}'s turn" if positions else "nobody's turn"
    return refusal_under("633a.9(a)", f"It is {now}, not position {position}'s.")


def surrender(state: BlackjackState, position: int) -> list[Event]:
    """The surrender of a hand before the peek, and the card reader after the last answer."""
    box = state.box(position)
    decision = DecisionMade(position, 1, "surrender", 0, box.player)
    settlement = settle_surrender(position, 1, box, PA + "633a.9(a)")
    return [
        decision,
        *with_cap(state, settlement),
        *cards_removal(state, position, 1),
        *_after_answer(state),
    ]


def _refuse_decline_surrender(
    state: BlackjackState, command: DeclineSurrender
) -> RuleViolation | None:
    return refuse_answer(state, command.position)


def _decline_surrender(state: BlackjackState, command: DeclineSurrender) -> list[Event]:
    player = state.box(command.position).player
    decision = DecisionMade(command.position, 1, NO_SURRENDER, 0, player)
    return [decision, *_after_answer(state)]


def _after_answer(state: BlackjackState) -> list[Event]:
    """The card reader is used after the last answer."""
    return [CardReaderDue()] if len(unanswered_positions(state)) == 1 else []


# Question


def _position_in_turn(state: BlackjackState) -> tuple[int, int]:
    return unanswered_positions(state)[0], 1


def _answers(position: int, _amount: int | None) -> dict[str, Command]:
    return {"surrender": Surrender(position), NO_SURRENDER: DeclineSurrender(position)}


QUESTION: Final = QuestionKind(
    name="surrender",
    phases=(Phase.SURRENDERING,),
    due=_position_in_turn,
    answers=_answers,
    unanswered=NO_SURRENDER,
    words="The dealer may have a Blackjack: do you surrender?",
    for_dealer="Ask whether the player surrenders.",
)

PART: Final = Part(
    name="early surrender",
    phases={
        (Phase.DEALING, SurrenderOffered): Phase.SURRENDERING,
        (Phase.PEEKING, SurrenderOffered): Phase.SURRENDERING,
        (Phase.SURRENDERING, CardReaderDue): Phase.PEEKING,
    },
    allowed={
        DeclineSurrender: Allowed(
            (Phase.SURRENDERING,),
            "633a.9(a)",
            "Nobody is asked now whether to surrender.",
        )
    },
    checks={DeclineSurrender: _refuse_decline_surrender},
    handlers={DeclineSurrender: _decline_surrender},
    questions=(QUESTION,),
)

"""Adding winnings to the Blackjack wager. 58 Pa. Code §§ 633a.7(g)(10), 633c.11(e)."""

from typing import Final

from msgspec.structs import replace

from upcard.engine.blackjack.state import BlackjackState, Box
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import Command, Press, TakeWinnings
from upcard.engine.core.events import Event, PressOffered, WinningsPressed, WinningsTaken
from upcard.engine.core.limits import refuse_chips
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import QuestionKind
from upcard.money.amount import printed_dollars
from upcard.rules.violation import RuleViolation

# Refusals


def _refuse_press(state: BlackjackState, command: Press) -> RuleViolation | None:
    box = state.boxes[command.position - 1]
    if box is None or not box.winnings:
        return refusal_under(
            "633a.7(g)(10)(ii)", f"Position {command.position} has no winnings to press."
        )
    amount = command.amount
    if amount in (None, box.winnings):
        return None
    most = printed_dollars(box.winnings)
    if not _is_beside(state, box):
        return refusal_under(
            "633a.7(g)(10)(ii)(A)",
            f"{most} may be added to the Blackjack wager, no more and no less.",
        )
    if amount is not None and amount > box.winnings:
        return refusal_under("633c.11(e)", f"All or a portion of {most} may be capped, no more.")
    return refuse_chips(state, amount or 0)


def _is_beside(state: BlackjackState, box: Box) -> bool:
    """Whether winnings are added beside the Blackjack wager, in an area of their own."""
    offered = state.rules.offered(box.winnings_of)
    return offered is not None and offered.wager.press == "beside"


def _refuse_take_winnings(state: BlackjackState, command: TakeWinnings) -> RuleViolation | None:
    box = state.boxes[command.position - 1]
    if box is None or not box.winnings:
        return refusal_under(
            "633a.7(g)(10)(ii)", f"Position {command.position} has no winnings to take."
        )
    return None


# Decisions


def _press(state: BlackjackState, command: Press) -> list[Event]:
    box = state.box(command.position)
    amount = box.winnings if command.amount is None else command.amount
    is_beside = _is_beside(state, box)
    return [WinningsPressed(command.position, amount, box.player, is_beside)]


def _take_winnings(_state: BlackjackState, command: TakeWinnings) -> list[Event]:
    return [WinningsTaken(command.position)]


# State changes


def _press_offered(state: BlackjackState, event: PressOffered) -> BlackjackState:
    box = state.box(event.position)
    box = replace(box, winnings=event.amount, winnings_of=event.wager)
    return replace(state, boxes=state.with_box(event.position, box))


def _winnings_pressed(state: BlackjackState, event: WinningsPressed) -> BlackjackState:
    box = state.box(event.position)
    hand = box.hands[0]
    if event.beside:
        hand = replace(hand, capped=event.amount)
        box = replace(box, hands=(hand, *box.hands[1:]), winnings=0)
    else:
        hand = replace(hand, wager=hand.wager + event.amount)
        hands = (hand, *box.hands[1:])
        box = replace(box, blackjack=box.blackjack + event.amount, hands=hands, winnings=0)
    return replace(state, boxes=state.with_box(event.position, box))


def _winnings_taken(state: BlackjackState, event: WinningsTaken) -> BlackjackState:
    box = replace(state.box(event.position), winnings=0)
    return replace(state, boxes=state.with_box(event.position, box))


# Question


def _position_in_turn(state: BlackjackState) -> tuple[int, int] | None:
    """The position with winnings: each is asked as soon as it is paid."""
    for position, box in state.in_play():
        if box.winnings:
            return position, 0
    return None


def _answers(position: int, amount: int | None) -> dict[str, Command]:
    return {"press": Press(position, amount), "take": TakeWinnings(position)}


QUESTION: Final = QuestionKind(
    name="press",
    phases=(Phase.PRESSING, Phase.PRESSING_AFTER_PEEK),
    due=_position_in_turn,
    answers=_answers,
    unanswered="take",
    words="Do you press what you won?",
    for_dealer="Ask whether the player presses what they won.",
)

PART: Final = Part(
    name="press",
    phases={
        (Phase.DEALING, PressOffered): Phase.PRESSING,
        (Phase.PRESSING, WinningsPressed): Phase.DEALING,
        (Phase.PRESSING, WinningsTaken): Phase.DEALING,
        (Phase.PEEKED, PressOffered): Phase.PRESSING_AFTER_PEEK,
        (Phase.PRESSING_AFTER_PEEK, WinningsPressed): Phase.PEEKED,
        (Phase.PRESSING_AFTER_PEEK, WinningsTaken): Phase.PEEKED,
    },
    allowed={
        Press: Allowed(
            (Phase.PRESSING, Phase.PRESSING_AFTER_PEEK),
            "633a.7(g)(10)(ii)",
            "There are no winnings to add to the Blackjack wager.",
        ),
        TakeWinnings: Allowed(
            (Phase.PRESSING, Phase.PRESSING_AFTER_PEEK),
            "633a.7(g)(10)(ii)",
            "There are no winnings to take.",
        ),
    },
    checks={Press: _refuse_press, TakeWinnings: _refuse_take_winnings},
    handlers={Press: _press, TakeWinnings: _take_winnings},
    folds={
        PressOffered: _press_offered,
        WinningsPressed: _winnings_pressed,
        WinningsTaken: _winnings_taken,
    },
    questions=(QUESTION,),
)

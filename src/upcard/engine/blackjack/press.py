"""Adding winnings to the Blackjack wager. 58 Pa. Code §§ 633a.7(g)(10), 633c.11(e)."""

from typing import Final

from msgspec.structs import replace

from upcard.engine.blackjack.state import BlackjackState, Box
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.citing import wrong
from upcard.engine.core.limits import refuse_chips
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import QuestionKind
from upcard.money.amount import printed_dollars
from upcard.rules.violation import RuleViolation

# Refusals


def _refuse_press(state: BlackjackState, command: c.Press) -> RuleViolation | None:
    box = state.boxes[command.position - 1]
    if box is None or not box.winnings:
        return wrong("633a.7(g)(10)(ii)", f"Position {command.position} has no winnings to press.")
    amount = command.amount
    if amount in (None, box.winnings):
        return None
    most = printed_dollars(box.winnings)
    if not _is_beside(state, box):
        return wrong(
            "633a.7(g)(10)(ii)(A)",
            f"{most} may be added to the Blackjack wager, no more and no less.",
        )
    if amount is not None and amount > box.winnings:
        return wrong("633c.11(e)", f"All or a portion of {most} may be capped, no more.")
    return refuse_chips(state, amount or 0)


def _is_beside(state: BlackjackState, box: Box) -> bool:
    """Whether winnings are added beside the Blackjack wager, in an area of their own."""
    offered = state.rules.offered(box.winnings_of)
    return offered is not None and offered.wager.press == "beside"


def _refuse_take(state: BlackjackState, command: c.TakeWinnings) -> RuleViolation | None:
    box = state.boxes[command.position - 1]
    if box is None or not box.winnings:
        return wrong("633a.7(g)(10)(ii)", f"Position {command.position} has no winnings to take.")
    return None


# Decisions


def _press(state: BlackjackState, command: c.Press) -> list[e.Event]:
    box = state.box(command.position)
    amount = box.winnings if command.amount is None else command.amount
    is_beside = _is_beside(state, box)
    return [e.WinningsPressed(command.position, amount, box.player, is_beside)]


def _take_winnings(_state: BlackjackState, command: c.TakeWinnings) -> list[e.Event]:
    return [e.WinningsTaken(command.position)]


# State changes


def _press_offered(state: BlackjackState, event: e.PressOffered) -> BlackjackState:
    box = state.box(event.position)
    box = replace(box, winnings=event.amount, winnings_of=event.wager)
    return replace(state, boxes=state.with_box(event.position, box))


def _winnings_pressed(state: BlackjackState, event: e.WinningsPressed) -> BlackjackState:
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


def _winnings_taken(state: BlackjackState, event: e.WinningsTaken) -> BlackjackState:
    box = replace(state.box(event.position), winnings=0)
    return replace(state, boxes=state.with_box(event.position, box))


# Question


def _position_in_turn(state: BlackjackState) -> tuple[int, int] | None:
    """The position with winnings: each is asked as soon as it is paid."""
    for position, box in state.in_play():
        if box.winnings:
            return position, 0
    return None


def _answers(position: int, amount: int | None) -> dict[str, c.Command]:
    return {"press": c.Press(position, amount), "take": c.TakeWinnings(position)}


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
        (Phase.DEALING, e.PressOffered): Phase.PRESSING,
        (Phase.PRESSING, e.WinningsPressed): Phase.DEALING,
        (Phase.PRESSING, e.WinningsTaken): Phase.DEALING,
        (Phase.PEEKED, e.PressOffered): Phase.PRESSING_AFTER_PEEK,
        (Phase.PRESSING_AFTER_PEEK, e.WinningsPressed): Phase.PEEKED,
        (Phase.PRESSING_AFTER_PEEK, e.WinningsTaken): Phase.PEEKED,
    },
    allowed={
        c.Press: Allowed(
            (Phase.PRESSING, Phase.PRESSING_AFTER_PEEK),
            "633a.7(g)(10)(ii)",
            "There are no winnings to add to the Blackjack wager.",
        ),
        c.TakeWinnings: Allowed(
            (Phase.PRESSING, Phase.PRESSING_AFTER_PEEK),
            "633a.7(g)(10)(ii)",
            "There are no winnings to take.",
        ),
    },
    checks={c.Press: _refuse_press, c.TakeWinnings: _refuse_take},
    handlers={c.Press: _press, c.TakeWinnings: _take_winnings},
    folds={
        e.PressOffered: _press_offered,
        e.WinningsPressed: _winnings_pressed,
        e.WinningsTaken: _winnings_taken,
    },
    questions=(QUESTION,),
)

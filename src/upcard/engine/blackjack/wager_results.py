"""The state after wagers are decided: settled or returned. 58 Pa. Code § 633a.7(g), (o)-(r)."""

from collections.abc import Sequence

from msgspec.structs import replace

from upcard.engine.blackjack.state import BlackjackState, Box
from upcard.engine.core.events import VOID, WagerReturned, WagerSettled
from upcard.engine.jackpots.evolve import add_payout
from upcard.games.blackjack import BLACKJACK_WAGER, INSURANCE_WAGER


def remove_settled_wagers(state: BlackjackState, events: Sequence[WagerSettled]) -> BlackjackState:
    """Remove the settled wagers, and add the pending payouts, of settlements in a row."""
    boxes = list(state.boxes)
    drafts: dict[int, dict[str, int]] = {}  # wagers of new boxes, which nobody has seen yet
    for event in events:
        if event.pending:
            state = add_payout(state, event)
        position = event.position
        if not event.hand and position in drafts and event.wager != INSURANCE_WAGER:
            drafts[position].pop(event.wager, None)
            continue
        box = boxes[position - 1]
        assert box is not None
        boxes[position - 1] = box = _without_wager(box, event.hand, event.wager, event.outcome)
        if not event.hand and event.wager != INSURANCE_WAGER:
            drafts[position] = box.wagers
    return replace(state, boxes=tuple(boxes))


def remove_returned_wager(state: BlackjackState, event: WagerReturned) -> BlackjackState:
    """Remove a returned wager; with a hand's, the winnings capped on it go as well."""
    box = _without_wager(state.box(event.position), event.hand, event.wager, VOID)
    if event.hand:
        box = _without_wager(box, event.hand, "", "")
    return replace(state, boxes=state.with_box(event.position, box))


def _without_wager(box: Box, number: int, wager: str, outcome: str) -> Box:
    """The box without a decided wager; `number` is the hand, 0 for a wager of the position.

    The winnings capped on a hand are removed under the name of the wager that won them.
    """
    if number:
        hand = box.hands[number - 1]
        if wager == BLACKJACK_WAGER:
            hand = replace(hand, outcome=outcome, done=True)
        else:
            hand = replace(hand, capped=0)
        return box.with_hand(number, hand)
    if wager == INSURANCE_WAGER:
        return replace(box, insurance=0)
    wagers = box.wagers.copy()
    wagers.pop(wager, None)
    return replace(box, wagers=wagers)

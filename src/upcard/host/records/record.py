"""The record of a round: what was dealt, decided and paid, as CONTRACT's JSON has it."""

from collections.abc import Iterator, Sequence
from typing import Any

from upcard.cards.card import names_of
from upcard.engine.blackjack.state import Box, Hand, Jackpot, State
from upcard.engine.core import events as e
from upcard.engine.jackpots import events as j
from upcard.money.amount import format_dollars


def round_record(state: State, events: Sequence[e.Event]) -> dict[str, Any]:
    """A settled round that still lies on the table, with the events of that round.

    Money is a string of dollars. ``shoe`` counts the batches or sides that were loaded.
    """
    return {
        "round": state.round,
        "table": state.rules.name,
        "shoe": state.shoes,
        "positions": [_position(position, box) for position, box in state.in_play()],
        "dealer": {"cards": names_of(state.dealer), "total": state.dealer_total},
        "settlements": list(_settlements(state, events)),
    }


def _position(position: int, box: Box) -> dict[str, Any]:
    switched = {} if box.switched is None else {"switched": box.switched}
    return {
        "position": position,
        "player": box.player,
        "hands": [_hand(hand) for hand in box.hands],
        **switched,
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "cards": names_of(hand.cards),
        "decisions": list(hand.decisions),
        "total": hand.total,
    }


def _settlements(state: State, events: Sequence[e.Event]) -> Iterator[dict[str, Any]]:
    """Settlements in their order; a payout that waits is paid with what its meters gave.

    The round's payouts lie in the state in the order of the events that left them.
    """
    waiting = iter(state.jackpots)
    for event in events:
        if isinstance(event, e.WagerSettled):
            paid = _paid(next(waiting)) if event.pending else event.paid
            yield settlement_form(event, paid)
        elif isinstance(event, e.WagerReturned):
            yield _returned(event)
        elif isinstance(event, j.MysteryAwarded):
            yield _mystery(state, next(waiting))


def _paid(jackpot: Jackpot) -> int:
    return (jackpot.amount or 0) if jackpot.paid else 0


def _returned(event: e.WagerReturned) -> dict[str, Any]:
    """A wager that was called off as a settlement: what was wagered is paid back."""
    place = (event.position, event.hand)
    void = e.WagerSettled(
        *place, event.wager, e.VOID, event.amount, event.amount, event.section, event.player
    )
    return settlement_form(void, event.amount)


def _mystery(state: State, jackpot: Jackpot) -> dict[str, Any]:
    """A mystery bonus as a settlement of the wager that won it; it stakes nothing."""
    offered = state.rules.offered(jackpot.wager)
    assert offered is not None
    assert offered.mystery is not None
    won = e.WagerSettled(
        jackpot.position,
        0,
        jackpot.wager,
        jackpot.outcome,
        0,
        0,
        offered.mystery_section,
        jackpot.player,
        jackpot.shares,
    )
    return settlement_form(won, _paid(jackpot))


def settlement_form(event: e.WagerSettled, paid: int) -> dict[str, Any]:
    """A settlement in the record's form; `paid` in units."""
    meters = {"meters": [str(share) for share in event.meters]} if event.meters else {}
    return {
        "position": event.position,
        "hand": event.hand or 1,
        "wager": event.wager,
        "outcome": event.outcome,
        "wagered": format_dollars(event.wagered),
        "paid": format_dollars(paid),
        "net": format_dollars(paid - event.wagered),
        "section": event.section,
        **meters,
    }

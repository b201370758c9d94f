"""The record of a round of blackjack in JSON: what was dealt, decided and paid."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from upcard.cards.card import names_of
from upcard.engine.blackjack.state import BlackjackState, Box, Hand
from upcard.engine.core.events import VOID, Event, WagerReturned, WagerSettled
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.jackpot_events import MysteryAwarded
from upcard.engine.core.table_state import AnyTable
from upcard.games.hybrid import PlayedHand
from upcard.games.table_rules import TableRules
from upcard.money.amount import format_dollars


def round_record(state: BlackjackState, events: Sequence[Event]) -> dict[str, Any]:
    """The record of a settled round, before the table is cleared; `events` are the round's.

    Money is text in dollars. ``shoe`` counts the batches or sides loaded so far.
    """
    return {
        "round": state.round,
        "table": state.rules.name,
        "shoe": state.shoes,
        "positions": [_position(position, box) for position, box in state.in_play()],
        "dealer": {"cards": names_of(state.dealer), "total": state.dealer_total},
        "settlements": [
            settlement_form(*settlement) for settlement in settlements_in(state, events)
        ],
    }


def _position(position: int, box: Box) -> dict[str, Any]:
    switched = {} if box.switched is None else {"switched": box.switched}
    return {
        "position": position,
        "player": box.player,
        "hands": [hand_form(hand) for hand in box.hands],
        **switched,
    }


def hand_form(hand: Hand | PlayedHand) -> dict[str, Any]:
    """A player's hand in a record: its cards, the decisions about it, its point count."""
    return {
        "cards": names_of(hand.cards),
        "decisions": list(hand.decisions),
        "total": hand.total,
    }


def settlements_in(state: AnyTable, events: Iterable[Event]) -> Iterator[tuple[WagerSettled, int]]:
    """The settlements among a round's events, in order, each with the units that it paid.

    A wager that was called off is a settlement that pays it back. A pending payout pays what its
    meters awarded: `state.jackpots` holds the round's payouts in the order of the events that made
    them pending. A mystery bonus belongs to the wager that won it, and wagers 0.
    """
    payouts = iter(state.jackpots)
    for event in events:
        if isinstance(event, WagerSettled):
            yield event, _total_paid(next(payouts)) if event.pending else event.paid
        elif isinstance(event, WagerReturned):
            yield voided_settlement(event), event.amount
        elif isinstance(event, MysteryAwarded):
            jackpot = next(payouts)
            yield _mystery(state.rules, jackpot), _total_paid(jackpot)


def _total_paid(jackpot: Jackpot) -> int:
    return (jackpot.amount or 0) if jackpot.paid else 0


def voided_settlement(event: WagerReturned) -> WagerSettled:
    """A wager that was called off, as a settlement that pays back the amount wagered."""
    return WagerSettled(
        position=event.position,
        hand=event.hand,
        wager=event.wager,
        outcome=VOID,
        wagered=event.amount,
        paid=event.amount,
        section=event.section,
        player=event.player,
    )


def _mystery(rules: TableRules, jackpot: Jackpot) -> WagerSettled:
    """A mystery bonus as a settlement."""
    offered = rules.wager(jackpot.wager)
    assert offered.mystery is not None
    return WagerSettled(
        position=jackpot.position,
        hand=0,
        wager=jackpot.wager,
        outcome=jackpot.outcome,
        wagered=0,
        paid=0,
        section=offered.mystery_section,
        player=jackpot.player,
        meters=jackpot.shares,
    )


def settlement_form(event: WagerSettled, paid: int) -> dict[str, Any]:
    """A settlement as JSON, in dollars; `paid` is in units."""
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

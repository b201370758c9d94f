"""The record of a round: what was dealt, decided and paid, as CONTRACT's JSON has it."""

from collections.abc import Sequence
from typing import Any

from upcard.cards.card import names_of
from upcard.engine import events as e
from upcard.engine.state import Box, Hand, State
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
        "settlements": [
            _settlement(event) for event in events if isinstance(event, e.WagerSettled)
        ],
    }


def _position(position: int, box: Box) -> dict[str, Any]:
    return {
        "position": position,
        "player": box.player,
        "hands": [_hand(hand) for hand in box.hands],
    }


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "cards": names_of(hand.cards),
        "decisions": list(hand.decisions),
        "total": hand.total,
    }


def _settlement(event: e.WagerSettled) -> dict[str, Any]:
    meters = {"meters": list(event.meters)} if event.meters else {}
    return {
        "position": event.position,
        "hand": event.hand or 1,
        "wager": event.wager,
        "outcome": event.outcome,
        "wagered": format_dollars(event.wagered),
        "paid": format_dollars(event.paid),
        "net": format_dollars(event.paid - event.wagered),
        "section": event.section,
        **meters,
    }

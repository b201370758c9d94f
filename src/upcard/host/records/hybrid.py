"""The record of a round at a hybrid table: the hands, decisions and payouts of each terminal."""

from collections.abc import Sequence
from typing import Any

from upcard.cards.card import names_of
from upcard.cards.totals import total_of
from upcard.engine.core.events import Event, WagerSettled
from upcard.engine.hybrid.state import HybridState, Terminal
from upcard.host.records.record import hand_form, settlement_form


def hybrid_record(state: HybridState, events: Sequence[Event]) -> dict[str, Any]:
    """The record of a settled round, before the table is cleared; `events` are the round's.

    ``positions`` has an entry for each terminal, with its position and player. Without a hole
    card each entry has its own ``dealer``; the round's ``dealer`` is then the hand that all
    entries share, or the dealer's first card if they differ.
    """
    positions = [_terminal(state, terminal) for terminal in state.terminals.values()]
    dealers = {
        state.dealer_against(state.hands_of(terminal)) for terminal in state.terminals.values()
    }
    dealer = dealers.pop() if len(dealers) == 1 else state.dealer
    return {
        "round": state.round,
        "table": state.rules.name,
        "shoe": state.shoes,
        "community": names_of(state.community),
        "positions": positions,
        "dealer": _cards(dealer),
        "settlements": [
            {**settlement_form(event, event.paid), "player": event.player}
            for event in events
            if isinstance(event, WagerSettled)
        ],
    }


def _terminal(state: HybridState, terminal: Terminal) -> dict[str, Any]:
    player_hands = state.hands_of(terminal)
    entry: dict[str, Any] = {
        "position": terminal.position,
        "player": terminal.player,
        "hands": [hand_form(hand) for hand in player_hands.hands],
    }
    if not state.has_hole_card:
        entry["dealer"] = _cards(state.dealer_against(player_hands))
    return entry


def _cards(cards: tuple[int, ...]) -> dict[str, Any]:
    return {"cards": names_of(cards), "total": total_of(cards)}

"""The record of a round of baccarat or roulette, where positions have wagers but no hands."""

from collections.abc import Sequence
from typing import Any

from upcard.cards.card import names_of
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.core.events import Event, WagerSettled
from upcard.engine.core.table_state import AnyTable
from upcard.engine.roulette.state import RouletteState
from upcard.games.baccarat import point_count
from upcard.host.records.record import settlement_form
from upcard.money.amount import format_dollars


def baccarat_record(state: BaccaratState, events: Sequence[Event]) -> dict[str, Any]:
    """The record of a settled round, before the table is cleared; `events` are the round's.

    ``player`` and ``banker`` are the two hands. ``shoe`` counts the batches loaded so far.
    """
    return {
        "round": state.round,
        "table": state.rules.name,
        "shoe": state.shoes,
        "positions": _positions(state),
        "player": _hand(state.player),
        "banker": _hand(state.banker),
        "settlements": _settlements(events),
    }


def roulette_record(state: RouletteState, events: Sequence[Event]) -> dict[str, Any]:
    """The record of a settled spin, before the table is cleared; `events` are the round's.

    ``lucky`` are the Lucky Numbers, ``pocket`` is the number on which the ball rests.
    """
    return {
        "round": state.round,
        "table": state.rules.name,
        "positions": _positions(state),
        "lucky": [
            {"number": lucky.number, "pays": f"{lucky.payout} to 1"} for lucky in state.lucky
        ],
        "pocket": state.pocket,
        "settlements": _settlements(events),
    }


def _positions(state: AnyTable) -> list[dict[str, Any]]:
    return [
        {
            "position": position,
            "player": box.player,
            "wagers": {name: format_dollars(units) for name, units in box.wagers.items()},
        }
        for position, box in state.in_play()
    ]


def _hand(cards: tuple[int, ...]) -> dict[str, Any]:
    return {"cards": names_of(cards), "total": point_count(cards)}


def _settlements(events: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        settlement_form(event, event.paid) for event in events if isinstance(event, WagerSettled)
    ]

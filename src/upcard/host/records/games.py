"""Makes the record of a round at a table of any game."""

from collections.abc import Sequence
from typing import Any

from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core import events as e
from upcard.engine.core.table_state import AnyTable
from upcard.engine.hybrid.state import HybridState
from upcard.engine.roulette.state import RouletteState
from upcard.host.records.baccarat_roulette import baccarat_record, roulette_record
from upcard.host.records.hybrid import hybrid_record
from upcard.host.records.record import round_record


def record_of(state: AnyTable, events: Sequence[e.Event]) -> dict[str, Any]:
    """The record of a settled round, before the table is cleared; `events` are the round's."""
    match state:
        case BaccaratState():
            return baccarat_record(state, events)
        case RouletteState():
            return roulette_record(state, events)
        case HybridState():
            return hybrid_record(state, events)
    assert isinstance(state, BlackjackState), "every game has its record"
    return round_record(state, events)

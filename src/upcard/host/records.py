"""The record of a round at a table of any game."""

from collections.abc import Sequence
from typing import Any

from upcard.engine import events as e
from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.hybrid.state import HybridState
from upcard.engine.roulette.state import RouletteState
from upcard.engine.state import State
from upcard.engine.table_state import AnyTable
from upcard.host.record import round_record
from upcard.host.record_hybrid import hybrid_record
from upcard.host.record_tables import baccarat_record, roulette_record


def record_of(state: AnyTable, events: Sequence[e.Event]) -> dict[str, Any]:
    """A settled round that still lies on the table, with the events of that round."""
    match state:
        case BaccaratState():
            return baccarat_record(state, events)
        case RouletteState():
            return roulette_record(state, events)
        case HybridState():
            return hybrid_record(state, events)
    assert isinstance(state, State), "every game has its record"
    return round_record(state, events)

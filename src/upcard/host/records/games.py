"""Makes the record of a round at a table of any game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from upcard.engine.baccarat.state import BaccaratState
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.events import Event
from upcard.engine.core.table_state import AnyTable
from upcard.engine.hybrid.state import HybridState
from upcard.engine.roulette.state import RouletteState
from upcard.host.records.baccarat_roulette import baccarat_record, roulette_record
from upcard.host.records.hybrid import hybrid_record
from upcard.host.records.record import round_record

RECORDS: Final[Mapping[type[AnyTable], Callable[[Any, Sequence[Event]], dict[str, Any]]]] = {
    BaccaratState: baccarat_record,
    RouletteState: roulette_record,
    HybridState: hybrid_record,
    BlackjackState: round_record,
}
"""The record of a round, by the state of the game's tables."""


def record_of(state: AnyTable, events: Sequence[Event]) -> dict[str, Any]:
    """The record of a settled round, before the table is cleared; `events` are the round's."""
    return RECORDS[type(state)](state, events)

"""Parts of a round that is dealt from a shoe, at tables of any game."""

from msgspec.structs import replace

from upcard.engine.core.commands import OrderReshuffle
from upcard.engine.core.events import BetsClosed
from upcard.engine.core.steps import Automation, Step
from upcard.engine.core.table_state import AnyShoeTable


def begin_round(state: AnyShoeTable, event: BetsClosed) -> AnyShoeTable:
    """Begin a round: its number, and the places that the initial cards go to, in their order."""
    return replace(state, round=event.round, targets=event.targets)


def reshuffle(state: AnyShoeTable) -> Step | None:
    """The order to reshuffle a shoe that may not hold one more round."""
    return (Automation.SHOE, OrderReshuffle) if state.is_short else None

"""A meter that was won starts again: from its reserve as far as that goes, then by the house."""

from upcard.progressives import events as e
from upcard.progressives.meter import MeterState


def reseeded(state: MeterState, table: str, round_: int, paid: int, winners: int) -> e.Reseeded:
    """The event after a hit that paid so many units in all."""
    from_reserve = min(state.reserve, state.rules.reseed)
    return e.Reseeded(
        meter=state.rules.key,
        table=table,
        round=round_,
        paid=paid,
        winners=winners,
        from_reserve=from_reserve,
        from_house=state.rules.reseed - from_reserve,
    )

"""Fills a meter up after a hit, or after prizes that brought it below its starting amount.

The money comes from the reserve first, then from the house.
"""

from upcard.money.amount import whole_cents
from upcard.progressives.events import Reseeded, SeedRestored
from upcard.progressives.meter import MeterState


def reseed_event(state: MeterState, table: str, round_: int, paid: int, winners: int) -> Reseeded:
    """The reseed after a hit that paid `paid` units in all to `winners` winners."""
    from_reserve = min(state.reserve, state.rules.reseed)
    return Reseeded(
        meter=state.rules.key,
        table=table,
        round=round_,
        paid=paid,
        winners=winners,
        from_reserve=from_reserve,
        from_house=state.rules.reseed - from_reserve,
    )


def restore_event(state: MeterState, table: str, round_: int) -> SeedRestored | None:
    """The event that fills a meter up to its starting amount; None where it shows that much.

    Fractions of a cent stay on the meter, as after a hit.
    """
    missing = state.starts_with - whole_cents(state.amount)
    if missing <= 0:
        return None
    from_reserve = min(state.reserve, missing)
    return SeedRestored(state.rules.key, table, round_, from_reserve, missing - from_reserve)

"""The contribution of wagers to a meter: increment and secondary increment, up to the limit."""

from upcard.progressives.events import Contributed
from upcard.progressives.facts import Contribution, RoundLocked
from upcard.progressives.meter import PARTS_PER_MILLION, MeterState


def contribution_event(
    state: MeterState, fact: RoundLocked, contributions: tuple[Contribution, ...]
) -> Contributed:
    """The event of a round's contributions to a meter.

    Fractions of a unit are carried to the next contribution. The amount above the limit goes to the
    reserve, like the secondary increment.
    """
    rules = state.rules
    wagered = sum(contribution.amount for contribution in contributions)
    primary, carry = divmod(wagered * rules.increment + state.carry, PARTS_PER_MILLION)
    secondary, secondary_carry = divmod(
        wagered * rules.secondary_increment + state.secondary_carry, PARTS_PER_MILLION
    )
    room = max(0, rules.limit - state.amount) if rules.limit else primary
    overflow = max(0, primary - room)
    return Contributed(
        meter=rules.key,
        table=fact.table,
        round=fact.round,
        wagers=len(contributions),
        wagered=wagered,
        to_meter=primary - overflow,
        to_reserve=secondary + overflow,
        overflow=overflow,
        carry=carry,
        secondary_carry=secondary_carry,
    )

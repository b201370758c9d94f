"""What progressive meters do over time, in JSON: amounts in dollars, those of the rules as text."""

from typing import TypedDict

from upcard.library.meter_life import MeterYear


class MeterForm(TypedDict):
    """One meter, fed by `seats` wagers a round; `quantiles` and `hours_to_hit` by probability.

    `break_even` is null where players have an edge at any amount, `favourable_hours` where the
    meter is never below it, `limit` where there is none.
    """

    meter: str
    wager: str
    paytable: str
    wager_amount: str
    reseed: str
    limit: str | None
    increment: float
    secondary_increment: float
    seats: int
    rounds_per_hour: float
    hours_a_day: float
    mean: float
    quantiles: dict[str, float]
    one_in: float
    hours_to_hit: dict[str, float]
    break_even: float | None
    favourable: float
    favourable_hours: float | None
    edge_above: float
    win_per_hour: float
    year: MeterYear

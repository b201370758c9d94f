"""A wager's mystery meter in words: its data, its configuration, what it is paid by."""

from typing import Final

from upcard.games.offered_wager import OfferedWager
from upcard.progressives.meter import MeterRules
from upcard.reports.names import Language
from upcard.reports.rendering.figures import dollars, rate
from upcard.rules.loader import all_mysteries
from upcard.rules.meter_schema import MysteryData

PAID: Final = "_paid"
"""What the key of a configuration ends with where it says what the mystery is paid by."""


def mystery_data(meter: MeterRules) -> MysteryData:
    """The provisions on a mystery meter."""
    return next(data for data in all_mysteries() if data.slug == meter.name)


def configured(offered: OfferedWager, key: str) -> str:
    """What a configuration says, behind its name; empty for a key that chooses none."""
    meter = offered.mystery
    if meter is None or key != mystery_data(meter).chosen_by:
        return ""
    low, high = dollars(meter.reseed), dollars(meter.maximum)
    return f": {low} to {high}, {rate(meter.increment)} of each wager"


def paid_by_section(offered: OfferedWager, key: str) -> str:
    """The provision on what a mystery is paid by, where a key chooses it; else empty."""
    if offered.mystery is None:
        return ""
    data = mystery_data(offered.mystery)
    return data.inventory if key == f"{data.chosen_by}{PAID}" else ""


def mystery_on_sign(meter: MeterRules, title: str, wording: Language) -> str:
    """Who wins a wager's mystery meter, with the section."""
    return wording.say(
        "mystery",
        wager=title,
        least=dollars(meter.reseed),
        most=dollars(meter.maximum),
        section=mystery_data(meter).settlement,
    )

"""The double-entry postings of a meter's events, each checked to balance."""

from typing import Final

from upcard.money.balance import Posting, balanced
from upcard.progressives.events import (
    Awarded,
    Contributed,
    MeterEvents,
    MeterOpened,
    MysteryHit,
    Reseeded,
    SeedRestored,
)

HOUSE: Final = "house"
"""The certificate holder's own money, outside the table inventory."""

PAYABLE: Final = "payable"
"""The account of what is owed to players whose award is being validated or documented."""


def meter_account(key: str) -> str:
    """The name of the account of a meter's money, by the meter's key."""
    return f"meter {key}"


def reserve_account(key: str) -> str:
    """The name of the account of a meter's reserve, which funds its next seed."""
    return f"reserve {key}"


def postings(event: MeterEvents) -> tuple[Posting, ...]:
    """The balanced postings of an event, empty when no money moves."""
    entries = tuple((account, amount) for account, amount in _entries(event) if amount)
    return balanced(entries, event)


def _entries(event: MeterEvents) -> tuple[Posting, ...]:
    meter, reserve = meter_account(event.meter), reserve_account(event.meter)
    match event:
        case MeterOpened(amount=amount):
            return ((HOUSE, -amount), (meter, amount))
        case Contributed(to_meter=to_meter, to_reserve=to_reserve):
            return ((HOUSE, -to_meter - to_reserve), (meter, to_meter), (reserve, to_reserve))
        case Awarded(amount=amount, from_house=from_house):
            return ((meter, from_house - amount), (HOUSE, -from_house), (PAYABLE, amount))
        case MysteryHit(amount=amount):
            return ((meter, -amount), (PAYABLE, amount))
        case (
            Reseeded(from_reserve=from_reserve, from_house=from_house)
            | SeedRestored(from_reserve=from_reserve, from_house=from_house)
        ):
            reseeded = from_reserve + from_house
            return ((reserve, -from_reserve), (HOUSE, -from_house), (meter, reseeded))
    return ()

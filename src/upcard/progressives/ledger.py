"""The double-entry postings of a meter's events, each checked to balance."""

from typing import Final

from upcard.money.balance import Posting, balanced
from upcard.progressives import events as e

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


def postings(event: e.MeterEvents) -> tuple[Posting, ...]:
    """The balanced postings of an event, empty when no money moves."""
    entries = tuple((account, amount) for account, amount in _entries(event) if amount)
    return balanced(entries, event)


def _entries(event: e.MeterEvents) -> tuple[Posting, ...]:
    meter, reserve = meter_account(event.meter), reserve_account(event.meter)
    match event:
        case e.MeterOpened(amount=amount):
            return ((HOUSE, -amount), (meter, amount))
        case e.Contributed(to_meter=to_meter, to_reserve=to_reserve):
            return ((HOUSE, -to_meter - to_reserve), (meter, to_meter), (reserve, to_reserve))
        case e.Awarded(amount=amount, from_house=from_house):
            return ((meter, from_house - amount), (HOUSE, -from_house), (PAYABLE, amount))
        case e.MysteryHit(amount=amount):
            return ((meter, -amount), (PAYABLE, amount))
        case (
            e.Reseeded(from_reserve=from_reserve, from_house=from_house)
            | e.SeedRestored(from_reserve=from_reserve, from_house=from_house)
        ):
            reseeded = from_reserve + from_house
            return ((reserve, -from_reserve), (HOUSE, -from_house), (meter, reseeded))
    return ()

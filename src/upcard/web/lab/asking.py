"""What somebody asks of the odds, and the records that answer it."""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from upcard.exact.par import Record
from upcard.exact.pricing import OddsRequest
from upcard.exact.record import records
from upcard.money.amount import AmountError, parse_dollars
from upcard.rules.loader import all_mysteries, all_wagers
from upcard.rules.violation import BadInput

PLACES = {"pa": "Pennsylvania", "wa": "Washington"}
MOST_METER = 10**13
"""Units of a meter at most: a thousand million dollars."""


class Asking(msgspec.Struct, frozen=True):
    """A wager (``pa/perfect-pairs``), the reading of the text, meters by name in units."""

    wager: str
    reading: str = "text"
    meters: tuple[tuple[str, int], ...] = ()

    def at(self, name: str, dollars: str) -> "Asking":
        """The same with what a meter shows; "" leaves it at its seed.

        Raises `BadInput` for what is no amount.
        """
        shown = {own: units for own, units in self.meters if own != name}
        if dollars.strip():
            try:
                shown[name] = parse_dollars(dollars.strip().removeprefix("$"))
            except AmountError as error:
                raise BadInput(str(error)) from None
            if not 0 <= shown[name] <= MOST_METER:
                raise BadInput("A meter shows up to $1,000,000,000.")
        return msgspec.structs.replace(self, meters=tuple(sorted(shown.items())))


class Found(msgspec.Struct, frozen=True):
    """Every record of a wager, in printed order."""

    records: tuple[Record, ...]


@lru_cache(maxsize=32)
def found_for(asking: Asking) -> Found:
    """Every paytable, number of decks and choice of the wager that is asked for."""
    place, _, slug = asking.wager.partition("/")
    asked = OddsRequest(meters=dict(asking.meters), reading=asking.reading)
    return Found(tuple(records(slug, place, asked=asked)))


def wagers() -> dict[str, str]:
    """Every wager that has odds, by jurisdiction and slug, in words."""
    rules = [one.data for one in all_wagers()]
    data = [(one.slug, one.jurisdiction, one.title) for one in rules if not one.fee]
    data += [(one.slug, one.jurisdiction, one.title) for one in all_mysteries()]
    return {f"{place}/{slug}": f"{title} ({PLACES[place]})" for slug, place, title in data}


def meters_of(found: Iterable[Record]) -> tuple[str, ...]:
    """The names of the meters that some record has a share of."""
    return tuple(dict.fromkeys(share.meter for record in found for share in record.shares))

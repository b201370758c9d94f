"""The query of the lab's odds panel, and the records that answer it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from upcard.exact.par import ParRecord
from upcard.library.dollars import dollars_of
from upcard.library.odds import odds
from upcard.money.amount import AmountError, parse_dollars
from upcard.reports.rendering.figures import JURISDICTIONS
from upcard.rules.loader import all_mysteries, all_wagers
from upcard.rules.schema import ReadingData, WagerRules
from upcard.rules.violation import BadInput

MAX_METER = 10**13
"""The largest amount of a meter in units: $1,000,000,000."""


class OddsQuery(msgspec.Struct, frozen=True):
    """A query: a wager (``pa/perfect-pairs``), the reading of the text, meters by name in units.

    `pays` is a paytable of the visitor's own, by outcome as printed text; () for all printed ones.
    """

    wager: str
    reading: str = "text"
    meters: tuple[tuple[str, int], ...] = ()
    pays: tuple[tuple[str, str], ...] = ()

    def with_meter(self, name: str, dollars: str) -> "OddsQuery":
        """The query with the amount that a meter shows; "" resets it to its seed.

        Raises `BadInput` for text that is not an amount up to `MAX_METER`.
        """
        other_meters = {meter: units for meter, units in self.meters if meter != name}
        if dollars.strip():
            try:
                other_meters[name] = parse_dollars(dollars.strip().removeprefix("$"))
            except AmountError as error:
                raise BadInput(str(error)) from None
            if not 0 <= other_meters[name] <= MAX_METER:
                raise BadInput("A meter shows up to $1,000,000,000.")
        return msgspec.structs.replace(self, meters=tuple(sorted(other_meters.items())))


class OddsFound(msgspec.Struct, frozen=True):
    """Every record of a wager, in printed order."""

    records: tuple[ParRecord, ...]


@lru_cache(maxsize=32)
def records_for(query: OddsQuery) -> OddsFound:
    """The records of every paytable, number of decks and choice of the wager."""
    jurisdiction, _, slug = query.wager.partition("/")
    rows = odds(
        slug,
        jurisdiction=jurisdiction,
        meters={name: dollars_of(units) for name, units in query.meters},
        readings={"reading": query.reading},
        pays=dict(query.pays) or None,
    )
    return OddsFound(tuple(row.record for row in rows))


def printed_pays(wager: str, paytable: str) -> dict[str, str]:
    """What each outcome pays by a paytable of a wager (``pa/perfect-pairs``), as printed text."""
    tables = (table.data for rules in _forms_of(wager) for table in rules.paytables)
    return next((dict(data.pays) for data in tables if data.id == paytable), {})


def paytables_of(wager: str) -> list[str]:
    """The names of the paytables of a wager (``pa/perfect-pairs``)."""
    tables = (table.data for rules in _forms_of(wager) for table in rules.paytables)
    return list(dict.fromkeys(data.id for data in tables))


def wagers() -> dict[str, str]:
    """The titles of all wagers that have odds, by jurisdiction and slug."""
    rules = [wager.data for wager in all_wagers()]
    data = [(wager.slug, wager.jurisdiction, wager.title) for wager in rules if not wager.fee]
    data += [(wager.slug, wager.jurisdiction, wager.title) for wager in all_mysteries()]
    return {
        f"{jurisdiction}/{slug}": f"{title} ({JURISDICTIONS[jurisdiction]})"
        for slug, jurisdiction, title in data
    }


def reading_of(wager: str) -> ReadingData | None:
    """The passage of a wager (``pa/super-4``) on whose reading its rows depend, if there is one."""
    readings = (rules.data.readings for rules in _forms_of(wager))
    return next((known["reading"] for known in readings if "reading" in known), None)


def _forms_of(wager: str) -> Iterator[WagerRules]:
    """The rules of a wager (``pa/perfect-pairs``), of each of its forms."""
    jurisdiction, _, slug = wager.partition("/")
    for rules in all_wagers():
        if (rules.data.jurisdiction, rules.data.slug) == (jurisdiction, slug):
            yield rules


def meters_of(records: Iterable[ParRecord]) -> tuple[str, ...]:
    """The names of the meters that some record has a share of."""
    return tuple(dict.fromkeys(share.meter for record in records for share in record.shares))

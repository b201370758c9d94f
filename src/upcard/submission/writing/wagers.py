"""The wagers of a new Rules Submission: each behind comment signs, with every key that it takes."""

from collections.abc import Iterator
from typing import Final

from upcard.money.amount import short_dollars
from upcard.rules.citation import HOUSE
from upcard.rules.house import HOUSE_RULES
from upcard.rules.loader import RULEBOOK_DATE
from upcard.rules.meter_schema import MeterTerms
from upcard.rules.meter_text import format_rate
from upcard.rules.readings import as_toml
from upcard.rules.schema import Paytable, WagerData, WagerRules
from upcard.submission.checks.washington import house_set
from upcard.submission.describing.explain import toml_value
from upcard.submission.fields import fields_of
from upcard.submission.offered.amounts import must_hit_by_data
from upcard.submission.offered.meters import SEED, Terms, printed_meters, printed_terms
from upcard.submission.schema import TableSection, WagerSection
from upcard.submission.wager_choices import section_of_wager
from upcard.wagers.limits import permitted_amounts

LINK: Final = '"pit-1"'
"""An example of a name that linked tables share."""

SIGNS: Final = "# #"
"""What stands before an example of a choice that a table or a wager does without."""

EXAMPLES: Final = ("must_hit_by", "must_hit_by_paid", "mystery", "bonus", "limit", "link")
"""The keys that a wager does without where they are left out."""

RATE: Final = 100_000
"""An example of a rate (10%), where the text wants the submission to specify one."""


def wager_block(rules: WagerRules, table: TableSection) -> Iterator[str]:
    """The commented lines of a wager that may be offered at a table, after an empty line.

    Where a later paytable leaves prizes to the house and the first does not, it has its own block.
    """
    data = rules.data
    tables = rules.in_force(RULEBOOK_DATE, table.decks)
    ids = list(dict.fromkeys(table.id for table in tables))
    note = f"paytables {', '.join(ids)}" if ids else "no paytable for these decks"
    needs = [*data.needs, *data.offered_with, *(f"table.{key} = true" for key in data.table_needs)]
    note += f"; needs {' and '.join(needs)}" if needs else ""
    yield from ("", f"# {data.title}, {data.section}: {note}")
    if tables:
        yield from _lines(data, tables[0], table)
    with_prizes = [table for table in tables if "prizes" in data.options and house_set(table)]
    if with_prizes and not house_set(tables[0]):
        other = with_prizes[0]
        title = f"# {data.title} with a paytable that leaves prizes to the house"
        yield from ("", f"{title}, {other.data.section}: instead of the block above")
        yield from _lines(data, other, table)


def _lines(data: WagerData, paytable: Paytable, table: TableSection) -> Iterator[str]:
    """Every key of a wager with a paytable."""
    yield f"# [wagers.{data.slug}]"
    yield f'# paytable = "{paytable.id}"'
    if data.jurisdiction == HOUSE_RULES and not house_set(paytable):
        rows = ", ".join(f'{row} = "{text}"' for row, text in paytable.data.pays.items())
        yield _key(data, "pays", f"{{ {rows} }}")
    yield from _amounts(data, paytable, table)
    for key in data.options:
        yield from _option(data, paytable, key)
    for key, reading in data.readings.items():
        yield _key(data, key, as_toml(reading.default))
    if data.meter is not None:
        yield from _meter(data, data.meter, paytable)


def _amounts(data: WagerData, paytable: Paytable, table: TableSection) -> Iterator[str]:
    """One of the amounts that the text permits, else limits."""
    permitted = permitted_amounts(data, paytable)
    if permitted:
        yield f"# wager = {short_dollars(permitted[0])}"
    elif data.limits is not None and data.limits.within_table:
        yield from (f"# minimum = {short_dollars(table.minimum)}", "# maximum = 100")
    elif data.limits is not None and data.limits.house_selects:
        yield "# wager = 5"
    else:
        yield from ("# minimum = 5", "# maximum = 100")


def _option(data: WagerData, paytable: Paytable, key: str) -> Iterator[str]:
    """A key that only some wagers have, with its default or an example of a value."""
    info = fields_of(WagerSection).get(key)
    if info is None:
        return  # a key of another table
    rows = house_set(paytable)
    if key in ("prizes", "prizes_paid") and not rows:
        return
    examples = {
        "chosen_suit": '"spades"',
        "mystery": "1",
        "bonus": '"B1"',
        "must_hit_by": f'"{_smallest_mystery()}"',
        "prizes": "{ " + ", ".join(f"{row} = 100" for row in rows) + " }",
    }
    yield _key(data, key, examples.get(key) or toml_value(info, info.default))
    if key == "must_hit_by":
        yield _key(data, "must_hit_by_paid", '"slip"')


def _smallest_mystery() -> str:
    """The configuration that the smallest wager qualifies for."""
    return must_hit_by_data().configuration[0].id


def _meter(data: WagerData, terms: MeterTerms, paytable: Paytable) -> Iterator[str]:
    """The keys of a meter at the values that are in force without them.

    A value would apply to all meters of a paytable: with several, only the link is written.
    """
    printed = list(printed_meters(data, paytable).values())
    if len(printed) == 1:
        permitted = sorted(permitted_amounts(data, paytable)) or [0]
        of_wagers = {wager: printed_terms(printed[0], wager) for wager in permitted}
        yield from _terms(data, terms, of_wagers)
    yield _key(data, "link", LINK)


def _terms(data: WagerData, terms: MeterTerms, of_wagers: dict[int, Terms]) -> Iterator[str]:
    """The terms of a meter with the smallest wager, and what others ask for."""
    (_, least), *others = of_wagers.items()
    for key in ("seed", "reseed"):
        amount, bound = getattr(least, key), "at least " * (key in terms.submitted)
        told = [
            f"; {bound}{short_dollars(getattr(more, key))} with wager = {short_dollars(wager)}"
            for wager, more in others
            if getattr(more, key) > amount
        ]
        yield _key(data, key, short_dollars(amount or SEED)) + "".join(told)
    increment = RATE if "increment" in terms.specified else least.increment
    yield _key(data, "increment", f'"{format_rate(increment)}"')
    if least.secondary_increment or "secondary_increment" in terms.submitted:
        rate = f'"{format_rate(least.secondary_increment)}"'
        yield _key(data, "secondary_increment", rate)
    yield _key(data, "limit", short_dollars(10 * (least.reseed or SEED)))


def _key(data: WagerData, key: str, value: str) -> str:
    """A commented key with its section."""
    cited = section_of_wager(data, key)
    if data.jurisdiction == HOUSE_RULES:
        cited = f"{HOUSE}: wagers.{data.slug}.{key}"
    signs = SIGNS if key in EXAMPLES else "#"
    return f"{signs} {key} = {value} # {cited}"

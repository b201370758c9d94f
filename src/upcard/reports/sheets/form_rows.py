"""The rows of the submission form: how a choice was set, and the terms of each meter."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.progressives.meter import MeterRules
from upcard.reports.choice_words import METER
from upcard.reports.filing import LINE
from upcard.reports.rendering.figures import dollars, plain, rate
from upcard.reports.source import PaperSource
from upcard.submission.offered.meters import printed_meters
from upcard.submission.wager_choices import RESERVE, SEED_AND_RATE, section_of_wager


class FormRow(NamedTuple):
    """A choice, its value in force, how it was set (chosen, by default, by rule), its section."""

    choice: str
    in_force: str
    setter: str
    section: str


def given_by(source: PaperSource, *path: str) -> str:
    """Whether the file gives the key at a path."""
    data: Any = source.document.data
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return "by default"
        data = data[key]
    return "chosen"


def rows_of_meters(
    source: PaperSource, offered: OfferedWager
) -> Iterator[tuple[str, list[FormRow]]]:
    """The meters of a wager, each with its name and its rows under a heading of their own."""
    for meter in offered.meters:
        name = meter.name.partition("/")[2]
        rows = list(_rows(source, offered, meter))
        yield f"{plain(name)} meter" if name else "meter", rows


def _rows(source: PaperSource, offered: OfferedWager, meter: MeterRules) -> Iterator[FormRow]:
    data = offered.data
    values = {
        "seed": dollars(meter.seed),
        "reseed": dollars(meter.reseed),
        "increment": rate(meter.increment),
        "secondary_increment": rate(meter.secondary_increment),
        "limit": dollars(meter.limit) if meter.limit else "none",
        "link": "this table alone",
    }
    if meter.link != source.table.name:  # which tables are linked is written here (§ 605a.8)
        values["link"] = f"link {meter.link}: {LINE[:24]}"
    prescribed = _prescribed(source.table, offered, meter)
    for key, value in values.items():
        setter = prescribed.get(key) or given_by(source, "wagers", data.slug, key)
        yield FormRow(METER[key], value, setter, section_of_wager(data, key))


def _prescribed(table: TableRules, offered: OfferedWager, meter: MeterRules) -> dict[str, str]:
    """What prescribes the terms of a meter that are not left to the submission, by their keys."""
    terms, paytable = offered.data.meter, offered.paytable
    if terms is None or table.is_house:
        return {}
    printed = printed_meters(offered.data, paytable)[meter.name.partition("/")[2]]
    divided = ("increment", RESERVE) if printed.total_increment else ()
    setter = "by the paytable" if terms.section == paytable.data.section else "by rule"
    keys = {*SEED_AND_RATE, RESERVE} - {*terms.submitted, *divided}
    return dict.fromkeys(keys, setter)

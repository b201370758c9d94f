"""The submission form: every choice in force with its section, given by the file or by default."""

from collections.abc import Iterator
from typing import Any

from upcard.games.table_rules import OfferedWager
from upcard.progressives.meter import MeterRules
from upcard.reports.rendering.figures import dollars, plain, rate
from upcard.reports.rendering.paper import Paper, PaperPart, PaperTable, left
from upcard.reports.source import PaperSource
from upcard.rules.schema import WagerData
from upcard.submission.describing.explain import explain
from upcard.submission.describing.in_force import choices_in_force
from upcard.submission.fields import is_money
from upcard.submission.schema import Submission, WagerSection

FormRow = tuple[str, str, str, str]
"""The choice, its value in force, whether the file gives it, its section."""


def submission_form(source: PaperSource) -> Paper:
    """The form: a part for each table of the file, then for each wager that the table offers."""
    tables = [name for name in Submission.model_fields if name != "wagers"]
    parts = [
        _part(_title(name), rows) for name in tables for rows in [list(_rows(source, name))] if rows
    ]
    for offered in source.table.wagers:
        rows = list(_wager_rows(source, offered))
        parts.append(_part(f"Wager: {offered.data.title}", rows, offered.data.section))
    return Paper(
        name="submission-form",
        title="Rules Submission",
        subtitle="Every choice in force; choices that the file leaves out have their defaults",
        head=source.head,
        parts=tuple(parts),
    )


def declared(source: PaperSource) -> Iterator[tuple[str, str, str]]:
    """The submission's declarations on the layout: summary, value in force, section."""
    for what, value, _, section in _rows(source, "layout"):
        yield what, value, section


def _part(title: str, rows: list[FormRow], section: str = "") -> PaperPart:
    columns = (left("Choice", wide=True), left("In force"), left("By"), left("Section"))
    return PaperPart(title, (PaperTable(columns, tuple(rows)),), section)


def _title(name: str) -> str:
    return "The table" if name == "table" else plain(name)


def _rows(source: PaperSource, name: str) -> Iterator[FormRow]:
    """The choices that the game has in one table of the file."""
    for choice in choices_in_force(source.submission):
        if choice.table == name:
            value = _words(choice.info, choice.value)
            yield choice.summary, value, _by(source, name, choice.key), choice.section


def _by(source: PaperSource, *path: str) -> str:
    """Whether the file gives the key at a path."""
    data: Any = source.document.data
    for key in path:
        if not isinstance(data, dict) or key not in data:
            return "default"
        data = data[key]
    return "file"


def _words(info: Any, value: Any) -> str:
    """A value for readers."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_money(info):
        return dollars(value)
    if isinstance(value, dict):
        return ", ".join(f"{key}: {part}" for key, part in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


# Wagers


def _wager_rows(source: PaperSource, offered: OfferedWager) -> Iterator[FormRow]:
    """The rows of one wager: paytable and amounts, its own options, its meters."""
    slug, data = offered.slug, offered.data
    paytable = offered.paytable.data
    yield "Paytable", paytable.id, _by(source, "wagers", slug, "paytable"), paytable.section
    limits = data.limits.section if data.limits is not None else data.section
    if offered.amounts:
        amounts = " or ".join(dollars(units) for units in offered.amounts)
        yield "Amounts", amounts, _by(source, "wagers", slug, "wager"), limits
    else:
        for key in ("minimum", "maximum"):
            units = getattr(offered, key)
            yield plain(key), dollars(units), _by(source, "wagers", slug, key), limits
    chosen = source.submission.wagers.get(slug, WagerSection())
    for key, info in WagerSection.model_fields.items():
        section = _option_section(data, key)
        if section:
            what = explain(f"wagers.{slug}.{key}").summary.rstrip(".")
            value = _words(info, getattr(chosen, key))
            yield what, value, _by(source, "wagers", slug, key), section
    for meter in offered.meters:
        yield from _meter_rows(source, slug, meter)


def _option_section(data: WagerData, key: str) -> str:
    """The passage of an option or a reading of the wager, empty for a key that is neither."""
    if key in data.readings:
        return data.readings[key].section
    return data.options.get(key, "")


def _meter_rows(source: PaperSource, slug: str, meter: MeterRules) -> Iterator[FormRow]:
    name = meter.name.partition("/")[2]
    values = {
        "seed": dollars(meter.seed),
        "reseed": dollars(meter.reseed),
        "increment": rate(meter.increment),
        "secondary_increment": rate(meter.secondary_increment),
        "limit": dollars(meter.limit) if meter.limit else "none",
        "link": meter.link,
    }
    for key, value in values.items():
        section = meter.link_section if key == "link" else meter.section
        what = f"Meter {name}: {plain(key).lower()}" if name else f"Meter: {plain(key).lower()}"
        yield what, value, _by(source, "wagers", slug, key), section

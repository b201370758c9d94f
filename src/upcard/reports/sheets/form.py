"""The submission form: every choice in force with its section, given by the file or by default."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.reports.choice_words import OF_WAGER, form_label, value_in_words
from upcard.reports.filing import closing, cover
from upcard.reports.mystery_words import configured, paid_by_section
from upcard.reports.names import paytable_in_words
from upcard.reports.own_rules import SECTION
from upcard.reports.par.sheet import SHEET, amounts
from upcard.reports.rendering.figures import JURISDICTIONS, dollars, plain
from upcard.reports.rendering.paper import (
    Paper,
    PaperBlock,
    PaperPart,
    PaperTable,
    Words,
    cited_once,
    left,
    with_words,
)
from upcard.reports.rules_in_short import where_decks_are
from upcard.reports.sheets.applicable_choices import applies, has_surrender
from upcard.reports.sheets.form_rows import FormRow, given_by, rows_of_meters
from upcard.reports.sheets.printed_odds import paid_by_the_game, paid_rows
from upcard.reports.source import PaperSource
from upcard.rules.citation import HOUSE
from upcard.rules.readings import ENVY_FROM
from upcard.rules.schema import WagerData
from upcard.submission.check import fields_by_trade
from upcard.submission.checks.washington import house_set
from upcard.submission.describing.explain import explain
from upcard.submission.describing.in_force import choices_in_force
from upcard.submission.fields import fields_of
from upcard.submission.game_choices import is_asked
from upcard.submission.schema import WagerSection, tables
from upcard.text.words import listed
from upcard.wagers.limits import times_in_words

OF_ALL_GAMES: Final = frozenset({"blackjack", "layout", "equipment"})
"""The tables of a file that are not named after a variation."""

CITED: Final = "Every choice in force with its section, and what every wager pays"
LONG_CITED: Final = (
    "Every choice in force, what every wager pays, with the section of each or of its heading"
)
OWN: Final = "Every choice in force, by the house's own rules"

BY_TRADE: Final = " (the trade's rule, not the text's)"
"""What stands behind a value of which `check` warns that the text has another rule."""

VERSION: Final = re.compile(r"\(v\d+\)")
"""The version of a progressive system behind the title of Washington's rules."""

LONG_SECTION: Final = 44
"""The letters of a section that does not stand in one line beside the choice."""


class DeclaredRow(NamedTuple):
    """A declaration on the layout: what it is, its value in force, its section."""

    declaration: str
    in_force: str
    section: str


def submission_form(source: PaperSource, paper_names: tuple[str, ...] = ()) -> Paper:
    """The form: its cover, a part for each subject and each wager, attachments and signatures.

    `paper_names` are the titles of the papers that are handed in with the form.
    """
    place = source.table.jurisdiction
    parts = [cover(source.filing, f"{source.table.name}, {source.title}", place)]
    for name in tables():
        rows = [] if name == "wagers" else list(_rows(source, name))
        if rows:
            note = _on_citations(source, rows) if name == "table" else ""
            parts.append(_part(_title(source, name), rows, note))
    if game_rows := list(_paid_by_the_game(source)):
        parts.append(_part("Paid by the rules of the game", game_rows))
    for offered in source.table.wagers:
        rows = list(_wager_rows(source, offered))
        heading = f"Wager: {source.short(offered.data.title)}"
        parts.append(_part(heading, rows))
        for name, meter_rows in rows_of_meters(source, offered):
            parts.append(_part(f"{heading}, {name}", meter_rows))
    return Paper(
        name="submission-form",
        title="Rules Submission",
        subtitle=OWN if source.table.is_house else _subtitle(parts),
        head=source.head,
        parts=(
            *parts,
            *closing(source.filing, paper_names, place, _without_odds(source, paper_names)),
        ),
    )


def _subtitle(parts: Sequence[PaperPart]) -> str:
    """What the form has, and where the section of a row without one is."""
    return LONG_CITED if any(part.section for part in parts) else CITED


def _without_odds(source: PaperSource, paper_names: tuple[str, ...]) -> str:
    """Which wagers have no exact odds, and which of them no PAR sheet; empty where all have odds.

    A sheet that is `paper_names` of such a wager is from dealt rounds.
    """
    sentence = source.without_odds
    if not sentence:
        return ""
    titles = [source.short(offered.data.title) for offered in source.unpriced]
    dealt = [title for title in titles if f"{SHEET}{title}" in paper_names]
    if dealt:
        sentence += (
            f" The PAR sheet of {listed(dealt)} is from dealt rounds, with its standard error."
        )
    if not set(titles) <= set(dealt) or source.is_insurance_unpriced:
        sentence += " No PAR sheet is attached for what has neither."
    return sentence


def declared_rows(source: PaperSource) -> Iterator[DeclaredRow]:
    """The submission's declarations on the layout."""
    for row in _rows(source, "layout"):
        yield DeclaredRow(row.choice, row.in_force, row.section)


def _on_citations(source: PaperSource, rows: Sequence[FormRow]) -> str:
    """What is assumed, and what the version behind the title of Washington's rules is."""
    told = [source.table.variation.outside_sources]
    if versions := sorted({word for row in rows for word in VERSION.findall(row.section)}):
        told.append(f"{listed(versions)} behind a title: the version of the progressive system.")
    return " ".join(filter(None, told))


def _part(title: str, rows: list[FormRow], told: str = "") -> PaperPart:
    """A row for each choice, with its own section; a long one of most rows is in the heading.

    Where few rows are left with a section of their own, these stand below the table. `told` is said
    below the rows.
    """
    wide = [left(heading, wide=True) for heading in ("Choice", "In force", "Section")]
    columns = (*wide[:2], left("How set"), wide[2])
    part = PaperPart(title, (PaperTable(columns, tuple(rows)),))
    if any(len(row.section) > LONG_SECTION for row in rows):
        part = _with_few_sections(cited_once(title, columns, rows))
    return with_words(part, told)


def _with_few_sections(part: PaperPart) -> PaperPart:
    """The part without a column of sections that is mostly empty: they are listed below it."""
    (table,) = part.blocks
    assert isinstance(table, PaperTable)
    with_section = [row for row in table.rows if row[-1]]
    if table.columns[-1].heading != SECTION or 2 * len(with_section) > len(table.rows):
        return part
    by_section: dict[str, list[str]] = {}
    for choice, *_, section in with_section:
        by_section.setdefault(section, []).append(choice)
    listing = "; ".join(f"{', '.join(names)}: {section}" for section, names in by_section.items())
    blocks: list[PaperBlock] = [
        PaperTable(table.columns[:-1], tuple(row[:-1] for row in table.rows))
    ]
    if listing:
        blocks.append(Words(f"Other sections. {listing}."))
    return replace(part, blocks=tuple(blocks))


def _paid_by_the_game(source: PaperSource) -> Iterator[FormRow]:
    """What the wagers pay that every table of the game has: the house does not choose them."""
    for row in paid_by_the_game(source):
        key = row.section.removeprefix(f"{HOUSE}: ")  # a house rule is a key of the submission
        setter = "by rule" if key == row.section else given_by(source, *key.split("."))
        yield FormRow(row.name, row.odds, setter, row.section)


def _title(source: PaperSource, name: str) -> str:
    """The heading of a table of the file; one of a variation has the title of its game."""
    if name == "table":
        return "The table"
    return plain(name) if name in OF_ALL_GAMES else f"Rules of {source.title}"


def _rows(source: PaperSource, name: str) -> Iterator[FormRow]:
    """The choices that the game has in one table of the file."""
    by_trade = fields_by_trade(source.document)
    for choice in choices_in_force(source.submission):
        setter = given_by(source, name, choice.key)
        automated = choice.field == "table.fully_automated" and setter == "chosen"
        if choice.table == name and (applies(source, choice.field) or automated):
            value = value_in_words(choice.field, choice.value)
            label = form_label(choice.field, choice.summary, source.table)
            if choice.field == "table.decks":
                value = f"{value} {where_decks_are(source.table)}".rstrip()
            if choice.field in by_trade:
                value += BY_TRADE
            yield FormRow(label, value, setter, choice.section)


def _is_elsewhere(source: PaperSource, summary: str) -> bool:
    """Whether a summary begins with a jurisdiction that the form is not for."""
    place, colon, _ = summary.partition(": ")
    jurisdiction = JURISDICTIONS[source.table.jurisdiction]
    return bool(colon) and place in JURISDICTIONS.values() and place != jurisdiction


# Wagers


def _wager_rows(source: PaperSource, offered: OfferedWager) -> Iterator[FormRow]:
    """The rows of one wager: paytable and amounts, its own options, its meters."""
    slug, data = offered.slug, offered.data
    paytable = offered.paytable.data
    if not data.fee:
        yield FormRow(
            OF_WAGER["paytable"],
            paytable_in_words(slug, data.jurisdiction, paytable.id),
            given_by(source, "wagers", slug, "paytable"),
            paytable.section,
        )
    for row in paid_rows(offered):
        yield FormRow(row.name, row.odds, "by the paytable", row.section)
    limits = data.limits.section if data.limits is not None else data.section
    if offered.amounts:
        setter = given_by(source, "wagers", slug, "wager")
        yield FormRow(OF_WAGER["wager"], amounts(offered), setter, limits)
    elif data.limits is not None and data.limits.part_of_blackjack:
        yield FormRow(OF_WAGER["wager"], amounts(offered), "by rule", limits)
    else:
        for key in ("minimum", "maximum"):
            units = getattr(offered, key)
            setter = given_by(source, "wagers", slug, key)
            yield FormRow(OF_WAGER[key], dollars(units), setter, limits)
    if data.limits is not None and data.limits.times_blackjack:
        times = times_in_words(data.limits)
        yield FormRow("Beside a Blackjack wager", times, "by rule", limits)
    if offered.wager.press == "beside":  # how much is the player's choice, not the house's
        pressed = "all or a portion, as the player chooses"
        added = "Winnings may be added to the Blackjack wager"
        yield FormRow(added, pressed, "by rule", data.press)
    if data.area and is_asked(source.submission, "layout", "wager_areas"):
        areas = source.submission.layout.wager_areas
        has_area = slug in areas if isinstance(areas, list) else areas
        words = value_in_words("layout.wager_areas", has_area)
        setter = given_by(source, "layout", "wager_areas")
        yield FormRow("An area for each player", words, setter, data.area)
    wager_section = source.submission.wagers.get(slug, WagerSection())
    for key in fields_of(WagerSection):
        section = _option_section(data, key) or paid_by_section(offered, key)
        if section and _may_matter(source.table, offered, key):
            field = f"wagers.{slug}.{key}"
            summary = explain(field).summary.rstrip(".")
            if _is_elsewhere(source, summary):
                continue
            label = form_label(field, summary, source.table)
            value = value_in_words(field, getattr(wager_section, key))
            value += configured(offered, key)
            setter = given_by(source, "wagers", slug, key)
            yield FormRow(label, value, setter, section)


def _may_matter(table: TableRules, offered: OfferedWager, key: str) -> bool:
    """Whether a choice of a wager can change what this table pays."""
    if key == "surrendered":
        return has_surrender(table)
    if key == ENVY_FROM:
        return bool(offered.envy)
    return key not in ("prizes", "prizes_paid") or bool(house_set(offered.paytable))


def _option_section(data: WagerData, key: str) -> str:
    """The passage of an option or a reading of the wager, empty for a key that is neither."""
    if key in data.readings:
        return data.readings[key].section
    return data.options.get(key, "")

"""What a field of a Rules Submission means: its sections, choices and default."""

from collections.abc import Mapping
from datetime import date
from difflib import get_close_matches
from typing import Any, Final, get_origin

import msgspec

from upcard.money.amount import parse_dollars, short_dollars
from upcard.rules.loader import all_wagers
from upcard.rules.readings import as_toml
from upcard.rules.schema import WagerData
from upcard.rules.violation import UnknownName
from upcard.submission.describing.passages import passages_of
from upcard.submission.fields import SubmissionField, fields_of, is_money, literal_values
from upcard.submission.notations import MONEY, PAYOUT, PORTION, PRIZE, RATE, Notation
from upcard.submission.offered.amounts import must_hit_by_data
from upcard.submission.schema import field_of, tables
from upcard.submission.wager_choices import missing_choice, provision_of_wager
from upcard.text.words import quoted

ANY_WAGER: Final = "NAME"
"""Placeholder for a wager's name in a field that every wager has."""


NO_DEFAULT: Final = "none: it has to be given"
"""Shown as the default of a field that has none."""


class FieldChoice(msgspec.Struct, frozen=True):
    """A field that the text leaves to the certificate holder.

    `sections` are all the passages of the text that leave the choice open; `section` is the first.
    """

    field: str
    summary: str
    choices: str
    default: str
    section: str
    sections: tuple[str, ...] = ()


def explain(field: str) -> FieldChoice:
    """The explanation of a field such as ``table.decks`` or ``wagers.lucky-ladies.maximum``.

    Raises `UnknownName` for a field that does not exist, with the names of similar ones.
    """
    path = tuple(field.split("."))
    info = field_of(path)
    if info is None or path != path[: 3 if path[0] == "wagers" else 2]:
        raise UnknownName(_unknown_field(field))
    if path[0] != "wagers" or path[1] == ANY_WAGER:
        return _choice(field, info)
    data = [rules.data for rules in all_wagers() if rules.data.slug == path[1]]
    if not data:
        raise UnknownName(_unknown_field(field))
    return _of_wager(field, path[2], data, _choice(field, info))


def all_choices() -> list[FieldChoice]:
    """Every field, in the order in which a file gives them."""
    return [
        _choice(f"wagers.{ANY_WAGER}.{name}" if table == "wagers" else f"{table}.{name}", info)
        for table, model in tables().items()
        for name, info in fields_of(model).items()
    ]


def _choice(field: str, info: SubmissionField) -> FieldChoice:
    return FieldChoice(
        field,
        info.description,
        _choices(info),
        NO_DEFAULT if info.is_required else toml_value(info, info.default),
        info.section,
        tuple(dict.fromkeys((info.section, *passages_of(field)))),
    )


NOTATIONS: Final[Mapping[Notation | None, str]] = {
    MONEY: 'whole dollars, or a string such as "0.50"',
    PRIZE: 'a prize for each row that is printed as "$": an amount, or odds such as "50 for 1"',
    PAYOUT: 'odds such as "3 to 2" or "6 to 5"',
    PORTION: '"all", or a percentage such as "40%"',
    RATE: 'a percentage such as "10%"',
}
"""The values of a notation in words; those of any other are text."""

KINDS: Final[Mapping[Any, str]] = {
    bool: "true, false",
    int: "a whole number",
    str: "text",
    date: "a date such as 2024-06-29",
    list[int]: "a list of whole numbers",
    list[str]: "a list of names",
}
"""The values of a kind in words."""


def _choices(info: SubmissionField) -> str:
    if info.literals:
        return ", ".join(toml_value(info, value) for value in info.literals)
    if info.notation is not None:
        return NOTATIONS.get(info.notation, KINDS[str])
    return " or ".join(map(_kind_in_words, info.kinds))


def _kind_in_words(kind: Any) -> str:
    if get_origin(kind) is dict:
        return "a whole-numbered weight for each"
    if literals := literal_values(kind):
        return ", ".join(f'"{value}"' for value in literals)
    return KINDS.get(kind, getattr(kind, "__name__", str(kind)))


# One wager's field


def _of_wager(field: str, key: str, data: list[WagerData], general: FieldChoice) -> FieldChoice:
    """A field as one wager has it: the paytables, amounts and sections that are its own."""
    missing = [missing_choice(wager, key) for wager in data]
    if missing[0] is not None and None not in missing:
        message, section = missing[0]
        return FieldChoice(field, message, "none", "none", section, (section,))
    if any(wager.meter is not None and key in wager.meter.specified for wager in data):
        summary = f"{general.summary.rpartition(';')[0]}; it has to be specified."
        general = msgspec.structs.replace(general, summary=summary, default=NO_DEFAULT)
    provisions = [section for wager in data if (section := provision_of_wager(wager, key))]
    choices = " or ".join(
        dict.fromkeys(said for wager in data if (said := _own_values(wager, key)))
    )
    sections = tuple(dict.fromkeys((*provisions, *passages_of(field)))) or general.sections
    return msgspec.structs.replace(
        general, choices=choices or general.choices, section=sections[0], sections=sections
    )


def _own_values(data: WagerData, key: str) -> str:
    if key in data.readings:
        return ", ".join(as_toml(value) for value in data.readings[key].values)
    if key == "paytable":
        return ", ".join(dict.fromkeys(f'"{table.id}"' for table in data.paytable))
    if key == "must_hit_by":
        return ", ".join(f'"{row.id}"' for row in must_hit_by_data().configuration)
    if key in ("wager", "minimum", "maximum") and data.limits is not None:
        return ", ".join(str(parse_dollars(text) // 10_000) for text in data.limits.amounts)
    return ""


# A field that does not exist


def _unknown_field(field: str) -> str:
    """The message for an unknown field: fields with similar names, one on each line."""
    slug = field.split(".")[1] if field.startswith("wagers.") and "." in field[7:] else ANY_WAGER
    slugs = {rules.data.slug for rules in all_wagers()}
    if slug not in slugs:
        slug = next(iter(get_close_matches(slug, slugs, 1)), ANY_WAGER)
    names = [choice.field.replace(ANY_WAGER, slug) for choice in all_choices()]
    last = field.rpartition(".")[2]
    near = get_close_matches(field, names, 5)
    near += [name for name in names if last and last in name.rpartition(".")[2]]
    keys = get_close_matches(last, {name.rpartition(".")[2] for name in names}, 3)
    near += [name for name in names if name.rpartition(".")[2] in keys]
    if not near:
        return f"A submission has no field {quoted(field)}; `upcard new blackjack` writes them all."
    listed = "\n".join(f"  {name}" for name in list(dict.fromkeys(near))[:8])
    return f"A submission has no field {quoted(field)}; near to it are\n{listed}"


def toml_value(info: SubmissionField, value: Any) -> str:
    """A value as a submission writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(toml_value(info, item) for item in value)}]"
    if isinstance(value, dict):
        rows = ", ".join(f"{row} = {toml_value(info, item)}" for row, item in value.items())
        return f"{{ {rows} }}" if rows else "{}"
    if is_money(info):
        text = short_dollars(value)
        return text if text.isdecimal() else f'"{text}"'
    return f'"{value}"' if isinstance(value, str) else str(value)

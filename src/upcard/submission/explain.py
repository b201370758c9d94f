"""What a field of a Rules Submission means: its section, choices and default."""

import types
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from pydantic.fields import FieldInfo

from upcard.money.amount import format_dollars
from upcard.rules.violation import UnknownName
from upcard.submission.fields import Money, Rate
from upcard.submission.schema import Submission, WagerSection


class Choice(msgspec.Struct, frozen=True):
    """A field that the text leaves to the certificate holder."""

    field: str
    summary: str
    choices: str
    default: str
    section: str


def explain(field: str) -> Choice:
    """The explanation of a field such as ``table.decks`` or ``wagers.lucky-ladies.maximum``.

    Raises ``KeyError`` with one sentence for a field that does not exist.
    """
    table, *rest = field.split(".")
    model = _tables().get(table)
    name = rest[-1] if rest else ""
    depth = 2 if table == "wagers" else 1
    if model is None or len(rest) not in (1, depth) or name not in model.model_fields:
        known = ", ".join(choice.field for choice in all_choices())
        raise UnknownName(f"A submission has no field {field!r}; there are {known}.")
    return _choice(field, model.model_fields[name])


def all_choices() -> list[Choice]:
    """Every field, in the order in which a file gives them."""
    return [
        _choice(f"wagers.NAME.{name}" if table == "wagers" else f"{table}.{name}", info)
        for table, model in _tables().items()
        for name, info in model.model_fields.items()
    ]


def _tables() -> dict[str, Any]:
    tables: dict[str, Any] = {
        name: info.annotation for name, info in Submission.model_fields.items()
    }
    tables["wagers"] = WagerSection
    return tables


def _choice(field: str, info: FieldInfo) -> Choice:
    extra = info.json_schema_extra
    assert isinstance(extra, dict)
    return Choice(
        field,
        info.description or "",
        _choices(info),
        "none: it has to be given" if info.is_required() else toml_value(info, info.default),
        str(extra["section"]),
    )


def _choices(info: FieldInfo) -> str:
    kind: Any = info.annotation
    if get_origin(kind) in (Union, types.UnionType):
        kind = next(part for part in get_args(kind) if part is not type(None))
    if get_origin(kind) is Literal:
        return ", ".join(f'"{value}"' for value in get_args(kind))
    if is_money(info):
        return 'whole dollars, or a string such as "0.50"'
    if _is(info, Rate):
        return 'a percentage such as "10%"'
    if get_origin(kind) is dict:
        return "a whole-numbered weight for each"
    words = {bool: "true, false", int: "a whole number", str: "text"}
    return words.get(kind, getattr(kind, "__name__", str(kind)))


def is_money(info: FieldInfo) -> bool:
    """Whether a field holds an amount."""
    return _is(info, Money)


def _is(info: FieldInfo, annotated: Any) -> bool:
    """Whether a field is of an annotated kind, by the validator that marks it."""
    marker = get_args(annotated)[1]
    return marker in info.metadata or marker in [
        part for option in get_args(info.annotation) for part in get_args(option)
    ]


def toml_value(info: FieldInfo, value: Any) -> str:
    """A value as a submission writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if is_money(info):
        text = format_dollars(value)
        return text.removesuffix(".00") if text.endswith(".00") else f'"{text}"'
    return f'"{value}"' if isinstance(value, str) else str(value)

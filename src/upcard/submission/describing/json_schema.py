"""The JSON Schema of a Rules Submission, by which editors complete and check a file."""

from collections.abc import Mapping
from datetime import date
from inspect import cleandoc
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec

from upcard.games.blackjack import INSURANCE_WAGER
from upcard.rules.loader import all_wagers
from upcard.submission.fields import (
    BOUNDS,
    SubmissionField,
    SubmissionTable,
    fields_of,
    is_money,
    literal_values,
)
from upcard.submission.schema import Submission, WagerSection, tables

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"

KINDS: Final[Mapping[Any, Mapping[str, str]]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    date: {"format": "date", "type": "string"},
}


def json_schema() -> dict[str, Any]:
    """The schema of the file's form; what needs the rulebook is left to `check`."""
    models = {model.__name__: model for model in tables().values()}
    properties = {
        name: {"$ref": _reference(model), "title": f"[{name}]"} for name, model in tables().items()
    }
    wagers = {
        "additionalProperties": False,
        "title": "[wagers]",
        "type": "object",
        "properties": _wagers(),
    }
    return {
        "$schema": DIALECT,
        "$defs": {name: _table(models[name]) for name in sorted(models)},
        **_object(Submission, {**properties, "wagers": wagers}, ["table"]),
        "title": "Rules Submission",
        "type": "object",
    }


def _reference(model: type[SubmissionTable]) -> str:
    return f"#/$defs/{model.__name__}"


def _wagers() -> dict[str, Any]:
    """A property for each wager of the rulebook, with its title and section."""
    return {
        rules.data.slug: {
            "$ref": _reference(WagerSection),
            "description": f"{rules.data.title}. {rules.data.section}",
        }
        for rules in all_wagers()
        if rules.data.slug != INSURANCE_WAGER
    }


def _object(model: type, properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    """The schema of a table that has these properties and no others."""
    return {
        "additionalProperties": False,
        "description": cleandoc(model.__doc__ or ""),
        "properties": properties,
        **({"required": required} if required else {}),
        "title": model.__name__,
        "type": "object",
    }


def _table(model: type[SubmissionTable]) -> dict[str, Any]:
    fields = fields_of(model)
    properties = {key: _property(key, field) for key, field in fields.items()}
    return _object(model, properties, [key for key, field in fields.items() if field.is_required])


def _property(key: str, field: SubmissionField) -> dict[str, Any]:
    """A key with its section, and with its default as a file writes it."""
    parts = [_values(kind, field.bounds) for kind in field.kinds]
    if field.optional and is_money(field):
        # The published form: a note of the bound, which the schema of an amount has already.
        parts = [{**parts[0], **field.bounds}] if field.bounds else [*parts[0]["anyOf"]]
    if field.optional:
        parts.append({"type": "null"})
    described = {
        **(parts[0] if len(parts) == 1 else {"anyOf": parts}),
        "description": f"{field.description} {field.section}",
        "title": key.replace("_", " ").title(),
    }
    if not field.is_required and field.default is not None:  # TOML cannot write None
        default = _dollars(field.default) if is_money(field) else field.default
        described["default"] = msgspec.to_builtins(default)
    return dict(sorted(described.items()))


def _values(kind: Any, bounds: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a kind of value."""
    if get_origin(kind) is dict:
        return {"additionalProperties": _values(get_args(kind)[1], {}), "type": "object"}
    if get_origin(kind) is list:
        return {"items": _values(get_args(kind)[0], {}), "type": "array"}
    if literals := literal_values(kind):
        listed = {"enum": list(literals)} if len(literals) > 1 else {"const": literals[0]}
        return {**listed, **KINDS[type(literals[0])]}
    schema = get_args(kind)[1].json_schema if get_origin(kind) is Annotated else KINDS[kind]
    if "type" not in schema:
        return dict(schema)
    keywords = {BOUNDS[name].keyword: bound for name, bound in bounds.items()}
    return dict(sorted({**schema, **keywords}.items()))


def _dollars(units: int) -> int | str:
    whole, rest = divmod(units, 10_000)
    return f"{whole}.{rest // 100:02d}" if rest else whole

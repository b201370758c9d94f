"""Validates JSON documents against the JSON Schemas of `upcard schema`, which name every key."""

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from upcard.library.schemas import json_schema

OF_OTHERS = ("$schema", "$defs")
"""Keys of formats that are not upcard's: SARIF, and JSON Schemas."""


def check_document(document: dict[str, Any]) -> None:
    """Raises `AssertionError` for a document without a schema, or one that its schema refuses."""
    if not any(key in document for key in OF_OTHERS):
        assert next(iter(document)) == "schema", f"no schema in a document of {[*document]}"
        validator = _validator(document["schema"])
        assert [f"{at.instance_path}: {at.message}" for at in validator.iter_errors(document)] == []


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(closed(json_schema(name)))


def closed(schema: Any) -> Any:
    """The schema where no object may have keys that it does not name.

    Schemas are open, so that new keys may come; but upcard's own documents print none unnamed.
    """
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    form = {key: closed(value) for key, value in schema.items()}
    if isinstance(form.get("properties"), dict) and form.get("type") == "object":
        form["additionalProperties"] = False
    return form

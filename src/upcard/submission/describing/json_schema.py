"""The JSON Schema of a Rules Submission, by which editors complete and check a file."""

from typing import Any, Final

from pydantic.fields import FieldInfo

from upcard.games.blackjack import INSURANCE_WAGER
from upcard.rules.loader import all_wagers
from upcard.submission.fields import is_money
from upcard.submission.schema import Submission, WagerSection, tables

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """The schema of the file's form; what needs the rulebook is left to `check`."""
    schema = Submission.model_json_schema()
    for model in tables().values():
        _describe(schema["$defs"][model.__name__], model.model_fields)
    wagers = schema["properties"]["wagers"]
    wagers["additionalProperties"] = False
    wagers["properties"] = _wagers()
    for name, part in schema["properties"].items():
        part.pop("default", None)
        part["title"] = f"[{name}]"
    return {"$schema": DIALECT, **schema, "title": "Rules Submission"}


def _wagers() -> dict[str, Any]:
    """A property for each wager of the rulebook, with its title and section."""
    return {
        rules.data.slug: {
            "$ref": f"#/$defs/{WagerSection.__name__}",
            "description": f"{rules.data.title}. {rules.data.section}",
        }
        for rules in all_wagers()
        if rules.data.slug != INSURANCE_WAGER
    }


def _describe(part: dict[str, Any], fields: dict[str, FieldInfo]) -> None:
    """Add to each key its section, and write its default as a file does."""
    for key, info in fields.items():
        written = part["properties"][key]
        section = written.pop("section")
        written.pop("games")
        written.pop("jurisdiction")
        written["description"] = f"{info.description} {section}"
        if written.get("default", ...) is None:
            del written["default"]  # TOML cannot write it
        elif is_money(info) and "default" in written:
            written["default"] = _dollars(info.default)


def _dollars(units: int) -> int | str:
    whole, rest = divmod(units, 10_000)
    return f"{whole}.{rest // 100:02d}" if rest else whole

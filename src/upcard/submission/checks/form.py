"""Rules of the form of a file: its keys, the kind of each value, choices and bounds."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any, Final

import msgspec
from annotated_types import Ge, Gt, Le, MinLen
from pydantic.fields import FieldInfo

from upcard.submission.checks.registry import OF_FORM, Path, Problem, Rule, new_rule
from upcard.submission.fields import (
    has_rows,
    is_money,
    is_payout,
    is_portion,
    is_prize,
    is_rate,
    literals,
)
from upcard.submission.offered.wagers import offers
from upcard.submission.schema import Submission, field_of, field_path, section_of, tables
from upcard.submission.wager_choices import OF_METERS, missing_choice
from upcard.submission.washington_papers import RULES
from upcard.text.words import quoted

FILE: Final = "601a.2"
"""The section on Rules Submissions, cited where no other provision applies."""


def _of_form(name: str, summary: str, *sections: str) -> Rule:
    rule_of_form = new_rule(f"form.{name}", summary, sections or (FILE,))
    OF_FORM.append(rule_of_form)
    return rule_of_form


KNOWN_KEY: Final = _of_form("known-key", "Every key is one that a Rules Submission has.")
GIVEN: Final = _of_form("given", "The table's name is given: everything else has a default.")
TRUE_OR_FALSE: Final = _of_form("true-or-false", "A switch is true or false.")
A_TABLE: Final = _of_form("table", "A table of the file is written as a table.")
A_DATE: Final = _of_form("date", "A date is written as a date, such as 2024-06-29.")
WHOLE_NUMBER: Final = _of_form("whole-number", "A count is a whole number.")
TEXT: Final = _of_form("text", "A name is text.")
AMOUNT: Final = _of_form("amount", "Money is whole dollars or a string in whole cents, no float.")
POSITIVE: Final = _of_form("positive-amount", "An amount is above nothing.")
RATE: Final = _of_form("rate", 'A rate is a percentage such as "3.75%".', "605a.7")
PRIZE: Final = _of_form("prize", "A prize is an amount or odds.", RULES)
PAYOUT: Final = _of_form("payout", 'A payoff is odds such as "3 to 2".', "633a.13(a)")
PORTION: Final = _of_form(
    "portion", 'A portion is "all" or a percentage such as "40%".', "633a.7(g)(10)(ii)(A)"
)
SEVERAL: Final = _of_form("one-of-several", "A value is of one of the kinds that the key takes.")
"""Templates: each holds for every field of its kind, and is cited with the field's own section."""


def _fields() -> Iterator[tuple[str, str, FieldInfo]]:
    for table, model in tables().items():
        for key, info in model.model_fields.items():
            yield table, key, info


def _own_rules() -> dict[tuple[str, str], Rule]:
    """The rule of each field that has choices or bounds of its own."""
    by_key = {}
    for table, key, info in _fields():
        section = str(info.json_schema_extra["section"])  # type: ignore[index]
        name, described = f"{table}.{key.replace('_', '-')}", str(info.description)
        if values := literals(info):
            listed = ", ".join(str(value) for value in values)
            by_key[table, key] = new_rule(
                f"choice.{name}", f"{described} One of: {listed}.", (section,)
            )
        elif not is_money(info) and (words := _bounds(info)):
            by_key[table, key] = new_rule(f"bound.{name}", f"{described} {words}", (section,))
    return by_key


def _bounds(info: FieldInfo) -> str:
    words = []
    for bound in info.metadata:
        if isinstance(bound, Ge):
            words.append(f"at least {bound.ge}")
        elif isinstance(bound, Gt):
            words.append(f"above {bound.gt}")
        elif isinstance(bound, Le):
            words.append(f"at most {bound.le}")
        elif isinstance(bound, MinLen):
            words.append("not empty")
        elif getattr(bound, "pattern", None):
            words.append("without a slash")
    return f"It is {' and '.join(words)}." if words else ""


OWN: Final = _own_rules()
"""Rules of single fields, by table and key."""

OF_FORM.extend(OWN.values())


def _key_path(path: Path, info: FieldInfo | None) -> Path:
    """The key that an error is about: a field, or a row of one that is a table of rows."""
    below = info is not None and has_rows(info)
    return path[: len(field_path(path)) + below]


def form_problem(detail: Mapping[str, Any]) -> tuple[Rule, Problem]:
    """Translate one of pydantic's errors into a problem, with the rule that is broken."""
    whole = tuple(str(part) for part in detail["loc"])
    info = field_of(whole)
    path = _key_path(whole, info)
    rule_broken, message, allowed = _read_error(detail, path, info)
    if info is not None and len(whole) > len(path):  # one of the kinds that the field may be of
        rule_broken, allowed = SEVERAL, ()
        message = f"{quoted(detail['input'])} is not allowed here: {info.description}"
    return rule_broken, Problem(path, message, allowed, section_of(path))


def _read_error(
    detail: Mapping[str, Any], path: Path, info: FieldInfo | None
) -> tuple[Rule, str, tuple[str | int, ...]]:
    context, kind, value = detail.get("ctx", {}), detail["type"], detail["input"]
    sentence = OWN.get((path[0], path[-1])) if path else None
    name = ".".join(path)
    if kind == "extra_forbidden":
        return KNOWN_KEY, f"There is no key {quoted(path[-1])} here.", _near(path)
    if kind == "missing":
        return GIVEN, f"{name} is missing.", ()
    if kind == "value_error":
        return _notation_rule(info), str(context["error"]), ()
    if kind == "bool_type":
        return TRUE_OR_FALSE, f"{quoted(value)} is neither true nor false.", ("true", "false")
    if kind in ("model_type", "dict_type"):
        return A_TABLE, f"{name} has to be a table.", ()
    if kind in ("date_type", "date_from_datetime_inexact"):
        return A_DATE, "A date is required here, such as 2024-06-29.", ()
    if info is not None and (values := literals(info)):
        return sentence or TEXT, f"{quoted(value)} is not one of the choices.", values
    if kind in ("greater_than", "greater_than_equal", "less_than_equal"):
        return sentence or POSITIVE, _out_of_bounds(value, context), ()
    if kind.startswith("string_") and kind != "string_type":
        return (
            sentence or TEXT,
            f"{quoted(value)} is not allowed here: {sentence.summary if sentence else ''}",
            (),
        )
    template = TEXT if kind == "string_type" else WHOLE_NUMBER
    return template, f"{quoted(value)} is not allowed here: {detail['msg'].lower()}.", ()


def _near(path: Path) -> tuple[str, ...]:
    """The keys that may stand in the place of an unknown one and are spelled much like it."""
    model = tables().get(path[0])
    known = tables() if len(path) == 1 or model is None else model.model_fields
    return tuple(get_close_matches(path[-1], known))


def _notation_rule(info: FieldInfo | None) -> Rule:
    """The rule on how a value is written: a rate, a portion, a prize, an amount or text."""
    if info is not None and is_rate(info):
        return RATE
    if info is not None and is_portion(info):
        return PORTION
    if info is not None and is_payout(info):
        return PAYOUT
    if info is not None and is_prize(info):
        return PRIZE
    return AMOUNT if info is None or is_money(info) else TEXT


def _out_of_bounds(value: Any, context: Mapping[str, Any]) -> str:
    """The message for a number out of bounds."""
    bound = context.get("gt", context.get("ge", context.get("le")))
    if "le" in context:
        return f"At most {bound} is required here, not {quoted(value)}."
    if "ge" in context:
        return f"At least {bound} is required here, not {quoted(value)}."
    return f"An amount above ${bound} is required here, not {quoted(value)}."


def with_wagers_section(submission: Submission, problem: Problem) -> Problem:
    """Replace a problem's section and allowed values with those of the wager.

    A key that the wager does not have is reported as such; other problems are unchanged.
    """
    if len(problem.path) < 3 or problem.path[0] != "wagers":
        return problem
    key = problem.path[2]
    for offer in offers(submission):
        if offer.slug != problem.path[1]:
            continue
        reading, meter = offer.data.readings.get(key), offer.data.meter
        missing = missing_choice(offer.data, key)
        if missing is not None:
            message, section = missing
            return Problem(problem.path, message, (), section)
        if reading is not None:
            allowed = tuple(value for value in reading.values if not isinstance(value, bool))
            return msgspec.structs.replace(
                problem, allowed=allowed or problem.allowed, section=reading.section
            )
        if meter is not None and key in OF_METERS and offer.data.jurisdiction != "pa":
            return msgspec.structs.replace(problem, section=meter.section)
    return problem

"""Rules of the form of a file: its keys, the kind of each value, choices and bounds."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Final

import msgspec

from upcard.submission.checks.registry import OF_FORM, Path, Problem, Rule, new_rule
from upcard.submission.fields import BOUNDS, SubmissionField, fields_of, is_money
from upcard.submission.notations import MONEY, NO_TEXT, PAYOUT, PORTION, PRIZE, RATE, Notation
from upcard.submission.offered.wagers import offers
from upcard.submission.schema import Submission, field_of, section_of, tables
from upcard.submission.validate import Malformed
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
SEVERAL: Final = _of_form("one-of-several", "A value is of one of the kinds that the key takes.")
"""Templates: each holds for every field of its kind, and is cited with the field's own section."""

OF_NOTATION: Final[Mapping[Notation | None, Rule]] = {
    MONEY: AMOUNT,
    RATE: _of_form("rate", 'A rate is a percentage such as "3.75%".', "605a.7"),
    PRIZE: _of_form("prize", "A prize is an amount or odds.", RULES),
    PAYOUT: _of_form("payout", 'A payoff is odds such as "3 to 2".', "633a.13(a)"),
    PORTION: _of_form(
        "portion", 'A portion is "all" or a percentage such as "40%".', "633a.7(g)(10)(ii)(A)"
    ),
}
"""The rules on how values are written; that on text holds for any other notation."""


def _own_rules() -> Iterator[tuple[tuple[str, str], Rule]]:
    """The rule of each field that has choices or bounds of its own, by table and key."""
    for table, model in tables().items():
        for key, field in fields_of(model).items():
            name, sections = f"{table}.{key.replace('_', '-')}", (field.section,)
            if field.literals:
                told = f"{field.description} One of: {', '.join(map(str, field.literals))}."
                yield (table, key), new_rule(f"choice.{name}", told, sections)
            elif field.bounds and not is_money(field):
                told = f"{field.description} {_bounds(field)}"
                yield (table, key), new_rule(f"bound.{name}", told, sections)


def _bounds(field: SubmissionField) -> str:
    words = [BOUNDS[name].words.format(bound=bound) for name, bound in field.bounds.items()]
    return f"It is {' and '.join(words)}."


OWN: Final = dict(_own_rules())
"""Rules of single fields, by table and key."""

OF_FORM.extend(OWN.values())


def form_problem(malformed: Malformed) -> tuple[Rule, Problem]:
    """The problem with a malformed key, with the rule that is broken."""
    path, field = malformed.path, field_of(malformed.path)
    allowed: tuple[str | int, ...] = ()
    if malformed.fault == "unknown key":
        rule_broken, message = KNOWN_KEY, f"There is no key {quoted(path[-1])} here."
        allowed = _near(path)
    elif malformed.fault == "missing":
        rule_broken, message = GIVEN, f"{'.'.join(path)} is missing."
    elif malformed.fault == "no table":
        rule_broken, message = A_TABLE, f"{'.'.join(path)} has to be a table."
    else:
        assert field is not None, f"{path} has a value, so it is a field"
        rule_broken, message, allowed = _wrong_value(malformed, field)
    return rule_broken, Problem(path, message, allowed, section_of(path))


def _wrong_value(
    malformed: Malformed, field: SubmissionField
) -> tuple[Rule, str, tuple[str | int, ...]]:
    own = OWN.get((malformed.path[0], malformed.path[-1]))
    value = quoted(malformed.value)
    not_allowed = f"{value} is not allowed here:"
    match malformed.fault:
        case "notation":
            return OF_NOTATION.get(field.notation, TEXT), malformed.message, ()
        case "no switch":
            return TRUE_OR_FALSE, f"{value} is neither true nor false.", ("true", "false")
        case "no date":
            return A_DATE, "A date is required here, such as 2024-06-29.", ()
        case "no choice":
            return own or TEXT, f"{value} is not one of the choices.", field.literals
        case "out of bounds":
            said = own.summary if own is not None else ""
            return own or POSITIVE, malformed.message or f"{not_allowed} {said}", ()
        case "no text":
            return TEXT, f"{not_allowed} {NO_TEXT}.", ()
        case "no whole number":
            return WHOLE_NUMBER, f"{not_allowed} input should be a valid integer.", ()
        case _:
            return SEVERAL, f"{not_allowed} {field.description}", ()


def _near(path: Path) -> tuple[str, ...]:
    """The keys that may stand in the place of an unknown one and are spelled much like it."""
    model = tables().get(path[0])
    known = tables() if len(path) == 1 or model is None else fields_of(model)
    return tuple(get_close_matches(path[-1], known))


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

"""Reads a file's data into the tables of a Rules Submission; tells each key that is malformed."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import date
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin

import msgspec

from upcard.rules.loader import all_games
from upcard.rules.violation import BadInput
from upcard.submission.fields import (
    BOUNDS,
    SubmissionField,
    SubmissionTable,
    fields_of,
    literal_values,
)
from upcard.submission.problem import Path
from upcard.submission.schema import Submission, TableSection, WagerSection, tables
from upcard.text.words import quoted

Fault: TypeAlias = Literal[
    "unknown key",
    "missing",
    "no table",
    "notation",
    "no switch",
    "no date",
    "no choice",
    "out of bounds",
    "no text",
    "no whole number",
    "no such kind",
]
"""What is wrong with the form of a key."""

UNNAMED: Final = "?"
"""Stands for the name of a table that has none."""

_PLAIN: Final[Mapping[Any, Fault]] = {
    bool: "no switch",
    int: "no whole number",
    str: "no text",
    date: "no date",
}


class Malformed(msgspec.Struct, frozen=True):
    """A key whose form is wrong, and its value; `message` is one sentence where there is one."""

    path: Path
    fault: Fault
    value: Any = None
    message: str = ""


class _WrongForm(Exception):
    """A value that is not of a field's form."""

    def __init__(self, fault: Fault, message: str = "") -> None:
        super().__init__(fault, message)
        self.fault: Fault = fault
        self.message = message


def valid_submission(data: Mapping[str, Any]) -> Submission:
    """The submission of well-formed data; raises `BadInput` for a malformed key."""
    submission, malformed = read_submission(data)
    if malformed:
        wrong = malformed[0]
        raise BadInput(f"{'.'.join(wrong.path)} is malformed: {wrong.message or wrong.fault}.")
    return submission


def read_submission(data: Mapping[str, Any]) -> tuple[Submission, list[Malformed]]:
    """The submission without its malformed keys, and these keys in the order of the models."""
    given: dict[str, Any] = {"table": TableSection(name=UNNAMED)}
    malformed: list[Malformed] = []
    for name, model in tables().items():
        content = data.get(name, {})
        if not isinstance(content, Mapping):
            malformed.append(Malformed((name,), "no table", content))
        elif name == "wagers":
            given[name] = dict(_read_wagers(content, malformed))
        elif name in data:
            read = _read_first_table if name == "table" else _read_table
            given[name] = read(model, content, (name,), malformed)
        elif name == "table":
            malformed.append(Malformed((name,), "missing"))
    malformed += [Malformed((name,), "unknown key") for name in data if name not in tables()]
    return Submission(**given), malformed


def _read_first_table(
    model: type[SubmissionTable],
    content: Mapping[str, Any],
    path: Path,
    malformed: list[Malformed],
) -> SubmissionTable:
    """``[table]``, with the game's rule data in place of the general defaults."""
    defaults: dict[str, Any] = {"name": UNNAMED}
    for game in all_games():
        if content.get("game") == game.slug:
            jurisdiction = str(content.get("jurisdiction"))
            defaults |= game.defaults | game.defaults_in.get(jurisdiction, {})
    given = _read_table(model, content, path, malformed)
    return model(**vars(_read_table(model, defaults, path, [])) | vars(given))


def _read_wagers(
    content: Mapping[str, Any], malformed: list[Malformed]
) -> Iterator[tuple[str, SubmissionTable]]:
    for slug, keys in content.items():
        path = ("wagers", slug)
        if isinstance(keys, Mapping):
            yield slug, _read_table(WagerSection, keys, path, malformed)
        else:
            malformed.append(Malformed(path, "no table", keys))


def _read_table(
    model: type[SubmissionTable],
    content: Mapping[str, Any],
    path: Path,
    malformed: list[Malformed],
) -> SubmissionTable:
    """A table of the well-formed keys of its content."""
    values: dict[str, Any] = {}
    for key, field in fields_of(model).items():
        if key in content:
            with _reported(malformed, (*path, key), content[key]):
                values[key] = _read_key(field, content[key], (*path, key), malformed)
        elif field.is_required:
            malformed.append(Malformed((*path, key), "missing"))
    unknown = (key for key in content if key not in fields_of(model))
    malformed += [Malformed((*path, key), "unknown key") for key in unknown]
    return model(**values)


def _read_key(
    field: SubmissionField, value: object, path: Path, malformed: list[Malformed]
) -> object:
    """The value of a field; rows that are malformed are left out of it."""
    if not field.has_rows or not isinstance(value, Mapping):
        return _read_value(field, value)
    rows: dict[str, object] = {}
    for row, item in value.items():
        with _reported(malformed, (*path, row), item):
            rows[row] = _read_as(get_args(field.kinds[0])[1], item)
    return rows


@contextmanager
def _reported(malformed: list[Malformed], path: Path, value: object) -> Iterator[None]:
    """Add what turns out to be wrong with the form of a value."""
    try:
        yield
    except _WrongForm as wrong:
        malformed.append(Malformed(path, wrong.fault, value, wrong.message))


def _read_value(field: SubmissionField, value: object) -> object:
    """A value of one of the field's kinds within its bounds; raises `_WrongForm` otherwise."""
    if value is None and field.optional:
        return None
    read = _read_as(field.kinds[0], value) if len(field.kinds) == 1 else _read_any(field, value)
    for name, bound in field.bounds.items():
        if not BOUNDS[name].holds(read, bound):
            told = BOUNDS[name].message.format(bound=bound, value=quoted(read))
            raise _WrongForm("out of bounds", told)
    return read


def _read_any(field: SubmissionField, value: object) -> object:
    """A value of any of a field's kinds."""
    for kind in field.kinds:
        with suppress(_WrongForm):
            return _read_as(kind, value)
    raise _WrongForm("no such kind")


def _read_as(kind: Any, value: Any) -> object:
    """A value of a kind."""
    if get_origin(kind) is Annotated:
        try:
            return get_args(kind)[1].read(value)
        except ValueError as error:
            raise _WrongForm("notation", str(error)) from None
    if values := literal_values(kind):
        if not any(value == each and type(value) is type(each) for each in values):
            raise _WrongForm("no choice")
        return kind(value) if isinstance(kind, type) else value
    if kind in _PLAIN:
        if type(value) is not kind:
            raise _WrongForm(_PLAIN[kind])
        return value
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise _WrongForm("no table" if get_origin(kind) is dict else "no such kind") from None

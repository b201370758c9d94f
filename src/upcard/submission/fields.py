"""The fields of a Rules Submission: choices with sections, and the tables that they stand in."""

import operator
import re
import types
from collections.abc import Callable, Mapping, Sequence, Set
from enum import StrEnum
from inspect import get_annotations
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
)

import msgspec

from upcard.rules.citation import full_citation
from upcard.submission.notations import MONEY, RATE, Notation


class BoundKind(NamedTuple):
    """A kind of bound of a field's value.

    `words` follow "It is", `message` is what is said of a value out of bounds (empty: the words),
    and `keyword` is that of JSON Schema.
    """

    holds: Callable[[Any, Any], bool]
    words: str
    message: str
    keyword: str


BOUNDS: Final[Mapping[str, BoundKind]] = {
    "gt": BoundKind(
        operator.gt,
        "above {bound}",
        "An amount above ${bound} is required here, not {value}.",
        "exclusiveMinimum",
    ),
    "ge": BoundKind(
        operator.ge,
        "at least {bound}",
        "At least {bound} is required here, not {value}.",
        "minimum",
    ),
    "le": BoundKind(
        operator.le,
        "at most {bound}",
        "At most {bound} is required here, not {value}.",
        "maximum",
    ),
    "min_length": BoundKind(lambda text, least: len(text) >= least, "not empty", "", "minLength"),
    "pattern": BoundKind(
        lambda text, pattern: re.search(pattern, text) is not None,
        "without a slash",
        "",
        "pattern",
    ),
}
"""The bounds that a field may have, by their names in `choice`."""


class SubmissionField(msgspec.Struct, frozen=True, eq=False):
    """A choice that the text leaves to the certificate holder, as `choice` describes it.

    `default` is ``...`` where the file has to give a value. `section` is a full citation, `bounds`
    has the bounds by their kinds. `kinds` are the types of which a value may be, from the
    annotation of the table's class; `optional` tells that it may be None, which no file writes.
    """

    default: Any
    section: str
    description: str
    games: tuple[str, ...]
    jurisdiction: str
    bounds: dict[str, Any]
    kinds: tuple[Any, ...] = ()
    optional: bool = False

    @property
    def is_required(self) -> bool:
        """Whether the file has to give it."""
        return self.default is ...

    @property
    def has_rows(self) -> bool:
        """Whether it is a table of rows, such as prizes by the row of a paytable."""
        return get_origin(self.kinds[0]) is dict

    @property
    def notation(self) -> Notation | None:
        """The notation of its values, or of the values of its rows; None for plain ones."""
        kind = get_args(self.kinds[0])[1] if self.has_rows else self.kinds[0]
        return get_args(kind)[1] if get_origin(kind) is Annotated else None

    @property
    def literals(self) -> tuple[str | int, ...]:
        """The only values that it takes; empty where there are others."""
        return literal_values(self.kinds[0]) if len(self.kinds) == 1 else ()


def literal_values(kind: Any) -> tuple[str | int, ...]:
    """The values of a type that has no others; empty for any other type."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(map(str, kind))
    return get_args(kind) if get_origin(kind) is Literal else ()


def is_money(field: SubmissionField) -> bool:
    """Whether a field holds an amount."""
    return field.notation is MONEY


def is_rate(field: SubmissionField) -> bool:
    """Whether a field holds a rate: a part of a wager."""
    return field.notation is RATE


def choice(
    default: Any,
    section: str,
    summary: str,
    games: Sequence[str] = (),
    jurisdiction: str = "",
    **bounds: Any,
) -> Any:
    """A field that the text leaves to the certificate holder, with its section.

    `games` are the only games that have it, where it is not one of Blackjack's choices;
    `jurisdiction` limits it to one jurisdiction. `bounds` are those of `BOUNDS`.
    """
    unknown = sorted(bounds.keys() - BOUNDS.keys())
    if unknown:
        raise TypeError(f"choice has no bound {unknown[0]!r}; there are {', '.join(BOUNDS)}")
    return SubmissionField(
        default, full_citation(section), summary, tuple(games), jurisdiction, bounds
    )


class FrozenValues:
    """Values by their names, which are given when the object is made and do not change.

    They have no hash, as tables of rows are among them.
    """

    def __init__(self, **values: Any) -> None:
        vars(self).update(values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__}.{name} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({given})"


@dataclass_transform(kw_only_default=True, frozen_default=True)
class SubmissionTable(FrozenValues):
    """A table of the file, whose keys are the class attributes made by `choice`.

    An object has the values that were given; of any other key it has the default, from its class.
    """

    _fields: ClassVar[Mapping[str, SubmissionField]] = {}

    def __init_subclass__(cls) -> None:
        chosen = {key: it for key, it in vars(cls).items() if isinstance(it, SubmissionField)}
        annotations = get_annotations(cls, eval_str=True)
        own = {key: _with_kinds(field, annotations[key]) for key, field in chosen.items()}
        bases = [base for base in reversed(cls.__mro__[1:]) if issubclass(base, SubmissionTable)]
        cls._fields = {key: field for base in bases for key, field in base._fields.items()} | own
        for key, field in own.items():
            setattr(cls, key, field.default)


def _with_kinds(field: SubmissionField, annotation: Any) -> SubmissionField:
    """A field with the types of its values, from its annotation."""
    union = get_origin(annotation) in (Union, types.UnionType)
    parts = get_args(annotation) if union else (annotation,)
    kinds = tuple(part for part in parts if part is not types.NoneType)
    return msgspec.structs.replace(field, kinds=kinds, optional=len(kinds) < len(parts))


def fields_of(model: type[SubmissionTable]) -> Mapping[str, SubmissionField]:
    """The fields of a table by their keys, in the order of a file."""
    return model._fields


def given_keys(table: SubmissionTable) -> Set[str]:
    """The keys that the file, or the rule data of its game, gives."""
    return vars(table).keys()


def values_of(table: SubmissionTable) -> dict[str, Any]:
    """The value of each key, given or by default, in the order of a file."""
    return {name: getattr(table, name) for name in fields_of(type(table))}

"""Commands as JSON, with dollars and the names of cards, made of the engine's own commands.

``{"type": "PlaceWager", "position": 3, "wager": "blackjack", "amount": "15.00"}``
"""

from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Final, Literal, get_type_hints

import msgspec
from pydantic import BaseModel, ConfigDict, Field, create_model

from upcard.cards.card import parse_card
from upcard.engine.core import commands as c
from upcard.host.tables.record_body import subclasses_of
from upcard.money.amount import AmountError, parse_dollars
from upcard.rules.violation import BadInput
from upcard.service.access.authority import (
    CHANCE,
    OF_CHANCE,
    OF_DEALERS,
    OF_FLOORPERSONS,
    OF_PLAYERS,
)

Dollars = Annotated[str, Field(examples=["15.00"], description="Dollars, such as 15 or 7.50.")]
CardName = Annotated[str, Field(pattern="^[AKQJT2-9][shdc]$", examples=["As"])]

Whole = Annotated[int, Field(ge=-(2**53), le=2**53)]
"""A number that JSON, a browser and the journal all have exactly."""

SENT: Final = OF_PLAYERS | OF_DEALERS | OF_FLOORPERSONS | OF_CHANCE
"""The commands that somebody may send."""

KINDS: Final[dict[str, type[c.Command]]] = {
    kind.__name__: kind for kind in subclasses_of(c.Command) if kind.__name__ in SENT
}


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LuckyIn(_Model):
    """A Lucky Number and what a straight wager on it pays, to 1."""

    number: Whole
    payout: Whole


_AS: Final[dict[str, Any]] = {
    "amount": Dollars,
    "card": CardName,
    "burned": CardName,
    "numbers": tuple[LuckyIn, ...],
}
"""How a field is said where that is not how the engine has it."""


_BOUNDED: Final[dict[Any, Any]] = {int: Whole, int | None: Whole | None}


def _model(kind: type[c.Command]) -> type[_Model]:
    """The JSON form of a command; what chance decides may be left out."""
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {"type": (Literal[kind.__name__], ...)}
    for field in msgspec.structs.fields(kind):
        said = _AS.get(field.name, _BOUNDED.get(hints[field.name], hints[field.name]))
        if field.required:
            fields[field.name] = (said, ...)
        elif field.name in {**_AS, **CHANCE}:
            fields[field.name] = (said | None, None)
        else:
            fields[field.name] = (said, field.default)
    return create_model(kind.__name__, __base__=_Model, __doc__=_sentence(kind), **fields)


def _sentence(kind: type) -> str:
    return (kind.__doc__ or "").strip().split("\n")[0]


MODELS: Final = {name: _model(kind) for name, kind in sorted(KINDS.items())}

_union: UnionType | type[_Model] = reduce(or_, MODELS.values())

CommandIn = Annotated[_union, Field(discriminator="type")]  # type: ignore[valid-type] # made here
"""Any command that somebody may send, by its `type`."""


def command_of(said: BaseModel) -> c.Command:
    """The engine's command; `BadInput` for an amount or a card that is none."""
    fields = {name: value for name, value in said.model_dump().items() if value is not None}
    kind = KINDS[fields.pop("type")]
    try:
        for name, value in fields.items():
            if name == "amount":
                fields[name] = parse_dollars(value)
            elif _AS.get(name) is CardName:
                fields[name] = parse_card(value)
        return msgspec.convert(fields | {"type": kind.__name__}, kind)
    except (AmountError, msgspec.ValidationError, ValueError) as error:
        raise BadInput(f"{error}") from None


def step_named(name: str) -> type[c.Command]:
    """The step of a name; `BadInput` for one that there is not."""
    kind = KINDS.get(name)
    if kind is None:
        raise BadInput(f"There is no step {name}.")
    return kind

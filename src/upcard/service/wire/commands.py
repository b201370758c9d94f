"""The JSON form of commands, generated from the engine's commands, with dollars and card names.

``{"type": "PlaceWager", "position": 3, "wager": "blackjack", "amount": "15.00"}``
"""

from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Final, Literal, get_type_hints

import msgspec
from pydantic import BaseModel, Field, create_model

from upcard.cards.card import parse_card
from upcard.engine.core.commands import Command, tag_of
from upcard.engine.core.senders import Sender
from upcard.engine.tagged_types import command_types
from upcard.money.amount import AmountError, parse_dollars
from upcard.rules.violation import BadInput
from upcard.service.access.command_senders import CHANCE
from upcard.service.wire.exact import RequestBody, Whole, Yes
from upcard.text.words import first_line

DollarsText = Annotated[str, Field(examples=["15.00"], description="Dollars, such as 15 or 7.50.")]
CardName = Annotated[str, Field(pattern="^[AKQJT2-9][shdc]$", examples=["As"])]

KINDS: Final[dict[str, type[Command]]] = {
    tag_of(kind): kind for kind in command_types() if kind.sender not in {None, Sender.HOUSE}
}
"""The commands that some role or device may send, of all known games, by their tags."""


class LuckyIn(RequestBody):
    """A Lucky Number and what a straight wager on it pays, to 1."""

    number: Whole
    payout: Whole


CARDS: Final = ("card", "burned")
"""The fields of commands that name a card."""

_JSON_TYPES: Final[dict[str, Any]] = {
    "amount": DollarsText,
    **dict.fromkeys(CARDS, CardName),
    "numbers": tuple[LuckyIn, ...],
}
"""The JSON types of fields, by name, that differ from the engine's."""


_EXACT: Final[dict[Any, Any]] = {int: Whole, int | None: Whole | None, bool: Yes}


def _model(kind: type[Command]) -> type[RequestBody]:
    """The pydantic model of a command; fields that chance decides may be left out."""
    hints = get_type_hints(kind)
    fields: dict[str, Any] = {"type": (Literal[tag_of(kind)], ...)}
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        json_type = _JSON_TYPES.get(field.name, _EXACT.get(hint, hint))
        if field.required:
            fields[field.name] = (json_type, ...)
        elif field.name in {**_JSON_TYPES, **CHANCE}:
            fields[field.name] = (json_type | None, None)
        else:
            fields[field.name] = (json_type, field.default)
    return create_model(tag_of(kind), __base__=RequestBody, __doc__=first_line(kind), **fields)


MODELS: Final = {name: _model(kind) for name, kind in sorted(KINDS.items())}

_union: UnionType | type[RequestBody] = reduce(or_, MODELS.values())

CommandIn = Annotated[_union, Field(discriminator="type")]  # type: ignore[valid-type] # a union made at run time
"""The JSON form of any command, told apart by its `type`."""


def command_of(model: BaseModel) -> Command:
    """The engine's command; raises `BadInput` for an invalid amount, card or number."""
    fields = {name: value for name, value in model.model_dump().items() if value is not None}
    kind = KINDS[fields.pop("type")]
    try:
        for name, value in fields.items():
            if name == "amount":
                fields[name] = parse_dollars(value)
            elif name in CARDS:
                fields[name] = parse_card(value)
        return msgspec.convert(fields | {"type": tag_of(kind)}, kind)
    except (AmountError, msgspec.ValidationError, ValueError) as error:
        raise BadInput(f"{error}") from None


def step_of(name: str) -> type[Command]:
    """The command with this name; raises `BadInput` for an unknown one."""
    kind = KINDS.get(name)
    if kind is None:
        raise BadInput(f"There is no step {name}.")
    return kind

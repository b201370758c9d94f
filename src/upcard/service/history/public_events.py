"""Events as JSON, as everybody at the table could see them.

Only cards that lay face up are named; every other is ``??``. Amounts are in dollars.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import msgspec

from upcard.cards.card import name_of
from upcard.engine.baccarat.events import BANKERS_HAND, PLAYERS_HAND
from upcard.engine.core.events import (
    DRAW,
    HOLE,
    UPCARD,
    BonusesDrawn,
    CardDealt,
    DeterminantDrawn,
    Event,
)
from upcard.engine.core.view import HIDDEN
from upcard.engine.hybrid.events import COMMUNITY
from upcard.engine.irregular.events import (
    CardExposed,
    DealerOverdrawn,
    ExposedCardDiscarded,
    FaceUpCardFound,
)
from upcard.host.bodies.record_body import RecordBody, body_of
from upcard.host.tables.answers import events_of
from upcard.journal.journal import Journal
from upcard.money.amount import format_dollars

MONEY: Final = frozenset({"amount", "wagered", "paid", "prize"})
CARD: Final = frozenset({"card", "burned", "magic_card"})
CARDS: Final = frozenset({"cards", "discarded"})

FACE_UP: Final[frozenset[type[Event]]] = frozenset(
    {
        BonusesDrawn,
        CardExposed,
        DealerOverdrawn,
        DeterminantDrawn,
        ExposedCardDiscarded,
        FaceUpCardFound,
    }
)
"""Events whose card everybody at the table sees; another event says it with its field `face_up`."""

DESTINATIONS: Final = {
    UPCARD: "upcard",
    HOLE: "hole card",
    DRAW: "dealer's hand",
    PLAYERS_HAND: "player's hand",
    BANKERS_HAND: "banker's hand",
    COMMUNITY: "community cards",
}
"""Names of the places of cards that no player's position received; their `position` is 0."""

UNTOLD: Final = frozenset({"targets"})
"""Fields that are internal to the engine."""


Told = Callable[[Any, bool], Any]
"""A field's value as JSON, where cards are shown or not."""


def public_events_of(body: RecordBody) -> list[dict[str, Any]]:
    """The public events of a record, in order."""
    return [public_event(event) for event in events_of(body)]


def public_event(event: Event, *, turned: bool = False) -> dict[str, Any]:
    """An event's name and fields; with `turned`, the dealer's hole card is shown as well."""
    name = type(event).__name__
    is_public = type(event) in FACE_UP or bool(getattr(event, "face_up", False))
    if turned and isinstance(event, CardDealt) and event.position == HOLE:
        is_public = True
    public: dict[str, Any] = {"event": name}
    place = DESTINATIONS.get(getattr(event, "position", 0))
    if place is not None:
        public["to"] = place
    public |= _fields(event, is_public)
    if place is not None:
        public["position"] = 0
    return public


def _fields(value: msgspec.Struct, shown: bool) -> dict[str, Any]:
    """The fields of a struct that are told, as JSON."""
    return {name: form(getattr(value, name), shown) for name, form in _public_fields(type(value))}


@cache
def _public_fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, Told], ...]:
    """The fields of a type that are told, and the functions that tell them."""
    fields = [name for name in kind.__struct_fields__ if name not in UNTOLD]
    return tuple((name, _BY_NAME.get(name, _value)) for name in fields)


def _value(value: Any, shown: bool) -> Any:
    """A value that is neither an amount nor a card."""
    if isinstance(value, tuple):
        return [_value(item, shown) for item in value]
    return _fields(value, shown) if isinstance(value, msgspec.Struct) else value


def _money(value: Any, shown: bool) -> Any:
    return format_dollars(value) if isinstance(value, int) else _value(value, shown)


def _card(value: Any, shown: bool) -> str:
    return name_of(value) if shown and value >= 0 else HIDDEN


def _cards(value: Any, _shown: bool) -> Any:
    return len(value) if isinstance(value, tuple) else value


def _amounts(value: Any, _shown: bool) -> list[list[Any]]:
    return [[*place, format_dollars(units)] for *place, units in value]


_BY_NAME: Final[dict[str, Told]] = {
    **dict.fromkeys(MONEY, _money),
    **dict.fromkeys(CARD, _card),
    **dict.fromkeys(CARDS, _cards),
    "wagers": _amounts,
    "amounts": _amounts,
}
"""The fields of certain names, and how they are told."""


def public_records(journal: Journal, stream: str, after: int) -> Iterator[dict[str, Any]]:
    """The public events of a table's records after a position, by record.

    ``at`` is in microseconds since the epoch. Records without events are left out.
    """
    for record in journal.records(stream, after):
        events = public_events_of(body_of(record))
        if events:
            yield {"seq": record.position, "at": record.at, "events": events}

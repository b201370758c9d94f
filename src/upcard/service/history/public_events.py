"""Events as JSON, as everybody at the table could see them.

Only cards that lay face up are named; every other is ``??``. Amounts are in dollars.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from upcard.cards.card import name_of
from upcard.engine.baccarat.events import BANKERS_HAND, PLAYERS_HAND
from upcard.engine.blackjack.view import HIDDEN
from upcard.engine.core import events as e
from upcard.engine.hybrid.events import COMMUNITY
from upcard.host.tables.answers import events_of
from upcard.host.tables.record_body import RecordBody, decode_body
from upcard.journal.journal import Journal
from upcard.money.amount import format_dollars

MONEY: Final = frozenset({"amount", "wagered", "paid", "prize"})
CARD: Final = frozenset({"card", "burned", "magic_card"})
CARDS: Final = frozenset({"cards", "discarded"})

FACE_UP: Final = frozenset(
    {
        "BonusesDrawn",
        "CardExposed",
        "DealerOverdrawn",
        "DeterminantDrawn",
        "ExposedCardDiscarded",
        "FaceUpCardFound",
    }
)
"""Events whose card everybody at the table sees."""

TO: Final = {
    e.UPCARD: "upcard",
    e.HOLE: "hole card",
    e.DRAW: "dealer's hand",
    PLAYERS_HAND: "player's hand",
    BANKERS_HAND: "banker's hand",
    COMMUNITY: "community cards",
}
"""Names of the places of cards that no player's position received; their `position` is 0."""

UNTOLD: Final = frozenset({"targets"})
"""Fields that are internal to the engine."""


def public_events_of(body: RecordBody) -> list[dict[str, Any]]:
    """The public events of a record, in order."""
    return [public_event(event) for event in events_of(body)]


def public_event(event: e.Event, *, turned: bool = False) -> dict[str, Any]:
    """An event's name and fields; with `turned`, the dealer's hole card is shown as well."""
    name = type(event).__name__
    shown = name in FACE_UP or bool(getattr(event, "face_up", False))
    if turned and isinstance(event, e.CardDealt) and event.position == e.HOLE:
        shown = True
    fields = msgspec.structs.asdict(event)
    place = TO.get(fields.get("position", 0))
    if place is not None:
        fields["position"] = 0
        return {"event": name, "to": place, **dict(_fields(fields.items(), shown=shown))}
    return {"event": name, **dict(_fields(fields.items(), shown=shown))}


def _fields(fields: Iterable[tuple[str, Any]], *, shown: bool) -> Iterator[tuple[str, Any]]:
    for name, value in fields:
        if name not in UNTOLD:
            yield name, _field(name, value, shown=shown)


def _field(name: str, value: Any, *, shown: bool) -> Any:
    """A field's value as JSON."""
    if name in MONEY and isinstance(value, int):
        return format_dollars(value)
    if name in CARD:
        return name_of(value) if shown and value >= 0 else HIDDEN
    if name in CARDS:
        return len(value) if isinstance(value, tuple) else value
    if name in ("wagers", "amounts"):
        return [[*place, format_dollars(units)] for *place, units in value]
    if isinstance(value, tuple):
        return [_field("", item, shown=shown) for item in value]
    if isinstance(value, msgspec.Struct):
        return dict(_fields(msgspec.structs.asdict(value).items(), shown=shown))
    return value


def public_records(journal: Journal, stream: str, after: int) -> Iterator[dict[str, Any]]:
    """The public events of a table's records after a position, by record.

    ``at`` is in microseconds since the epoch. Records without events are left out.
    """
    for record in journal.records(stream, after):
        events = public_events_of(decode_body(record.body))
        if events:
            yield {"seq": record.position, "at": record.at, "events": events}

"""What was done to keep a table fit for play. 58 Pa. Code §§ 633a.2-5."""

import msgspec

from upcard.engine.core.events import Event


class DecksReceived(Event, frozen=True, tag="DecksReceived"):
    """Decks came to the table and have to be inspected (§ 633a.4(a))."""


class PreparedDecksReceived(Event, frozen=True, tag="PreparedDecksReceived"):
    """Preinspected and preshuffled decks came to the table (§ 633a.4(f))."""


class CardsInspected(Event, frozen=True, tag="CardsInspected"):
    """The dealer found no defect (§ 633a.4(a))."""


class InspectionVerified(Event, frozen=True, tag="InspectionVerified"):
    """The floorperson verified the inspection (§ 633a.4(a))."""


class CardsSpread(Event, frozen=True, tag="CardsSpread"):
    """The cards lie face up, the sides or batches apart: so many `parts` (§ 633a.4(b)-(e))."""

    parts: int


class CardsWashed(Event, frozen=True, tag="CardsWashed"):
    """The cards were washed and stacked, the sides or batches apart (§ 633a.4(c)-(e))."""

    parts: int


class IdleCardsSpread(Event, frozen=True, tag="IdleCardsSpread"):
    """The cards of a table without players lie spread (§ 633a.5(g))."""

    face_up: bool


class CardsStacked(Event, frozen=True, tag="CardsStacked"):
    """The spread cards went into the shuffling device (§ 633a.5(g)(2))."""


class RecutOrdered(Event, frozen=True, tag="RecutOrdered"):
    """The cards have to be cut again (§ 633a.5(e))."""


class Reminder(msgspec.Struct, frozen=True):
    """Something that is due by the clock, under its section."""

    what: str
    section: str


class TimeTold(Event, frozen=True, tag="TimeTold"):
    """The time of the house, and what is due by it."""

    at: int
    gaming_day: str
    reminders: tuple[Reminder, ...]


class CardReaderInspected(Event, frozen=True, tag="CardReaderInspected"):
    """The card reader was not tampered with and works (§ 633a.2(f))."""

    gaming_day: str

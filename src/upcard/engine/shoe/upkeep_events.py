"""The events of upkeep. 58 Pa. Code §§ 633a.2-5, 633a.14(k)."""

import msgspec

from upcard.engine.core.events import Event


class DecksReceived(Event, frozen=True, tag="DecksReceived"):
    """Decks were received and have to be inspected (§ 633a.4(a))."""


class PreparedDecksReceived(Event, frozen=True, tag="PreparedDecksReceived"):
    """Preinspected and preshuffled decks were received (§ 633a.4(f))."""


class CardsInspected(Event, frozen=True, tag="CardsInspected"):
    """The dealer found no defect (§ 633a.4(a))."""


class InspectionVerified(Event, frozen=True, tag="InspectionVerified"):
    """The floorperson verified the inspection (§ 633a.4(a))."""


class CardsSpread(Event, frozen=True, tag="CardsSpread"):
    """The cards were spread face up, in `parts` separate sides or batches (§ 633a.4(b)-(e))."""

    parts: int


class CardsWashed(Event, frozen=True, tag="CardsWashed"):
    """The cards were washed and stacked, in `parts` separate sides or batches (§ 633a.4(c)-(e))."""

    parts: int


class IdleCardsSpread(Event, frozen=True, tag="IdleCardsSpread"):
    """The cards of a table without players were spread (§ 633a.5(g))."""

    face_up: bool


class CardsStacked(Event, frozen=True, tag="CardsStacked"):
    """The spread cards went into the shuffling device (§ 633a.5(g)(2))."""


class RecutOrdered(Event, frozen=True, tag="RecutOrdered"):
    """The cards have to be cut again (§ 633a.5(e))."""


class Reminder(msgspec.Struct, frozen=True):
    """A task that is due by the clock, with its section."""

    what: str
    section: str


class TimeTold(Event, frozen=True, tag="TimeTold"):
    """The house's clock told the time; `reminders` are the tasks due."""

    at: int
    gaming_day: str
    reminders: tuple[Reminder, ...]


class CardReaderInspected(Event, frozen=True, tag="CardReaderInspected"):
    """The card reader was inspected; it is intact and works (§ 633a.2(f))."""

    gaming_day: str


class CardReaderFailed(Event, frozen=True, tag="CardReaderFailed"):
    """Nothing is dealt until the card reader is repaired or replaced (§ 633a.14(k))."""


class CardReaderRepaired(Event, frozen=True, tag="CardReaderRepaired"):
    """The card reader works again (§ 633a.14(k))."""

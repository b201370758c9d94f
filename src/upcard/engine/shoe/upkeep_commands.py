"""The commands of upkeep: new decks, inspections, the card reader, the clock, idle cards, a recut.

58 Pa. Code §§ 633a.2(f), 633a.3(d), 633a.4, 633a.5(e), (g), 633a.14(k).
"""

from upcard.engine.core.commands import Command
from upcard.engine.core.senders import Sender, sent_by


@sent_by(Sender.DEALER)
class ReceiveDecks(Command, frozen=True, tag="ReceiveDecks"):
    """Decks are received, at the opening or to replace those in play (§§ 633a.3(d), 633a.4).

    `prepared` decks are preinspected and preshuffled (§ 633a.4(f)).
    """

    prepared: bool = False


@sent_by(Sender.DEALER)
class InspectCards(Command, frozen=True, tag="InspectCards"):
    """The dealer inspects the cards for defects (§ 633a.4(a))."""


@sent_by(Sender.ASSIGNED)
class VerifyInspection(Command, frozen=True, tag="VerifyInspection"):
    """The floorperson verifies the dealer's inspection (§ 633a.4(a))."""


@sent_by(Sender.DEALER)
class SpreadCards(Command, frozen=True, tag="SpreadCards"):
    """The cards are spread face up for the first player to arrive (§ 633a.4(b), (d), (e))."""


@sent_by(Sender.DEALER)
class WashCards(Command, frozen=True, tag="WashCards"):
    """The cards are turned face down, washed and stacked (§§ 633a.4(c), 633a.5(g)(1))."""


@sent_by(Sender.DEALER)
class SpreadIdleCards(Command, frozen=True, tag="SpreadIdleCards"):
    """The cards of a table without players are spread, face up on request (§ 633a.5(g))."""

    face_up: bool = False


@sent_by(Sender.DEALER)
class StackCards(Command, frozen=True, tag="StackCards"):
    """The spread cards go into the shuffling device, in exchange for its batch (§ 633a.5(g)(2))."""


@sent_by(Sender.FLOORPERSON)
class OrderRecut(Command, frozen=True, tag="OrderRecut"):
    """A floorperson requires the cards to be cut again (§ 633a.5(e))."""


@sent_by(Sender.HOUSE)
class TellTime(Command, frozen=True, tag="TellTime"):
    """The house's clock tells the time: seconds, and the gaming day."""

    at: int
    gaming_day: str


@sent_by(Sender.ASSIGNED)
class InspectCardReader(Command, frozen=True, tag="InspectCardReader"):
    """The floorperson inspects the card reader device (§§ 633a.2(f), 633c.5(d))."""

    in_order: bool = True


@sent_by(Sender.DEALER)
class ReportReaderFailure(Command, frozen=True, tag="ReportReaderFailure"):
    """The card reader device malfunctions (§ 633a.14(k))."""


@sent_by(Sender.FLOORPERSON)
class RepairCardReader(Command, frozen=True, tag="RepairCardReader"):
    """The card reader device was repaired or replaced (§ 633a.14(k))."""

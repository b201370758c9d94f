"""The commands about irregularities, from dealer, floorperson and players. 58 Pa. Code § 633a.14.

A card of -1 stands for the next card of the shoe, which the dealer fills in.
"""

from typing import Final

from msgspec.structs import replace

from upcard.engine.core.commands import Command
from upcard.engine.core.senders import Sender, sent_by
from upcard.engine.shoe.upkeep_commands import RepairCardReader, ReportReaderFailure


class DrawnCard(Command, frozen=True, tag="DrawnCard"):
    """An irregularity in which a card leaves the shoe although no hand was due a card."""

    card: int = -1


def with_any_card(command: Command) -> Command:
    """The command with any card in place of -1, to be checked before the card is drawn."""
    unnamed = isinstance(command, DrawnCard) and command.card < 0
    return replace(command, card=0) if unnamed else command


@sent_by(Sender.DEALER)
class FindFaceUpCard(DrawnCard, frozen=True, tag="FindFaceUpCard"):
    """The next card lies face up in the shoe (§ 633a.14(a)); `side` of a double shoe."""

    side: int = 0


@sent_by(Sender.DEALER)
class DrawInError(Command, frozen=True, tag="DrawInError"):
    """The dealer drew a card in error, and nobody saw its face (§ 633a.14(b))."""


@sent_by(Sender.DEALER)
class ExposeCard(DrawnCard, frozen=True, tag="ExposeCard"):
    """The dealer drew a card in error and exposed it to the players (§ 633a.14(c))."""


@sent_by(Sender.PLAYER)
class RefuseCard(Command, frozen=True, tag="RefuseCard"):
    """The player on turn does not accept the exposed card (§ 633a.14(c))."""

    position: int


@sent_by(Sender.DEALER)
class OverdrawDealer(DrawnCard, frozen=True, tag="OverdrawDealer"):
    """The dealer drew a card to 17 or more, or where none was needed (§ 633a.14(d))."""


DRAWN_CARDS: Final = (FindFaceUpCard, ExposeCard, OverdrawDealer)
"""The commands with a card of the shoe."""


@sent_by(Sender.DEALER)
class MissDealerCard(Command, frozen=True, tag="MissDealerCard"):
    """The dealer missed the dealer's own first or second card (§ 633a.14(e))."""


class HandStep(Command, frozen=True, tag="HandStep"):
    """An irregularity of the hand to which the next card is due.

    Where position or hand are given, the command is refused if the next card is due to another
    hand.
    """

    position: int | None = None
    hand: int | None = None


@sent_by(Sender.DEALER)
class MissHand(HandStep, frozen=True, tag="MissHand"):
    """The dealer missed the hand to which the next initial card was due (§ 633a.14(g))."""


@sent_by(Sender.DEALER)
class MissRequestedCard(HandStep, frozen=True, tag="MissRequestedCard"):
    """The dealer failed to deal a card that a player requested (§ 633a.14(i))."""


@sent_by(Sender.PLAYER)
class TakeMissedCard(Command, frozen=True, tag="TakeMissedCard"):
    """A player who was missed takes the card now (§ 633a.14(g), (i))."""

    position: int


@sent_by(Sender.PLAYER)
class CallHandDead(Command, frozen=True, tag="CallHandDead"):
    """A player who was missed has the hand called dead (§ 633a.14(g), (i))."""

    position: int


@sent_by(Sender.DEALER)
class DealFromWrongSide(Command, frozen=True, tag="DealFromWrongSide"):
    """The round is drawn from the incorrect side of a double shoe (§ 633a.14(h))."""


@sent_by(Sender.DEALER)
class MisuseCardReader(Command, frozen=True, tag="MisuseCardReader"):
    """The hole card went into the card reader although no Blackjack is possible (§ 633a.14(j)).

    The floorperson has been notified.
    """


@sent_by(Sender.DEALER)
class ReportShufflerJam(Command, frozen=True, tag="ReportShufflerJam"):
    """The shuffling device jammed, or did not complete its shuffle (§ 633a.14(l))."""


@sent_by(Sender.DEALER)
class ReportShufflerFailure(Command, frozen=True, tag="ReportShufflerFailure"):
    """The shuffling device malfunctions and cannot be used (§ 633a.14(m))."""


@sent_by(Sender.DEALER)
class CoverShuffler(Command, frozen=True, tag="CoverShuffler"):
    """The device was covered, or a sign says that it is out of order (§ 633a.14(m))."""


@sent_by(Sender.FLOORPERSON)
class RepairShuffler(Command, frozen=True, tag="RepairShuffler"):
    """The shuffling device can be used again (§ 633a.14(m))."""


HOUSE_COMMANDS: Final[tuple[type[Command], ...]] = (
    FindFaceUpCard,
    DrawInError,
    ExposeCard,
    OverdrawDealer,
    MissDealerCard,
    MissHand,
    MissRequestedCard,
    DealFromWrongSide,
    MisuseCardReader,
    ReportReaderFailure,
    RepairCardReader,
    ReportShufflerJam,
    ReportShufflerFailure,
    CoverShuffler,
    RepairShuffler,
)
"""The commands of dealer and floorperson, in the order of § 633a.14; the rest are players'."""

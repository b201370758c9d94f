"""The commands to a table, from players, dealer and floorperson.

Positions count from 1, the farthest to the dealer's left. Amounts are units of 1/10,000
dollar. Cards are part of the commands; the engine itself never shuffles or draws.
"""

import re
from typing import ClassVar

import msgspec

from upcard.engine.core.senders import Sender, sent_by


class Command(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A request to a table.

    The tag of each command is its name in journals, set by hand: a class may be renamed, a tag
    never changes. `sender` is for whom it is (`sent_by`).
    """

    sender: ClassVar[Sender | None] = None


def tag_of(kind: type[Command]) -> str:
    """A command's name in journals and on the wire."""
    return str(kind.__struct_config__.tag)


def name_of(kind: type[Command]) -> str:
    """A command's name in scripts and sentences: `close-bets` of the tag `CloseBets`."""
    return re.sub("(?!^)([A-Z])", r"-\1", tag_of(kind)).lower()


@sent_by(Sender.PLAYER)
class SeatPlayer(Command, frozen=True, tag="SeatPlayer"):
    """A player arrives at a position; the order of arrival matters for the cut (§ 633a.5(c))."""

    position: int
    player: str = ""


@sent_by(Sender.PLAYER)
class LeaveSeat(Command, frozen=True, tag="LeaveSeat"):
    """A player leaves a position, where the cut is no longer offered (§ 633a.5(c))."""

    position: int


@sent_by(Sender.FLOORPERSON)
class PermitEntry(Command, frozen=True, tag="PermitEntry"):
    """The house permits a player to begin wagering again (§ 633a.6(b)(1)).

    Without a name the permission is for the player who sits at the position.
    """

    position: int
    player: str = ""


@sent_by(Sender.DEALER)
class Shuffle(Command, frozen=True, tag="Shuffle"):
    """The cards are shuffled, by hand or by a device (§ 633a.5(a)); `side` of a double shoe."""

    side: int = 0


@sent_by(Sender.PLAYER)
class DeclineCut(Command, frozen=True, tag="DeclineCut"):
    """The player to whom the cut is offered refuses it (§ 633a.5(c))."""

    position: int


@sent_by(Sender.PLAYER)
class CutCards(Command, frozen=True, tag="CutCards"):
    """The cards are cut (§ 633a.5(d)), `depth` cards from the top; position 0 is the dealer."""

    position: int
    depth: int


@sent_by(Sender.DEALER)
class InsertCoverCard(Command, frozen=True, tag="InsertCoverCard"):
    """The cover card is inserted (§ 633a.5(d)), `from_bottom` cards from the bottom."""

    from_bottom: int


@sent_by(Sender.DEALER)
class LoadShoe(Command, frozen=True, tag="LoadShoe"):
    """The stack goes into the dealing shoe (§§ 633a.5(d), 633a.7(a))."""


@sent_by(Sender.CHANCE)
class BurnCard(Command, frozen=True, tag="BurnCard"):
    """The first card goes to the discard rack (§§ 633a.7(c), 633a.12(b)(5)); -1 is unknown."""

    card: int = -1


@sent_by(Sender.DEALER)
class ReplaceDealer(Command, frozen=True, tag="ReplaceDealer"):
    """A new dealer comes to the table and removes one card (§ 633a.7(c))."""


@sent_by(Sender.FLOORPERSON)
class OrderReshuffle(Command, frozen=True, tag="OrderReshuffle"):
    """A floorperson determines that the cards should be reshuffled (§ 633a.5(f))."""


@sent_by(Sender.PLAYER)
class PlaceWager(Command, frozen=True, tag="PlaceWager"):
    """A wager is placed on a position's area of the layout (§ 633a.6)."""

    position: int
    wager: str
    amount: int
    player: str = ""


@sent_by(Sender.DEALER)
class CloseBets(Command, frozen=True, tag="CloseBets"):
    """No more bets before the first card (§ 633a.6(c)).

    `magic_card` and `lucky_seat` are the table game system's selections for the bonuses of
    Bad Beat (§ 633a.1); -1 and 0 where these are not offered.
    """

    magic_card: int = -1
    lucky_seat: int = 0


@sent_by(Sender.CHANCE)
class DrawDeterminant(Command, frozen=True, tag="DrawDeterminant"):
    """A card from one side of a double shoe determines the side of this round (§ 633a.7(d))."""

    card: int
    side: int


@sent_by(Sender.CHANCE)
class DealCard(Command, frozen=True, tag="DealCard"):
    """The next card is dealt to the hand that is due one (§ 633a.7(f), (j), (m)).

    A step of a variation that takes the next card for something else derives from it: shoe, seals,
    devices and verification treat both alike.
    """

    card: int


@sent_by(Sender.DEALER)
class ShowCoverCard(Command, frozen=True, tag="ShowCoverCard"):
    """The cover card appears as the next card (§ 633a.7(e)); `side` of a double shoe."""

    side: int = 0


@sent_by(Sender.CHANCE)
class ReshuffleDiscards(Command, frozen=True, tag="ReshuffleDiscards"):
    """The shoe has run out: discards are shuffled, cut and used (§ 633a.14(f)).

    `burned` is the card put face down into the rack, -1 when unknown; `cut_by` is the position
    that accepted the cut, 0 for the dealer (§ 633a.5(b)).
    """

    burned: int = -1
    cut_by: int = 0


@sent_by(Sender.DEALER)
class SettleOptionalWagers(Command, frozen=True, tag="SettleOptionalWagers"):
    """The dealer settles the optional wagers of the initial deal (§ 633a.7(g))."""


@sent_by(Sender.PLAYER)
class Press(Command, frozen=True, tag="Press"):
    """The player adds winnings to the Blackjack wager; None: the whole portion offered."""

    position: int
    amount: int | None = None


@sent_by(Sender.PLAYER)
class TakeWinnings(Command, frozen=True, tag="TakeWinnings"):
    """The player takes winnings that could be pressed."""

    position: int


@sent_by(Sender.PLAYER)
class SwitchCards(Command, frozen=True, tag="SwitchCards"):
    """The player switches second cards, or hands (§§ 633a.12(a)(4), 633c.4(f)(2))."""

    position: int


@sent_by(Sender.PLAYER)
class KeepCards(Command, frozen=True, tag="KeepCards"):
    """The player does not switch cards (§ 633c.4(f)(1))."""

    position: int


@sent_by(Sender.PLAYER)
class Insure(Command, frozen=True, tag="Insure"):
    """The player makes an Insurance wager; None: the largest permitted one (§ 633a.8(b))."""

    position: int
    amount: int | None = None


@sent_by(Sender.PLAYER)
class DeclineInsurance(Command, frozen=True, tag="DeclineInsurance"):
    """The player makes no Insurance wager."""

    position: int


@sent_by(Sender.PLAYER)
class TakeEvenMoney(Command, frozen=True, tag="TakeEvenMoney"):
    """A Blackjack is paid 1 to 1 at once instead of being insured (§ 633a.8(e))."""

    position: int


@sent_by(Sender.DEALER)
class CloseInsurance(Command, frozen=True, tag="CloseInsurance"):
    """The dealer closes Insurance; players who have not answered have none (§ 633a.8(b))."""


@sent_by(Sender.DEALER)
class UseCardReader(Command, frozen=True, tag="UseCardReader"):
    """The dealer inserts the hole card into the card reader device (§ 633a.7(h))."""


@sent_by(Sender.DEALER)
class SettleHeldWagers(Command, frozen=True, tag="SettleHeldWagers"):
    """The wagers that waited for the card reader are settled (§§ 633a.7(g), 633a.8(d))."""


@sent_by(Sender.DEALER)
class PayBlackjack(Command, frozen=True, tag="PayBlackjack"):
    """The dealer announces and pays the Blackjack of the player on turn (§ 633a.7(i)(1))."""


@sent_by(Sender.PLAYER)
class Stand(Command, frozen=True, tag="Stand"):
    """The player takes no more cards (§ 633a.7(i)(2))."""

    position: int


@sent_by(Sender.PLAYER)
class Hit(Command, frozen=True, tag="Hit"):
    """The player takes one more card (§ 633a.7(i)(2), (k))."""

    position: int


@sent_by(Sender.PLAYER)
class DoubleDown(Command, frozen=True, tag="DoubleDown"):
    """The player takes one card for an additional wager; None doubles the wager (§ 633a.10)."""

    position: int
    amount: int | None = None


@sent_by(Sender.PLAYER)
class SplitPair(Command, frozen=True, tag="SplitPair"):
    """The player splits two cards of equal value into two hands (§ 633a.11)."""

    position: int


@sent_by(Sender.PLAYER)
class Surrender(Command, frozen=True, tag="Surrender"):
    """The player surrenders the hand and half of its wager (§ 633a.9)."""

    position: int


@sent_by(Sender.DEALER)
class TurnHoleCard(Command, frozen=True, tag="TurnHoleCard"):
    """The hole card is turned face up (§ 633a.7(l))."""


@sent_by(Sender.DEALER)
class SettleRound(Command, frozen=True, tag="SettleRound"):
    """The dealer collects losing wagers and pays winning ones (§ 633a.7(o)-(r))."""


@sent_by(Sender.FLOORPERSON)
class ReturnWagers(Command, frozen=True, tag="ReturnWagers"):
    """A floorperson ends a round for which neither shoe nor discard rack holds cards.

    The text does not provide for this case (§ 633a.14(f)): undecided wagers are returned.
    """


@sent_by(Sender.DEALER)
class ClearTable(Command, frozen=True, tag="ClearTable"):
    """The cards go to the discard rack so that each hand can be reconstructed (§ 633a.7(s))."""

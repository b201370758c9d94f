"""The commands of progressive wagers: their collection, the awards of meters, and their payment."""

from upcard.engine.core.commands import Command
from upcard.engine.core.jackpot_events import Amounts
from upcard.engine.core.senders import Sender, sent_by


@sent_by(Sender.DEALER)
class CollectProgressiveWagers(Command, frozen=True, tag="CollectProgressiveWagers"):
    """The dealer collects the progressive wagers and counts the value chips (§ 633c.2(f)).

    `chips` is the number counted; None stands for the number of wagers that the progressive table
    game system accepted.
    """

    chips: int | None = None


@sent_by(Sender.FLOORPERSON)
class ReturnProgressiveWager(Command, frozen=True, tag="ReturnProgressiveWager"):
    """A floorperson returns a progressive wager whose chips and acceptance differ (§ 633c.2(f))."""

    position: int
    wager: str


@sent_by(Sender.HOUSE)
class RecordAwards(Command, frozen=True, tag="RecordAwards"):
    """The awards of the meters for a wager's claims: position, meter, units in whole cents of each.

    `shown`, in units, is for a wager whose payouts depend on its meter's display: what the meter
    showed when the round's wagers were locked, or shows now where another linked table has won
    part of it since (§ 605a.8).
    """

    wager: str
    amounts: Amounts
    shown: int | None = None


@sent_by(Sender.HOUSE)
class RecordMystery(Command, frozen=True, tag="RecordMystery"):
    """A wager's contribution won the mystery bonus (§ 633c.14(c)(3)); `amount` in whole cents."""

    wager: str
    position: int
    amount: int


class JackpotStep(Command, frozen=True, tag="JackpotStep"):
    """A step of the first payout of a wager at a position that waits for this step."""

    position: int
    wager: str


@sent_by(Sender.DEALER)
class VerifyHand(JackpotStep, frozen=True, tag="VerifyHand"):
    """The dealer verifies that the hand is a winning hand (§ 633c.2(h)(1))."""


@sent_by(Sender.DEALER)
class ConfirmLight(JackpotStep, frozen=True, tag="ConfirmLight"):
    """The dealer verifies that the light on the progressive system is on (§ 633c.2(h)(2))."""


@sent_by(Sender.FLOORPERSON)
class ValidateJackpot(JackpotStep, frozen=True, tag="ValidateJackpot"):
    """A floorperson or above validates the payout (§ 633c.2(h)(3))."""


@sent_by(Sender.DEALER)
class PayJackpot(JackpotStep, frozen=True, tag="PayJackpot"):
    """The payout is paid, a percentage of a meter not from the table inventory (§ 633c.2(h)(4))."""


@sent_by(Sender.DEALER)
class CompletePapers(JackpotStep, frozen=True, tag="CompletePapers"):
    """The jackpot slip's documentation is complete (§ 633c.2(h)(4)); cards may be removed."""

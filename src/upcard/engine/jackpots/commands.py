"""The commands of progressive wagers: their collection, the awards of meters, and their payment."""

from upcard.engine.core.commands import Command
from upcard.engine.core.jackpot_events import Amounts


class CollectProgressiveWagers(Command, frozen=True, tag="CollectProgressiveWagers"):
    """The dealer collects the progressive wagers and counts the value chips (§ 633c.2(f)).

    `chips` is the number counted; None stands for the number of wagers that the progressive table
    game system accepted.
    """

    chips: int | None = None


class ReturnProgressiveWager(Command, frozen=True, tag="ReturnProgressiveWager"):
    """A floorperson returns a progressive wager whose chips and acceptance differ (§ 633c.2(f))."""

    position: int
    wager: str


class RecordAwards(Command, frozen=True, tag="RecordAwards"):
    """The awards of the meters for a wager's claims: position, meter, units in whole cents of each.

    `shown`, in units, is for a wager whose payouts depend on its meter's display: what the meter
    showed when the round's wagers were locked, or shows now where another linked table has won
    part of it since (§ 605a.8).
    """

    wager: str
    amounts: Amounts
    shown: int | None = None


class RecordMystery(Command, frozen=True, tag="RecordMystery"):
    """A wager's contribution won the mystery bonus (§ 633c.14(c)(3)); `amount` in whole cents."""

    wager: str
    position: int
    amount: int


class JackpotStep(Command, frozen=True, tag="JackpotStep"):
    """A step of the first payout of a wager at a position that waits for this step."""

    position: int
    wager: str


class VerifyHand(JackpotStep, frozen=True, tag="VerifyHand"):
    """The dealer verifies that the hand is a winning hand (§ 633c.2(h)(1))."""


class ConfirmLight(JackpotStep, frozen=True, tag="ConfirmLight"):
    """The dealer verifies that the light on the progressive system is on (§ 633c.2(h)(2))."""


class ValidateJackpot(JackpotStep, frozen=True, tag="ValidateJackpot"):
    """A floorperson or above validates the payout (§ 633c.2(h)(3))."""


class PayJackpot(JackpotStep, frozen=True, tag="PayJackpot"):
    """The payout is paid, a percentage of a meter not from the table inventory (§ 633c.2(h)(4))."""


class CompletePapers(JackpotStep, frozen=True, tag="CompletePapers"):
    """The jackpot slip's documentation is complete (§ 633c.2(h)(4)); cards may be removed."""

"""The commands of hybrid tables. 58 Pa. Code § 633c.5.

A player is identified by the name under which the terminal placed its Blackjack wager.
"""

from typing import Literal, TypeAlias

from upcard.engine.core.commands import Command
from upcard.engine.core.senders import Sender, sent_by

InsuranceAnswer: TypeAlias = Literal["insurance", "no-insurance", "even-money"]
Decision: TypeAlias = Literal["stand", "hit", "double", "split", "surrender"]


@sent_by(Sender.PLAYER)
class AnswerInsurance(Command, frozen=True, tag="AnswerInsurance"):
    """A terminal answers the offer of Insurance or even money (o), (z).

    `amount` is the Insurance wager, None for half of the Blackjack wager (§ 633a.8(b)).
    """

    player: str
    answer: InsuranceAnswer
    amount: int | None = None


@sent_by(Sender.PLAYER)
class Decide(Command, frozen=True, tag="Decide"):
    """A terminal decides on the hand that its player is asked about (p)(2), (z).

    `amount` is that of a double down, None for the whole Blackjack wager (§ 633a.10).
    """

    player: str
    decision: Decision
    amount: int | None = None


@sent_by(Sender.HOUSE)
class EndCountdown(Command, frozen=True, tag="EndCountdown"):
    """The countdown clock has run out for players who took no action (p)(2), (z)."""

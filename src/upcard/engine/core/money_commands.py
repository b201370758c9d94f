"""The commands by which a player's money comes to a table and leaves it (§ 605a.3).

Amounts are units of 1/10,000 dollar.
"""

from upcard.engine.core.commands import Command
from upcard.engine.core.senders import Sender, sent_by


@sent_by(Sender.OWNER)
class BringMoney(Command, frozen=True, tag="BringMoney"):
    """A player brings money from their game account to the table (§ 605a.3)."""

    amount: int
    player: str = ""


@sent_by(Sender.PLAYER)
class CashOut(Command, frozen=True, tag="CashOut"):
    """All that a player has at the table goes back to their game account (§ 605a.3)."""

    player: str = ""

"""The commands of roulette tables. 58 Pa. Code § 617b.3.

Lucky Numbers and compartment are part of the commands, from a random number generator or a wheel;
the engine itself selects and spins nothing.
"""

from upcard.engine.core.commands import Command
from upcard.engine.core.senders import Sender, sent_by
from upcard.games.roulette import LuckyNumber


@sent_by(Sender.CHANCE)
class AnnounceLuckyNumbers(Command, frozen=True, tag="AnnounceLuckyNumbers"):
    """The random number generator has selected the Lucky Numbers and their payouts (d)."""

    numbers: tuple[LuckyNumber, ...]


@sent_by(Sender.CHANCE)
class SpinWheel(Command, frozen=True, tag="SpinWheel"):
    """The wheel is spun, and the ball comes to rest in a compartment (e)."""

    pocket: int

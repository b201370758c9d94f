"""The pace at which a table is dealt, and the clocks that run meanwhile."""

import time

import msgspec

from upcard.engine.core.steps import Automation


class Pace(msgspec.Struct, frozen=True):
    """How fast a table is dealt, in seconds.

    `betting` is the window for wagers, `robot` the time before a robot acts, `pause` the time
    before a settled round is cleared, and `playing` what is added to it while a player has the page
    open, which plays the end of the round meanwhile. After `answer` a person's question gets the
    default answer (0: never, as the regulation has no such rule). After `jackpot` a robot
    floorperson takes the next step of a jackpot (0: never). Players who are offered the cut have
    `cut` to cut, decline or add to it (0: the cards are cut at once).
    """

    betting: float = 12
    robot: float = 0.8
    answer: float = 0
    pause: float = 4
    playing: float = 0
    jackpot: float = 0
    cut: float = 0

    @property
    def automations(self) -> Automation:
        """The steps that a table may take by itself at this pace."""
        return Automation.ALL & ~Automation.CUT if self.cut else Automation.ALL


class Clock(msgspec.Struct, frozen=True):
    """A running clock at a table: `what` it limits, and its end in milliseconds since the epoch."""

    what: str
    until: int


def clock_of(what: str, seconds: float) -> Clock:
    """A clock that runs for so long from now."""
    return Clock(what, int((time.time() + seconds) * 1000))

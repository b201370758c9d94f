"""The demonstration floor, served when no submission is named: five tables with some robots.

A sixth table is for play money, which players bring from their game accounts.
"""

from importlib.resources import files
from typing import Final

from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.service.pace import Pace

TABLES: Final = ("bj-07", "bs-02", "hy-01", "ba-03", "lr-04")

ROBOTS: Final[dict[str, dict[int, str]]] = {
    "BJ-07": {1: "Ada", 3: "Blaise", 6: "Pierre"},
    "BS-02": {1: "Christiaan", 4: "Abraham"},
    "HY-01": {1: "Gerolamo", 2: "Jacob"},
    "BA-03": {2: "Daniel", 5: "Sophie"},
    "LR-04": {1: "Emilie", 2: "Leonhard"},
}
"""The robots' names by table and position: first names of mathematicians."""

PACE: Final = Pace(betting=12, robot=0.8, answer=45, pause=4, playing=4, jackpot=2)
"""Questions get the default answer after 45 seconds; a robot floorperson validates jackpots."""

TWO_PERSONS_ABOVE: Final = 1_000 * UNITS_PER_DOLLAR
"""A rule of this floor alone: a jackpot of this many units or more needs two people."""


def submissions() -> list[str]:
    """The texts of the Rules Submissions of the demonstration."""
    folder = files(__name__)
    return [(folder / f"{name}.toml").read_text(encoding="utf-8") for name in TABLES]


MONEY_TABLE: Final = "bj-08"
"""A further table of the demonstration, to which players bring play money."""

PLAY_MONEY: Final = 1_000 * UNITS_PER_DOLLAR
"""What the demonstration puts into the game account of each player."""

PAYS_PLAY_MONEY: Final = "the demonstration"
"""Who put it there, as statements have it."""


def served_submissions() -> list[str]:
    """The texts of all tables of the demonstration floor."""
    folder = files(__name__)
    return [*submissions(), (folder / f"{MONEY_TABLE}.toml").read_text(encoding="utf-8")]

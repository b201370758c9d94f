"""The names under which wagers are placed, where they are not the wager's own.

Of one wager there may be several spots on the layout: § 631b.7(a), and the numbers of the wheel.
"""

from upcard.games.baccarat import AREAS
from upcard.games.roulette import SPOTS


def wager_of(name: str) -> str:
    """The slug of the wager that is placed under a name: ``split`` of ``split-1-2``.

    A name that stands for no spot of a layout is a wager's own.
    """
    placed = AREAS.get(name) or SPOTS.get(name)
    return placed.wager if placed is not None else name

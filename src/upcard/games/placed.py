"""The names under which wagers are placed, where they are not the wager's own.

Of one wager there may be several spots on the layout: § 631b.7(a), and the numbers of the wheel.
"""

from upcard.games.baccarat import betting_areas
from upcard.games.roulette import SPOTS
from upcard.rules.loader import is_wager


def wager_of(name: str) -> str:
    """The slug of the wager that is placed under a name: ``split`` of ``split-1-2``.

    A name that stands for no spot of a layout is a wager's own.
    """
    if name in SPOTS:
        return SPOTS[name].wager
    if is_wager(name):
        return name
    area = betting_areas().get(name)
    return area.wager if area is not None else name

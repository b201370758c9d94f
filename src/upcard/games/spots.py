"""Finds the wager that is placed under a name, which may be that of a spot on the layout.

One wager may have several spots: baccarat hands (§ 631b.7(a)), and numbers of the wheel.
"""

from upcard.games.baccarat import betting_areas
from upcard.games.roulette import SPOTS
from upcard.rules.loader import is_wager


def wager_of(name: str) -> str:
    """The slug of the wager that is placed under a name, such as ``split`` for ``split-1-2``.

    A name that is not a spot's is returned as the slug of a wager.
    """
    if name in SPOTS:
        return SPOTS[name].wager
    if is_wager(name):
        return name
    area = betting_areas().get(name)
    return area.wager if area is not None else name

"""Finds the wager that is placed under a name, which may be that of a spot on the layout.

One wager may have several spots: baccarat hands (§ 631b.7(a)), and numbers of the wheel.
"""

import re

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


def spot_in_words(name: str) -> str:
    """A spot of the roulette layout with its numbers: ``split 33/36``, ``six line 1–6``."""
    between = re.fullmatch(r"(\D+)-\d+-\d+", name)
    if between is None:
        return slug_in_words(name)
    numbers = SPOTS[name].numbers
    lowest, highest = numbers[0], numbers[-1]
    in_a_row = len(numbers) > 2 and len(numbers) == highest - lowest + 1
    covered = f"{lowest}–{highest}" if in_a_row else "/".join(map(str, numbers))
    return f"{slug_in_words(between[1])} {covered}"


def slug_in_words(name: str) -> str:
    """A slug in words: its hyphens as spaces."""
    return name.replace("-", " ")

"""The slip: chips that a player has laid out but not placed; only their own page shows them.

A placed wager cannot be changed: chips are collected here and sent when the player confirms.
"""

from collections.abc import Iterable

from upcard.engine.core import commands as c

Place = tuple[int, str]
"""A position, and the name of an area under which a wager is placed there."""


class Slip:
    """Chips by place, in units, and the chips that were confirmed last."""

    def __init__(self) -> None:
        self.chips: dict[Place, int] = {}
        self._last: dict[Place, int] = {}

    @property
    def total(self) -> int:
        """The sum of all chips, in units."""
        return sum(self.chips.values())

    def add(self, place: Place, units: int) -> None:
        """Adds a chip of `units` to a place."""
        self.chips[place] = self.chips.get(place, 0) + units

    def clear(self) -> None:
        """Removes all chips."""
        self.chips = {}

    def double(self) -> None:
        """Doubles the chips on every place."""
        self.chips = {place: 2 * units for place, units in self.chips.items()}

    def again(self) -> None:
        """Replaces the chips by those that were confirmed last."""
        self.chips = dict(self._last)

    @property
    def can_repeat(self) -> bool:
        """Whether chips were confirmed before."""
        return bool(self._last)

    def confirm(self, first: Iterable[str]) -> list[c.PlaceWager]:
        """The commands that place the chips; wagers named in `first` come first, in that order."""
        order = {name: number for number, name in enumerate(first)}
        places = sorted(self.chips, key=lambda place: (place[0], order.get(place[1], len(order))))
        self._last = dict(self.chips)
        return [c.PlaceWager(*place, self.chips[place]) for place in places]

    def placed(self, command: c.PlaceWager) -> None:
        """Removes the chips of a wager that has been placed."""
        self.chips.pop((command.position, command.wager), None)

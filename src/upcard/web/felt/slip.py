"""Wagers that a player lays out before they are placed: until then they are his browser's alone.

A wager that is placed lies; so chips are collected here first and sent when the player confirms.
"""

from collections.abc import Iterable

from upcard.engine.core import commands as c

Place = tuple[int, str]
"""A position and the name under which a wager is placed there."""


class Slip:
    """Chips by place, in units, and what was confirmed last."""

    def __init__(self) -> None:
        self.chips: dict[Place, int] = {}
        self._last: dict[Place, int] = {}

    @property
    def total(self) -> int:
        """All chips."""
        return sum(self.chips.values())

    def add(self, place: Place, units: int) -> None:
        """One more chip."""
        self.chips[place] = self.chips.get(place, 0) + units

    def clear(self) -> None:
        """Take all chips back."""
        self.chips = {}

    def double(self) -> None:
        """As much again on every place."""
        self.chips = {place: 2 * units for place, units in self.chips.items()}

    def again(self) -> None:
        """What was confirmed last."""
        self.chips = dict(self._last)

    @property
    def can_repeat(self) -> bool:
        """Whether anything was confirmed before."""
        return bool(self._last)

    def confirm(self, first: Iterable[str]) -> list[c.PlaceWager]:
        """The commands that place the chips; wagers named `first` come before all others."""
        order = {name: number for number, name in enumerate(first)}
        places = sorted(self.chips, key=lambda place: (place[0], order.get(place[1], len(order))))
        self._last = dict(self.chips)
        return [c.PlaceWager(*place, self.chips[place]) for place in places]

    def placed(self, command: c.PlaceWager) -> None:
        """A wager lies now: its chips are no longer the player's."""
        self.chips.pop((command.position, command.wager), None)

"""The interface of dealers, which take a table's automatic steps; each game has its own."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from upcard.engine.core import commands as c
from upcard.engine.core import events as e

Move: TypeAlias = Callable[[Any, Any], None]
"""Moves the cards of the source as an event requires, given the table after it and the event."""


class Dealer(Protocol):
    """Completes commands with cards and random results; `state` is that of the game's tables."""

    @property
    def moves(self) -> Mapping[type[e.Event], Move]:
        """How the cards of the source follow the events that move them."""

    def completed(self, state: Any, command: c.Command) -> c.Command:
        """A caller's command with random results where the caller gave none."""

    def command(self, state: Any, kind: type[c.Command]) -> c.Command:
        """The command of a step that is due, or of the step that has to precede it.

        Raises `OutOfCards` where no card is left for it.
        """

"""The interface of dealers, which take a table's automatic steps; each game has its own."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event

Move: TypeAlias = Callable[[Any, Any], None]
"""Moves the cards of the source as an event requires, given the table after it and the event."""


CommandMaker: TypeAlias = Callable[[Any, type[Command]], Command]
"""Makes the command of a step of a kind that is due at a table, or of one that has to precede it.

Raises `OutOfCards` where no card is left for it."""


Completer: TypeAlias = Callable[[Any, Any], Command]
"""Completes a caller's command, at a table, with random results where the caller gave none."""


class Dealer(Protocol):
    """Completes commands with cards and random results; `state` is that of the game's tables."""

    @property
    def makes(self) -> Mapping[type[Command], CommandMaker]:
        """How the commands of steps are made, by kind; those that are not listed have no fields."""

    @property
    def moves(self) -> Mapping[type[Event], Move]:
        """How the cards of the source follow the events that move them."""

    @property
    def completes(self) -> Mapping[type[Command], Completer]:
        """How callers' commands of some kinds get random results; all others are complete."""

"""The interface of dealers, which take a table's automatic steps; each game has its own."""

from collections.abc import Sequence
from typing import Any, Protocol

from upcard.engine.core import commands as c
from upcard.engine.core import events as e


class Dealer(Protocol):
    """Completes commands with cards and random results; `state` is that of the game's tables."""

    def completed(self, state: Any, command: c.Command) -> c.Command:
        """A caller's command with random results where the caller gave none."""

    def command(self, state: Any, kind: type[c.Command]) -> c.Command:
        """The command of a step that is due, or of the step that has to precede it.

        Raises `OutOfCards` where no card is left for it.
        """

    def follow(self, state: Any, events: Sequence[e.Event]) -> None:
        """Move the cards as a command's events require; `state` is the table after them."""

"""What takes the automatic steps of a table: each game has its own dealer."""

from typing import Any, Protocol

from upcard.engine.core import commands as c
from upcard.engine.core import events as e


class Dealer(Protocol):
    """The hand that takes a table's automatic steps; `Any` is the state of its family."""

    def completed(self, state: Any, command: c.Command) -> c.Command:
        """A caller's command with what chance decides where the caller did not say."""

    def command(self, state: Any, kind: type[c.Command]) -> c.Command:
        """The command of a step that is due, or of what has to come before it.

        Raises `OutOfCards` where there is no card for it.
        """

    def follow(self, state: Any, event: e.Event) -> None:
        """Let the cards do what an event says; `state` is the table after it."""

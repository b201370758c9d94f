"""A visitor at a table: their session, their slip, and the sending of commands."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple
from uuid import uuid4

from nicegui import Client, ui

from upcard.engine.core import commands as c
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import refusal
from upcard.games.table_rules import TableRules
from upcard.host.tables.committing import stream_of
from upcard.rules.loader import game_rules
from upcard.service.table_server import TableServer
from upcard.web.felt.chips import chips_of
from upcard.web.felt.now import Now, look
from upcard.web.felt.slip import Place, Slip
from upcard.web.shell import showing_refusals
from upcard.web.visitor import Visitor


class TableDesk:
    """A visitor at a table; calls `changed` when something on the page has to be redrawn."""

    def __init__(self, visitor: Visitor, name: str, client: Client) -> None:
        self.visitor, self.name, self._client = visitor, name, client
        self.stream = stream_of(name)
        self.slip = Slip()
        self.chips = chips_of(self.rules)
        enough = (chip for chip in self.chips if chip >= self.rules.minimum)
        self.chip = next(enough, self.chips[-1])  # so that one chip makes a wager
        self.changed: Callable[[], object] = lambda: None

    @property
    def server(self) -> TableServer:
        """The floor."""
        return self.visitor.server

    @property
    def rules(self) -> TableRules:
        """The table's rules in force."""
        return self.state.rules

    @property
    def state(self) -> AnyTable:
        """The table's current state."""
        return self.server.floor.state(self.name)

    @property
    def title(self) -> str:
        """The game's name."""
        return game_rules(self.rules.game).title

    def look(self) -> Now:
        """The table as the visitor sees it; `NotSignedIn` once their session has ended."""
        return look(self.server, self.name, self.visitor.who, self.slip)

    @contextmanager
    def showing_refusals(self) -> Iterator[None]:
        """Shows a refusal on this page, from whichever of its tasks it was raised."""
        with self._client, showing_refusals():
            yield

    def lay(self, place: Place) -> None:
        """Puts the chosen chip on the slip; `RuleViolation` while the wager would be refused."""
        asked = c.PlaceWager(*place, self.chip, self.visitor.who.name)
        refused = None if self.state.phase == Phase.WAGERING else refusal(self.state, asked)
        if refused is not None:
            raise refused
        self.slip.add(place, self.chip)

    async def confirm(self) -> None:
        """Places the wagers of the slip, the game's own first; a refusal leaves the rest on it."""
        first = ["blackjack", *game_rules(self.rules.game).wagers]
        first += [offered.slug for offered in self.rules.wagers]
        with self.showing_refusals():
            for command in self.slip.confirm(first):
                await self._send(command)
                self.slip.placed(command)
        self.changed()

    async def send(self, command: c.Command) -> None:
        """Sends a command, and shows a refusal."""
        with self.showing_refusals():
            await self._send(command)
        self.changed()

    async def take(self, step: type[c.Command], after: int) -> None:
        """Takes a dealer's step that is due, if no record followed that at position `after`."""
        with self.showing_refusals():
            who = self.visitor.who
            await asyncio.to_thread(self.server.floor.take, who, self.name, step, after)
        self.changed()

    async def _send(self, command: c.Command) -> None:
        who, key = self.visitor.who, uuid4().hex
        await asyncio.to_thread(self.server.floor.send, who, self.name, command, key)


def heading(words: str) -> None:
    """Shows the heading of a panel."""
    ui.label(words).classes("uc-card-title").props('role="heading" aria-level="2"')


class DeskButton(NamedTuple):
    """A button and the label with its words."""

    button: ui.button
    label: ui.label


def action(
    words: str,
    key: str,
    click: Callable[[], object],
    *,
    enabled: bool = True,
    quiet: bool = False,
) -> DeskButton:
    """Adds a button that shows its key; a `quiet` one is less prominent."""
    button = ui.button(on_click=click, color=None).classes("tf-action")
    if quiet:
        button.classes("tf-quiet-action")
    focus = words.split(maxsplit=1)[0]
    button.props(f'no-caps unelevated data-key="{key}" data-focus="act-{focus}"')
    button.set_enabled(enabled)
    with button:
        label = ui.label(words)
        if key:
            ui.label(key.upper() if len(key) == 1 else key).classes("tf-key")
    return DeskButton(button, label)

"""The dealer's panel: the step that is due and its section, automations, jackpots, faults."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, NamedTuple

from nicegui import ui
from nicegui.events import GenericEventArguments

from upcard.engine.core import commands as c
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import PlayerQuestion
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots import commands as cj
from upcard.engine.play import due, question
from upcard.engine.views import FloorView, TurnView
from upcard.host.keys import KEYS
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action
from upcard.service.access.principal import Role
from upcard.service.stage.dealing import ASKS, GROUPS
from upcard.service.stage.procedure import (
    Explained,
    OfferedCommand,
    explained,
    irregularities,
    may_send,
    sendable,
    upkeep,
)
from upcard.service.tables.automations import AUTOMATIC
from upcard.service.tables.jackpots import WaitingJackpot, waiting_at
from upcard.web.felt.now import Now
from upcard.web.felt.region import Region
from upcard.web.table.desk import TableDesk, action, heading


class DueNow(NamedTuple):
    """The step that is due, whether wagers may be closed, and whose turn it is to answer what."""

    step: Explained | None
    closes: bool
    turn: TurnView | None
    asked: PlayerQuestion | None


CLICKED: Final = "update:model-value"
"""The event of a switch that a visitor has turned; the page's own changes do not cause it."""


class DealerPanel:
    """The steps of a dealer or floorperson at a table; for a manager only the payouts.

    Other roles have no panel: for them it stays empty.
    """

    def __init__(self, desk: TableDesk) -> None:
        self._desk, self._seq = desk, 0
        self._changing = asyncio.Lock()
        self._deals = desk.visitor.may(Action.SET_AUTOMATION, desk.name)
        self._is_shown = self._deals or desk.visitor.who.role is Role.MANAGER
        if not self._is_shown:
            return
        with ui.element("section").classes("uc-card tf-panel tf-dealing"):
            heading("The dealer's next step" if self._deals else "What the floor validates")
            self._due = Region[DueNow](self._draw_due)
            self._jackpots = Region[tuple[WaitingJackpot, ...]](self._draw_jackpots)
            self._floor = Region[FloorView | None](_draw_floor)
            with ui.row().classes("gap-2"):
                if self._deals:
                    action("Something went wrong …", "o", self._irregular, quiet=True)
                action("Keep the table …", "u", self._upkeep, quiet=True)
            if self._deals:
                ui.label("The table does by itself").classes("tf-result-title")
                self._draw_running()

    def show(self, now: Now) -> None:
        """Updates the panel to the table's current state."""
        if not self._is_shown:
            return
        desk, state = self._desk, now.state
        self._seq = now.seq
        self._jackpots.show(tuple(waiting_at(state, desk.server.floor.two_persons_above)))
        if not self._deals:
            return
        step = due(state)
        if step is not None and issubclass(step[1], cj.JackpotStep):
            step = due(state, ~Automation.FLOOR)  # the round goes on while a jackpot waits
        closes = state.phase == Phase.WAGERING and state.has_wagers
        turn = None if now.seen.service is None else now.seen.service.turn
        asked = None if turn is None else question(state)
        shown = explained(state, step[1]) if step is not None else None
        self._due.show(DueNow(shown, closes, turn, asked))
        self._floor.show(now.seen.floor)
        self._attended.set_value(desk.server.croupiers[desk.name].attended)
        automations = desk.server.floor.host(desk.name).automations
        for group, box in self._groups.items():
            box.set_value(group in automations)

    # The next step

    def _draw_due(self, now: DueNow) -> None:
        if now.step is not None:
            self._step(now.step)
        elif now.turn is not None and now.asked is not None:
            self._turn(now.turn, now.asked)
        elif now.closes:
            self._explain(explained(self._desk.state, c.CloseBets))
            action("No more bets", "Enter", self._sends(c.CloseBets()))
        else:
            ui.label("Nothing: the table waits for players.").classes("uc-quiet")

    def _step(self, step: Explained) -> None:
        self._explain(step)
        if step.kind is cj.CollectProgressiveWagers:
            self._count(step)
            return

        async def take() -> None:
            await self._desk.take(step.kind, self._seq)

        action(f"Take the step: {step.name.lower()}", "Enter", take)

    def _count(self, step: Explained) -> None:
        """Shows the field for the count of value chips; a wrong count is asked for again."""
        chips = ui.number("Value chips counted", min=0, precision=0)
        chips.props("outlined dense")

        async def collect() -> None:
            with self._desk.showing_refusals():
                if chips.value is None:
                    raise BadInput("Count the value chips on the layout first.")
                await self._desk.send(cj.CollectProgressiveWagers(int(chips.value)))

        action(f"Take the step: {step.name.lower()}", "Enter", collect)

    def _explain(self, step: Explained) -> None:
        ui.label(step.sentence).classes("tf-step")
        ui.label(f"Required by {step.section}.").classes("uc-section")

    def _turn(self, turn: TurnView, asked: PlayerQuestion) -> None:
        """Shows whose turn it is and what is asked, and the answers for the dealer to enter."""
        hand = f", hand {turn.hand}" if turn.hand else ""
        ui.label(f"{turn.player}'s turn: position {turn.position}{hand}").classes("tf-step")
        ui.label(f"{ASKS[turn.asked]} Enter what {turn.player} says.")
        with ui.element("div").classes("tf-actions"):
            for answer, command in asked.answers.items():
                words = answer.replace("-", " ").capitalize()
                action(words, KEYS.get(answer, ""), self._sends(command), quiet=True)

    def _sends(self, command: c.Command) -> Callable[[], Awaitable[None]]:
        async def send() -> None:
            await self._desk.send(command)

        return send

    # Jackpots

    def _draw_jackpots(self, waiting: tuple[WaitingJackpot, ...]) -> None:
        if not waiting and not self._deals:
            ui.label("No payout waits at this table.").classes("uc-quiet")
        for one in waiting:
            kind: type[cj.JackpotStep] = getattr(cj, one.step)
            step = explained(self._desk.state, kind)
            with ui.element("div").classes("tf-jackpot").props('role="group" aria-label="Jackpot"'):
                amount = f"${one.amount}" if one.amount is not None else "an amount to come"
                ui.label(f"{one.player} wins {amount}").classes("tf-result-title")
                where = f"{one.outcome.replace('-', ' ')}, position {one.position}"
                ui.label(where).classes("uc-quiet")
                ui.label(one.blocked or step.sentence).classes("tf-step")
                ui.label(f"Required by {one.section}.").classes("uc-section")
                if one.two_persons and kind is cj.PayJackpot:
                    ui.label("Someone other than the person who validated it.").classes("uc-quiet")
                command = kind(one.position, one.wager)
                if not may_send(self._desk.visitor.who, self._desk.state, command):
                    ui.label(_who_takes(kind)).classes("uc-quiet")
                    continue
                action(step.name, "j", self._sends(command), enabled=not one.blocked)

    # Irregularities and upkeep

    def _irregular(self) -> None:
        self._menu("When something goes wrong, § 633a.14", irregularities)

    def _upkeep(self) -> None:
        self._menu("Keeping the table fit for play", upkeep)

    def _menu(self, title: str, commands: Callable[[AnyTable], Iterator[c.Command]]) -> None:
        """Opens a dialog of commands, each with its sentence; those allowed now come first."""
        state = self._desk.state
        offered = list(sendable(self._desk.visitor.who, state, commands(state)))
        with ui.dialog(value=True) as dialog, ui.card().classes("tf-dialog"):
            ui.label(title).classes("uc-card-title")
            if not offered:
                ui.label("This game has nothing of the kind.").classes("uc-quiet")
            for one in sorted(offered, key=lambda one: bool(one.refused)):
                self._item(one, dialog)
            ui.button("Close", on_click=dialog.close, color=None).props("flat no-caps")

    def _item(self, offered: OfferedCommand, dialog: ui.dialog) -> None:
        async def send() -> None:
            dialog.close()
            await self._desk.send(offered.command)

        with ui.element("div").classes("tf-item"):
            with ui.element("div"):
                ui.label(offered.step.sentence)
                ui.label(offered.step.section).classes("uc-section")
                if offered.refused:
                    ui.label(f"Not now: {offered.refused}").classes("uc-quiet")
            button = ui.button(offered.step.name, on_click=send, color=None)
            button.props("outline no-caps dense")
            button.set_enabled(not offered.refused)

    # Automations

    def _draw_running(self) -> None:
        """Draws the switches once: one that is drawn anew would lose a click that is under way."""
        with ui.element("div").classes("tf-automations"):
            self._attended = ui.switch("a person deals: closes wagers, clears cards")
            self._attended.on(
                CLICKED, lambda event: self._automate(None, attended=bool(event.args))
            )
            possible = AUTOMATIC & _groups_of(self._desk)
            self._groups = {
                group: ui.checkbox(words).on(CLICKED, self._switched(group))
                for group, words in GROUPS.items()
                if group in possible
            }

    def _switched(self, group: Automation) -> Callable[[GenericEventArguments], Awaitable[None]]:
        async def switched(event: GenericEventArguments) -> None:
            await self._automate(group, on=bool(event.args))

        return switched

    async def _automate(
        self, group: Automation | None, *, on: bool = False, attended: bool | None = None
    ) -> None:
        """Switch a group of steps, or who deals: one change after the other, in their order."""
        desk = self._desk
        async with self._changing:
            with desk.showing_refusals():
                groups = None
                if group is not None:
                    now = desk.server.floor.host(desk.name).automations
                    wanted = now | group if on else now & ~group
                    groups = [str(one.name).lower() for one in wanted]
                who = desk.visitor.who
                await asyncio.to_thread(desk.server.automate, who, desk.name, groups, attended)
        desk.changed()


def _who_takes(kind: type[cj.JackpotStep]) -> str:
    """The sentence on who takes a step of a payout that the visitor may not take."""
    if kind is cj.ValidateJackpot:
        return "It takes a floorperson or above."
    return "The dealer takes this step."


def _groups_of(desk: TableDesk) -> Automation:
    """The groups of steps that the table's game has."""
    wheel = Automation.SELECT | Automation.SPIN
    return wheel | Automation.SETTLE if desk.rules.variation.has_wheel else ~wheel


def _draw_floor(floor: FloorView | None) -> None:
    if floor is None:
        return
    for stack in floor.stacks:
        ui.label(f"{stack.in_shoe} cards in the shoe, {stack.in_rack} in the rack").classes(
            "uc-quiet"
        )
    for reminder in floor.reminders:
        ui.label(reminder.replace("-", " ")).classes("tf-reminder")

"""The jackpots that wait on the floor page, each with its next step and a button for it."""

import asyncio
from collections.abc import Callable
from typing import Final

from nicegui import ui

from upcard.engine.core.commands import Command
from upcard.engine.jackpots.commands import (
    CompletePapers,
    ConfirmLight,
    JackpotStep,
    PayJackpot,
    ValidateJackpot,
    VerifyHand,
)
from upcard.rules.loader import game_rules
from upcard.service.access.authority import authorize_command, those_who_may
from upcard.service.access.principal import Forbidden
from upcard.service.tables.jackpots import WaitingJackpot, waiting_at
from upcard.service.tables.offers import outcome_in_words, titles_of
from upcard.service.wire.commands import step_of
from upcard.text.words import unbroken
from upcard.web.money import dollars
from upcard.web.pages.accounts import heading
from upcard.web.shell import showing_refusals
from upcard.web.visitor import Visitor

STEPS: Final[dict[type[Command], str]] = {
    VerifyHand: "Verify the hand",
    ConfirmLight: "Confirm the light",
    ValidateJackpot: "Validate",
    PayJackpot: "Pay",
    CompletePapers: "Complete the papers",
}
"""The steps of a jackpot, in words."""


def show_jackpots(visitor: Visitor, on_change: Callable[[], object]) -> None:
    """Show the jackpots that wait, each with its next step; calls `on_change` after a step."""
    waiting = waiting_jackpots(visitor)
    if waiting:
        heading("A jackpot waits" if len(waiting) == 1 else f"{len(waiting)} jackpots wait")
    for jackpot in waiting:
        _jackpot(visitor, jackpot, on_change)


def waiting_jackpots(visitor: Visitor) -> list[WaitingJackpot]:
    """The jackpots of all tables that wait for a step."""
    floor = visitor.server.floor
    return [
        jackpot
        for name in floor.shown_tables
        for jackpot in waiting_at(floor.state(name), floor.two_persons_above)
    ]


def _jackpot(visitor: Visitor, jackpot: WaitingJackpot, on_change: Callable[[], object]) -> None:
    step = step_of(jackpot.step)

    async def take_step() -> None:
        with showing_refusals():
            command = step(jackpot.position, jackpot.wager)
            assert isinstance(command, JackpotStep)
            await asyncio.to_thread(visitor.server.floor.send, visitor.who, jackpot.table, command)
            on_change()

    state = visitor.server.floor.state(jackpot.table)
    game = game_rules(state.rules.game).title
    title = titles_of(state.rules).get(jackpot.wager, jackpot.wager)
    with ui.row().classes("uc-panel uc-urgent items-center justify-between"):
        amount = "amount to be determined" if jackpot.amount is None else dollars(jackpot.amount)
        with ui.column().classes("gap-0"):
            outcome = outcome_in_words(jackpot.wager, jackpot.outcome, state.rules)
            ui.label(f"{amount}: {title}, {outcome}").classes("uc-card-title")
            seat = f"{jackpot.player}, position {jackpot.position} of {jackpot.table}"
            ui.label(f"{seat} ({game}), round {jackpot.round}").classes("uc-small")
            words = STEPS.get(step, jackpot.step)
            next_step = f"Next step: {words.lower()} ({unbroken(jackpot.section)})."
            ui.label(next_step).classes("uc-small")
            if jackpot.two_persons:
                ui.label("Another person than the one who validates it pays it.").classes(
                    "uc-small uc-quiet"
                )
            if jackpot.blocked:
                ui.label(f"First: {jackpot.blocked}").classes("uc-small uc-trouble")
        if not jackpot.blocked:
            try:
                authorize_command(visitor.who, step(jackpot.position, jackpot.wager), state)
            except Forbidden:
                ui.label(f"This step is for {those_who_may(step)}.").classes("uc-small uc-quiet")
            else:
                ui.button(words, on_click=take_step).props("no-caps")

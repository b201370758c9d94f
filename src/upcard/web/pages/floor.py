"""The floor page: tables, drop and win against their expectation, jackpots, faults, cards."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
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
from upcard.host.records.register import RegisterEntry, in_force, scheduled_version
from upcard.rules.loader import game_rules
from upcard.service.access.authority import Action, authorize_command, those_who_may
from upcard.service.access.principal import Forbidden
from upcard.service.api.wire import step_of
from upcard.service.history.takings import Takings, total_takings
from upcard.service.meter_board import MeterView
from upcard.service.tables.jackpots import WaitingJackpot, waiting_at
from upcard.service.tables.offers import outcome_in_words, titles_of
from upcard.text.words import unbroken, with_minus
from upcard.web.floor.due import due_lines, show_due
from upcard.web.floor.table_rows import FloorTable, TableRows
from upcard.web.money import dollars, titled
from upcard.web.pages.accounts import heading
from upcard.web.shell import page, showing_refusals, watch
from upcard.web.visitor import Visitor
from upcard.web.work import run_in_background

EVERY = 2.0
"""Seconds between two updates of the page."""

ALL: Final = "all"
TIMES: Final = {"15": "15 min", "60": "1 h", "480": "8 h", "1440": "24 h", ALL: "All"}
"""The times whose takings can be shown: their minutes, and words."""

BAND: Final = (
    "The expected win is what the odds give for these wagers if everybody plays best; about 95 "
    "results of 100 lie in its band, which counts that positions share the dealer's hand. A win "
    "more than 3 standard errors away is an alarm."
)

STEPS: Final[dict[type[Command], str]] = {
    VerifyHand: "Verify the hand",
    ConfirmLight: "Confirm the light",
    ValidateJackpot: "Validate",
    PayJackpot: "Pay",
    CompletePapers: "Complete the papers",
}
"""The steps of a jackpot, in words."""


@page("/floor", "Floor", Action.SEE_FLOOR)
async def floor(visitor: Visitor) -> None:
    """The live page of everything that a floorperson is responsible for."""
    server = visitor.server
    takings: dict[str, Takings] = {}
    before: dict[object, object] = {}

    @ui.refreshable
    def sums() -> None:
        _sums(takings, bool(server.floor.shown_tables))

    @ui.refreshable
    def jackpots() -> None:
        _jackpots(visitor, jackpots.refresh)

    @ui.refreshable
    def tasks() -> None:
        show_due(_due(visitor))

    @ui.refreshable
    def meters() -> None:
        _meters(visitor)

    async def look() -> None:
        chosen = time.value
        minutes = None if chosen == ALL else int(chosen)
        minutes_takings = await _takings(visitor, minutes)
        if time.value != chosen:  # another time was chosen meanwhile
            return
        takings.update(minutes_takings)
        shown = (
            (sums, list(takings.values())),
            (jackpots, _waiting_jackpots(visitor)),
            (tasks, _due(visitor)),
            (meters, server.floor.board.last_read),
        )
        for part, now in shown:  # an unchanged part keeps its focus
            if before.get(part) != now:
                before[part] = now
                part.refresh()
        rows.show(_tables(visitor, takings))

    jackpots()
    with ui.row().classes("items-center uc-times"):
        ui.label("Takings of the last").props("id=uc-time")
        time = ui.toggle(TIMES, value=ALL, on_change=look)
        time.props('no-caps unelevated role="group" aria-labelledby="uc-time"')
    sums()
    heading("Tables")
    tasks()
    rows = TableRows(partial(_submission, visitor, look))
    ui.label(BAND).classes("uc-small uc-quiet")
    heading("Meters")
    meters()

    watch(visitor, Action.SEE_FLOOR, EVERY, look)
    ui.timer(0.5, partial(_learn, visitor), once=True)


async def _learn(visitor: Visitor) -> None:
    """Compute what tables are expected to win, then how that spreads; each shows when it is known.

    Tables whose game is solved come last.
    """
    floor, book = visitor.server.floor, visitor.server.takings_book
    tables = [floor.state(name).rules for name in floor.shown_tables]
    tables.sort(key=lambda rules: rules.has_blackjack_wager)
    for step in (book.learn_edges, book.learn):
        for rules in tables:
            await run_in_background(step, rules)


async def _takings(visitor: Visitor, minutes: int | None) -> dict[str, Takings]:
    """The takings of each table, of the last minutes or of all rounds."""
    floor, book = visitor.server.floor, visitor.server.takings_book
    return {
        name: await run_in_background(book.takings, floor.state(name), minutes)
        for name in floor.shown_tables
    }


def _tables(visitor: Visitor, takings: dict[str, Takings]) -> list[FloorTable]:
    """Every table, with the versions of its submission that wait."""
    server, versions = visitor.server, visitor.server.floor.register.last_read
    return [
        FloorTable(
            server.floor.state(name),
            takings.get(name),
            scheduled_version(versions.get(name, ())),
            _newest_approved(versions.get(name, ())),
            server.attended(name),
        )
        for name in server.floor.shown_tables
    ]


def _newest_approved(versions: Sequence[RegisterEntry]) -> RegisterEntry | None:
    """The newest version that is approved, if it is newer than the one in force."""
    running = in_force(versions)
    newest = next((entry for entry in reversed(versions) if entry.status == "approved"), None)
    if newest is None or (running is not None and newest.version < running.version):
        return None
    return newest


def _submission(visitor: Visitor, look: Callable[[], Awaitable[None]], table: FloorTable) -> None:
    """Show the version that waits or may be put in force, with the button for it."""
    floor = visitor.server.floor

    async def act(
        change: Callable[[RegisterEntry, str], object], entry: RegisterEntry, words: str
    ) -> None:
        def do() -> None:
            with floor.authority.allowing(visitor.who, Action.PUT_IN_FORCE, entry.table):
                change(entry, visitor.who.name)

        with showing_refusals():
            await asyncio.to_thread(do)
            ui.notify(words, type="positive")
            await look()

    def put(entry: RegisterEntry, by: str) -> None:
        floor.put_in_force(entry.table, entry.version, by, after_round=True)

    def withdraw(entry: RegisterEntry, by: str) -> None:
        floor.register.withdraw(entry.table, entry.version, by)

    may = visitor.may(Action.PUT_IN_FORCE, table.name)
    if (entry := table.waits) is not None:
        ui.label(
            f"Version {entry.version} of the submission takes force when this round ends, "
            f"by {entry.scheduled_by}."
        ).classes("uc-small").props('role="status"')
        if may:
            words = f"Version {entry.version} of {entry.table} waits no longer."
            withdrawing = partial(act, withdraw, entry, words)
            ui.button("Withdraw", on_click=withdrawing).props("no-caps outline dense")
    elif (entry := table.approved) is not None:
        ui.label(f"Version {entry.version} of the submission is approved.").classes("uc-small")
        if may:
            words = f"Version {entry.version} of {entry.table} takes force after this round."
            putting = partial(act, put, entry, words)
            ui.button("Put in force after this round", on_click=putting).props(
                "no-caps outline dense"
            )


def _sums(takings: dict[str, Takings], has_tables: bool) -> None:
    """Show the whole floor in four figures."""
    if not takings:
        words = "Adding up the journal …" if has_tables else "No table is open."
        ui.label(words).classes("uc-quiet").props('role="status"')
        return
    drop, win = total_takings(takings.values())
    with ui.row().classes("uc-figures"):
        _figure("Drop", dollars(f"{drop:,.2f}"), "What was wagered before the deal.")
        _figure("Win", dollars(f"{win:,.2f}"), "What players have lost.")
        hold = with_minus(f"{100 * win / drop:.2f} %") if drop else "–"
        _figure("Hold", hold, "Win as a part of the drop.")
        rounds = sum(taken.rounds for taken in takings.values())
        _figure("Rounds", f"{rounds:,}", f"At {len(takings)} tables.")


def _jackpots(visitor: Visitor, on_change: Callable[[], object]) -> None:
    waiting = _waiting_jackpots(visitor)
    if waiting:
        heading("A jackpot waits" if len(waiting) == 1 else f"{len(waiting)} jackpots wait")
    for jackpot in waiting:
        _jackpot(visitor, jackpot, on_change)


def _waiting_jackpots(visitor: Visitor) -> list[WaitingJackpot]:
    """The jackpots of all tables that wait for a step."""
    floor = visitor.server.floor
    return [
        jackpot
        for name in floor.shown_tables
        for jackpot in waiting_at(floor.state(name), floor.two_persons_above)
    ]


def _due(visitor: Visitor) -> list[str]:
    floor = visitor.server.floor
    return due_lines(floor.state(name) for name in floor.shown_tables)


def _meters(visitor: Visitor) -> None:
    titles: dict[str, str] = {}
    for name in visitor.server.floor.shown_tables:
        titles |= titles_of(visitor.server.floor.state(name).rules)
    with ui.row().classes("uc-figures"):
        for meter in visitor.server.floor.board.last_read:
            name = titles.get(meter.name, titled(meter.name))
            _figure(name, dollars(meter.amount), _meter_words(meter))


def _meter_words(meter: MeterView) -> str:
    """By what amount a meter must be hit, how often it was, and what it paid."""
    limit = meter.must_hit_by
    by = "" if limit is None else f"Must be hit by {dollars(limit)}. "
    if not meter.hits:
        return f"{by}Not hit yet."
    times = "once" if meter.hits == 1 else f"{meter.hits} times"
    from_house = dollars(meter.from_house)
    return f"{by}Hit {times}: {dollars(meter.paid)}, of it {from_house} by the house."


def _figure(name: str, value: str, words: str) -> None:
    with ui.element("div").classes("uc-figure"):
        ui.label(name).classes("uc-quiet")
        ui.label(value).classes("uc-number")
        if words:
            ui.label(words).classes("uc-small uc-quiet")


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
            outcome = outcome_in_words(jackpot.wager, jackpot.outcome)
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

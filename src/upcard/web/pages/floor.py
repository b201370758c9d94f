"""The floor page: tables, drop and win against their expectation, jackpots, faults, cards."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from nicegui import ui

from upcard.host.records.register import RegisterEntry, in_force, scheduled_version
from upcard.service.access.authority import Action
from upcard.service.history.takings import Takings, total_takings
from upcard.service.meter_board import MeterView
from upcard.service.tables.offers import titles_of
from upcard.text.words import with_minus
from upcard.web.background_work import run_in_background
from upcard.web.floor.due_tasks import due_lines, show_due
from upcard.web.floor.jackpots import show_jackpots, waiting_jackpots
from upcard.web.floor.table_rows import FloorTable, TableRows
from upcard.web.money import dollars, titled
from upcard.web.pages.accounts import heading
from upcard.web.shell import page, showing_refusals, watch
from upcard.web.visitor import Visitor

UPDATE_SECONDS = 2.0
"""Seconds between two updates of the page."""

ALL: Final = "all"
TIMES: Final = {"15": "15 min", "60": "1 h", "480": "8 h", "1440": "24 h", ALL: "All"}
"""The times whose takings can be shown: their minutes, and words."""

BAND: Final = (
    "The expected win is what the odds give for these wagers if everybody plays best; about 95 "
    "results of 100 lie in its band, which counts that positions share the dealer's hand. A win "
    "more than 3 standard errors away is an alarm."
)


@page("/floor", "Floor", Action.SEE_FLOOR)
async def floor(visitor: Visitor) -> None:
    """The live page of everything that a floorperson is responsible for."""
    server = visitor.server
    takings: dict[str, Takings] = {}
    shown_tables: dict[object, object] = {}

    @ui.refreshable
    def sums() -> None:
        _sums(takings, bool(server.floor.shown_tables))

    @ui.refreshable
    def jackpots() -> None:
        show_jackpots(visitor, jackpots.refresh)

    @ui.refreshable
    def tasks() -> None:
        show_due(_due(visitor))

    @ui.refreshable
    def meters() -> None:
        _meters(visitor)

    async def look() -> None:
        chosen_time = time.value
        minutes = None if chosen_time == ALL else int(chosen_time)
        minutes_takings = await _takings(visitor, minutes)
        if time.value != chosen_time:  # another time was chosen meanwhile
            return
        takings.update(minutes_takings)
        contents = (
            (sums, list(takings.values())),
            (jackpots, waiting_jackpots(visitor)),
            (tasks, _due(visitor)),
            (meters, server.floor.board.last_read),
        )
        for part, now in contents:  # an unchanged part keeps its focus
            if shown_tables.get(part) != now:
                shown_tables[part] = now
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

    watch(visitor, Action.SEE_FLOOR, UPDATE_SECONDS, look)
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
            with floor.authority.authorized(visitor.who, Action.PUT_IN_FORCE, entry.table):
                change(entry, visitor.who.name)

        with showing_refusals():
            await asyncio.to_thread(do)
            ui.notify(words, type="positive")
            await look()

    def put(entry: RegisterEntry, actor: str) -> None:
        floor.put_in_force(entry.table, entry.version, actor, after_round=True)

    def withdraw(entry: RegisterEntry, actor: str) -> None:
        floor.register.withdraw(entry.table, entry.version, actor)

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


def _due(visitor: Visitor) -> list[str]:
    floor = visitor.server.floor
    return due_lines(floor.state(name) for name in floor.shown_tables)


def _meters(visitor: Visitor) -> None:
    if not visitor.server.floor.board.last_read:
        ui.label("No table of this floor feeds a progressive meter.").classes("uc-quiet")
        return
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
    limit_in_words = "" if limit is None else f"Must be hit by {dollars(limit)}. "
    if not meter.hits:
        return f"{limit_in_words}Not hit yet."
    times = "once" if meter.hits == 1 else f"{meter.hits} times"
    from_house = dollars(meter.from_house)
    return f"{limit_in_words}Hit {times}: {dollars(meter.paid)}, of it {from_house} by the house."


def _figure(name: str, value: str, words: str) -> None:
    with ui.element("div").classes("uc-figure"):
        ui.label(name).classes("uc-quiet")
        ui.label(value).classes("uc-number")
        if words:
            ui.label(words).classes("uc-small uc-quiet")

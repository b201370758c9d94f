"""The floor page: tables, drop and win against their expectation, jackpots, faults, cards."""

import asyncio
from collections.abc import Callable

from nicegui import ui

from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots import commands as cj
from upcard.engine.shoe.upkeep import reminders
from upcard.host.records.register import Entry, scheduled
from upcard.rules.loader import game_rules
from upcard.service.access.authority import Action
from upcard.service.api.wire import step_named
from upcard.service.history.takings import Takings, total_takings
from upcard.service.tables.jackpots import WaitingJackpot, waiting_at
from upcard.service.tables.offers import titles_of
from upcard.web.money import dollars, titled
from upcard.web.pages.accounts import heading
from upcard.web.shell import explain, page, showing_refusals, watch
from upcard.web.visitor import Visitor
from upcard.web.work import run_in_background

EVERY = 2.0
"""Seconds between two updates of the page."""

ALARM = 3.0
"""Standard errors from its expectation beyond which a table's win is an alarm."""

STEPS = {
    "VerifyHand": "Verify the hand",
    "ConfirmLight": "Confirm the light",
    "ValidateJackpot": "Validate",
    "PayJackpot": "Pay",
    "CompletePapers": "Complete the papers",
}


@page("/floor", "Floor", Action.SEE_FLOOR)
async def floor(visitor: Visitor) -> None:
    """The live page of everything that a floorperson is responsible for."""
    server = visitor.server
    takings: dict[str, Takings] = {}
    before: dict[object, object] = {}

    @ui.refreshable
    def sums() -> None:
        _sums(takings)

    @ui.refreshable
    def jackpots() -> None:
        _jackpots(visitor, jackpots.refresh)

    @ui.refreshable
    def tables() -> None:
        with ui.element("div").classes("uc-cards"):
            for state, waits in _shown_tables(visitor):
                name = state.rules.name
                _table(state, takings.get(name), waits, attended=server.attended(name))

    @ui.refreshable
    def meters() -> None:
        _meters(visitor)

    sums()
    heading("Jackpots")
    jackpots()
    heading("Tables")
    tables()
    heading("Meters")
    meters()
    explain("The band holds 95 results of 100 while everybody plays best; most players win less.")

    async def look() -> None:
        for name in server.floor.shown:
            takings[name] = await run_in_background(
                server.takings_book.takings, server.floor.state(name)
            )
        shown = (
            (sums, list(takings.values())),
            (jackpots, _waiting(visitor)),
            (tables, _shown_tables(visitor)),
            (meters, server.floor.board.last_read),
        )
        for part, now in shown:  # an unchanged part keeps its focus
            if before.get(part) != now:
                before[part] = now
                part.refresh()

    async def learn() -> None:
        for name in server.floor.shown:
            await run_in_background(server.takings_book.learn, server.floor.state(name).rules)

    watch(visitor, Action.SEE_FLOOR, EVERY, look)
    ui.timer(0.5, learn, once=True)


def _shown_tables(visitor: Visitor) -> list[tuple[AnyTable, Entry | None]]:
    """Every table, and the version of its submission that waits for the end of the round."""
    floor = visitor.server.floor
    versions = floor.register.last_read
    return [(floor.state(name), scheduled(versions.get(name, ()))) for name in floor.shown]


def _sums(takings: dict[str, Takings]) -> None:
    """Shows the whole floor in four figures."""
    if not takings:
        ui.label("Adding up the journal …").classes("uc-quiet").props('role="status"')
        return
    drop, win = total_takings(takings.values())
    with ui.row().classes("uc-figures"):
        _figure("Drop", dollars(f"{drop:,.2f}"), "What was wagered before the deal.")
        _figure("Win", dollars(f"{win:,.2f}"), "What players have lost.")
        hold = f"{100 * win / drop:.2f} %".replace("-", "−") if drop else "–"
        _figure("Hold", hold, "Win as a part of the drop.")
        _figure("Rounds", f"{sum(one.rounds for one in takings.values()):,}", "")


def _jackpots(visitor: Visitor, changed: Callable[[], object]) -> None:
    waiting = _waiting(visitor)
    if not waiting:
        ui.label("No jackpot waits.").classes("uc-quiet")
    for one in waiting:
        _jackpot(visitor, one, changed)


def _waiting(visitor: Visitor) -> list[WaitingJackpot]:
    """The jackpots of all tables that wait for a step."""
    floor = visitor.server.floor
    return [
        one
        for name in floor.shown
        for one in waiting_at(floor.state(name), floor.two_persons_above)
    ]


def _meters(visitor: Visitor) -> None:
    with ui.row().classes("uc-figures"):
        for one in visitor.server.floor.board.last_read:
            by = "" if one.must_hit_by is None else f", must be hit by {dollars(one.must_hit_by)}"
            paid = f"paid {dollars(one.paid)}, {dollars(one.from_house)} of it added by the house"
            times = "once" if one.hits == 1 else f"{one.hits} times"
            _figure(titled(one.name), dollars(one.amount), f"Hit {times}{by}; {paid}.")


def _figure(name: str, value: str, words: str) -> None:
    with ui.element("div").classes("uc-figure"):
        ui.label(name).classes("uc-quiet")
        ui.label(value).classes("uc-number")
        if words:
            ui.label(words).classes("uc-small uc-quiet")


def _table(
    state: AnyTable, takings: Takings | None, waits: Entry | None, *, attended: bool
) -> None:
    name = state.rules.name
    with ui.element("section").classes("uc-panel") as panel:
        # Not by `props()`, which parses its text: a name may have any character.
        panel.props["aria-label"] = f"Table {name}"
        with ui.row().classes("items-center justify-between w-full no-wrap"):
            title = f"{name}, {game_rules(state.rules.game).title}"
            ui.link(title, f"/tables/{name}").classes("uc-card-title")
            ui.label(f"round {state.round}, {state.phase}").classes("uc-small uc-quiet")
        players = dict.fromkeys(str(box.player) for _, box in state.in_play())
        ui.label(", ".join(players) or "nobody plays").classes("uc-small")
        if takings is not None:
            _takings(takings)
        if waits is not None:
            words = f"Version {waits.version} of the submission takes force when this round ends, "
            ui.label(f"{words}by {waits.scheduled_by}.").classes("uc-small").props('role="status"')
        for line in _troubles(state):
            ui.label(line).classes("uc-trouble").props('role="status"')
        ui.label(_cards(state) + ("; dealt by a person" if attended else "")).classes(
            "uc-small uc-quiet"
        )


def _takings(one: Takings) -> None:
    hold = "" if one.hold is None else f" ({100 * one.hold:.2f} %)".replace("-", "−")
    words = f"Drop {dollars(one.drop)}, win {dollars(one.win)}{hold}"
    ui.label(words).classes("uc-numeric")
    if one.expected is None:
        return
    expected = f"expected {dollars(f'{one.expected:,.2f}')}"
    if one.low is None or one.high is None:
        ui.label(expected).classes("uc-small uc-quiet")
        return
    low, high = dollars(f"{one.low:,.2f}"), dollars(f"{one.high:,.2f}")
    ui.label(f"{expected}, band {low} to {high}").classes("uc-small uc-quiet")
    _band(float(one.win), one.low, one.high)
    errors = one.standard_errors
    if errors is not None and abs(errors) > ALARM:
        ui.label(
            f"Alarm: the win is {abs(errors):.1f} standard errors "
            f"{'above' if errors > 0 else 'below'} its expectation."
        ).classes("uc-alarm").props('role="status"')


def _band(win: float, low: float, high: float) -> None:
    """Shows the place of the win in its band, whose middle is the expected win."""
    span = (high - low) or 1.0
    place = min(1.0, max(0.0, 0.5 + (win - (low + high) / 2) / (2 * span)))
    inside = "inside" if low <= win <= high else "outside"
    with (
        ui.element("div")
        .classes("uc-band")
        .props(f'role="img" aria-label="The win lies {inside} its band"')
    ):
        ui.element("div").classes("uc-band-range")
        ui.element("div").classes(f"uc-band-mark uc-{inside}").style(f"left: {100 * place:.1f}%")


def _troubles(state: AnyTable) -> list[str]:
    """Sentences on reminders that are due and on faults at a table."""
    faults = state.faults
    found = [f"Due: {one.what.replace('-', ' ')} ({one.section})" for one in reminders(state)]
    if faults.reader_failed:
        found.append(
            "The card reader is out of order: nothing is dealt (58 Pa. Code § 633a.14(k))."
        )
    if faults.shuffler != "working":
        found.append(f"The shuffler is {faults.shuffler} (58 Pa. Code § 633a.14(m)).")
    if faults.missed:
        found.append("A missed hand waits for its player (58 Pa. Code § 633a.14(g), (i)).")
    return found


def _cards(state: AnyTable) -> str:
    """The numbers of cards in the shoe and in the rack, in words."""
    if not state.stacks:
        return "a wheel"
    sides = (
        f"{one.remaining} in the shoe, {len(one.discards)} in the rack" for one in state.stacks
    )
    return f"{'; '.join(sides)}; shoe {state.shoes}"


def _jackpot(visitor: Visitor, one: WaitingJackpot, changed: Callable[[], object]) -> None:
    step = step_named(one.step)

    async def take() -> None:
        with showing_refusals():
            command = step(one.position, one.wager)
            assert isinstance(command, cj.JackpotStep)
            await asyncio.to_thread(visitor.server.floor.send, visitor.who, one.table, command)
            changed()

    with ui.row().classes("uc-panel items-center justify-between"):
        amount = "to be determined" if one.amount is None else dollars(one.amount)
        with ui.column().classes("gap-0"):
            ui.label(f"{one.table}, position {one.position}, {one.player}: {amount}").classes(
                "uc-card-title"
            )
            titles = titles_of(visitor.server.floor.state(one.table).rules)
            words = f"{titles.get(one.wager, one.wager)}: {one.outcome.replace('-', ' ')}"
            ui.label(f"{words} ({one.section})").classes("uc-small uc-quiet")
            if one.two_persons:
                ui.label("Paid by another person than the one who validates it.").classes(
                    "uc-small"
                )
        if one.blocked:
            ui.label(one.blocked).classes("uc-quiet")
        else:
            ui.button(STEPS.get(one.step, one.step), on_click=take).props("no-caps")

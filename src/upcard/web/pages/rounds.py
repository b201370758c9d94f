"""The rounds pages: search, replay step by step, verify the chain, export."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from itertools import islice
from typing import Any

from nicegui import ui

from upcard.host.verify import verify
from upcard.service.access.authority import Action
from upcard.service.history.replays import ReplayStep
from upcard.service.history.rounds import Round, matching, rounds_after
from upcard.service.tables.views import view_of
from upcard.web.felt.now import Now
from upcard.web.felt.slip import Slip
from upcard.web.pages.accounts import heading
from upcard.web.shell import explain, page, showing_refusals
from upcard.web.table.page import HEAD, felt_of
from upcard.web.visitor import Visitor
from upcard.web.work import run_in_background

MOST = 100
"""The most rounds that a search shows."""

COLUMNS = [
    {"name": name, "label": label, "field": name, "align": align}
    for name, label, align in (
        ("round", "Round", "right"),
        ("players", "Players", "left"),
        ("won", "Won by players", "right"),
        ("outcomes", "Outcomes", "left"),
        ("records", "Records", "right"),
    )
]


@page("/rounds", "Rounds", Action.SEE_ROUNDS)
async def rounds(visitor: Visitor) -> None:
    """The page that searches the rounds of a table; a click opens the replay of one."""
    floor = visitor.server.floor
    names = [name for name in floor.shown if visitor.may(Action.SEE_ROUNDS, name)]
    if not names:
        explain("You work at no table of this floor.")
        return
    with ui.row().classes("w-full items-end"):
        table = ui.select(names, label="Table", value=names[0])
        after = ui.number("After round", value=0, min=0, precision=0)
        words = ui.input("Player, wager or outcome", placeholder="jackpot-party").classes(
            "uc-search"
        )
        button = ui.button("Search", icon="search")
    found = ui.table(columns=COLUMNS, rows=[], row_key="round", pagination=15)
    found.classes("uc-table w-full").props('wrap-cells aria-label="Rounds"')

    async def search() -> None:
        with showing_refusals():
            records = await run_in_background(
                _search, visitor, table.value, int(after.value or 0), words.value
            )
            found.update_rows([_row(record) for record in records], clear_selection=True)
            if not records:
                ui.notify("No round fits.")

    def open_round(event: Any) -> None:
        ui.navigate.to(f"/rounds/{table.value}/{event.args[1]['round']}")

    button.on_click(search)
    words.on("keydown.enter", search)
    found.on("rowClick", open_round)
    await search()
    _journal(visitor)


def _search(visitor: Visitor, table: str, after: int, words: str) -> list[Round]:
    floor = visitor.server.floor
    who = visitor.who
    floor.authorize(who, Action.SEE_ROUNDS, table)
    found = (one for one in rounds_after(floor, who, table, after) if matching(one, words))
    return list(islice(found, MOST))


def _row(record: Round) -> dict[str, Any]:
    settled = record["settlements"]
    won = sum((Decimal(one["net"]) for one in settled), Decimal())
    outcomes = dict.fromkeys(f"{one['wager']} {one['outcome']}" for one in settled)
    return {
        "round": record["round"],
        "players": ", ".join(str(one.get("player", "")) for one in record["positions"]),
        "won": f"{won:,.2f}",
        "outcomes": ", ".join(islice(outcomes, 6)) + (" …" if len(outcomes) > 6 else ""),
        "records": f"{record['records'][0]}–{record['records'][-1]}",
    }


def _journal(visitor: Visitor) -> None:
    """Shows the buttons on the whole journal: verify and export."""
    heading("The journal")

    async def check() -> None:
        with showing_refusals():
            floor = visitor.server.floor
            floor.authorize(visitor.who, Action.VERIFY_JOURNAL)
            shown.set_text("Deciding every command again …")
            button.disable()
            try:
                verdict = await run_in_background(verify, floor.journal, floor.rules_of)
            finally:
                button.enable()
            first = verdict.first_difference
            shown.set_text(
                f"Verified: {verdict.events:,} events and {verdict.rounds:,} rounds are what the "
                "rules give, and the chain is whole."
                if first is None
                else f"Record {first.position} of {first.stream} differs: {first.message}"
            )

    with ui.row().classes("items-center"):
        if visitor.may(Action.VERIFY_JOURNAL):
            button = ui.button("Verify the chain", icon="verified", on_click=check)
        if visitor.may(Action.EXPORT_JOURNAL):
            ui.link("Export for a regulator", "/api/journal/export").props("download")
    shown = ui.label().props('role="status"')


@page("/rounds/{table}/{number}", "Replay", Action.SEE_ROUNDS)
async def replay(visitor: Visitor, table: str, number: int) -> None:
    """The page of one round, record by record: commands, events, and the table after each."""
    with showing_refusals():
        visitor.server.floor.authorize(visitor.who, Action.SEE_ROUNDS, table)
        replays = visitor.server.replays
        steps = await run_in_background(replays.steps_seen_by, visitor.who, table, number)
        ui.add_head_html(HEAD)
        _steps(visitor, table, number, steps)
        return
    explain(f"Round {number} of table {table} cannot be shown.")


def _steps(visitor: Visitor, table: str, number: int, steps: list[ReplayStep]) -> None:
    """Shows the felt after the chosen record, and below it the record's commands and events."""
    ui.label(f"Table {table}, round {number}: {len(steps)} records.").classes("uc-quiet")
    place = {"at": -1}

    def go(to: int) -> None:
        to = max(0, min(len(steps) - 1, to))
        if to != place["at"]:
            place["at"] = to
            slider.set_value(to + 1)
            with showing_refusals():  # shows that the session has ended
                felt.show(_shown(visitor, steps[to]))
                record.refresh(steps[to])

    with ui.row().classes("w-full items-center no-wrap"):
        ui.button(icon="chevron_left", on_click=lambda: go(place["at"] - 1)).props(
            'round dense aria-label="Step back"'
        )
        slider = ui.slider(min=1, max=len(steps), value=1)
        slider.props('label markers snap aria-label="Step"')
        slider.on_value_change(lambda event: go(int(event.value) - 1))
        ui.button(icon="chevron_right", on_click=lambda: go(place["at"] + 1)).props(
            'round dense aria-label="Step on"'
        )
    felt = felt_of(steps[0].state.rules, lambda _: None)
    record = ui.refreshable(_show_record)
    record(steps[0])
    go(len(steps) - 1)


def _shown(visitor: Visitor, step: ReplayStep) -> Now:
    """The table after a step, as the visitor may see it."""
    seen = view_of(visitor.who, step.state)
    return Now(visitor.who, step.state, seen, step.seq, None, None, (), Slip())


def _show_record(one: ReplayStep) -> None:
    at = datetime.fromtimestamp(one.at / 1e6, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
    asked = ", ".join(dict.fromkeys(one.commands)) or "what the meters answered"
    ui.label(f"Record {one.seq} at {at} UTC, by {one.by or 'the house'}: {asked}")
    with ui.element("div").classes("uc-events").props('role="list"'):
        for event in one.events:
            ui.label(_sentence(event)).props('role="listitem"')


def _sentence(event: dict[str, Any]) -> str:
    """An event in a line: its name in words and its fields that are neither empty nor zero."""
    name = re.sub(r"(?<!^)([A-Z])", lambda capital: f" {capital[0].lower()}", event["event"])
    fields = ((key.replace("_", " "), value) for key, value in event.items() if key != "event")
    parts = (
        f"{key} {_words(value)}"
        for key, value in fields
        if value not in ("", [], None, False, 0, "0.00")
    )
    return ": ".join(part for part in (name, ", ".join(parts)) if part)


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name} {_words(part)}" for name, part in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return "; ".join(_words(part) for part in value)
    return str(value)

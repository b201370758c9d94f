"""The rounds pages: search, replay step by step, verify the chain, export."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from decimal import Decimal
from itertools import islice
from typing import Any, Final
from urllib.parse import quote, urlencode

from nicegui import ui

from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.host.tables.committing import stream_of
from upcard.host.verify import verify
from upcard.rules.loader import game_rules
from upcard.service.access.authority import Action
from upcard.service.history.replays import ReplayStep
from upcard.service.history.rounds import Round, matching, rounds_before
from upcard.service.tables.offers import titles_of
from upcard.service.tables.views import view_of
from upcard.web.felt.now import Now
from upcard.web.felt.slip import Slip
from upcard.web.money import change
from upcard.web.pages.accounts import heading
from upcard.web.shell import explain, page, showing_refusals
from upcard.web.table.page import HEAD, felt_of
from upcard.web.visitor import Visitor
from upcard.web.work import run_in_background

LINK: Final = """
<q-td :props="props"><a :href="props.row.href">{{ props.value }}</a></q-td>
"""
"""The number of a round, by which the keyboard and a new tab open its replay."""

CARD: Final = """
<a class="uc-card uc-found" :href="props.row.href">
<span class="uc-card-title">Round {{ props.row.round }}: {{ props.row.won }}</span>
<span class="uc-quiet">{{ props.row.at }} UTC · {{ props.row.players }}</span>
<span>Won: {{ props.row.outcomes }}</span></a>
"""
"""A round on a phone."""

MOST = 50
"""The most rounds that a page of the search shows."""

MOST_WON = 4
"""The most wagers that the row of a round names."""

COLUMNS = [
    {
        "name": name,
        "label": label,
        "field": name,
        "align": align,
        "style": "white-space: nowrap" if name in ("at", "won") else "",
    }
    for name, label, align in (
        ("at", "Settled (UTC)", "left"),
        ("round", "Round", "right"),
        ("players", "Players", "left"),
        ("won", "Won by players", "right"),
        ("outcomes", "Wagers that won", "left"),
    )
]


@page("/rounds", "Rounds", Action.SEE_ROUNDS)
async def rounds(visitor: Visitor, table: str = "", words: str = "", before: int = 0) -> None:
    """The page that searches the rounds of a table, newest first; a click opens the replay of one.

    The search stands in the address, which can be given to somebody else.
    """
    floor = visitor.server.floor
    names = [name for name in floor.shown if visitor.may(Action.SEE_ROUNDS, name)]
    if not names:
        explain("You work at no table of this floor.")
        return
    if table and table not in names:
        explain(f"There is no table {table} whose rounds you may see.")
        table = ""
    titles = {name: f"{name}, {game_rules(floor.state(name).rules.game).title}" for name in names}
    with ui.row().classes("w-full items-end"):
        chosen = ui.select(titles, label="Table", value=table or names[0]).classes("uc-choice")
        asked = ui.input("Player, wager or outcome", value=words, placeholder="alice push")
        asked.classes("uc-search")
        button = ui.button("Search", icon="search")
    said = ui.label().props('role="status"').classes("uc-quiet")
    found = _results()
    with ui.row():
        newest = ui.button("Newest", icon="first_page").props("flat no-caps")
        older = ui.button("Older", icon="chevron_right").props("flat no-caps")

    async def search(start: int = 0) -> None:
        with showing_refusals():
            at, sought = str(chosen.value), str(asked.value or "")
            records = await run_in_background(_search, visitor, at, start, sought)
            rules = floor.state(at).rules
            rows = [_row(visitor, rules, record) for record in records[:MOST]]
            found.update_rows(rows, clear_selection=True)
            said.set_text(_found(rows, start, sought))
            newest.set_visibility(bool(start))
            older.set_visibility(len(records) > MOST)
            wanted = {"table": at, "words": sought, "before": start}
            query = urlencode({name: value for name, value in wanted.items() if value})
            ui.navigate.history.replace(f"/rounds?{query}")

    async def search_newest() -> None:
        await search()

    async def search_older() -> None:
        await search(found.rows[-1]["round"])

    def open_round(event: Any) -> None:
        ui.navigate.to(event.args[1]["href"])

    button.on_click(search_newest)
    chosen.on_value_change(search_newest)
    asked.on("keydown.enter", search_newest)
    newest.on_click(search_newest)
    older.on_click(search_older)
    found.on("rowClick", open_round)
    await search(max(0, before))
    _journal(visitor)


def _results() -> ui.table:
    """The table of rounds, empty; on a phone a card for each."""
    found = ui.table(columns=COLUMNS, rows=[], row_key="round").props(
        'wrap-cells :grid="Quasar.Screen.lt.sm" hide-pagination :rows-per-page-options="[0]" '
        'aria-label="Rounds"'
    )
    found.classes("uc-table w-full")
    found.add_slot("body-cell-round", LINK)
    found.add_slot("item", CARD)
    return found


def _search(visitor: Visitor, table: str, before: int, words: str) -> list[Round]:
    """The rounds that fit, newest first, and one more than a page shows if there are more."""
    server, who = visitor.server, visitor.who
    server.floor.authorize(who, Action.SEE_ROUNDS, table)
    rounds = rounds_before(server.floor, server.replays, who, table, before or None)
    return list(islice((one for one in rounds if matching(one, words)), MOST + 1))


def _found(rows: list[dict[str, Any]], start: int, words: str) -> str:
    """What is shown, in a sentence."""
    with_words = f" with “{words}”" if words else ""
    if not rows:
        earlier = f" before round {start}" if start else ""
        return f"No settled round{with_words}{earlier}."
    if len(rows) == 1:
        return f"One round{with_words}: round {rows[0]['round']}."
    return f"Rounds {rows[0]['round']} to {rows[-1]['round']}{with_words}, newest first."


def _row(visitor: Visitor, rules: TableRules, record: Round) -> dict[str, Any]:
    settled = record["settlements"]
    won = sum((Decimal(one["net"]) for one in settled), Decimal())
    journal, stream = visitor.server.floor.journal, stream_of(rules.name)
    at = datetime.fromtimestamp(journal.record(stream, record["records"][-1]).at / 1e6, UTC)
    players = dict.fromkeys(str(one.get("player", "")) for one in record["positions"])
    return {
        "at": at.strftime("%Y-%m-%d %H:%M:%S"),
        "round": record["round"],
        "href": f"/rounds/{quote(rules.name)}/{record['round']}",
        "players": ", ".join(players),
        "won": change(f"{won:.2f}") if won else "$0.00",
        "outcomes": _won(rules, settled),
    }


def _won(rules: TableRules, settled: list[dict[str, Any]]) -> str:
    """The wagers that won, the largest first: title, outcome, how often, and the amount."""
    titles = titles_of(rules)
    won: dict[str, list[Decimal]] = {}
    for one in settled:
        if Decimal(one["net"]) > 0:
            title = titles.get(wager_of(one["wager"]), one["wager"])
            name = f"{title}, {one['outcome'].replace('-', ' ')}"
            won.setdefault(name, []).append(Decimal(one["net"]))
    named = [
        f"{name}{f' ({len(nets)} times)' if len(nets) > 1 else ''}: {change(f'{sum(nets):.2f}')}"
        for name, nets in sorted(won.items(), key=lambda one: -sum(one[1]))
    ]
    more = len(named) - MOST_WON
    return "; ".join([*named[:MOST_WON], *([f"{more} more"] if more > 0 else [])]) or "none"


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

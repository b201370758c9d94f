"""The register: every version of every table's submission, with buttons to act on one."""

import asyncio
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

from nicegui import ui

from upcard.host.records.register import RegisterEntry
from upcard.rules.loader import all_games
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action
from upcard.submission.fields import fields_of
from upcard.submission.schema import TableSection
from upcard.text.times import to_the_second
from upcard.web.elements import CARDS_WHERE_NARROW, columns
from upcard.web.shell import showing_refusals
from upcard.web.visitor import Visitor

COLUMNS: Final = [
    {**column, "sortable": True}
    for column in columns(
        ("table", "Table", "left"),
        ("version", "Version", "right"),
        ("status", "Status", "left"),
        ("game", "Game", "left"),
        ("filed_by", "Filed by", "left"),
        ("filed_at", "Filed (UTC)", "left"),
        ("approved_on", "Approved", "left"),
        ("in_force_from", "In force from (UTC)", "left"),
        ("superseded_at", "Superseded (UTC)", "left"),
    )
]

OPEN_IF_WIDE: Final = ':open="window.innerWidth > 900"'
"""On a phone the register is one line that opens: the editor comes first for those who write."""

CHOICE: Final = """
<q-checkbox dense v-model="props.selected"
  :aria-label="`Version ${props.row.version} of ${props.row.table}`" />
"""

CARD: Final = """
<div class="uc-card uc-found"><span><q-checkbox dense class="q-mr-sm" v-model="props.selected"
  :aria-label="`Version ${props.row.version} of ${props.row.table}`" />
<span class="uc-card-title">{{ props.row.table }}, version {{ props.row.version }}:
{{ props.row.status }}</span></span>
<span>{{ props.row.game }}</span>
<span class="uc-quiet">filed {{ props.row.filed_at }} by {{ props.row.filed_by }}</span>
<span class="uc-quiet">approved {{ props.row.approved_on }}</span></div>
"""
"""A version on a phone."""


class RegisterView:
    """The register; calls `on_open` with a version to edit, and `on_change` after a change."""

    on_open: Callable[[RegisterEntry], None]
    on_change: Callable[[], None]

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        with ui.element("details").classes("uc-disclosure uc-register") as details:
            details.props("open" if not visitor.may(Action.FILE_SUBMISSION) else OPEN_IF_WIDE)
            with ui.element("summary"):
                self._summary = ui.label()
            self._build()

    def _build(self) -> None:
        """Build the table of versions and the buttons that act on the chosen one."""
        visitor = self._visitor
        search = ui.input("Search", placeholder="a table, a status, a name").classes("uc-search")
        self._table = ui.table(
            columns=COLUMNS,
            rows=[],
            row_key="key",
            selection="single",
            pagination={"rowsPerPage": 10, "sortBy": "table"},
            on_select=self._enable_buttons,
        ).classes("uc-table w-full")
        self._table.props(f'dense flat {CARDS_WHERE_NARROW} aria-label="Rules Submissions"')
        self._table.add_slot("item", CARD)
        self._table.bind_filter_from(search, "value")
        self._table.add_slot("body-selection", CHOICE)
        with ui.row().classes("items-end uc-acting"):
            self._withdraw_button: ui.button | None = None
            self._buttons = [
                ui.button("Open in the editor", icon="edit_note", on_click=self._open_selected)
            ]
            if visitor.may(Action.APPROVE_SUBMISSION):
                self._on = ui.input("Approved on", value=date.today().isoformat())
                self._on.props("type=date dense stack-label")
                self._buttons.append(ui.button("Approve", icon="task_alt", on_click=self._approve))
            if visitor.may(Action.PUT_IN_FORCE):
                force = ui.button("Put in force", icon="gavel", on_click=self._put_in_force)
                self._buttons.append(force)
                self._withdraw_button = ui.button("Withdraw", icon="undo", on_click=self._withdraw)
                self._buttons.append(self._withdraw_button)
        for button in self._buttons:
            button.props("no-caps outline")

    async def show(self) -> None:
        """Read the register again, keeping the selection."""
        entries = await asyncio.to_thread(lambda: self._visitor.server.floor.register.entries)
        rows = [_row(entry) for versions in entries.values() for entry in reversed(versions)]
        self._summary.set_text(_count_in_words(entries))
        keys = {row["key"] for row in self._table.selected}
        self._table.update_rows(rows)
        self._table.selected = [row for row in rows if row["key"] in keys]
        self._enable_buttons()

    def _enable_buttons(self) -> None:
        for button in self._buttons:
            button.set_enabled(bool(self._table.selected))
        if self._withdraw_button is not None and self._table.selected:
            waits = self._table.selected[0]["status"].startswith("scheduled")
            self._withdraw_button.set_enabled(waits)

    def _selected_entry(self) -> RegisterEntry:
        row = self._table.selected[0]
        versions = self._visitor.server.floor.register.last_read[row["table"]]
        return versions[int(row["version"]) - 1]

    async def _open_selected(self) -> None:
        self.on_open(await asyncio.to_thread(self._selected_entry))

    async def _approve(self) -> None:
        floor = self._visitor.server.floor

        def approve(entry: RegisterEntry) -> str:
            try:
                day = date.fromisoformat(self._on.value or "")
            except ValueError:
                raise BadInput("An approval has a date, such as 2024-05-25.") from None
            who = self._visitor.who
            with floor.authority.authorized(who, Action.APPROVE_SUBMISSION, entry.table):
                floor.duties.approve(entry.table, entry.version, day.isoformat(), who.name)
            return f"Version {entry.version} of {entry.table} was approved on {day}."

        await self._change(approve)

    async def _put_in_force(self) -> None:
        entry = await asyncio.to_thread(self._selected_entry)
        with ui.dialog() as dialog, ui.card():
            ui.label(
                f"Table {entry.table} goes on with version {entry.version}: from now on, "
                "or when the round that is under way ends."
            )
            with ui.row():
                ui.button("Put in force", on_click=lambda: dialog.submit(True)).props("no-caps")
                ui.button("Leave it", on_click=dialog.close).props("no-caps flat")
        if not await dialog:
            return
        floor = self._visitor.server.floor

        def put_in_force(entry: RegisterEntry) -> str:
            who = self._visitor.who
            with floor.authority.authorized(who, Action.PUT_IN_FORCE, entry.table):
                now = floor.put_in_force(entry.table, entry.version, who.name, after_round=True)
            if now.status == "scheduled":
                return f"Version {entry.version} takes force when {entry.table}'s round ends."
            return f"Table {entry.table} runs version {entry.version}."

        await self._change(put_in_force)

    async def _withdraw(self) -> None:
        floor = self._visitor.server.floor

        def withdraw(entry: RegisterEntry) -> str:
            who = self._visitor.who
            with floor.authority.authorized(who, Action.PUT_IN_FORCE, entry.table):
                floor.register.withdraw(entry.table, entry.version, who.name)
            return f"Version {entry.version} of {entry.table} waits no longer."

        await self._change(withdraw)

    async def _change(self, change: Callable[[RegisterEntry], str]) -> None:
        """Apply a change to the chosen version, and show its message."""
        with showing_refusals():
            message = await asyncio.to_thread(lambda: change(self._selected_entry()))
            ui.notify(message, type="positive")
        await self.show()
        self.on_change()


def _count_in_words(entries: Mapping[str, Sequence[RegisterEntry]]) -> str:
    """How many versions there are, and how many of each status."""
    by_status = Counter(entry.status for versions in entries.values() for entry in versions)
    parts = [f"{number} {status}" for status, number in by_status.items()]
    tables = "1 table" if len(entries) == 1 else f"{len(entries)} tables"
    return f"Versions of {tables}: {', '.join(parts) or 'none'}"


def _row(entry: RegisterEntry) -> dict[str, Any]:
    approval = f"{entry.approved_on} by {entry.approved_by}" if entry.approved_on else "–"
    return {
        "key": f"{entry.table}/{entry.version}",
        "table": entry.table,
        "version": entry.version,
        "game": title_of_game(entry.text),
        "status": _status(entry),
        "filed_by": entry.filed_by,
        "filed_at": _moment(entry.filed_at),
        "approved_on": approval,
        "in_force_from": _moment(entry.in_force_from),
        "superseded_at": _moment(entry.superseded_at),
    }


@lru_cache(maxsize=1024)
def title_of_game(text: str) -> str:
    """The title of the game of a submission that was filed, which complies.

    One that names no game is for the game that is the key's default.
    """
    game = tomllib.loads(text)["table"].get("game", fields_of(TableSection)["game"].default)
    return next((data.title for data in all_games() if data.slug == game), game)


def _status(entry: RegisterEntry) -> str:
    waits = f" by {entry.scheduled_by}, for the end of the round" if entry.scheduled_at else ""
    return f"{entry.status}{waits}"


def _moment(time: int) -> str:
    """A time from microseconds since the epoch; a dash for 0."""
    return to_the_second(time) if time else "–"

"""The audit page: who signed in, what was refused, which accounts changed."""

import asyncio
import re
from ipaddress import ip_address
from urllib.parse import urlencode

import msgspec
from nicegui import ui

from upcard.host.bodies.audit_notes import AUDIT
from upcard.service.access.authority import Action
from upcard.service.access.principal import Role
from upcard.service.history.notices import Notice, notices
from upcard.text.times import to_the_second
from upcard.text.words import unbroken
from upcard.web.elements import CARDS_WHERE_NARROW
from upcard.web.shell import explain, page
from upcard.web.visitor import Visitor

LATEST = 500
"""The number of notices that are shown; of visits to a demonstration as many more."""

COMMAND = re.compile(r"^([A-Z][a-z]+){2,}(?= at |$)")
"""A command that was refused, by the name that it has in the journal."""

ROLES = frozenset(role.value for role in Role)

ENTERED = "entered the demonstration"
"""The notice of each visitor who chose a role on the sign-in page."""

CARD = """
<div class="uc-card uc-found">
<span class="uc-card-title">{{ props.row.what }}: {{ props.row.about }}</span>
<span class="uc-quiet">{{ props.row.at }} UTC · by {{ props.row.by }}</span>
<span>{{ props.row.address }}{{ props.row.details }}</span></div>
"""
"""A notice on a phone."""

WIDE = {"about": "width: 45%", "details": "width: 30%"}
"""The columns of sentences, and their parts of the table's width."""

COLUMNS = [
    {
        "name": name,
        "label": label,
        "field": name,
        "align": "left",
        "sortable": True,
        "style": "white-space: nowrap" if name in ("at", "by", "what", "address") else "",
        "headerStyle": "white-space: nowrap; " + WIDE.get(name, ""),
    }
    for name, label in (
        ("at", "When (UTC)"),
        ("by", "Who"),
        ("what", "What"),
        ("about", "About"),
        ("address", "Address"),
        ("details", "Details"),
    )
]


@page("/audit", "Audit", Action.SEE_AUDIT)
async def audit(
    visitor: Visitor, what: str = "", by: str = "", words: str = "", visits: str = ""
) -> None:
    """The page of the last notices, newest first: by kind, by person, by words of theirs.

    In a demonstration everybody who comes is noted. These visits are left out, and counted, unless
    `visits` or the kind asks for them.

    The choice stands in the address, which can be given to somebody else.
    """
    notices_found = [_row(notice) for notice in await asyncio.to_thread(_latest, visitor)]
    if not notices_found:
        explain("Nothing was noted yet.")
        return
    with ui.row().classes("w-full items-end"):
        kind = _choice("What", notices_found, "what", what)
        who = _choice("Who", notices_found, "by", by)
        search = ui.input("Search", value=words, placeholder="a name, a word, a section")
        search.classes("uc-search")
        shows = visitor.server.settings.demonstration
        apart = ui.checkbox(
            "Leave out who entered the demonstration", value=shows and not visits
        ).props("dense")
        apart.set_visibility(shows)
    status = ui.label().props('role="status"').classes("uc-quiet")
    table = ui.table(
        columns=COLUMNS,
        rows=[],
        row_key="seq",
        pagination={"rowsPerPage": 25, "sortBy": "at", "descending": True},
    )
    table.classes("uc-table w-full").props(
        f'wrap-cells {CARDS_WHERE_NARROW} aria-label="Audit" no-data-label="No notice fits."'
    )
    table.add_slot("item", CARD)

    def show() -> None:
        wanted = {"what": kind.value, "by": who.value, "words": search.value or ""}
        rows = [row for row in notices_found if _fits(row, **wanted)]
        shown_rows = [row for row in rows if row["what"] != ENTERED]
        left_out = 0
        if apart.value and kind.value != ENTERED:
            left_out, rows = len(rows) - len(shown_rows), shown_rows
        elif shows and not apart.value:
            wanted["visits"] = "shown"
        table.update_rows(rows)
        status.set_text(_count(len(rows), len(notices_found), left_out))
        query = urlencode({name: value for name, value in wanted.items() if value})
        ui.navigate.history.replace(f"/audit?{query}" if query else "/audit")

    for field in (kind, who, search, apart):
        field.on_value_change(show)
    show()


def _count(rows: int, found: int, left_out: int) -> str:
    """How many notices are shown, and how many visits are not."""
    words = f"{rows} of the latest {found} notices, newest first."
    visits = "1 visit to the demonstration is" if left_out == 1 else f"{left_out} visits are"
    return f"{words} {visits} left out." if left_out else words


def _choice(label: str, rows: list[dict[str, object]], field: str, selection: str) -> ui.select:
    """A filter by what is in a column; a value that is asked for and not found stays choosable."""
    values = sorted({str(row[field]) for row in rows} | {selection} - {""})
    choices = {"": "all", **{value: value for value in values if value}}
    return ui.select(choices, label=label, value=selection).classes("uc-choice")


def _fits(row: dict[str, object], what: str, by: str, words: str) -> bool:
    """Whether a notice is of a kind, by a person, and has all words; "" asks for nothing."""
    text = " ".join(str(value) for value in row.values()).lower()
    has_words = all(word in text for word in words.lower().split())
    return what in ("", row["what"]) and by in ("", row["by"]) and has_words


def _latest(visitor: Visitor) -> list[Notice]:
    """The last notices; reads the whole stream, which is short compared with the tables'."""
    journal = visitor.server.floor.journal
    newest_notices = notices(journal, 0, journal.head(AUDIT).position + 1)
    visits = [notice for notice in newest_notices if notice.what == ENTERED][-LATEST:]
    others = [notice for notice in newest_notices if notice.what != ENTERED][-LATEST:]
    return sorted([*others, *visits], key=lambda notice: notice.seq)


def _row(notice: Notice) -> dict[str, object]:
    from_address = _is_address(notice.where)
    return {
        **msgspec.structs.asdict(notice),
        "about": in_words(notice.about) if notice.what.startswith("refused") else notice.about,
        "at": to_the_second(notice.at),
        "address": notice.where if from_address else "",
        "details": "" if from_address else _details(notice.where),
    }


def _details(where: str) -> str:
    """The details of a notice: the role of an account, or a refusal with its section."""
    return f"Role: {where}" if where in ROLES else unbroken(where)


def in_words(about: str) -> str:
    """What a notice is about, with a command named as in sentences: "Place wager at BJ-01"."""
    return COMMAND.sub(lambda name: re.sub("(?!^)([A-Z])", r" \1", name[0]).capitalize(), about)


def _is_address(where: str) -> bool:
    """Whether a notice says from which address something came, and not a role or a section."""
    try:
        ip_address(where)
    except ValueError:
        return False
    return True

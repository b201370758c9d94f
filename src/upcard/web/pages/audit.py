"""The audit page: who signed in, what was refused, which accounts changed."""

import asyncio
from datetime import UTC, datetime
from ipaddress import ip_address

import msgspec
from nicegui import ui

from upcard.host.records.audit_notes import AUDIT
from upcard.service.access.authority import Action
from upcard.service.history.notices import Notice, notices
from upcard.web.shell import explain, page
from upcard.web.visitor import Visitor

LATEST = 500
"""The number of notices that are shown."""

CARD = """
<div class="uc-card uc-found">
<span class="uc-card-title">{{ props.row.what }}: {{ props.row.about }}</span>
<span class="uc-quiet">{{ props.row.at }} UTC · by {{ props.row.by }}</span>
<span>{{ props.row.address }}{{ props.row.details }}</span></div>
"""
"""A notice on a phone."""

COLUMNS = [
    {
        "name": name,
        "label": label,
        "field": name,
        "align": "left",
        "sortable": True,
        "style": "white-space: nowrap" if name in ("at", "by", "what", "address") else "",
    }
    for name, label in (
        ("at", "When (UTC)"),
        ("by", "Who"),
        ("what", "What"),
        ("about", "About"),
        ("address", "Address"),
        ("details", "Role, section or reason"),
    )
]


@page("/audit", "Audit", Action.SEE_AUDIT)
async def audit(visitor: Visitor) -> None:
    """The page of the last notices, newest first, with a search."""
    found = await asyncio.to_thread(_latest, visitor)
    if not found:
        explain("Nothing was noted yet.")
        return
    search = ui.input("Search", placeholder="a name, a word, a section").classes("uc-search")
    table = ui.table(
        columns=COLUMNS,
        rows=[_row(one) for one in found],
        row_key="seq",
        pagination={"rowsPerPage": 25, "sortBy": "at", "descending": True},
    )
    table.classes("uc-table w-full").props(
        'wrap-cells :grid="Quasar.Screen.lt.sm" aria-label="Audit"'
    )
    table.add_slot("item", CARD)
    table.bind_filter_from(search, "value")


def _latest(visitor: Visitor) -> list[Notice]:
    """The last notices; reads the whole stream, which is short beside the tables'."""
    journal = visitor.server.floor.journal
    return notices(journal, 0, journal.head(AUDIT).position + 1)[-LATEST:]


def _row(one: Notice) -> dict[str, object]:
    at = datetime.fromtimestamp(one.at / 1e6, UTC).isoformat(" ", "seconds")
    from_address = _is_address(one.where)
    return {
        **msgspec.structs.asdict(one),
        "at": at.removesuffix("+00:00"),
        "address": one.where if from_address else "",
        "details": "" if from_address else one.where,
    }


def _is_address(where: str) -> bool:
    """Whether a notice says from which address something came, and not a role or a section."""
    try:
        ip_address(where)
    except ValueError:
        return False
    return True

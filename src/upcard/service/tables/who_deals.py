"""Whether a person deals a table or the table itself, kept in the audit across restarts.

The words of the notice are read again from journals of earlier versions: they never change.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from upcard.engine.core.steps import Automation
from upcard.host.bodies.audit_notes import AuditEntry, Note
from upcard.service.tables.automations import AUTOMATIC, parse_automation, with_chip_counting

CHANGED: Final = "who deals changed"
"""The kind of the notice; it is about a table."""

PERSON: Final = "a person deals"
NOBODY: Final = "nobody deals"
BY_ITSELF: Final = "; by itself: "
NOTHING: Final = "nothing"


class WhoDeals(NamedTuple):
    """Whether a person deals a table, and the steps that it takes automatically."""

    attended: bool
    automations: Automation


def notice_of(table: str, attended: bool, automations: Automation) -> AuditEntry:
    """The notice of who deals a table from now on."""
    groups = [str(step.name).lower() for step in Automation if step in automations & AUTOMATIC]
    who = PERSON if attended else NOBODY
    return AuditEntry(CHANGED, table, f"{who}{BY_ITSELF}{', '.join(groups) or NOTHING}")


def dealt_as_noted(notes: Iterable[Note]) -> dict[str, WhoDeals]:
    """Who deals each table for which one of these notes changed it, after the last change."""
    dealers: dict[str, WhoDeals] = {}
    for note in notes:
        if isinstance(note, AuditEntry) and note.what == CHANGED:
            who, _, steps = note.where.partition(BY_ITSELF)
            groups = () if steps == NOTHING else steps.split(", ")
            dealers[note.about] = WhoDeals(who == PERSON, parse_automation(groups))
    return dealers


def dealt_at_start(automations: Automation, by_people: bool, before: WhoDeals | None) -> WhoDeals:
    """Who deals a table that opens: as it was set `before` a restart, else as the floor deals.

    Where people deal all tables they deal this one too.
    """
    if before is not None:
        return WhoDeals(by_people or before.attended, before.automations)
    if by_people:
        automations = with_chip_counting(automations, attended=True)
    return WhoDeals(by_people, automations)

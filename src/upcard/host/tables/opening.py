"""How a table is opened: on whose lease, and what its opening changes."""

from typing import Final

import msgspec

from upcard.engine.core.steps import UNTIL_CLEARED, Automation
from upcard.games.table_rules import TableRules
from upcard.host.meters.bridge import meters_of
from upcard.host.tables.held_lease import HeldLease
from upcard.host.tables.recorded_table import RecordedTable
from upcard.progressives.meter import MeterRules
from upcard.rules.violation import BadInput


class OpeningTerms(msgspec.Struct, frozen=True):
    """The terms on which a process opens a table.

    `automations` are the steps that the table takes automatically. `held_lease` is the lease on its
    stream; with None, one is taken for this process. If the installation key is lost, `void_by`
    names the person who decides that the seals that cannot be opened are voided.
    """

    automations: Automation = UNTIL_CLEARED
    held_lease: HeldLease | None = None
    void_by: str = ""


USUAL_TERMS: Final = OpeningTerms()
"""A table of this process, which takes all steps but clearing the table by itself."""


class TableOpening(msgspec.Struct, frozen=True):
    """A table starts with a submission; `meters` are those that it feeds, `before` those it fed.

    With `fed`, devices bring its cards or numbers.
    """

    submission: str
    fed: bool
    meters: tuple[MeterRules, ...]
    before: tuple[MeterRules, ...]


def opening_of(
    before: RecordedTable | None, submission: str, rules: TableRules, *, fed: bool
) -> TableOpening | None:
    """The opening of a table; None for one that continues as `before` a restart.

    Raises `BadInput` in the middle of a round that began otherwise, and while players have money
    at a table that will take chips.
    """
    meters = tuple(meters_of(rules))
    if before is None:
        return TableOpening(submission, fed, meters, ())
    if (before.submission, before.fed) == (submission, fed):
        return None
    if before.state.rules.bring_money and not rules.bring_money and before.state.has_money:
        raise BadInput(
            f"Players have money at table {rules.name}: "
            "they have to cash out before it takes chips."
        )
    if before.state.has_wagers and before.submission == submission:
        raise BadInput(
            f"Table {rules.name} is in the middle of a round whose cards or numbers come from "
            f"{'a device' if before.fed else 'the house'}: finish the round that way first."
        )
    if before.state.has_wagers:
        raise BadInput(
            f"Table {rules.name} is in the middle of a round of another submission: "
            "finish the round with that one first."
        )
    return TableOpening(submission, fed, meters, tuple(meters_of(before.state.rules)))

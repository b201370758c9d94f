"""Citations in refusals and events of the engine."""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from upcard.engine.core.events import Event, WagerReturned, WagerSettled
from upcard.games.table_rules import TableRules
from upcard.rules.violation import RuleViolation

PA: Final = "58 Pa. Code § "


def refusal_under(section: str, message: str) -> RuleViolation:
    """A refusal that cites a section of Pennsylvania's code, given in short: ``633a.6(d)``."""
    return RuleViolation(PA + section, message)


def cite_events(rules: TableRules, events: Iterable[Event]) -> list[Event]:
    """The events; those of wagers cite the corresponding provision for the table's game."""
    return [
        replace(event, section=rules.cite(event.section))
        if isinstance(event, WagerSettled | WagerReturned)
        else event
        for event in events
    ]

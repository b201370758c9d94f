"""Versions of submissions that wait for the end of a round."""

from collections.abc import Callable
from typing import TypeAlias

from upcard.host.records.register import Entry, Register, scheduled
from upcard.rules.violation import BadInput, RuleViolation
from upcard.service.access.principal import Forbidden

PutInForce: TypeAlias = Callable[[str, int, str], Entry]


def put_scheduled(register: Register, table: str, put_in_force: PutInForce) -> None:
    """Put the version in force that waits at a table without a round under way, if one waits.

    One that is refused waits no longer: the register says why.
    """
    entry = scheduled(register.last_read.get(table, ()))
    if entry is None:
        return
    try:
        put_in_force(table, entry.version, entry.scheduled_by)
    except (RuleViolation, BadInput, Forbidden) as refused:
        register.withdraw(table, entry.version, entry.scheduled_by, str(refused))

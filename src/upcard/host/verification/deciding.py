"""Decides a recorded step again."""

from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import decide
from upcard.host.bodies.record_body import TableStep
from upcard.host.verification.mismatch import Mismatch
from upcard.rules.violation import RuleViolation


def require_decided(state: AnyTable, step: TableStep) -> None:
    """Raise `Mismatch` unless the rules give the events of a step at a table in this state."""
    name = type(step.command).__name__
    try:
        events = decide(state, step.command)
    except RuleViolation as violation:
        raise Mismatch(
            f"{name} was carried out; {violation.section} refuses it: {violation.message}"
        ) from None
    for number, (was, should) in enumerate(zip(step.events, events, strict=False), 1):
        if was != should:
            raise Mismatch(
                f"{name}, event {number}: the journal has {was}, the rules give {should}."
            )
    if len(step.events) != len(events):
        raise Mismatch(
            f"{name}: the journal has {len(step.events)} events, the rules give {len(events)}."
        )

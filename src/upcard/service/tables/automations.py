"""The steps of dealer and floor that a live table takes by itself."""

from collections.abc import Iterable, Sequence
from typing import Final

from upcard.engine.core.commands import name_of
from upcard.engine.core.steps import UNTIL_CLEARED, Automation, DueCommand
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import due
from upcard.rules.violation import BadInput

AUTOMATIC: Final = UNTIL_CLEARED & ~Automation.FLOOR
"""The steps that a live table takes automatically: all but jackpots' and clearing the cards."""


def steps_due(state: AnyTable) -> list[DueCommand]:
    """The steps that are due: two while a jackpot waits, as the round continues meanwhile."""
    steps = due(state), due(state, ~Automation.FLOOR)
    return list(dict.fromkeys(step[1] for step in steps if step is not None))


def not_due(step: DueCommand, table: str, are_due: Sequence[DueCommand]) -> BadInput:
    """The refusal of a step that is not due at a table, which names those that are."""
    due_steps = " or ".join(name_of(step_due) for step_due in are_due) or "no step"
    return BadInput(f"{name_of(step)} is not due at table {table}: {due_steps} is.")


def with_chip_counting(automations: Automation, *, attended: bool) -> Automation:
    """The automatic steps; at an attended table the dealer counts the chips of wagers instead."""
    collect = Automation.COLLECT
    return automations & ~collect if attended else automations | collect


def parse_automation(steps: Iterable[str]) -> Automation:
    """Groups of steps by their names; raises `BadInput` for an unknown one."""
    groups = {str(step.name).lower(): step for step in Automation if step in AUTOMATIC}
    automation = Automation(0)
    for step in steps:
        if step not in groups:
            raise BadInput(f"{step} is none of the steps {', '.join(groups)}.")
        automation |= groups[step]
    return automation

"""Reminders of tasks due by the clock: a change of decks, the inspection of the card reader.

58 Pa. Code §§ 633a.2(f), 633a.3(d), 633c.5(d), (g). Reminders follow from the time that a
command told; they do not prevent play.
"""

from typing import Final

from upcard.engine.core.table_state import AnyTable
from upcard.engine.shoe.upkeep_events import Reminder
from upcard.rules.citation import full_citation

HOUR: Final = 3_600
"""Seconds of an hour."""


def reminders(state: AnyTable) -> tuple[Reminder, ...]:
    """The tasks due by the last time told: a change of decks, the daily inspection."""
    upkeep, rules = state.upkeep, state.rules
    if upkeep.now < 0:
        return ()
    hybrid = rules.variation.has_terminals
    due = []
    if upkeep.now - upkeep.decks_since >= rules.deck_change_hours * HOUR:
        section = "633c.5(g)" if hybrid else "633a.3(d)"
        due.append(Reminder("change-decks", rules.cite(full_citation(section))))
    if upkeep.reader_inspected != upkeep.gaming_day:
        section = "633c.5(d)" if hybrid else "633a.2(f)"
        due.append(Reminder("inspect-card-reader", rules.cite(full_citation(section))))
    return tuple(due)

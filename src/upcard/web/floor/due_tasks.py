"""Reminders by the clock, once for all tables: a change of decks, the daily inspection."""

from collections.abc import Iterable

from nicegui import ui

from upcard.engine.core.table_state import AnyTable
from upcard.engine.shoe.reminders import reminders
from upcard.text.words import unbroken


def due_lines(states: Iterable[AnyTable]) -> list[str]:
    """A sentence for each kind of task: at how many tables it is due, which, and the sections."""
    by_duty: dict[str, dict[str, list[str]]] = {}
    for state in states:
        for reminder in reminders(state):
            by_duty.setdefault(reminder.what, {}).setdefault(reminder.section, []).append(
                state.rules.name
            )
    lines = []
    for duty, by_section in by_duty.items():
        number = sum(map(len, by_section.values()))
        places = "; ".join(
            f"{', '.join(names)} ({unbroken(section)})" for section, names in by_section.items()
        )
        tables = "1 table" if number == 1 else f"{number} tables"
        lines.append(f"Due at {tables}: {duty.replace('-', ' ')}. {places}")
    return lines


def show_due(lines: Iterable[str]) -> None:
    """Show the sentences."""
    with ui.element("div").classes("uc-due"):
        for line in lines:
            ui.label(line).classes("uc-trouble").props('role="status"')

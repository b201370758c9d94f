"""Elements that the panels of the lab and of the submissions page share."""

from collections.abc import Iterable
from typing import Any, Final

from nicegui import ui

from upcard.text.words import with_minus

CARDS_WHERE_NARROW: Final = ':grid="Quasar.Screen.width < 800"'
"""The property of a table whose rows are cards on a phone, and at 200 % zoom."""

LONG = 60
"""The characters below a figure from which on it is twice as wide."""


def figures(entries: Iterable[tuple[str, str, str]]) -> None:
    """Show figures in a row: the name of each, its value, and words below it (may be empty)."""
    with ui.row().classes("uc-figures"):
        for name, value, words in entries:
            wide = "uc-figure-wide" if len(words) > LONG else ""
            with ui.element("div").classes(f"uc-figure {wide}"):
                ui.label(name).classes("uc-quiet")
                ui.label(with_minus(value)).classes("uc-number")
                if words:
                    ui.label(words).classes("uc-small uc-quiet")


def busy(words: str) -> None:
    """Show a spinner with words while something is being computed."""
    with ui.row().classes("items-center").props('role="status"'):
        ui.spinner(size="1.4em")
        ui.label(words).classes("uc-quiet")


def caption(words: str) -> None:
    """Show the heading of a chart or table."""
    ui.label(words).classes("uc-caption").props('role="heading" aria-level="2"')


def chart(drawing: str) -> ui.html:
    """Show a chart of `charts`; `set_content` shows another one in its place."""
    return ui.html(drawing, sanitize=False).classes("uc-chart")


def columns(*named: tuple[str, str, str]) -> list[dict[str, Any]]:
    """Columns of a table, each from its key in a row, its heading, and ``left`` or ``right``."""
    return [
        {"name": name, "label": label, "field": name, "align": align}
        for name, label, align in named
    ]

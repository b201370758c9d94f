"""A select with a text field that narrows its options."""

from collections.abc import Callable
from typing import Any

from nicegui import ui


class FilteredSelect(ui.select, component="static/filtered_select.js"):
    """Like `ui.select` with an input field, which shows all options again after each choice."""

    def __init__(
        self,
        options: list[str] | dict[str, str],
        *,
        label: str,
        value: str | None = None,
        on_change: Callable[..., Any] | None = None,
    ) -> None:
        super().__init__(options, label=label, value=value, with_input=True, on_change=on_change)

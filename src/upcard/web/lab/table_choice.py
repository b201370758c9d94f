"""The fields of a panel that choose a table: one of the floor, or a submission that is pasted."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from nicegui import ui

from upcard.rules.violation import BadInput
from upcard.web.submitted.editor import not_too_long
from upcard.web.visitor import Visitor

if TYPE_CHECKING:
    from upcard.games.table_rules import TableRules

PASTED: Final = ""
"""Takes the place of a table's name for a submission that is pasted on the page."""


class TableChoice:
    """A table of the floor or a pasted submission; `paste` builds the field `text`.

    The first table that `suits` is preselected, else the first one.
    """

    def __init__(
        self,
        visitor: Visitor,
        on_change: Callable[..., Any] | None = None,
        suits: "Callable[[TableRules], bool]" = lambda _: True,
    ) -> None:
        self._floor = visitor.server.floor
        tables = {name: f"Table {name}" for name in self._floor.shown_tables}
        suitable = (name for name in tables if suits(self._floor.state(name).rules))
        self._table = ui.select(
            {**tables, PASTED: "A submission pasted here"},
            label="Table",
            value=next(suitable, next(iter(tables), PASTED)),
            on_change=on_change,
        )
        self._text: ui.textarea | None = None

    def paste(self) -> None:
        """Build the field for a pasted submission, shown while that is chosen."""
        self._text = ui.textarea("Rules Submission (TOML)").classes("uc-code w-full")
        self._text.bind_visibility_from(self._table, "value", value=PASTED)

    async def rules(self) -> "TableRules":
        """The rules of the chosen table; raises `BadInput` for a text that is not a submission."""
        return await asyncio.to_thread(self._rules)

    @property
    def rules_of_floor(self) -> "TableRules | None":
        """The rules of the table of the floor that is chosen; None for a pasted submission."""
        return None if self._table.value == PASTED else self._floor.state(self._table.value).rules

    def _rules(self) -> "TableRules":
        if (rules := self.rules_of_floor) is not None:
            return rules
        text = self._text.value if self._text is not None else ""
        if not text.strip():
            raise BadInput("Paste a Rules Submission first, or choose a table.")
        not_too_long(text)
        return self._floor.rules_of(text)

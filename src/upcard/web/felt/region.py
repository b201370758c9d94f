"""A part of a page that is drawn again only when what it shows has changed."""

from collections.abc import Callable
from typing import Generic, TypeVar

from nicegui import ui

D = TypeVar("D")
"""What a region shows: a value that equals another one when it looks the same."""


class Region(Generic[D]):
    """Calls `draw` inside its own element, for each new value of what it shows."""

    def __init__(self, draw: Callable[[D], None], classes: str = "", tag: str = "div") -> None:
        self._draw = draw
        self._shown: D | None = None
        self.element = ui.element(tag).classes(classes)

    def show(self, data: D) -> None:
        """Show this, if it is not what is shown already."""
        if data == self._shown:
            return
        self._shown = data
        self.element.clear()
        with self.element:
            self._draw(data)

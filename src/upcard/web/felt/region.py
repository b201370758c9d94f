"""A part of a page that is redrawn only when its data have changed."""

from collections.abc import Callable
from typing import Generic, TypeVar

from nicegui import ui

D = TypeVar("D")
"""The data of a region: equal values must look the same."""


class Region(Generic[D]):
    """An element whose content `draw` makes from data, again for each new value."""

    def __init__(self, draw: Callable[[D], None], classes: str = "", tag: str = "div") -> None:
        self._draw = draw
        self._shown: D | None = None
        self.element = ui.element(tag).classes(classes)

    def show(self, data: D) -> None:
        """Redraws the region, unless it shows equal data already."""
        if data == self._shown:
            return
        self._shown = data
        self.element.clear()
        with self.element:
            self._draw(data)

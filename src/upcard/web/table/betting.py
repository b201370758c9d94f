"""The tray of chips and the buttons for the slip: built once, then changed in place.

Nothing is redrawn while the player bets: a button that they are about to press does not move.
"""

from collections.abc import Callable

from nicegui import ui

from upcard.money.amount import short_dollars
from upcard.web.felt.chips import colour_of
from upcard.web.table.desk import TableDesk, action


class BettingTray:
    """Chips to choose from, and the buttons for the slip."""

    def __init__(self, desk: TableDesk) -> None:
        self._desk, slip = desk, desk.slip
        self._element = ui.element("div").classes("tf-actions")
        with self._element:
            with ui.element("div").classes("tf-tray").props('role="group" aria-label="Chips"'):
                self._chips = {
                    value: self._chip(number, value) for number, value in enumerate(desk.chips, 1)
                }
            self._clear = action("Clear", "c", self._changing(slip.clear), quiet=True)
            self._double = action("Double", "d", self._changing(slip.double), quiet=True)
            self._again = action("Rebet", "b", self._changing(slip.again), quiet=True)
            self._place = action("Place wagers", "Enter", desk.confirm)

    def show(self, *, open_: bool) -> None:
        """Updates the buttons to the slip; hides the tray unless `open_`."""
        self._element.set_visibility(open_)
        total = self._desk.slip.total
        for control in (self._clear, self._double, self._place):
            control.button.set_enabled(bool(total))
        self._again.button.set_enabled(self._desk.slip.can_repeat and not total)
        self._place.label.set_text(f"Place ${short_dollars(total)}" if total else "Place wagers")

    def _chip(self, number: int, value: int) -> ui.element:
        button = ui.element("button").classes(f"tf-chip {colour_of(value)} tf-choice")
        button.props(
            f'type=button aria-label="chip of ${short_dollars(value)}" data-key="{number}" '
            f'data-focus="chip-{number}" aria-pressed={_word(value == self._desk.chip)}'
        )
        with button:
            ui.label(short_dollars(value))
        return button.on("click", lambda: self._choose(value))

    def _choose(self, value: int) -> None:
        self._chips[self._desk.chip].props("aria-pressed=false")
        self._chips[value].props("aria-pressed=true")
        self._desk.chip = value

    def _changing(self, change: Callable[[], None]) -> Callable[[], None]:
        def changed() -> None:
            change()
            self._desk.changed()

        return changed


def _word(yes: bool) -> str:
    return "true" if yes else "false"

"""The fields of the lab's odds panel for a paytable of the visitor's own."""

from collections.abc import Awaitable, Callable

from nicegui import ui

from upcard.reports.rendering.figures import plain


class OwnPays:
    """A field for what each outcome pays; what is left empty pays as printed."""

    def __init__(self, on_change: Callable[[], Awaitable[None]]) -> None:
        self._on_change = on_change
        self._paytable: dict[str, str] = {}
        self._fields: dict[str, ui.input] = {}
        self._panel = ui.expansion("Pays of your own").classes("uc-own w-full").props("dense")
        with self._panel:
            ui.label(
                "Write what an outcome pays, as 30 to 1; what is left empty pays as printed. It is "
                "priced under house rules, for any number of decks."
            ).classes("uc-small uc-quiet")
            self._row = ui.row().classes("uc-choices w-full items-end")
            clear = ui.button("As printed", on_click=self.clear).props("no-caps flat dense")
            clear.bind_visibility_from(self, "written")

    @property
    def written(self) -> bool:
        """Whether anything is written in a field."""
        return any((field.value or "").strip() for field in self._fields.values())

    @property
    def pays(self) -> tuple[tuple[str, str], ...]:
        """What each outcome pays; () where nothing is written."""
        if not self.written:
            return ()
        texts = {name: (field.value or "").strip() for name, field in self._fields.items()}
        return tuple((name, texts[name] or printed) for name, printed in self._paytable.items())

    def offer(self, paytable: dict[str, str]) -> None:
        """Offer a field for each outcome of a paytable; none where the wager has no paytable."""
        if paytable == self._paytable:
            return
        self._paytable = paytable
        self._fields.clear()
        self._row.clear()
        self._panel.set_visibility(bool(paytable))
        with self._row:
            for name, text in paytable.items():
                field = ui.input(plain(name), placeholder=text).props("debounce=600 stack-label")
                field.on_value_change(self._on_change)
                self._fields[name] = field

    def clear(self) -> None:
        """Empty the fields, so that all outcomes pay as printed."""
        for field in self._fields.values():
            field.set_value("")

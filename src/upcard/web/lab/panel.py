"""A panel of the lab with choices, a button that computes, and what was found below."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from nicegui import ui

from upcard.cards.card import in_decks
from upcard.service.access.authority import Action
from upcard.web.background_work import PageComputation
from upcard.web.elements import busy
from upcard.web.shell import explain, showing_refusals
from upcard.web.visitor import Visitor

DECKS: Final = {decks: in_decks(decks) for decks in (1, 2, 4, 5, 6, 8)}
"""The numbers of decks that a panel offers, in words."""

LOOK_SECONDS = 0.25
"""Seconds between checks of a computation's progress."""

Asked = tuple[Callable[..., Any], tuple[Any, ...]]
"""What is computed: a function of `service.computing`, and its arguments."""


class ComputedPanel:
    """Subclasses build `_fields`, say in `_request` what is computed, and `_show` what was found.

    The first choices are cheap to compute, because a panel starts when it is opened. `_steps` is
    how many steps a computation tells at most, for a bar; 0 for one that tells none.
    """

    button = "Compute"
    working = "Computing …"

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._steps = 0
        self._last_step = 0.0
        with ui.row().classes("uc-choices w-full items-end"):
            self._fields()
        self._build_below_choices()
        with ui.row().classes("items-center w-full no-wrap"):
            begin = ui.button(self.button, icon="play_arrow", on_click=self.start)
            begin.props("no-caps no-wrap").classes("shrink-0")
        self._results = ui.element("div").classes("uc-lab w-full").props('aria-live="polite"')
        with self._results:
            busy(self.working)
        self._computation = PageComputation(visitor, Action.SEE_ODDS)

    def _fields(self) -> None:
        """Build the choices."""
        raise NotImplementedError

    def _build_below_choices(self) -> None:
        """Build what stands between the choices and the button."""

    async def _request(self) -> Asked:
        """What the choices ask for; raises `BadInput` for what cannot be."""
        raise NotImplementedError

    def _show(self, result: Any) -> None:
        """Show what was found."""
        raise NotImplementedError

    async def start(self) -> None:
        """Compute what the choices ask for, in place of what is computed now, and show it."""
        self._computation.cancel()
        self._results.clear()
        self._last_step, self._steps = 0.0, 0
        result, timer = None, None
        try:
            with showing_refusals() as refused:
                work, args = await self._request()
                with self._results:
                    busy(self.working)
                    timer = self._bar() if self._steps else None
                hear = self._hear if self._steps else None
                result = await self._computation.ask(work, *args, hear=hear)
        except Exception:
            self._results.clear()
            raise
        finally:
            if timer is not None:
                timer.cancel()
        newer = result is None and not refused
        if newer or self._results.is_deleted:
            return
        self._results.clear()
        with self._results:
            if result is None:
                explain(f"Not computed: {refused[0]}")
            else:
                self._show(result)
        await asyncio.sleep(0)

    def _bar(self) -> ui.timer:
        bar = ui.linear_progress(0, show_value=False, size="10px").props('aria-label="Progress"')
        live = ui.element("div").classes("w-full")

        def look() -> None:
            bar.set_value(min(1.0, self._last_step / self._steps))
            with live:
                self._show_progress()

        return ui.timer(LOOK_SECONDS, look)

    def _show_progress(self) -> None:
        """Show what is known so far, again and again; nothing where nothing is told."""

    def _hear(self, step: Any) -> bool:
        self._last_step = step
        return True

"""Compares two versions of a submission: choices in force, house edge, expected hold."""

from collections.abc import Callable
from typing import Final

from nicegui import ui

from upcard.analysis.difference import Diff, Effect, Value, edge_text, favored_words
from upcard.rules.house import SOURCES
from upcard.rules.loader import find_wager
from upcard.service.access.authority import Action
from upcard.service.computing.lab import compare_submissions
from upcard.text.words import unbroken
from upcard.web.background_work import PageComputation
from upcard.web.elements import busy, caption, columns, figures
from upcard.web.money import estimate
from upcard.web.shell import showing_refusals
from upcard.web.visitor import Visitor

EDITOR: Final = ""
"""In place of a version: stands for the editor's text."""


class Differences:
    """The comparison of two versions, or of one with the editor's text."""

    def __init__(self, visitor: Visitor, editor: Callable[[], str]) -> None:
        self._visitor, self._editor = visitor, editor
        self._comparison = PageComputation(visitor, Action.SEE_SUBMISSIONS)
        with ui.row().classes("uc-choices w-full items-end"):
            self._before = ui.select([], label="Before").classes("uc-version")
            self._after = ui.select([], label="After").classes("uc-version")
            ui.button("Compare", icon="difference", on_click=self._compare).props("no-caps outline")
        self._results = ui.element("div").classes("uc-lab w-full").props('aria-live="polite"')

    def show(self) -> None:
        """Offer the current versions, keeping those that are chosen."""
        entries = self._visitor.server.floor.register.last_read
        version_titles = {}
        for versions in entries.values():
            for entry in reversed(versions):
                title = f"{entry.table} version {entry.version}, {entry.status}"
                version_titles[f"{entry.table}/{entry.version}"] = title
        options = {EDITOR: "The editor's text", **version_titles}
        first = next(iter(version_titles), EDITOR)
        for select, fallback in ((self._before, first), (self._after, EDITOR)):
            value = select.value if select.value in options else fallback
            select.set_options(options, value=value)

    async def _compare(self) -> None:
        self._results.clear()
        with self._results:
            busy("Comparing what both are worth …")
        difference = None
        with showing_refusals():
            texts = self._text(self._before.value), self._text(self._after.value)
            difference = await self._comparison.ask(compare_submissions, *texts)
        self._results.clear()
        if difference is not None:
            with self._results:
                _differences(difference)

    def _text(self, selection: str) -> str:
        if selection == EDITOR:
            return self._editor()
        table, _, version = selection.rpartition("/")
        return self._visitor.server.floor.register.last_read[table][int(version) - 1].text


def _differences(diff: Diff) -> None:
    old, new = diff.hold
    rates = diff.rounds_per_hour
    figures(
        [
            ("Choices that change", str(len(diff.changes)), ""),
            ("Hold an hour, before", estimate(old), f"{rates[0]:g} rounds, one position"),
            ("Hold an hour, after", estimate(new), f"{rates[1]:g} rounds, one position"),
        ]
    )
    for sentence in favored_words(diff):
        ui.label(sentence)
    if not diff.changes:
        ui.label("Nothing changes: every choice in force is the same.")
        return
    with ui.element("section").classes("uc-panel"):
        caption("Choices in force")
        with ui.element("div").classes("uc-changes").props('role="list"'):
            for change in diff.changes:
                with ui.element("div").classes("uc-change").props('role="listitem"'):
                    ui.label(f"{wager_of_key(change.field)}{change.summary} ({change.field})")
                    with ui.row().classes("items-center gap-2"):
                        ui.label(change.before or "not there").classes("uc-token uc-was")
                        ui.icon("arrow_forward").props('aria-label="becomes"')
                        ui.label(change.after or "not there").classes("uc-token uc-then")
                        ui.label(unbroken(change.section)).classes("uc-section")
    if diff.effects:
        with ui.element("section").classes("uc-panel"):
            caption("What follows, by the smallest wager in every round")
            if diff.counted:
                ui.label(diff.counted)
            ui.table(
                columns=EFFECTS, rows=[_row(effect) for effect in diff.effects], row_key="wager"
            ).classes("uc-table w-full").props('dense flat aria-label="Effects"')


def wager_of_key(field: str) -> str:
    """The title of the wager that a key is about, to stand before its words; else ""."""
    group, _, rest = field.partition(".")
    if group != "wagers":
        return ""
    slug = rest.partition(".")[0]
    found = (find_wager(slug, source) for source in SOURCES)
    return next((f"{rules.data.title}: " for rules in found if rules is not None), "")


EFFECTS: Final = columns(
    ("wager", "Wager", "left"),
    ("paytable", "Paytable", "left"),
    ("edge", "House edge", "right"),
    ("hold", "Hold an hour", "right"),
)


def _row(effect: Effect) -> dict[str, str]:
    def both(tell: Callable[[Value], str]) -> str:
        sides = [
            "not offered" if value is None else tell(value)
            for value in (effect.before, effect.after)
        ]
        return sides[0] if sides[0] == sides[1] else " → ".join(sides)

    return {
        "wager": effect.title,
        "paytable": both(lambda value: value.paytable or "–"),
        "edge": both(edge_text),
        "hold": both(lambda value: _text_or_unknown(value.hold, estimate)),
    }


def _text_or_unknown(number: float | None, format_number: Callable[[float], str]) -> str:
    return "not known" if number is None else format_number(number)

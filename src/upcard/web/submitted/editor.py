"""The editor of a submission, which shows the findings of `upcard check` while one types."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final

from nicegui import ui

from upcard.host.records.register import RegisterEntry
from upcard.reports.rendering.figures import JURISDICTIONS
from upcard.rules.loader import all_games, places_of
from upcard.rules.violation import BadInput
from upcard.service.access.authority import Action
from upcard.service.computing.submission_check import Checked
from upcard.service.computing.written_submission import WrittenSubmission, read_submission
from upcard.submission.writing.new import new_submission
from upcard.text.words import unbroken
from upcard.web.background_work import PageComputation
from upcard.web.shell import showing_refusals
from upcard.web.visitor import Visitor

PAUSE_SECONDS: Final = 0.4
"""Seconds without typing after which the text is checked."""

MAX_CHARACTERS: Final = 100_000
"""The most characters of a submission."""

FIRST_GAME: Final = "blackjack"
FIRST_PLACE: Final = "pa"
"""The game and the place that are chosen at first."""

TOO_LONG: Final = f"A Rules Submission has {MAX_CHARACTERS:,} characters at most."

TOML_PLACE: Final = re.compile(r"at line (\d+), column (\d+)")
"""The place of an error in the TOML reader's message."""

GRAVEST: Final = ("error", "warning", "note")
"""The severities of findings, the gravest first."""

LIGHT: Final = "vscodeLight"
DARK: Final = "githubDark"

WATCH: Final = """
const editor = getElement(%d);
editor.editorPromise.then(() => {
    editor.editor.contentDOM.setAttribute('aria-label', 'Rules Submission');
    editor.editor.contentDOM.tabIndex = 0;
});
const tell = () => emitEvent('uc-dark', document.body.classList.contains('body--dark'));
new MutationObserver(tell).observe(document.body, {attributeFilter: ['class']});
tell();
"""
"""Names the editor for screen readers, and reports a dark page: the editor's theme is not CSS."""

JUMP: Final = """
const view = getElement(%d).editor, line = view.state.doc.line(Math.min(%d, view.state.doc.lines));
view.dispatch({selection: {anchor: Math.min(line.from + %d - 1, line.to)}});
view.focus();
"""


async def first_text() -> str:
    """The submission with which the editor begins: the first game's, by the defaults."""
    return await asyncio.to_thread(new_submission, FIRST_GAME, FIRST_PLACE)


class Editor:
    """A text, `text` at first, with its findings; calls `on_filing` after a version was filed."""

    def __init__(
        self, visitor: Visitor, on_filing: Callable[[], Awaitable[None]], text: str
    ) -> None:
        self._visitor, self._on_filing = visitor, on_filing
        self._changes = 0
        self._check = PageComputation(visitor, Action.SEE_SUBMISSIONS)
        self._new_submission_row()
        with ui.element("div").classes("uc-editing"):
            self._text = ui.codemirror(
                text,
                language="TOML",
                theme=LIGHT,
                indent="  ",
                line_wrapping=True,
                on_change=self._check_soon,
            ).classes("uc-editor")
            with ui.element("section").classes("uc-panel").props('aria-label="Findings"'):
                self._verdict = ui.label("Checking …").props('role="status"')
                self._verdict.classes("uc-caption")
                self._findings = ui.list().props("separator dense").classes("uc-findings")
                self._offers = ui.element("div").classes("uc-offered").props("role=list")
                self._offers.props('aria-label="What it offers"')
        with ui.row():
            if visitor.may(Action.FILE_SUBMISSION):
                ui.button("File as a new version", icon="save", on_click=self._file).props(
                    "no-caps"
                )
            if visitor.may(Action.SUBMIT_PARAMETERS):
                ui.button("Submit for linked meters", icon="speed", on_click=self._submit).props(
                    "outline no-caps"
                ).tooltip("New parameters for meters that several tables feed (§ 605a.8)")
        ui.on("uc-dark", lambda event: self._set_theme(dark=event.args))
        ui.timer(0.1, self._begin_watching, once=True)

    async def _begin_watching(self) -> None:
        ui.run_javascript(WATCH % self._text.id)
        await self._check_soon()

    def _new_submission_row(self) -> None:
        games = {data.slug: data.title for data in all_games()}
        with ui.row().classes("uc-choices w-full items-end"):
            game = ui.select(games, label="A new submission for", value=FIRST_GAME)
            game.classes("uc-version")
            places = ui.select(
                {FIRST_PLACE: JURISDICTIONS[FIRST_PLACE]}, label="In", value=FIRST_PLACE
            )

            def show_places() -> None:
                (data,) = (game_data for game_data in all_games() if game_data.slug == game.value)
                jurisdictions = {place: JURISDICTIONS[place] for place in places_of(data)}
                places.set_options(jurisdictions, value=next(iter(jurisdictions)))
                places.set_visibility(len(jurisdictions) > 1)

            async def begin() -> None:
                with showing_refusals():
                    text = await asyncio.to_thread(new_submission, game.value, places.value)
                    self._text.set_value(text)

            show_places()
            game.on_value_change(show_places)
            ui.button("Begin", icon="note_add", on_click=begin).props("outline no-caps")

    @property
    def text(self) -> str:
        """The text in the editor."""
        return self._text.value or ""

    def open(self, entry: RegisterEntry) -> None:
        """Load a version into the editor."""
        self._text.set_value(entry.text)
        ui.run_javascript("document.getElementById('editor').scrollIntoView()")
        ui.notify(f"The editor has version {entry.version} of {entry.table}.")

    def _set_theme(self, *, dark: bool) -> None:
        self._text.run_method("setTheme", DARK if dark else LIGHT)

    # Findings

    async def _check_soon(self) -> None:
        self._changes += 1
        change = self._changes
        await asyncio.sleep(PAUSE_SECONDS)
        if change != self._changes:
            return
        text = self.text
        verdict = None
        with showing_refusals():
            if len(text) > MAX_CHARACTERS:
                verdict = WrittenSubmission(_too_long(), ())
            else:
                verdict = await self._check.ask(read_submission, text)
        if verdict is not None and change == self._changes and text == self.text:
            self._show(verdict)

    def _show(self, submission: WrittenSubmission) -> None:
        result = submission.result
        findings = [_with_place(finding) for finding in result.findings]
        errors = sum(finding["severity"] == "error" for finding in findings)
        others = len(findings) - errors
        sentence = "It complies." if result.complies else f"It does not comply: {errors} found."
        self._verdict.set_text(sentence + (f" {others} to look at." if others else ""))
        self._verdict.classes(
            replace=f"uc-caption {'uc-good' if result.complies else 'uc-problem'}"
        )
        self._findings.clear()
        with self._findings:
            for finding in findings:
                self._show_finding(finding)
        self._offers.clear()
        with self._offers:
            for words in submission.offers:
                ui.label(unbroken(words)).props("role=listitem")
        # By a method: an update of the element would restore the text before the last keystroke.
        self._text.run_method("setDecorations", _marks(findings))

    def _show_finding(self, finding: dict[str, Any]) -> None:
        icons = {
            "error": ("error", "red"),
            "warning": ("warning", "amber"),
            "note": ("info", "blue"),
        }
        symbol, color = icons[finding["severity"]]
        with ui.item(on_click=lambda: self._jump(finding)).classes("uc-finding"):
            with ui.item_section().props("avatar top"):
                icon = ui.icon(symbol, color=color)
                icon.props(f'aria-label="{finding["severity"]}"')
            with ui.item_section():
                position = f"line {finding['line']}:{finding['column']}" if finding["line"] else ""
                ui.item_label(f"{finding['field']} {position}".strip()).classes("uc-token")
                ui.item_label(finding["message"])
                if finding.get("allowed"):
                    ui.item_label(f"Allowed: {', '.join(map(str, finding['allowed']))}").props(
                        "caption"
                    )
                if finding.get("section"):
                    ui.item_label(unbroken(finding["section"])).props("caption")

    def _jump(self, finding: dict[str, Any]) -> None:
        """Move the cursor to the place of a finding."""
        if finding["line"]:
            self._text.reveal_line(finding["line"])
            ui.run_javascript(JUMP % (self._text.id, finding["line"], finding["column"] or 1))

    # Filing

    async def _file(self) -> None:
        floor, who, text = self._visitor.server.floor, self._visitor.who, self.text

        def file() -> RegisterEntry:
            with floor.authority.authorized(who, Action.FILE_SUBMISSION):
                not_too_long(text)
                return floor.file(text, who.name)

        with showing_refusals():
            entries_before = floor.register.last_read
            entry = await asyncio.to_thread(file)
            if entry.version > len(entries_before.get(entry.table, ())):
                ui.notify(f"Version {entry.version} of {entry.table} is filed.", type="positive")
            else:
                ui.notify(f"{entry.table} has this text already, as version {entry.version}.")
            await self._on_filing()

    async def _submit(self) -> None:
        floor, who, text = self._visitor.server.floor, self._visitor.who, self.text

        def submit() -> None:
            with floor.authority.authorized(who, Action.SUBMIT_PARAMETERS):
                not_too_long(text)
                floor.submit_parameters(text, who.name)

        with showing_refusals():
            await asyncio.to_thread(submit)
            ui.notify(
                "The meters have new parameters, in force as soon as no round is open.",
                type="positive",
            )


def _too_long() -> Checked:
    finding = {"severity": "error", "field": "", "message": TOO_LONG}
    return Checked(complies=False, findings=[finding])


def not_too_long(text: str) -> None:
    """Raise `BadInput` for a text above `MAX_CHARACTERS` characters."""
    if len(text) > MAX_CHARACTERS:
        raise BadInput(TOO_LONG)


def _marks(findings: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """A mark for each line with findings: in the color of the gravest, with what they say."""
    by_line: dict[int, list[dict[str, Any]]] = {}
    for finding in findings:
        if finding["line"]:
            by_line.setdefault(finding["line"], []).append(finding)
    return [
        {
            "kind": "line",
            "line": line,
            "class": f"uc-line-{min((entry['severity'] for entry in of_line), key=GRAVEST.index)}",
            "attributes": {"data-finding": " ".join(entry["message"] for entry in of_line)},
        }
        for line, of_line in sorted(by_line.items())
    ]


def _with_place(finding: dict[str, Any]) -> dict[str, Any]:
    """A finding with its line and column, read from the message for a TOML error; None for none."""
    place = {"line": None, "column": None, **finding}
    if place["line"] is None and (match := TOML_PLACE.search(finding["message"])):
        place["line"], place["column"] = map(int, match.groups())
    return place

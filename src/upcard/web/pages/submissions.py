"""The submissions page: write, check, compare, file, approve and put in force."""

from nicegui import ui

from upcard.service.access.authority import Action
from upcard.web.pages.accounts import heading
from upcard.web.shell import page
from upcard.web.submitted.differences import Differences
from upcard.web.submitted.editor import Editor, first_text
from upcard.web.submitted.register import RegisterView
from upcard.web.visitor import Visitor

STYLES = ("/static/lab.css", "/static/submissions.css")


@page("/submissions", "Submissions", Action.SEE_SUBMISSIONS)
async def submissions(visitor: Visitor) -> None:
    """The page with the register, the editor with its findings, and the comparison of versions."""
    for styles in STYLES:
        ui.add_head_html(f'<link rel="stylesheet" href="{styles}">')

    async def changed() -> None:
        await register.show()
        differences.show()

    writes = visitor.may(Action.FILE_SUBMISSION)
    heading("Register")
    ui.label(
        "Every version of every table's rules. "
        + (
            "Choose one to read or change it, to approve it, or to put it in force."
            if writes
            else "Choose one to read it."
        )
    ).classes("uc-quiet")
    register = RegisterView(visitor)
    ui.html('<span id="editor" tabindex="-1"></span>', sanitize=False)
    heading("Editor")
    ui.label(
        "Change this one, begin another, or open a version. What the rules refuse is told while "
        f"you type; {'then file it' if writes else 'a manager files it'}. "
        "Escape, then Tab, leaves the text."
    ).classes("uc-quiet")
    editor = Editor(visitor, changed, await first_text())
    heading("Differences")
    ui.label("What changes between two versions, key by key.").classes("uc-quiet")
    differences = Differences(visitor, lambda: editor.text)
    register.on_open, register.on_change = editor.open, differences.show
    await changed()

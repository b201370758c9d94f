"""``upcard coverage``: every subsection of the text, its status, where it lives, its tests."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from upcard.cli.submissions import AsJson
from upcard.rules.violation import BadInput
from upcard.text import schemas
from upcard.text.words import quoted

if TYPE_CHECKING:
    from upcard.rules.sections import Section


def coverage(
    status: Annotated[
        str | None, typer.Option(help="Only one status: executable, procedure, physical …")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show every subsection of the text, its status, where it lives and which tests hold it.

    A test that is named fails when the subsection is broken: `make coverage-proof` shows it.
    """
    from upcard.cli.output import console, plain, print_records
    from upcard.rules.own_sections import own_sections
    from upcard.rules.sections import sections, tests_of

    entries = (*sections(), *own_sections())
    statuses = sorted({section.status for section in entries})
    if status is not None and status not in statuses:
        raise BadInput(f"{quoted(status)} is not a status; there are {', '.join(statuses)}.")
    listed_sections = [section for section in entries if status in (None, section.status)]
    if as_json:
        print_records(schemas.COVERAGE, map(_form, listed_sections))
        return
    from collections import Counter

    out = console()
    for section in listed_sections:
        out.print(f"[bold]{section.cite}[/]  {plain(section.title)}: {section.status}")
        for line in (*section.where, *([section.note] if section.note else [])):
            out.print(f"  {plain(line)}", soft_wrap=True)
        for line in _tests_by_file(tests_of(section)):
            out.print(f"    {plain(line)}", soft_wrap=True)
    counts = Counter(section.status for section in listed_sections)
    summary = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    out.print(f"{len(listed_sections)} sections and subsections: {summary}.")


def _form(section: "Section") -> dict[str, Any]:
    from upcard.rules.sections import tests_of

    return {
        "section": section.cite,
        "status": section.status,
        "where": section.where,
        "tests": tests_of(section),
        "note": section.note or None,
    }


def _tests_by_file(tests: Iterable[str]) -> Iterator[str]:
    """Lines of test names: each file once, with its tests below it."""
    last = ""
    for name in tests:
        file, _, test = name.partition("::")
        if file != last:
            yield file
        if test:
            yield f"  {test}"
        last = file

"""``upcard coverage``: every subsection of the text, its status, where it lives, its tests."""

from typing import Annotated

import typer

from upcard.cli.submissions import AsJson
from upcard.rules.violation import BadInput
from upcard.text.words import quoted


def coverage(
    status: Annotated[
        str | None, typer.Option(help="Only one status: executable, procedure, physical …")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show every subsection of the text, its status, where it lives and which tests hold it."""
    from upcard.cli.output import console, print_json
    from upcard.rules.sections import sections, tests_for

    known = sorted({section.status for section in sections()})
    if status is not None and status not in known:
        raise BadInput(f"{quoted(status)} is not a status; there are {', '.join(known)}.")
    chosen = [section for section in sections() if status in (None, section.status)]
    if as_json:
        print_json(
            [
                {
                    "section": section.cite,
                    "status": section.status,
                    "where": section.where,
                    "tests": tests_for(section.cite),
                    "note": section.note or None,
                }
                for section in chosen
            ]
        )
        return
    from collections import Counter

    from rich.table import Table

    out = console()
    table = Table("Section", "About", "Status", "Where", "Tests")
    for section in chosen:
        tests = [name.removeprefix("tests/") for name in tests_for(section.cite)]
        where = "\n".join(section.where) or section.note
        table.add_row(section.cite, section.title, section.status, where, "\n".join(tests))
    out.print(table)
    counts = Counter(section.status for section in chosen)
    told = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    out.print(f"{len(chosen)} sections and subsections: {told}.")

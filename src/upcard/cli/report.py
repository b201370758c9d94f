"""``upcard report``: the papers of a table."""

from pathlib import Path
from typing import Annotated, Any

import typer

from upcard.cli.options import Out, Size
from upcard.cli.submissions import AsJson, Filed, SubmissionFile, complying_submission
from upcard.text import schemas

Words = Annotated[
    list[Path] | None,
    typer.Option("--language", metavar="CODE|FILE", help="Also a sign in es or in these words."),
]


def report(
    submission: SubmissionFile,
    *,
    out: Out,
    paper: Size = "a4",
    filing: Filed = None,
    language: Words = None,
    as_json: AsJson = False,
) -> None:
    """Write the papers of a table: PAR sheets, sign, rack card, layout, form, expected hold."""
    from upcard.cli.output import console, plain, print_document
    from upcard.reports.filing import read_filing
    from upcard.reports.report import figures, write
    from upcard.reports.source import source_of
    from upcard.reports.untranslated import untranslated

    filed = None if filing is None else read_filing(filing)
    source = source_of(*complying_submission(submission, as_json=as_json), filed)
    with console(err=True).status("Papers: the first sheet takes longest") as status:
        files = write(
            source,
            out,
            paper,
            lambda label: status.update(f"Made: {plain(label)}"),
            language or (),
        )
    in_english = {f"payout-sign-{path.stem}": untranslated(source, path) for path in language or ()}
    if as_json:
        document: dict[str, Any] = {
            "table": source.table.name,
            "files": files,
            "figures": figures(source),
        }
        if in_english:
            document["untranslated"] = in_english
        print_document(schemas.REPORT, document)
        return
    console_out = console()
    for file in files:
        console_out.print(f"{plain(file.path)}  [dim]{plain(file.title)}[/dim]", soft_wrap=True)
    for sign, keys in in_english.items():
        if keys:
            texts = "1 text is" if len(keys) == 1 else f"{len(keys)} texts are"
            warning = f"{sign}: {texts} in English, for want of words: {', '.join(keys)}."
            console_out.print(plain(warning), soft_wrap=True)
    console_out.print(f"{len(files)} files for {plain(source.table.name)}.", soft_wrap=True)

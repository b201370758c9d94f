"""``upcard schema``: the JSON Schemas of what commands print with ``--json``."""

from typing import Annotated

import typer


def schema(
    name: Annotated[
        str | None,
        typer.Argument(help="A document, such as odds or upcard/odds/1.", show_default=False),
    ] = None,
) -> None:
    """List the JSON documents of all commands, or print the JSON Schema of one."""
    from upcard.cli.output import console, plain, print_json, print_table
    from upcard.library.schemas import DOCUMENTS, find, json_schema

    if name is not None:
        print_json(json_schema(find(name)))
        return
    from rich.table import Table

    table = Table("Schema", "Printed by", box=None, pad_edge=False)
    for full, document in DOCUMENTS.items():
        table.add_row(plain(full), plain(document.printed_by))
    print_table(console(), table)

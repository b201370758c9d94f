"""``upcard verify --round``: the cards of a round, compared with the shuffle committed before."""

import json
from typing import TYPE_CHECKING

import msgspec
import typer

if TYPE_CHECKING:
    from upcard.host.records.shuffle_check import ShuffleCheck
    from upcard.journal.journal import Journal


def print_shuffles(journal: "Journal", table: str, number: int, *, as_json: bool) -> None:
    """Print the shuffles of a round; raises what `check_shuffles` raises."""
    from upcard.host.records.shuffle_check import check_shuffles
    from upcard.submission.compiling.text import rules_of

    checks = check_shuffles(journal, table, number, rules_of)
    if as_json:
        documents = [
            {**msgspec.to_builtins(shuffle_check), "checked": shuffle_check.checked}
            for shuffle_check in checks
        ]
        typer.echo(json.dumps(documents))
        return
    for check in checks:
        _print(check)


def _print(check: "ShuffleCheck") -> None:
    typer.echo(f"{check.item}, committed in record {check.committed}: {check.commitment}")
    for added in check.added:
        typer.echo(f"  {added.player} added to the cut: {added.text}")
    typer.echo(f"  cut {check.cut} cards from the top")
    typer.echo(f"  the round took {' '.join(check.cards)}")
    if check.checked:
        typer.echo(f"  revealed in record {check.revealed}: these are its cards, in their places.")
    else:
        typer.echo("  not revealed yet: the shoe is still in use.")

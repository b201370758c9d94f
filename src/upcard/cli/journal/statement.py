"""``upcard statement``: the entries of a player's game account, from a journal."""

from typing import Annotated

import typer

from upcard.cli.journal.options import Place, opened_journal
from upcard.cli.submissions import AsJson
from upcard.rules.violation import BadInput
from upcard.text import schemas
from upcard.text.words import quoted


def statement(
    journal: Place,
    account: Annotated[str, typer.Option(metavar="NAME", help="The player.")],
    as_json: AsJson = False,
) -> None:
    """Print the statement of a player's game account, the newest entry first."""
    import msgspec

    from upcard.cli.output import console, print_line
    from upcard.host.money.bridge import decode_account, state_of
    from upcard.host.money.lines import lines_of

    with opened_journal(journal) as opened:
        state = opened.shared(state_of(account))
        if state is None:
            raise BadInput(f"This journal has no game account {quoted(account)}.")
        for line in lines_of(opened, decode_account(account, state)):
            if as_json:
                print_line(schemas.STATEMENT, msgspec.to_builtins(line))
                continue
            table = f" {line.table}" if line.table else ""
            note = f" ({line.note})" if line.note else ""
            console().print(
                f"{line.number:>5}  {line.moment}  {line.what}{table}{note}  "
                f"{line.amount}  {line.balance}",
                markup=False,
                highlight=False,
            )

"""Prints the effects of removal of ``upcard odds --removal``: by card, of each record."""

import csv
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table

from upcard.cards.card import RANKS, SUIT_SYMBOLS, in_decks
from upcard.cli import output
from upcard.cli.odds.data import OF_RECORD, options
from upcard.exact.par import as_json as form_of
from upcard.text import schemas

if TYPE_CHECKING:
    from upcard.library.odds import Odds
    from upcard.library.tabular.records import Records


def print_effects(answers: "Records[Odds]", *, as_csv: bool, as_json: bool) -> None:
    """Print how the expected win per unit changes when one card of each type is gone."""
    effects = [(answer, answer.effects_of_removal()) for answer in answers]
    if as_json:
        output.print_records(schemas.EFFECTS_OF_REMOVAL, (_form(*row) for row in effects))
    elif as_csv:
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow((*OF_RECORD, "options", "card", "effect", "effect_exact"))
        for answer, by_card in effects:
            form = form_of(answer.record)
            record_cells = [*(form[key] for key in OF_RECORD), options(answer.record)]
            for name, effect in by_card.items():
                exact = f"{effect.numerator}/{effect.denominator}"
                rows.writerow([*record_cells, name, float(effect), exact])
    else:
        for answer, by_card in effects:
            _print_table(answer, list(by_card.values()))


def _form(answer: "Odds", effects: dict[str, Fraction]) -> dict[str, Any]:
    by_card = {name: float(effect) for name, effect in effects.items()}
    return {**answer.to_dict(), "effects_of_removal": by_card}


def _print_table(answer: "Odds", effects: Sequence[Fraction]) -> None:
    """A row for each rank, a column for each suit, in percent of the wager."""
    out = output.console()
    title = f"{answer.record.title}, paytable {answer.paytable}, {in_decks(answer.decks)}"
    out.print(
        f"\n[bold]{title}[/bold]: change of the expected win, in percent, when one card is gone"
    )
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("", no_wrap=True)
    for suit in SUIT_SYMBOLS.values():
        table.add_column(suit, justify="right", no_wrap=True)
    for rank, name in enumerate(RANKS):
        of_rank = effects[4 * rank : 4 * rank + 4]
        table.add_row(name, *(f"{float(100 * effect):+.4f}" for effect in of_rank))
    output.print_table(out, table)

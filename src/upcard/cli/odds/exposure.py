"""Prints what counting cards is worth against a wager, as text, CSV or JSON."""

import csv
import sys
from collections.abc import Iterable, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from upcard.analysis.counters.linear_counts import SUITS, LinearCount
from upcard.analysis.counters.perfect_counter import PerfectCounter
from upcard.analysis.counters.rare_wins import MIN_SHOES
from upcard.analysis.exposure.wagers import Exposure, is_simulated, is_slow
from upcard.cards.card import SUIT_NAMES, in_decks
from upcard.cli.output import console, plain, print_document, print_json, print_table
from upcard.cli.sim.forms import print_note
from upcard.exact.par import ParRecord
from upcard.library.exposure import COLUMNS, FORM, WagerExposure, rows
from upcard.library.tabular.records import Records
from upcard.text import schemas
from upcard.text.words import listed, quoted
from upcard.wagers.catalogue import offered_where

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
PUBLISHED: Final = 3
"""The number of published counts that are shown: those that correlate best with the effects."""


def report_without_bonus(
    known: Sequence[ParRecord], with_bonus: Sequence[ParRecord], bonus: str | None
) -> None:
    """Name on standard error the paytables that are left out because they lack a bonus."""
    lacking = list(dict.fromkeys(record.paytable for record in known if record not in with_bonus))
    if lacking:
        tables = "paytable" if len(lacking) == 1 else "paytables"
        print_note(
            f"Left out, because there is no bonus {quoted(bonus)}: {tables} {listed(lacking)}."
        )


def report_left_out(records: Sequence[ParRecord], known: Sequence[ParRecord]) -> None:
    """Name on standard error the wagers that are left out, and those that take seconds."""
    titles = dict.fromkeys(record.title for record in records if record not in known)
    if titles:
        print_note(f"Left out, because their exposure is not known: {'; '.join(titles)}.")
    simulated_titles = dict.fromkeys(record.title for record in known if is_simulated(record))
    if simulated_titles:
        print_note(
            "Simulated, which takes some seconds for each paytable and number of decks: "
            f"{'; '.join(simulated_titles)}."
        )
    slow_titles = dict.fromkeys(record.title for record in known if is_slow(record))
    if slow_titles:
        print_note(
            "Counted anew in 2,000 remaining shoes, which takes up to some minutes for each "
            f"paytable and number of decks: {'; '.join(slow_titles)}."
        )


def print_exposures(
    exposures: Iterable[WagerExposure], *, as_csv: bool, as_json: bool, as_table: bool = True
) -> None:
    """Print each exposure; as JSON a table of records, or one record where `as_table` is unset."""
    if as_json and as_table:
        print_json(Records(FORM, tuple(exposures)).to_dict())
    elif as_json:
        (answer,) = exposures
        print_document(schemas.EXPOSURE, answer.to_dict())
    elif as_csv:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        names = [column.name for column in COLUMNS]
        writer.writerow(names)
        for answer in exposures:
            writer.writerows([row[name] for name in names] for row in rows(answer))
    else:
        for answer in exposures:
            _print(answer.exposure)


def _print(exposure: Exposure) -> None:
    out = console()
    options = "".join(f", {name} {value}" for name, value in exposure.options.items())
    out.print(
        f"\n[bold]{plain(exposure.wager)}[/bold], {plain(exposure.section)}, paytable "
        f"{plain(exposure.paytable)}, {in_decks(exposure.decks)}{plain(options)}"
    )
    where = offered_where(exposure.wager, exposure.jurisdiction)
    out.print(
        f"Expected value off the top: {_percent(exposure.expected_value)}{_error(exposure)}"
        + (f", where {where}" if where else "")
    )
    for name, dollars in exposure.break_even_meter.items():
        out.print(f"Break-even {name}: ${dollars:,.2f}")
    _print_perfect(out, exposure)
    if not exposure.counts:
        out.print("Every card has the same effect: no linear count predicts this wager.")
    else:
        _print_counts(out, exposure)
    if not exposure.penetrations:
        return
    print_table(out, _penetrations(exposure))
    best = exposure.best_count
    if best is not None:
        side = "above" if best.correlation > 0 else "below"
        offered = f"where {where}, " if where else ""
        out.print(
            f"{best.name} places the wager {offered}at a true count {side} {best.trigger:.2f}: "
            "the tags seen, less their mean for as many cards, by deck left."
        )
    out.print(
        f"\n[dim]{exposure.shoes:,} shoes dealt, in units of the wager, ± 1 standard error; "
        "a player places it where their forecast is above 0; 'placed' is the part of all rounds of "
        "the game in which they do; the bankroll has a risk of ruin of "
        f"5 %.{_bound_of(exposure)}[/dim]"
    )


def _print_counts(out: Console, exposure: Exposure) -> None:
    print_table(out, _effects(exposure))
    if exposure.effect_errors:
        error = max(exposure.effect_errors.values())
        out.print(
            f"Effects are simulated, each to a standard error of {100 * error:.4f} % at most."
        )
    print_table(out, _counts(exposure))


def _print_perfect(out: Console, exposure: Exposure) -> None:
    """A line on what exact odds of every remaining shoe would win, where it is known."""
    perfect = exposure.perfect
    if perfect is not None:
        out.print(
            f"Exact odds of every remaining shoe, dealt to {100 * exposure.penetration:g} %, win "
            f"{_win_of(perfect)} per 100 rounds, placed in "
            f"{100 * perfect.share_of_rounds:.3f} % of all rounds.",
            soft_wrap=True,
        )


def _win_of(perfect: PerfectCounter) -> str:
    error = perfect.error_in_words
    if perfect.win_at_most is not None:
        return f"{perfect.win_per_100:.4f} ({error})"
    return f"{perfect.win_per_100:.4f}" + (
        f" ± {error}" if perfect.standard_error else f" ({error})"
    )


def _error(exposure: Exposure) -> str:
    """The standard error of a simulated value, in words; empty for an exact one."""
    if exposure.standard_error is None:
        return ""
    return f" ± {100 * exposure.standard_error:.4f} %, simulated"


def _effects(exposure: Exposure) -> Table:
    """The effects of removal by rank, and by suit where suits differ."""
    effects = list(exposure.effects.values())
    is_uniform = all(
        effect == effects[place - place % SUITS] for place, effect in enumerate(effects)
    )
    table = Table(box=None, pad_edge=False)
    table.add_column("\ncard")
    for head in ("effect of removal",) if is_uniform else SUIT_NAMES.values():
        table.add_column(f"\n{head}", justify="right")
    for place, rank in enumerate(RANKS):
        of_rank = effects[SUITS * place : SUITS * (place + 1)]
        table.add_row(rank, *map(_percent, of_rank[:1] if is_uniform else of_rank))
    return table


def _counts(exposure: Exposure) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("\ncount", no_wrap=True)
    table.add_column("\ncorrelation", justify="right")
    table.add_column("\ntags of A to K, by suit where they differ")
    counts = exposure.counts
    published = [count for count in counts if count.published]
    count_name = exposure.count.name if exposure.count is not None else ""
    shown_counts = [count for count in counts if not count.published or count.name == count_name]
    shown_counts += [count for count in published[:PUBLISHED] if count.name != count_name]
    for row in shown_counts:
        table.add_row(row.name, f"{row.correlation:.4f}", _tags(row) if row != counts[0] else "")
    return table


def _tags(count: LinearCount) -> str:
    words = []
    for first in range(0, len(count.tags), SUITS):
        of_rank = count.tags[first : first + SUITS]
        is_uniform = len(set(of_rank)) == 1
        words.append("/".join(f"{tag:g}" for tag in (of_rank[:1] if is_uniform else of_rank)))
    return " ".join(words)


def _penetrations(exposure: Exposure) -> Table:
    table = Table(box=None, pad_edge=False)
    for head in ("count", "dealt", "placed", "win per 100 rounds", "±", "forecast", "bankroll"):
        table.add_column(f"\n{head}", justify="left" if head == "count" else "right")
    for row in exposure.penetrations:
        table.add_row(
            row.count,
            f"{100 * row.penetration:g} %",
            f"{100 * row.share:.3f} %",
            f"{row.win_per_100:.4f}",
            row.error_in_words,
            f"{row.forecast_per_100:.4f}",
            "" if row.bankroll is None else f"{row.bankroll:,.0f}",
        )
    return table


def _bound_of(exposure: Exposure) -> str:
    """What a bound says that stands for an error; empty where there is none."""
    if all(row.win_at_most is None for row in exposure.penetrations):
        return ""
    return (
        f' "At most" stands where fewer than {MIN_SHOES} of the shoes favor a player, with a '
        "probability of 95 %."
    )


def _percent(number: float) -> str:
    return f"{100 * number:+.4f} %"

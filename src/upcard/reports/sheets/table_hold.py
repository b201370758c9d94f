"""What a table holds by its seats, and a position over a day, a month and a year."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

import msgspec

from upcard.analysis.intervals import NORMAL_95
from upcard.analysis.pace import HOURS, ROUNDS_PER_HOUR
from upcard.analysis.rounds.chance_rounds import GAMES_OF_CHANCE
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.reports.par.negative_edge import best_play_wins
from upcard.reports.rendering.figures import held_dollars, percent
from upcard.reports.rendering.paper import (
    PaperBlock,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)
from upcard.reports.sheets.combined_wagers import Mean
from upcard.reports.source import PaperSource
from upcard.text.words import listed

MONTH: Final = 30
PERIODS: Final = {
    name: days * HOURS * ROUNDS_PER_HOUR
    for name, days in (("day", 1), ("month", MONTH), ("year", 365))
}
"""Rounds of a period, by its name."""

_PERIOD_COLUMNS: Final = tuple(
    heading for name in PERIODS for heading in (f"A {name}", "95 % range")
)


def of_table(means: Sequence[Mean], source: PaperSource) -> PaperPart:
    """What a table holds an hour by its seats, or terminals; a day and a month with all."""
    table = source.table
    positions = table.positions
    seats = tuple(sorted({1, (positions + 1) // 2, positions}))
    place = "terminal" if table.variation.has_terminals else "seat"
    counts = [f"{count} {place}{'s' if count > 1 else ''}" for count in seats]
    periods = ("A day, all", "A month, all") if positions > 1 else ("A day", "A month")
    columns = (left("Wager", wide=True), *right("Average", "House edge", *counts, *periods))
    rows = tuple(
        (
            mean.name,
            mean.average,
            percent(mean.held / mean.wager, 2),
            *(_hold_in_dollars(mean, count, ROUNDS_PER_HOUR) for count in seats),
            *(_hold_in_dollars(mean, positions, PERIODS[name]) for name in ("day", "month")),
        )
        for mean in means
    )
    words = (
        f"Dollars held in an hour by the {place}s in play, each with the average wager, the second "
        f"smallest size of each; a day has {HOURS} hours, a month {MONTH} days."
        + (f" All are {counts[-1]}." if positions > 1 else "")
    )
    if any(mean.error for mean in means):
        words += (
            " Figures of a simulated edge are rounded, each to the digits that its error allows: "
            "they need not add up."
        )
    if any(mean.envy for mean in means):
        words += (
            f" The house edge is that of one {place}; where more are in play, dollars are less the "
            "envy bonuses that they win by each other's hands."
        )
    if shared := [mean.name for mean in means if mean.shared and mean.slug]:
        words += (
            f" The meter of {listed(shared)} is won by all seats at once: the more share it, the "
            "fewer seeds it takes."
        )
    blocks: tuple[PaperBlock, ...] = (
        Words(words),
        PaperTable(columns, rows),
        *_losses(means, source),
    )
    return PaperPart(f"A table, {ROUNDS_PER_HOUR} rounds an hour", blocks)


def _hold_in_dollars(mean: Mean, seats: int, rounds: int) -> str:
    """What seats hold in some rounds; each pays envy bonuses for the hands of the others."""
    wagers = rounds * seats
    held = mean.held_at(seats) * wagers
    return held_dollars(held, max(mean.error * wagers, UNITS_PER_DOLLAR))


def _losses(means: Sequence[Mean], source: PaperSource) -> Iterator[Words]:
    """On what the house loses in the mean, if by more than a simulation's error, and why."""
    lost = [mean.name for mean in means if mean.held + NORMAL_95 * mean.error < 0]
    if lost:
        sentences = [f"Figures below zero: the house loses in the long run on {'; '.join(lost)}."]
        if source.is_blackjack and source.base.expected_value > 0:
            sentences.append(best_play_wins(source.table, "paper"))
        yield Words(" ".join(sentences))


def of_position(means: Sequence[Mean]) -> PaperPart:
    """The expected hold of a position after a day, a month and a year, with its 95 % range."""
    columns = (left("Wager", wide=True), *right(*_PERIOD_COLUMNS))
    rows = tuple((mean.name, *_by_period(mean)) for mean in means)
    words = (
        f"Each with its average wager, {HOURS} hours a day with {ROUNDS_PER_HOUR} rounds an hour; "
        f"a month has {MONTH} days, a year 365."
    )
    return PaperPart("Ranges of a position", (Words(words), PaperTable(columns, rows)))


def of_all_positions(means: Sequence[Mean], source: PaperSource) -> PaperPart:
    """The expected hold of a table with all positions, with a bound of its 95 % range.

    Whatever the hands against one dealer have in common, their sum spreads at most as one position
    does, times their number.
    """
    positions = source.table.positions
    columns = (left("Wager", wide=True), *right(*_PERIOD_COLUMNS))
    rows = tuple((mean.name, *_by_period(_of_positions(mean, positions))) for mean in means)
    words = f"All {positions} positions in every round. "
    if source.table.game in GAMES_OF_CHANCE:
        words += (
            "The ranges are those of positions with the same wagers, which win and lose together; "
            "with different wagers they spread less."
        )
    else:
        words += (
            "The ranges are bounds: as wide as if all positions won and lost together. Mostly they "
            "are narrower."
        )
    if any(mean.envy for mean in means):
        words += " Envy bonuses count in the means alone."
    return PaperPart("Ranges of the table", (Words(words), PaperTable(columns, rows)))


def _of_positions(mean: Mean, positions: int) -> Mean:
    """All positions as one that win and lose together; each pays envy for the others' hands."""
    return msgspec.structs.replace(
        mean,
        held=mean.held_at(positions) * positions,
        deviation=None if mean.deviation is None else mean.deviation * positions,
        error=mean.error * positions,
    )


def _by_period(mean: Mean) -> Iterator[str]:
    """What is held after each period, and its 95 % range."""
    for rounds in PERIODS.values():
        error = max(mean.error * rounds, UNITS_PER_DOLLAR)
        yield held_dollars(mean.held * rounds, error)
        yield _range(mean, rounds, error)


def _range(one: Mean, rounds: int, error: float) -> str:
    """What the house holds after some rounds in 95 of 100 cases, as exactly as an error allows."""
    if one.deviation is None:
        return "not known"
    held = one.held * rounds
    spread = NORMAL_95 * sqrt(one.deviation**2 * rounds + (one.error * rounds) ** 2)
    return f"{held_dollars(held - spread, error)} to {held_dollars(held + spread, error)}"

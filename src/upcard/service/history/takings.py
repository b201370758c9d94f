"""The takings of tables, from the journal: drop, win, and the win expected from the odds."""

from collections.abc import Iterable
from decimal import Decimal
from math import sqrt
from threading import Lock, RLock
from time import time_ns
from typing import Final

import msgspec

from upcard.analysis.intervals import NORMAL_95
from upcard.engine.core.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.host.bodies.record_body import body_of
from upcard.host.tables.answers import events_of
from upcard.host.tables.committing import stream_of
from upcard.journal.journal import Journal
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars
from upcard.service.history.sums import Minutes, PlacedSums, Sums
from upcard.service.history.wager_moments import TableMoments, WagerMoments, edges_of, moments_of
from upcard.text.times import MINUTE

ZERO: Final = Decimal()
POINTS: Final = 33
"""The moments at which a win is told: the ends of 32 equal parts of the time that is covered."""


class Takings(msgspec.Struct, frozen=True):
    """A table's drop and win in dollars, and the expected win.

    - `drop`: the sum of all wagers placed, as no cash changes hands here.
    - `win`: what players have lost, without wagers still on the layout; `hold` is win / drop.
    - `expected`: the expected win of the wagers whose edge is known; None before
      `TakingsBook.learn_edges`.
    - `low`, `high`: the win lies between them with a probability of about 95 %, different wagers
      taken for independent; None if a deviation is not known.
    - `jackpots`: those that were paid. One of them says little of a table, so `levelled` is the win
      with what meters pay in the long run in their place.
    - `wins`: the win in units at equally distant moments of the time that is covered, the last one
      now; for all rounds, those of the last day.
    - `simulated`: the largest standard error of a simulated deviation, as a part of it; None where
      all are exact.
    - `learning`: an edge or a deviation is still to be computed.
    """

    table: str
    rounds: int
    drop: str
    win: str
    hold: float | None
    expected: float | None
    low: float | None
    high: float | None
    jackpots: str = "0.00"
    levelled: float | None = None
    wins: tuple[int, ...] = ()
    simulated: float | None = None
    learning: bool = False

    @property
    def standard_errors(self) -> float | None:
        """How far the win lies above its expectation, in standard errors; None if not known."""
        win = self.levelled
        if (
            win is None
            or self.expected is None
            or self.low is None
            or self.high is None
            or self.high == self.low
        ):
            return None
        return (win - self.expected) * 2 * NORMAL_95 / (self.high - self.low)


class TakingsBook:
    """Adds up the wagers placed at the tables of a journal, reading each record once."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._minutes: dict[str, Minutes] = {}
        self._read: dict[str, int] = {}
        self._edges: dict[str, tuple[TableRules, TableMoments]] = {}
        self._lock = Lock()
        self._compute_lock = RLock()  # two who look at the floor at once wait for one computation

    def takings(self, state: AnyTable, last: int | None = None) -> Takings:
        """A table's takings, of all rounds or of the `last` minutes, at most those of a day."""
        name = state.rules.name
        with self._lock:
            minutes = self._up_to_now(name)
            last_minute = minutes.newest if last is None else time_ns() // 1_000 // MINUTE
            first_minute = minutes.oldest if last is None else last_minute - last
            before = Sums() if last is None else minutes.sums_at_end_of(first_minute)
            so_far = minutes.now.minus(before)
            wins = tuple(
                win - before.win for win in minutes.wins(first_minute, last_minute, POINTS)
            )
        edges = self._known_edges(state.rules)
        moments = {} if edges is None else edges.moments
        expected, margin = _expected_win(moments, so_far.placed)
        return Takings(
            name,
            so_far.rounds,
            format_dollars(so_far.drop),
            format_dollars(so_far.win),
            so_far.win / so_far.drop if so_far.drop else None,
            expected,
            None if expected is None or margin is None else expected - margin,
            None if expected is None or margin is None else expected + margin,
            format_dollars(so_far.jackpots),
            None if expected is None else _win_with_mean_meters(moments, so_far),
            wins,
            _simulation_error(moments, so_far.placed),
            edges is None or edges.solved is not None,
        )

    def learn_edges(self, rules: TableRules) -> TableMoments:
        """Compute what each wager of a table wins, once for each submission."""
        with self._compute_lock:
            edges = self._known_edges(rules)
            if edges is None:
                edges = edges_of(rules)
                self._edges[rules.name] = (rules, edges)
            return edges

    def learn(self, rules: TableRules) -> None:
        """Compute what each wager of a table wins and how it spreads, once for each submission."""
        with self._compute_lock:
            edges = self.learn_edges(rules)
            if edges.solved is not None:
                self._edges[rules.name] = (rules, TableMoments(moments_of(rules, edges)))

    def _known_edges(self, rules: TableRules) -> TableMoments | None:
        """What is computed of a table's wagers; None if nothing is."""
        edges = self._edges.get(rules.name)
        return None if edges is None or edges[0] is not rules else edges[1]

    def _up_to_now(self, table: str) -> Minutes:
        """The sums of a table with its newest record; called with the lock held."""
        minutes = self._minutes.setdefault(table, Minutes())
        for record in self._journal.records(stream_of(table), self._read.get(table, 0)):
            minutes.add(record.at, events_of(body_of(record)))
            self._read[table] = record.position
        return minutes


def _expected_win(
    moments: dict[str, WagerMoments], by_wager: dict[str, PlacedSums]
) -> tuple[float | None, float | None]:
    """The expected win, and the margin around it that holds 95 % of results, in dollars."""
    pairs = [(moments[slug], sums) for slug, sums in by_wager.items() if slug in moments]
    if not pairs:
        return None, None
    expected = sum(value.edge * sums.units for value, sums in pairs) / UNITS_PER_DOLLAR
    variance = 0.0
    for value, sums in pairs:
        added = value.variance(sums)
        if added is None:
            return expected, None
        variance += added
    return expected, NORMAL_95 * sqrt(variance) / UNITS_PER_DOLLAR


def _simulation_error(
    moments: dict[str, WagerMoments], by_wager: dict[str, PlacedSums]
) -> float | None:
    """The largest standard error of a simulated deviation, as a part of it; None without one."""
    return max(
        (
            value.error / value.deviation
            for slug, value in moments.items()
            if slug in by_wager and value.error is not None and value.deviation
        ),
        default=None,
    )


def _win_with_mean_meters(moments: dict[str, WagerMoments], sums: Sums) -> float:
    """The win with what meters pay in the long run in place of what they paid, in dollars."""
    meters = sum(
        moments[slug].meters * wager_sums.units
        for slug, wager_sums in sums.placed.items()
        if slug in moments
    )
    return (sums.won - sums.owed - meters) / UNITS_PER_DOLLAR


def total_takings(tables: Iterable[Takings]) -> tuple[Decimal, Decimal]:
    """Drop and win of several tables, in dollars."""
    rows = list(tables)
    return sum((Decimal(row.drop) for row in rows), ZERO), sum(
        (Decimal(row.win) for row in rows), ZERO
    )

"""The takings of tables, from the journal: drop, win, and the win expected from the odds."""

from collections.abc import Iterable
from decimal import Decimal
from math import sqrt
from threading import Lock
from typing import Final

import msgspec

from upcard.analysis.long_run import NORMAL_95, long_run_edge
from upcard.engine.core import events as e
from upcard.engine.core.table_state import AnyTable
from upcard.exact.strategy.games import solve_table
from upcard.exact.table import table_records
from upcard.games.blackjack import BLACKJACK_WAGER, INSURANCE_WAGER
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.host.tables.answers import events_of
from upcard.host.tables.committing import stream_of
from upcard.host.tables.record_body import decode_body
from upcard.journal.journal import Journal
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars
from upcard.rules.violation import BadInput

ZERO: Final = Decimal()
PLAYER: Final = "player "
"""The prefix of players' accounts."""


class Worth(msgspec.Struct, frozen=True):
    """A wager's house edge and the standard deviation of its result, per unit wagered."""

    edge: float
    deviation: float | None


class Placed(msgspec.Struct, frozen=True):
    """Wagers placed at a table: their number, their sum in units, and the sum of squares."""

    count: int = 0
    units: int = 0
    squares: int = 0

    def and_one(self, units: int) -> "Placed":
        """These wagers and one more."""
        return Placed(self.count + 1, self.units + units, self.squares + units * units)


class Takings(msgspec.Struct, frozen=True):
    """A table's drop and win in dollars, and the expected win.

    No cash changes hands here, so the drop is the sum of all wagers placed. The win is what
    players have lost, without wagers still on the layout; `hold` is win / drop. `expected` is the
    expected win of the wagers whose edge is known, None before `TakingsBook.learn`. The win lies
    between `low` and `high` with a probability of 95 %; None if a deviation is not known.
    """

    table: str
    rounds: int
    drop: str
    win: str
    hold: float | None
    expected: float | None
    low: float | None
    high: float | None

    @property
    def standard_errors(self) -> float | None:
        """How far the win lies above its expectation, in standard errors; None if not known."""
        if self.expected is None or self.low is None or self.high is None or self.high == self.low:
            return None
        return (float(self.win) - self.expected) * 2 * NORMAL_95 / (self.high - self.low)


class TakingsBook:
    """Adds up the wagers placed at the tables of a journal, reading each record once."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._placed: dict[str, dict[str, Placed]] = {}
        self._read: dict[str, int] = {}
        self._worth: dict[str, tuple[TableRules, dict[str, Worth]]] = {}
        self._lock = Lock()

    def takings(self, state: AnyTable) -> Takings:
        """A table's takings so far."""
        name = state.rules.name
        by_wager = self._up_to_now(name)
        drop = sum(sums.units for sums in by_wager.values())
        players = sum(
            units for account, units in state.accounts.items() if account.startswith(PLAYER)
        )
        win = -players - state.accounts.get("layout", 0)
        expected, margin = _expected(self._known(state.rules), by_wager)
        return Takings(
            name,
            state.round,
            format_dollars(drop),
            format_dollars(win),
            win / drop if drop else None,
            expected,
            None if expected is None or margin is None else expected - margin,
            None if expected is None or margin is None else expected + margin,
        )

    def learn(self, rules: TableRules) -> None:
        """Compute the worth of each wager of a table, once for each submission."""
        known = self._worth.get(rules.name)
        if known is None or known[0] is not rules:
            self._worth[rules.name] = (rules, worth_of(rules))

    def _known(self, rules: TableRules) -> dict[str, Worth]:
        """The worth of a table's wagers, as far as `learn` has computed it."""
        known = self._worth.get(rules.name)
        return {} if known is None or known[0] is not rules else known[1]

    def _up_to_now(self, table: str) -> dict[str, Placed]:
        with self._lock:
            by_wager = self._placed.setdefault(table, {})
            for record in self._journal.records(stream_of(table), self._read.get(table, 0)):
                for event in events_of(decode_body(record.body)):
                    if isinstance(event, e.WagerPlaced | e.InsurancePlaced):
                        slug = _slug(event)
                        by_wager[slug] = by_wager.get(slug, Placed()).and_one(event.amount)
                self._read[table] = record.position
            return dict(by_wager)


def _slug(event: e.WagerPlaced | e.InsurancePlaced) -> str:
    return wager_of(event.wager) if isinstance(event, e.WagerPlaced) else INSURANCE_WAGER


def worth_of(rules: TableRules) -> dict[str, Worth]:
    """The worth of each wager of a table, if known; of the Blackjack wager, at the best play."""
    worth: dict[str, Worth] = {}
    try:
        for record in reversed(table_records(rules)):
            edge = float(long_run_edge(record, rules.offered(record.wager)))
            worth[record.wager] = Worth(edge, record.standard_deviation)
    except BadInput:
        pass  # a table without side wagers
    if rules.has_blackjack_wager:
        try:
            solved = solve_table(rules, "total")
        except BadInput:
            return worth
        worth[BLACKJACK_WAGER] = Worth(-solved.expected_value, solved.standard_deviation())
    return worth


def _expected(
    worth: dict[str, Worth], by_wager: dict[str, Placed]
) -> tuple[float | None, float | None]:
    """The expected win, and the margin around it that holds 95 % of results, in dollars."""
    known = [(worth[slug], sums) for slug, sums in by_wager.items() if slug in worth]
    if not known:
        return None, None
    expected = sum(value.edge * sums.units for value, sums in known) / UNITS_PER_DOLLAR
    if any(value.deviation is None for value, _ in known):
        return expected, None
    variance = sum((value.deviation or 0.0) ** 2 * sums.squares for value, sums in known)
    return expected, NORMAL_95 * sqrt(variance) / UNITS_PER_DOLLAR


def total_takings(tables: Iterable[Takings]) -> tuple[Decimal, Decimal]:
    """Drop and win of several tables, in dollars."""
    rows = list(tables)
    return sum((Decimal(row.drop) for row in rows), ZERO), sum(
        (Decimal(row.win) for row in rows), ZERO
    )

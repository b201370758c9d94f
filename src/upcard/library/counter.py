"""`upcard.counter`: what a card counter wins at a table, by count, and the best wagers for it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from upcard.analysis.counters import ramp as ramps
from upcard.analysis.counters.dealing import CounterDealing, every_count, without_side_wagers
from upcard.analysis.counters.index_plays import IndexPlay
from upcard.analysis.counters.playing import InsuredRounds
from upcard.analysis.counters.ramp import CounterRisk, CountRow, Wagered
from upcard.analysis.counters.wagering import wager_wins, wagers_of
from upcard.compiled.simulation.fields import MAX_SEATS
from upcard.library.arguments.checks import check_rules
from upcard.library.counting import Count, count_of
from upcard.library.rules import Rules
from upcard.library.simulation.players import StrategyGiven
from upcard.library.simulation.simulate import seat, seed_of
from upcard.library.strategy.strategy import Play
from upcard.library.tabular.display import html_table, percent, text_table
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.rules.violation import BadInput
from upcard.simulation.run import processors
from upcard.text import schemas

ROUNDS: Final = 1_000_000
MAX_ROUNDS: Final = 20_000_000
"""Rounds are kept in memory, about 60 bytes each."""

SPREAD: Final = 12.0
MAX_SPREAD: Final = 1_000.0
KELLY: Final = 1.0

FIGURES: Final = (
    *("count", "title", "source", "true_count", "rounds", "seed", "seats", "penetration"),
    *("share_played", "enter", "leave", "insurance_count"),
)
"""The figures of a counter that JSON has as they are."""

HEADERS: Final = ("count", "rounds", "EV", "± 1 s.e.", "deviation", "units", "boxes")


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Counter:
    """What a counter wins at a table.

    `rows` are by count, with the units wagered. `free` is what the ramp wins in real-valued units,
    the best one unless a ramp was given, and `played` what it wins in whole units; limits for cover
    may lead to wagers between them. Both are per round dealt; `share_played` of them are played.
    `ends` are the lowest and the highest count that are told apart.
    """

    title: str
    source: str
    count: str
    true_count: bool
    rounds: int
    seed: int
    seats: int
    penetration: float
    rows: list[CountRow]
    free: Wagered
    played: Wagered
    share_played: float
    risk: CounterRisk | None
    indices: list[IndexPlay]
    enter: int | None
    leave: int | None
    insurance_count: str | None
    ends: tuple[int, int]

    def to_dict(self) -> dict[str, Any]:
        """The figures as in JSON."""
        form: dict[str, Any] = {name: getattr(self, name) for name in FIGURES}
        parts = {"by_count": self.rows, "free": self.free, "played": self.played}
        parts |= {"risk": self.risk, "indices": self.indices}
        return {"schema": schemas.COUNTER, **form, **msgspec.to_builtins(parts, str_keys=True)}

    def __repr__(self) -> str:
        return f"{self._title()}\n{text_table(HEADERS, self.lines())}"

    def _repr_html_(self) -> str:
        return html_table(HEADERS, self.lines(), self._title())

    def lines(self) -> list[tuple[str, ...]]:
        """The rows as text, by `HEADERS`."""
        return [
            (
                self.count_label(row.count),
                f"{100 * row.share:.3f} %",
                f"{100 * row.mean:+.3f} %",
                f"{100 * row.standard_error:.3f} %",
                f"{row.deviation:.3f}",
                f"{row.bet:g}",
                str(row.boxes),
            )
            for row in self.rows
        ]

    def count_label(self, count: int) -> str:
        """The count of a row: the first and the last of `ends` stand for all beyond them too."""
        lowest, highest = self.ends
        sign = "≤ " if count == lowest else "≥ " if count == highest else ""
        return sign + (f"{count:+d}" if count else "0")

    def _title(self) -> str:
        played = self.played
        return (
            f"{self.title}: {100 * played.mean:+.3f} ± {100 * played.standard_error:.3f} units "
            f"per 100 rounds, deviation {played.deviation:.3f} a round, "
            f"SCORE {self.free.score:.2f}, c-SCORE {played.score:.2f}; "
            f"{percent(self.share_played, 2)} of the rounds played"
        )


def counter(  # noqa: PLR0913 - the options of a counter
    rules: Rules,
    count: Count | str | Path,
    *,
    penetration: float | None = None,
    seats: int | None = None,
    boxes: int = 1,
    spread: float = SPREAD,
    ramp: Mapping[int, int] | None = None,
    indices: bool = True,
    strategy: StrategyGiven | None = None,
    play: Play = "total",
    insurance_count: Count | str | Path | None = None,
    enter: int | None = None,
    leave: int | None = None,
    most_change: float | None = None,
    follows_results: bool = False,
    bankroll: float | None = None,
    kelly: float = KELLY,
    unit: float | None = None,
    rounds: int = ROUNDS,
    seed: int | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Counter:
    """What a card counter wins with the Blackjack wager: by count, and with the best wagers.

    At least `rounds` rounds are dealt to `seats` boxes (as many as `boxes`), all played by the
    count's `indices` or a `strategy` of one's own. Wagers are from 1 to `spread` units in up to
    `boxes` boxes: with the best ratio of mean and deviation, the best growth of a `kelly` fraction
    of a `bankroll` where a `unit` is given too (dollars), or a `ramp` of one's own. Insurance goes
    by `insurance_count`. With `enter` the counter sits down at that count, and stands up below
    `leave`. A wager is at most `most_change` times the last one and at least that part of it, and
    with `follows_results` rises after a win only and falls after a loss only. Raises `BadInput`
    for options out of range and a table where cards cannot be counted.
    """
    check_rules(rules, rounds=rounds, seed=seed, seats=seats, workers=workers)
    _check(rounds, spread, boxes, kelly, most_change, bankroll, unit)
    _check_places(boxes, boxes if seats is None else seats, enter, leave)
    playing = {"strategy": strategy, "play": play, "indices": indices and strategy is None}
    dealing = _set_up(rules, count_of(count), insurance_count, seats or boxes, penetration, playing)
    used = seed_of(seed)
    insured = dealing.deal_rounds(
        rounds, used, workers or processors(), progress, enter=enter, leave=leave
    )
    dollars = unit or rules.table.minimum / UNITS_PER_DOLLAR
    rows = ramps.count_rows(insured)
    if ramp is not None:
        rows = ramps.with_ramp(rows, {true_count: float(bet) for true_count, bet in ramp.items()})
    else:
        units = None if bankroll is None or unit is None else kelly * bankroll / unit
        rows = ramps.best_ramp(rows, spread, boxes=boxes, bankroll=units)
    free = wager_wins(insured, *wagers_of(insured, rows))
    rows = ramps.whole_units(rows, spread if ramp is None else max(ramp.values()))
    wagers = wagers_of(insured, rows, most_change=most_change, follows_results=follows_results)
    played = wager_wins(insured, *wagers)
    risk = None if bankroll is None else ramps.risk_of(played, bankroll, dollars, kelly)
    entered = (enter, enter if leave is None else leave)
    return _result(dealing, insured, used, rows, (free, played), risk, entered)


def _set_up(
    rules: Rules,
    count: Count,
    insurance_count: Count | str | Path | None,
    seats: int,
    penetration: float | None,
    playing: dict[str, Any],
) -> CounterDealing:
    """Set up the rounds of a counter who plays as asked."""
    plain = Rules(rules.text, without_side_wagers(rules.table))
    ramp = every_count(plain.table, count.system, penetration)
    player = seat(plain, count=count, ramp=ramp, penetration=penetration, **playing).counting
    assert player is not None, "there is a count"
    insurance_system = None if insurance_count is None else count_of(insurance_count).system
    return CounterDealing(
        plain.table, player, own=insurance_system, seats=seats, penetration=penetration
    )


def _result(
    dealing: CounterDealing,
    insured: InsuredRounds,
    seed: int,
    rows: list[CountRow],
    wins: tuple[Wagered, Wagered],
    risk: CounterRisk | None,
    entered: tuple[int | None, int | None],
) -> Counter:
    """The counter with these figures."""
    player, own_system = dealing.player, dealing.own
    return Counter(
        title=player.system.title,
        source=player.system.source,
        count=player.system.slug,
        true_count=player.strategy.per_deck,
        rounds=len(insured),
        seed=seed,
        seats=dealing.seats,
        penetration=dealing.plan.penetration or 0.0,
        rows=rows,
        free=wins[0],
        played=wins[1],
        share_played=float(insured.seated.mean()),
        risk=risk,
        indices=player.indices,
        enter=entered[0],
        leave=entered[1],
        insurance_count=None if own_system is None else own_system.title,
        ends=(player.strategy.lowest, player.strategy.lowest + len(player.strategy.bets) - 1),
    )


def _check_places(boxes: int, seats: int, enter: int | None, leave: int | None) -> None:
    """Raise `BadInput` for boxes that are not there, and counts at which nobody sits."""
    if leave is not None and enter is None:
        raise BadInput("A counter who leaves enters: name the count for that too.")
    if enter is not None and leave is not None and leave > enter:
        raise BadInput(f"A counter who enters at {enter} leaves below that, not below {leave}.")
    if boxes > seats:
        raise BadInput(f"{boxes} boxes are played at a table with that many seats, not {seats}.")


def _check(
    rounds: int,
    spread: float,
    boxes: int,
    kelly: float,
    most_change: float | None,
    bankroll: float | None,
    unit: float | None,
) -> None:
    """Raise `BadInput` for figures out of range."""
    if not 1 <= rounds <= MAX_ROUNDS:
        raise BadInput(f"A counter is followed for 1 to {MAX_ROUNDS:,} rounds.")
    if not 1 <= spread <= MAX_SPREAD:
        raise BadInput(f"A spread is from 1 to {MAX_SPREAD:,.0f} units.")
    if not 1 <= boxes <= MAX_SEATS:
        raise BadInput(f"A counter plays 1 to {MAX_SEATS} boxes.")
    if not 0 < kelly <= 1:
        raise BadInput("A Kelly fraction is more than 0 and at most 1.")
    if most_change is not None and not most_change > 1:
        raise BadInput("A wager changes by a factor of more than 1.")
    for name, dollars in (("bankroll", bankroll), ("unit", unit)):
        if dollars is not None and not 0 < dollars < 1e12:
            raise BadInput(f"The {name} is an amount above $0.")

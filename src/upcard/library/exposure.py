"""`upcard.exposure`: what counting cards is worth against a side wager."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Final

import msgspec

from upcard.analysis.counters.count_wins import CountWin
from upcard.analysis.counters.linear_counts import PERFECT, LinearCount
from upcard.analysis.counters.penetration import PENETRATIONS, Penetration
from upcard.analysis.counters.perfect_counter import PerfectCounter
from upcard.analysis.counters.played_wagers import ROUNDS
from upcard.analysis.exposure.bonuses import bonus_of
from upcard.analysis.exposure.wagers import SEED, SHOES, Exposure, exposure_of
from upcard.analysis.remaining.wins import ExposureProgress
from upcard.exact.par import ParRecord
from upcard.library.arguments.checks import check_whole
from upcard.library.counting import Count, count_of
from upcard.library.dollars import Dollars
from upcard.library.exposure_choices import check_figures, known_of, with_bonus
from upcard.library.odds import odds
from upcard.library.tabular.columns import Column
from upcard.library.tabular.display import TitledTable, percent
from upcard.library.tabular.records import Records, TableForm
from upcard.library.wagers import Wager
from upcard.rules.violation import BadInput, UnknownName
from upcard.text import schemas
from upcard.text.words import listed, quoted

COLUMNS: Final = (
    Column("wager", "utf8"),
    Column("jurisdiction", "utf8"),
    Column("section", "utf8"),
    Column("paytable", "utf8"),
    Column("decks", "int64"),
    Column("figure", "utf8"),
    Column("of", "utf8"),
    Column("penetration", "float64", nullable=True),
    Column("value", "float64"),
    Column("standard_error", "float64", nullable=True),
)
"""One row a figure: ``expected-value``, ``effect-of-removal`` of a card, ``correlation`` of a
count, its ``share``, ``win-per-100`` and ``forecast-per-100``, where hardly any shoe favors it
``win-per-100-at-most`` and ``share-at-most`` (95 %), ``break-even-meter`` in dollars."""


@dataclass(frozen=True, slots=True, repr=False)
class WagerExposure(TitledTable):
    """What counting is worth against one paytable with a number of decks, per unit wagered.

    `exposure` has every figure that is known.
    """

    _headers: ClassVar = ("count", "dealt", "placed", "win per 100 rounds", "standard error")

    exposure: Exposure

    @property
    def wager(self) -> str:
        """The wager's identifier."""
        return self.exposure.wager

    @property
    def paytable(self) -> str:
        """The paytable's name as printed."""
        return self.exposure.paytable

    @property
    def decks(self) -> int:
        """The number of decks."""
        return self.exposure.decks

    @property
    def method(self) -> str:
        """``exact``, or ``simulated`` where play decides the wager."""
        return self.exposure.method

    @property
    def expected_value(self) -> float:
        """The expected win off the top, with `standard_error` where it is simulated."""
        return self.exposure.expected_value

    @property
    def standard_error(self) -> float | None:
        """The standard error of the expected value; None for an exact one."""
        return self.exposure.standard_error

    @property
    def effects(self) -> dict[str, float]:
        """The change of the expected value when a card is gone, by card (``As``)."""
        return self.exposure.effects

    @property
    def counts(self) -> list[LinearCount]:
        """The counts: the perfect linear one first, the best integer ones, the published ones.

        Empty where all cards matter alike.
        """
        return self.exposure.counts

    @property
    def penetrations(self) -> list[Penetration]:
        """What each count wins from shoes dealt to each penetration."""
        return self.exposure.penetrations

    @property
    def penetration(self) -> float:
        """The penetration of `perfect`, `linear`, `best_count` and `count`."""
        return self.exposure.penetration

    @property
    def perfect(self) -> PerfectCounter | None:
        """What exact odds of every remaining shoe would win; None where play decides the wager."""
        return self.exposure.perfect

    @property
    def linear(self) -> CountWin | None:
        """What the best linear count wins; None where all cards matter alike."""
        return self.exposure.linear

    @property
    def best_count(self) -> CountWin | None:
        """What the integer count does that wins most; None where all cards matter alike."""
        return self.exposure.best_count

    @property
    def count(self) -> CountWin | None:
        """What the count wins that was asked for; None without one."""
        return self.exposure.count

    def win(self, count: str = PERFECT, penetration: float | None = None) -> Penetration:
        """What a count wins at a penetration, the first without one: ``win().win_per_100``.

        In units of the wager per 100 rounds, with its `standard_error`; `share` is the part of the
        rounds in which the count places the wager. Raises `UnknownName` for what was not dealt.
        """
        for row in self.penetrations:
            if row.count == count and penetration in (None, row.penetration):
                return row
        counts = list(dict.fromkeys(row.count for row in self.penetrations))
        depth = "" if penetration is None else f" at a penetration of {penetration:g}"
        hint = f"; there is {listed(counts)}" if counts else ""
        raise UnknownName(f"No count {quoted(count)} was dealt{depth}{hint}.")

    def to_dict(self) -> dict[str, Any]:
        """The exposure as in ``upcard exposure --json``."""
        document: dict[str, Any] = msgspec.to_builtins(self.exposure)
        return document

    def _lines(self) -> list[tuple[object, ...]]:
        return [
            (
                row.count,
                f"{100 * row.penetration:g} %",
                percent(row.share, 3),
                row.win_per_100,
                row.error_in_words,
            )
            for row in self.penetrations
        ]

    def _title(self) -> str:
        return (
            f"{self.wager}, paytable {self.paytable}, {self.decks} decks: expected value "
            f"{percent(self.expected_value)} ({self.exposure.section}), {self.exposure.shoes:,} "
            "shoes dealt"
        )


def rows(exposed: WagerExposure) -> Iterator[dict[str, object]]:
    """The rows of data of an exposure, by the names of `COLUMNS`."""
    figures = exposed.exposure
    shared_cells: dict[str, object] = {
        "wager": figures.wager,
        "jurisdiction": figures.jurisdiction,
        "section": figures.section,
        "paytable": figures.paytable,
        "decks": figures.decks,
    }

    def row(
        figure: str, item: str, value: float, error: float | None = None, depth: float | None = None
    ) -> dict[str, object]:
        query = {"figure": figure, "of": item, "penetration": depth}
        return {**shared_cells, **query, "value": value, "standard_error": error}

    yield row("expected-value", "", figures.expected_value, figures.standard_error)
    for card, effect in figures.effects.items():
        yield row("effect-of-removal", card, effect, figures.effect_errors.get(card))
    for count in figures.counts:
        yield row("correlation", count.name, count.correlation)
    for dealt in figures.penetrations:
        name, depth = dealt.count, dealt.penetration
        yield row("share", name, dealt.share, None, depth)
        yield row("win-per-100", name, dealt.win_per_100, dealt.standard_error, depth)
        yield row("forecast-per-100", name, dealt.forecast_per_100, None, depth)
        if dealt.win_at_most is not None:
            yield row("win-per-100-at-most", name, dealt.win_at_most, None, depth)
        if dealt.share_at_most is not None:
            yield row("share-at-most", name, dealt.share_at_most, None, depth)
    for name, dollars in figures.break_even_meter.items():
        yield row("break-even-meter", name, dollars)


def _line(exposed: WagerExposure) -> tuple[object, ...]:
    best = max(exposed.penetrations, key=lambda row: row.win_per_100, default=None)
    won = (None, None) if best is None else (best.win_per_100, f"{100 * best.penetration:g} %")
    return (
        exposed.wager,
        exposed.paytable,
        exposed.decks,
        percent(exposed.expected_value),
        exposed.method,
        *won,
    )


FORM: Final[TableForm[WagerExposure]] = TableForm(
    schemas.EXPOSURES,
    COLUMNS,
    rows,
    ("wager", "paytable", "decks", "expected value", "method", "best win per 100", "dealt"),
    _line,
    "Exposure to counting",
)


def exposure(  # noqa: PLR0913 - what may be narrowed down
    wager: str | Wager,
    *,
    jurisdiction: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    penetration: float | None = None,
    count: str | Count | None = None,
    bonus: str | None = None,
    players: int | None = None,
    meters: Mapping[str, Dollars] | Dollars | None = None,
    as_of: date | None = None,
    shoes: int = SHOES,
    rounds: int = ROUNDS,
    seed: int = SEED,
    progress: ExposureProgress | None = None,
) -> Records[WagerExposure]:
    """What counting cards is worth against a wager: a record for each paytable and deck number.

    `penetration` is the part of the shoe that is dealt, 0.5 to 0.9 in six steps without one, and
    `count` a published count that is dealt too, with those computed for the wager. At least
    `shoes` are dealt to measure what the counts win, and where play decides the wager
    `rounds` from full shoes for the effects of removal: some seconds for each record. The same
    `seed` (below 2**64) gives the same figures. `meters` are what the meters show; without them
    they count at their seeds. A `bonus`, by its ``option`` in the odds, counts as a part of what
    the wager pays; an envy bonus and one for a seat that is drawn need the number of `players` who
    have the wager, the counter among them. Paytables without the bonus are left out where others
    have it. `progress` is called with the share of a record's shoes
    that is drawn, and a function that returns the rows known so far.

    Raises `UnknownName` and `RuleViolation` as `upcard.odds` does, and `BadInput` for a wager whose
    exposure is not known, such as one that hands of other games than Blackjack decide.
    """
    check_whole(decks=decks, players=players, shoes=shoes, rounds=rounds, seed=seed)
    check_figures(penetration, shoes, rounds, seed)
    found = odds(
        wager,
        jurisdiction=jurisdiction,
        paytable=paytable,
        decks=decks,
        meters=meters,
        as_of=as_of,
    )
    par_records = with_bonus(known_of([answer.record for answer in found]), bonus)
    results = exposures(
        par_records,
        penetrations=PENETRATIONS if penetration is None else (penetration,),
        count=None if count is None else count_of(count),
        bonus=bonus,
        players=players,
        shoes=shoes,
        rounds=rounds,
        seed=seed,
        progress=progress,
    )
    return Records(FORM, tuple(results))


def exposures(  # noqa: PLR0913 - each may be chosen
    records: Iterable[ParRecord],
    *,
    penetrations: Sequence[float] = PENETRATIONS,
    count: Count | None = None,
    bonus: str | None = None,
    players: int | None = None,
    shoes: int = SHOES,
    rounds: int = ROUNDS,
    seed: int = SEED,
    progress: ExposureProgress | None = None,
) -> Iterator[WagerExposure]:
    """The exposure of each record of odds, computed when it is asked for.

    Raises `BadInput` for players without a bonus.
    """
    if bonus is None and players is not None:
        raise BadInput("The number of players matters to a bonus alone.")
    system = None if count is None else count.system
    for record in records:
        yield WagerExposure(
            exposure_of(
                record,
                penetrations=penetrations,
                count=system,
                bonus=None if bonus is None else bonus_of(record, bonus, players),
                shoes=shoes,
                rounds=rounds,
                seed=seed,
                prices_shoes=True,
                progress=progress,
            )
        )

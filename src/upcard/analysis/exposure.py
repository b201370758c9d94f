"""How far a side wager is exposed to players who count cards.

Effects of removal are exact. What a count wins is dealt: random shoes, a round every few cards, in
which the count places the wager when its linear forecast is above 0; what it then wins is decided
by the wager's own classifier. Errors come from batches of shoes.
"""

from array import array
from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from upcard.analysis.linear_counts import LinearCount, counts_of, forecast
from upcard.cards.card import DECK_SIZE, name_of
from upcard.compiled.exposure import counted
from upcard.compiled.simulation import layout as at
from upcard.compiled.simulation.stream import MASK, WORD
from upcard.money.odds import MeterShare
from upcard.odds.par import OutcomeRecord, Record, break_even_dollars
from upcard.odds.removal import Removal, has_effects, removal
from upcard.rules.violation import BadInput
from upcard.wagers.catalogue import wager
from upcard.wagers.kit import LOSE, Wager

PENETRATIONS: Final = (0.5, 0.6, 0.7, 0.75, 0.8, 0.9)
CARDS_OF_A_ROUND: Final = 6
"""About what a round of one player takes."""

SHOES: Final = 100_000
BATCHES: Final = 100
SEED: Final = 1

SCALE: Final = 10**9
"""Forecasts and wins are counted in these parts of the wager."""

FIRST_CARDS: Final = 4
DEALERS_CARDS: Final = 14
"""The most that a dealer's hand is taken to need behind the player's two cards."""

DRAWN: Final = frozenset({"dealer_total", "dealer_cards"})
"""Facts for which the dealer draws."""


class Penetration(msgspec.Struct, frozen=True):
    """What a count makes of shoes that are dealt so far, in units of the wager.

    `share` is the part of the rounds in which it places the wager. Of 100 rounds it wins
    `win_per_100` with its `standard_error`; `forecast_per_100` is what it expected then.
    """

    count: str
    penetration: float
    share: float
    win_per_100: float
    standard_error: float
    forecast_per_100: float


class Exposure(msgspec.Struct, frozen=True):
    """What counting is worth against a paytable with so many decks, per unit wagered.

    `effects` are by card: how much the expected value changes when it is gone. Where all are
    alike, as in a wager on pairs, there is no linear count, and `counts` and `penetrations` are
    empty. Meters show what `expected_value` counts; `break_even_meter` is in dollars.
    """

    wager: str
    jurisdiction: str
    section: str
    paytable: str
    decks: int
    options: dict[str, str | bool]
    expected_value: float
    effects: dict[str, float]
    counts: list[LinearCount]
    penetrations: list[Penetration]
    shoes: int
    break_even_meter: dict[str, float]


def exposure_of(record: Record, *, shoes: int = SHOES, seed: int = SEED) -> Exposure:
    """The exposure of a record; meters count with what it has them show.

    Raises `BadInput` for a wager whose effects of removal are not known: one that hangs on how
    hands are played, or on no cards.
    """
    found = wager(record.wager, record.jurisdiction, record.form)
    if record.note or not has_effects(found):
        raise BadInput(
            f"Exposure is known of wagers that first cards or the dealer's total decide; "
            f"{record.title} is none."
        )
    backs = _backs(record, found)
    removed = removal(found, record.decks, backs)
    effects = [float(effect) for effect in removed.effects]
    counts, rows = [], []
    if max(effects) - min(effects) > 1 / SCALE:
        counts = counts_of(effects)
        own = [one for one in counts if not one.published]
        rows = _dealt(record, found, own, removed, backs, shoes, seed)
    return Exposure(
        wager=record.wager,
        jurisdiction=record.jurisdiction,
        section=record.section,
        paytable=record.paytable,
        decks=record.decks,
        options=record.options,
        expected_value=float(removed.expected),
        effects={name_of(card): effect for card, effect in enumerate(effects)},
        counts=counts,
        penetrations=rows,
        shoes=shoes if rows else 0,
        break_even_meter=break_even_dollars(record),
    )


def _backs(record: Record, found: Wager) -> list[Fraction]:
    """What each outcome hands back of a unit, its shares of meters with it."""
    rows = {row.outcome: _back(record, row) for row in record.outcomes}
    return [rows.get(outcome, rows[LOSE]) for outcome in found.outcomes]


def _back(record: Record, row: OutcomeRecord) -> Fraction:
    shares = [pay for pay in row.award if isinstance(pay, MeterShare)]
    units = sum(pay.percent * record.meters.get(pay.meter, 0) for pay in shares)
    return row.back + Fraction(units, 100 * record.wager_units)


def _dealt(
    record: Record,
    found: Wager,
    counts: Sequence[LinearCount],
    removed: Removal,
    backs: Sequence[Fraction],
    shoes: int,
    seed: int,
) -> list[Penetration]:
    """What counts win, by how far the shoes are dealt."""
    size = DECK_SIZE * record.decks
    needed = FIRST_CARDS if DRAWN.isdisjoint(found.facts) else DEALERS_CARDS
    reached = [share for share in PENETRATIONS if floor(share * size) <= size - needed]
    if not reached:
        return []
    rounds = (floor(max(reached) * size) - 1) // CARDS_OF_A_ROUND + 1
    effects = [float(effect) for effect in removed.effects]
    tags = [[(size - 1) * effect for effect in forecast(one, effects)] for one in counts]
    cards, ints = _areas(size, rounds, tags, float(removed.expected), backs)
    kernel = counted.counting(found.classify, found.facts, found.given)
    sums = np.frombuffer(ints, np.int64)[ints[counted.SUMS] :]
    batches = np.empty((BATCHES, len(counts), rounds, counted.OF_A_ROUND))
    ints[counted.SHOES] = max(1, shoes // BATCHES)
    ints[at.SEED_LOW], ints[at.SEED_HIGH] = seed & MASK, seed >> WORD
    for batch in range(BATCHES):
        ints[at.BLOCK], ints[at.COUNTER] = batch, 0
        sums[:] = 0
        kernel(cards, ints)
        batches[batch] = sums.reshape(batches.shape[1:])
    return [
        _row(one.name, share, batches[:, number], size)
        for number, one in enumerate(counts)
        for share in reached
    ]


def _row(name: str, penetration: float, batches: NDArray[np.float64], size: int) -> Penetration:
    """A count's wagers in the rounds up to a penetration; `batches` by batch, round and sum."""
    rounds = (floor(penetration * size) - 1) // CARDS_OF_A_ROUND + 1
    offered, placed, forecasts, won = batches[:, :rounds].sum(axis=1).T
    wins = 100 * won / offered / SCALE
    return Penetration(
        count=name,
        penetration=penetration,
        share=float(placed.sum() / offered.sum()),
        win_per_100=float(100 * won.sum() / offered.sum() / SCALE),
        standard_error=float(wins.std(ddof=1) / len(batches) ** 0.5),
        forecast_per_100=float(100 * forecasts.sum() / offered.sum() / SCALE),
    )


def _areas(
    size: int,
    rounds: int,
    tags: Sequence[Sequence[float]],
    expected: float,
    backs: Sequence[Fraction],
) -> tuple["array[int]", "array[int]"]:
    """The areas of the kernel, as `compiled.exposure.counted` lays them out."""
    counts = len(tags)
    parts = {
        counted.PAYS: [round((back - 1) * SCALE) for back in backs],
        counted.TAGS: [round(tag * SCALE) for of_count in tags for tag in of_count],
        counted.BASES: [round(expected * SCALE)] * counts + [0] * counts,
        counted.SUMS: [0] * (counts * rounds * counted.OF_A_ROUND),
    }
    ints = array("q", bytes(8 * counted.PLACES))
    ints[at.CARDS] = size
    ints[counted.COUNTS], ints[counted.ROUNDS] = counts, rounds
    ints[counted.STEP] = CARDS_OF_A_ROUND
    for place, numbers in parts.items():
        ints[place] = len(ints)
        ints.extend(numbers)
    return array("B", bytes(at.TABLES)), ints

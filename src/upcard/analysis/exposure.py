"""The exposure of a side wager to players who count cards.

Effects of removal are exact, except for wagers that depend on how hands are played, whose rounds
are simulated (`played_exposure`). What a count wins is measured on dealt shoes, with a round every
few cards: the count places the wager when its linear forecast is above 0, and the wager's own
classifier decides what it wins. Errors are estimated from batches of shoes.
"""

from array import array
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import floor
from typing import Final, TypeAlias

import msgspec
import numpy as np

from upcard.analysis.linear_counts import LinearCount, counts_of, forecast
from upcard.analysis.penetration import PENETRATIONS, Penetration, summarize_penetration
from upcard.analysis.played_exposure import ROUNDS, Effects, PlayedExposure, table_with
from upcard.cards.card import DECK_SIZE, name_of
from upcard.compiled.exposure import baccarat, counted
from upcard.compiled.simulation import layout as at
from upcard.compiled.simulation.stream import MASK, WORD
from upcard.exact.par import OutcomeRecord, ParRecord, break_even_dollars
from upcard.exact.removal import has_effects, is_of_baccarat, removal
from upcard.games.table_rules import TableRules
from upcard.money.odds import MeterShare
from upcard.rules.violation import BadInput
from upcard.wagers.catalogue import wager
from upcard.wagers.facts import OF_THE_DEALERS_DRAW
from upcard.wagers.kit import LOSE, WagerRule

CARDS_OF_A_ROUND: Final = 6
"""Approximate cards of a round with one player."""

SHOES: Final = 100_000
BATCHES: Final = 100
SEED: Final = 1

SCALE: Final = 10**9
"""Forecasts and wins are integers in units of 1/SCALE of the wager."""

FIRST_CARDS: Final = 4
DEALERS_CARDS: Final = 14
"""The most cards that a dealer's hand is assumed to need after the player's two."""

DealShoes: TypeAlias = Callable[
    [Sequence[LinearCount], Effects, int], tuple[list[Penetration], int]
]
"""Deals at least a number of shoes; returns what the counts win, and the number dealt."""


class Exposure(msgspec.Struct, frozen=True):
    """What counting is worth against a paytable with a number of decks, per unit wagered.

    `effects` are by card: the change of the expected value when it is gone. If all are equal, as
    for a wager on pairs, there is no linear count, and `counts` and `penetrations` are empty.
    Meters have the amounts that `expected_value` includes; `break_even_meter` is in dollars. If
    `method` is "simulated", the expected value has a `standard_error`, and so has each effect.
    """

    wager: str
    jurisdiction: str
    section: str
    paytable: str
    decks: int
    options: dict[str, str | bool]
    method: str
    expected_value: float
    standard_error: float | None
    effects: dict[str, float]
    effect_errors: dict[str, float]
    counts: list[LinearCount]
    penetrations: list[Penetration]
    shoes: int
    break_even_meter: dict[str, float]


def is_exposed(record: ParRecord) -> bool:
    """Whether the exposure of a record can be computed."""
    return not record.note and (has_effects(_wager(record)) or _table(record) is not None)


def is_simulated(record: ParRecord) -> bool:
    """Whether the effects of a record for which `is_exposed` is true are simulated."""
    return not has_effects(_wager(record))


def exposure_of(
    record: ParRecord,
    *,
    penetrations: Sequence[float] = PENETRATIONS,
    shoes: int = SHOES,
    rounds: int = ROUNDS,
    seed: int = SEED,
) -> Exposure:
    """The exposure of a record, with its meters at the amounts in the record.

    `rounds` from full shoes give the effects if they are simulated; `shoes` give what counts win at
    the `penetrations`.

    Raises `BadInput` for a record that is not a wager of its own, and for one that depends on how
    hands are played at a game other than the base game.
    """
    if not is_exposed(record):
        raise BadInput(
            "Exposure is computed for wagers that cards or hands of the base game decide; "
            f"{record.title} is not one of them."
        )
    priced_wager = _wager(record)
    backs = _backs(record, priced_wager)
    if has_effects(priced_wager):
        removed = removal(priced_wager, record.decks, backs)
        exact = [float(effect) for effect in removed.effects]
        made = Effects(float(removed.expected), None, exact, [])
        deal: DealShoes = partial(
            _deal_shoes, record, priced_wager, backs, seed, penetrations=penetrations
        )
    else:
        rules = _table(record)
        assert rules is not None
        played = PlayedExposure(rules, priced_wager, backs, seed)
        made = played.effects(rounds)
        deal = partial(played.penetrations, shares=penetrations)
    counts: list[LinearCount] = []
    rows: list[Penetration] = []
    dealt = 0
    if max(made.by_card) - min(made.by_card) > 1 / SCALE:
        counts = counts_of(made.by_card)
        rows, dealt = deal([count for count in counts if not count.published], made, shoes)
    return _exposure(record, made, counts, rows, dealt)


def _exposure(
    record: ParRecord,
    made: Effects,
    counts: list[LinearCount],
    rows: list[Penetration],
    shoes: int,
) -> Exposure:
    names = [name_of(card) for card in range(DECK_SIZE)]
    return Exposure(
        wager=record.wager,
        jurisdiction=record.jurisdiction,
        section=record.section,
        paytable=record.paytable,
        decks=record.decks,
        options=record.options,
        method="exact" if made.error is None else "simulated",
        expected_value=made.expected,
        standard_error=made.error,
        effects=dict(zip(names, made.by_card, strict=True)),
        effect_errors=dict(zip(names, made.errors, strict=False)),
        counts=counts,
        penetrations=rows,
        shoes=shoes,
        break_even_meter=break_even_dollars(record),
    )


def _wager(record: ParRecord) -> WagerRule:
    return wager(record.wager, record.jurisdiction, record.form)


def _table(record: ParRecord) -> TableRules | None:
    return table_with(record, _wager(record))


def _backs(record: ParRecord, wager: WagerRule) -> list[Fraction]:
    """What each outcome returns per unit, with its shares of meters."""
    rows = {row.outcome: _back(record, row) for row in record.outcomes}
    return [rows.get(outcome, rows[LOSE]) for outcome in wager.outcomes]


def _back(record: ParRecord, row: OutcomeRecord) -> Fraction:
    shares = [pay for pay in row.award if isinstance(pay, MeterShare)]
    units = sum(pay.percent * record.meters.get(pay.meter, 0) for pay in shares)
    return row.back + Fraction(units, 100 * record.wager_units)


def _deal_shoes(  # noqa: PLR0913 - what is dealt, and how far
    record: ParRecord,
    wager: WagerRule,
    backs: Sequence[Fraction],
    seed: int,
    counts: Sequence[LinearCount],
    made: Effects,
    shoes: int,
    *,
    penetrations: Sequence[float],
) -> tuple[list[Penetration], int]:
    """What the counts win, by penetration, and the number of shoes dealt."""
    size = DECK_SIZE * record.decks
    needed = FIRST_CARDS if OF_THE_DEALERS_DRAW.isdisjoint(wager.facts) else DEALERS_CARDS
    reached = [share for share in penetrations if floor(share * size) <= size - needed]
    if not reached:
        return [], 0
    rounds = _rounds_to(max(reached), size)
    tags = [[(size - 1) * effect for effect in forecast(count, made.by_card)] for count in counts]
    cards, ints = _memory_areas(size, rounds, tags, made.expected, backs)
    known = baccarat.FACTS if is_of_baccarat(wager) else counted.FACTS
    kernel = counted.counting(wager.classify, wager.facts, wager.offered_when, known)
    sums = np.frombuffer(ints, np.int64)[ints[counted.SUMS] :]
    batches = np.empty((BATCHES, len(counts), rounds, counted.OF_A_ROUND))
    ints[counted.SHOES] = max(1, shoes // BATCHES)
    ints[at.SEED_LOW], ints[at.SEED_HIGH] = seed & MASK, seed >> WORD
    for batch in range(BATCHES):
        ints[at.BLOCK], ints[at.COUNTER] = batch, 0
        sums[:] = 0
        kernel(cards, ints)
        batches[batch] = sums.reshape(batches.shape[1:])
    batches /= np.array([1, 1, SCALE, SCALE])
    rows = [
        summarize_penetration(
            count.name, share, batches[:, number, : _rounds_to(share, size)].sum(axis=1)
        )
        for number, count in enumerate(counts)
        for share in reached
    ]
    return rows, BATCHES * ints[counted.SHOES]


def _rounds_to(penetration: float, size: int) -> int:
    """The number of rounds that begin within a part of a shoe."""
    return (floor(penetration * size) - 1) // CARDS_OF_A_ROUND + 1


def _memory_areas(
    size: int,
    rounds: int,
    tags: Sequence[Sequence[float]],
    expected: float,
    backs: Sequence[Fraction],
) -> tuple["array[int]", "array[int]"]:
    """The kernel's memory areas, laid out as in `compiled.exposure.counted`."""
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

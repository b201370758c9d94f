"""The exposure of a side wager to players who count cards.

Effects of removal are exact, and so is the value of the wager in each remaining shoe that is drawn
(`remaining`): a count places the wager when its linear forecast is above 0, and wins that value.
Only the choice of shoes is random. Wagers of which neither is known are dealt instead
(`played_wagers`).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from upcard.analysis.counters.count_wins import CountWin, best_of, count_wins
from upcard.analysis.counters.linear_counts import PERFECT, LinearCount, counts_of
from upcard.analysis.counters.penetration import PENETRATIONS, Penetration
from upcard.analysis.counters.perfect_counter import PerfectCounter
from upcard.analysis.counters.played_wagers import ROUNDS, Effects, PlayedExposure, table_with
from upcard.analysis.exposure.bonuses import PricedBonus
from upcard.analysis.exposure.pricing import backs_of, exact_effects, values_of
from upcard.analysis.remaining.players import dealt_penetrations, perfect_of, shoe_wins
from upcard.analysis.remaining.valuations import PricedWager
from upcard.analysis.remaining.wins import ExposureProgress
from upcard.cards.card import DECK_SIZE, name_of
from upcard.exact import dealer, first_cards
from upcard.exact.par import ZERO, ParRecord, break_even_dollars
from upcard.exact.play.playing_out import is_of_first_draw, is_played_out
from upcard.exact.removal import has_effects
from upcard.games.table_rules import TableRules
from upcard.rules.counts import CountSystem
from upcard.rules.violation import BadInput
from upcard.simulation.games.family import DEEPEST
from upcard.wagers.catalogue import wager as wager_rule
from upcard.wagers.kit import WagerRule

SHOES: Final = 60_000
SEED: Final = 1

MIN_EFFECT: Final = 1e-9
"""Effects that differ by less are equal: cards tell nothing of the wager."""


class Exposure(msgspec.Struct, frozen=True):
    """What counting is worth against a paytable with a number of decks, per unit wagered.

    `effects` are by card: the change of the expected value when it is gone. If all are equal, as
    for a wager on pairs, there is no linear count, and `counts` and `penetrations` are empty.
    Meters have the amounts that `expected_value` includes; `break_even_meter` is in dollars. If
    `method` is "simulated", the expected value has a `standard_error`, and so has each effect.

    At `penetration`, `perfect` is what a player wins who knows the exact odds of every remaining
    shoe (None where play decides the wager, and where no shoe was priced), `linear` what the best
    linear count wins, `best_count` what the integer count does that wins most, and `count` what a
    count does that was asked for.
    """

    wager: str
    jurisdiction: str
    section: str
    paytable: str
    decks: int
    penetration: float
    perfect: PerfectCounter | None
    linear: CountWin | None
    best_count: CountWin | None
    count: CountWin | None
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
    """Whether the exposure of a record can be computed.

    Counters play whole decks of 52 cards, and hands by the text's rules of play.
    """
    wager = _wager(record)
    if record.note or record.left is not None:
        return False
    if not record.play.is_printed and not first_cards.decides(wager):
        return False
    return has_effects(wager) or _is_valued(wager) or _table(record) is not None


def is_simulated(record: ParRecord) -> bool:
    """Whether the effects of a record for which `is_exposed` is true are simulated."""
    wager = _wager(record)
    return not has_effects(wager) and not _is_valued(wager)


def is_slow(record: ParRecord) -> bool:
    """Whether each remaining shoe of a record is counted anew: half a minute, or some minutes."""
    wager = _wager(record)
    return not has_effects(wager) and _is_valued(wager) and not is_of_first_draw(wager)


def _is_valued(wager: WagerRule) -> bool:
    """Whether the wager has an exact value in every remaining shoe."""
    return dealer.decides(wager) or is_played_out(wager)


def exposure_of(  # noqa: PLR0913 - each may be chosen
    record: ParRecord,
    *,
    penetrations: Sequence[float] = PENETRATIONS,
    count: CountSystem | None = None,
    bonus: PricedBonus | None = None,
    shoes: int = SHOES,
    rounds: int = ROUNDS,
    seed: int = SEED,
    prices_shoes: bool = False,
    progress: ExposureProgress | None = None,
) -> Exposure:
    """The exposure of a record, with its meters at the amounts in the record.

    `rounds` from full shoes give the effects if they are simulated; `shoes` give what counts win at
    the `penetrations`: those computed for the wager, and the `count` where one is given; with 0,
    only what is known exactly. The `bonus` counts as a part of what the wager pays.
    With `prices_shoes` remaining shoes are priced for `perfect`, which takes some seconds; it is
    told to `progress`.

    Raises `BadInput` for a record for which `is_exposed` is false.
    """
    _refuse_unknown(record)
    values, effects = _values_and_effects(record, bonus, rounds, seed)
    counts: list[LinearCount] = []
    if max(effects.by_card) - min(effects.by_card) > MIN_EFFECT:
        counts = counts_of(effects.by_card, count)
    count_slug = "" if count is None else count.slug
    watching = [
        watched for watched in counts if not watched.published or watched.name == count_slug
    ]
    rows, dealt = _penetrations(
        record,
        values,
        effects,
        watching,
        penetrations=penetrations,
        shoes=shoes,
        seed=seed,
        every_card=prices_shoes,
        progress=progress,
    )
    depth = DEEPEST if DEEPEST in penetrations else max(penetrations)
    wins_of = count_wins(counts, rows, effects, depth, DECK_SIZE * record.decks)
    perfect = perfect_of(rows, depth, dealt)
    return _exposure(
        record,
        effects,
        counts,
        rows,
        dealt,
        bonus,
        penetration=depth,
        perfect=perfect,
        linear=wins_of.get(PERFECT),
        best_count=best_of(wins_of, counts),
        count=wins_of.get(count_slug),
    )


def _values_and_effects(
    record: ParRecord, bonus: PricedBonus | None, rounds: int, seed: int
) -> tuple[PricedWager | PlayedExposure, Effects]:
    """How the wager is valued, and its effects of removal."""
    rule = _wager(record)
    backs = backs_of(record, rule)
    if is_simulated(record):
        exposure = _played_exposure(record, backs, seed)
        return exposure, exposure.effects(rounds)
    effects = exact_effects(rule, record.decks, backs, bonus)
    return values_of(rule, record.decks, backs, bonus), effects


def _penetrations(  # noqa: PLR0913 - what is known, who plays, and how far
    record: ParRecord,
    values: PricedWager | PlayedExposure,
    effects: Effects,
    counts: Sequence[LinearCount],
    *,
    penetrations: Sequence[float],
    shoes: int,
    seed: int,
    every_card: bool,
    progress: ExposureProgress | None,
) -> tuple[list[Penetration], int]:
    """What players win, and the number of shoes dealt: by exact values, or by play."""
    if not counts and not (every_card and isinstance(values, PricedWager)):
        return [], 0
    if isinstance(values, PlayedExposure):
        return values.penetrations(counts, effects, shoes, penetrations)
    wins = shoe_wins(
        record.decks,
        values,
        effects,
        counts,
        penetrations=dealt_penetrations(_wager(record), record.decks, penetrations),
        shoes=shoes,
        every_card=every_card,
    )
    if wins is None:
        return [], 0
    if not shoes:
        return wins.exact_rows(), 0
    return wins.add(seed, progress).rows(), wins.plan.shoes


def _refuse_unknown(record: ParRecord) -> None:
    if not is_exposed(record):
        raise BadInput(
            "Exposure is computed for wagers that cards or hands of the base game decide; "
            f"{record.title} is not one of them."
        )


def _played_exposure(record: ParRecord, backs: Sequence[Fraction], seed: int) -> PlayedExposure:
    """The rounds that give the effects where they are simulated."""
    rules = _table(record)
    assert rules is not None
    return PlayedExposure(rules, _wager(record), backs, seed)


def _exposure(
    record: ParRecord,
    effects: Effects,
    counts: list[LinearCount],
    rows: list[Penetration],
    shoes: int,
    bonus: PricedBonus | None,
    **at_depth: Any,
) -> Exposure:
    """The figures of a record; `at_depth` are those at one penetration."""
    names = [name_of(card) for card in range(DECK_SIZE)]
    return Exposure(
        wager=record.wager,
        jurisdiction=record.jurisdiction,
        section=record.section,
        paytable=record.paytable,
        decks=record.decks,
        options=record.options | ({} if bonus is None else bonus.options),
        method="exact" if effects.error is None else "simulated",
        expected_value=effects.expected,
        standard_error=effects.error,
        effects=dict(zip(names, effects.by_card, strict=True)),
        effect_errors=dict(zip(names, effects.errors, strict=False)),
        counts=counts,
        penetrations=rows,
        shoes=shoes,
        break_even_meter=break_even_dollars(record, bonus.adds if bonus else ZERO),
        **at_depth,
    )


def _wager(record: ParRecord) -> WagerRule:
    return wager_rule(record.wager, record.jurisdiction, record.form)


def _table(record: ParRecord) -> TableRules | None:
    return table_with(record, _wager(record))

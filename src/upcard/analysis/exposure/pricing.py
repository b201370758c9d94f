"""Prices a side wager with its bonus for an exposure: by outcome, exactly, and by shoe."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from upcard.analysis.counters.played_wagers import Effects
from upcard.analysis.exposure.bonuses import PricedBonus
from upcard.analysis.remaining.valuations import PricedWager, price_wager, with_bonus
from upcard.analysis.remaining.wager_values import valuing_of
from upcard.cards.card import DECK_SIZE
from upcard.compiled.arrays import Floats
from upcard.exact.par import OutcomeRecord, ParRecord
from upcard.exact.removal import RemovalEffects, has_effects, removal, removal_left
from upcard.money.odds import MeterShare
from upcard.wagers.kit import LOSE, WagerRule


def backs_of(record: ParRecord, wager: WagerRule) -> list[Fraction]:
    """What each outcome returns per unit, with its shares of meters."""
    rows = {row.outcome: _back(record, row) for row in record.outcomes}
    return [rows.get(outcome, rows[LOSE]) for outcome in wager.outcomes]


def _back(record: ParRecord, row: OutcomeRecord) -> Fraction:
    shares = [pay for pay in row.award if isinstance(pay, MeterShare)]
    units = sum(pay.percent * record.meters.get(pay.meter, 0) for pay in shares)
    return row.back + Fraction(units, 100 * record.wager_units)


def exact_effects(
    priced_wager: WagerRule, decks: int, backs: Sequence[Fraction], bonus: PricedBonus | None
) -> Effects:
    """The exact effects; where play decides, under the strategy of the full shoe."""
    removed = _removal_effects(
        priced_wager, decks, bonus.raised_returns(priced_wager, backs) if bonus else backs
    )
    expected, effects = removed.expected, list(removed.effects)
    if bonus is not None and bonus.rule is not None:
        of_bonus = _removal_effects(bonus.rule, decks, bonus.backs)
        expected += of_bonus.expected + 1
        effects = [base + added for base, added in zip(effects, of_bonus.effects, strict=True)]
    return Effects(float(expected), None, [float(effect) for effect in effects], [])


def _removal_effects(rule: WagerRule, decks: int, backs: Sequence[Fraction]) -> RemovalEffects:
    if has_effects(rule):
        return removal(rule, decks, backs)
    return removal_left(rule, decks, (decks,) * DECK_SIZE, backs)


def values_of(
    priced_wager: WagerRule, decks: int, backs: Sequence[Fraction], bonus: PricedBonus | None
) -> PricedWager:
    """The wager's values in remaining shoes, together with those of the bonus."""
    valuing = valuing_of(priced_wager, decks)
    assert valuing is not None, "what is not valued is played"
    if bonus is None:
        return price_wager(valuing, _numbers(backs) - 1)
    raised = _numbers(bonus.raised_returns(priced_wager, backs)) - 1
    priced_alone = price_wager(valuing, raised, _numbers(bonus.squares(priced_wager, backs)))
    if bonus.rule is None:
        return priced_alone
    of_bonus = valuing_of(bonus.rule, decks)
    assert of_bonus is not None, "cards decide a bonus"
    return with_bonus(priced_alone, price_wager(of_bonus, _numbers(bonus.backs)))


def _numbers(exact: Sequence[Fraction]) -> Floats:
    return np.array([float(value) for value in exact])

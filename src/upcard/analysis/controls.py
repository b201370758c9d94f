"""Adds exact expected values to the results of a simulation, as a control.

With a new shoe for each round a wager's mean must agree with its expected value, up to the error;
`z` says how well. With a cover card it may differ a little, because how far a shoe is dealt depends
on its cards: there is no `z`, and only a large difference is told.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import UnsetType
from msgspec.structs import replace

from upcard.exact.counting import EXACT, count_outcomes, is_counted
from upcard.exact.play.playing_out import is_played_out
from upcard.exact.result_cache import cached_value
from upcard.games.offered_wager import OfferedWager
from upcard.games.roulette import lightning_of
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.simulation.column import WagerColumn
from upcard.simulation.figures import WagerEstimate, is_further_than_chance
from upcard.simulation.run import Result

Expected: TypeAlias = Mapping[str, float]
"""Expected wins by wager name, per unit of the initial wager, off the top of a shoe."""


def counted_values(rules: TableRules, columns: Sequence[WagerColumn]) -> Expected:
    """The exactly known expected values of these wagers and bonuses, whatever the players do.

    Empty for a double shoe: its first card tends to have the color of its side (§ 633a.7(d)(2)), so
    that deals are not equally likely.
    """
    if rules.sides > 1:
        return {}
    offered = {offered.slug: offered for offered in (rules.insurance, *rules.wagers)}
    values = {
        _key(column.name, column.bonus): _expected_of(column, offered[wager_of(column.name)], rules)
        for column in columns
        if wager_of(column.name) in offered
    }
    return {name: value for name, value in values.items() if value is not None}


def _expected_of(column: WagerColumn, offered: OfferedWager, rules: TableRules) -> float | None:
    classify = (column.wager or offered.wager).classify
    name = f"{classify.__module__}.{classify.__qualname__}"
    table = (rules.decks, rules.tens, rules.composition, rules.blackjack)
    key = (offered.data, name, column.nets, column.wagered, *table)
    if lightning_of(rules.variation) is not None:  # counted faster than read
        return _count_mean(column, offered, rules)
    return cached_value(key, lambda: _count_mean(column, offered, rules))


def _count_mean(column: WagerColumn, offered: OfferedWager, rules: TableRules) -> float | None:
    wager = column.wager or offered.wager
    if not is_counted(offered.data, wager):
        return None
    lightning = lightning_of(rules.variation)
    play = rules.blackjack
    if not rules.tens and is_played_out(wager):
        return None
    left = None if rules.tens else rules.composition
    outcome_counts = count_outcomes(
        offered.data, wager, rules.decks, lightning=lightning, play=play, left=left
    )
    if outcome_counts.method != EXACT:
        return None
    won = sum(
        net * outcome_counts.combinations[outcome]
        for outcome, net in zip(column.outcomes, column.nets, strict=True)
    )
    return won / sum(outcome_counts.combinations.values()) / column.wagered


def with_controls(result: Result, expected: Expected) -> Result:
    """The result with exact expected values, and with `z` if each round had a new shoe.

    A bonus has its exact value alone: it is so rare that its error, from few hits, tells no `z`.
    """
    return replace(result, wagers=[_with_exact(wager, expected, result) for wager in result.wagers])


def _key(name: str, bonus: str | UnsetType) -> str:
    """The name by which a wager, or a bonus beside it, has an expected value."""
    return f"{name}: {bonus}" if bonus else name


def _with_exact(estimate: WagerEstimate, expected: Expected, result: Result) -> WagerEstimate:
    exact = expected.get(_key(estimate.wager, estimate.bonus))
    if exact is None:
        return estimate
    if estimate.bonus:
        return replace(estimate, exact=exact)
    return _with_control(estimate, exact, fresh=result.fresh_shoe)


def _with_control(estimate: WagerEstimate, exact: float, *, fresh: bool) -> WagerEstimate:
    error = estimate.standard_error
    if not error:
        return replace(estimate, exact=exact)
    gap = estimate.mean - exact
    differs = is_further_than_chance(gap, error, fresh_shoe=fresh)
    return replace(estimate, exact=exact, z=gap / error if fresh else None, differs=differs)

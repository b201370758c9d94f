"""The covariances of the wagers of a table, exact where they can be."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import sqrt
from typing import Any

from upcard.analysis.rounds.covariances import (
    Covariance,
    Pair,
    dealt_covariances,
    exact_covariances,
)
from upcard.exact.strategy.solve import Solution, standard_deviation
from upcard.exact.table import is_priced_at, table_records
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy, TablePlan


def covariances_of(
    table: TableRules,
    names: Sequence[str],
    solutions: Sequence[Solution],
    strategy: SimulatedStrategy,
    rounds: int,
    seed: int,
) -> list[list[Covariance]]:
    """The covariances of what wagers win in a round, per unit of each, in the order of `names`.

    The diagonal has the variances that odds and strategy print. What is not exact comes from
    `rounds` dealt rounds of a seed, each with a new shoe. Shares of meters count nothing.
    """
    plan, places = _plan_and_places(table, names, strategy)
    columns = [plan.columns[place] for place in places]
    covariance_of = _exact_covariances(table, columns, solutions) | _variances(
        table, columns, solutions
    )
    size = range(len(names))
    _add_dealt(
        plan, places, covariance_of, list(combinations_with_replacement(size, 2)), rounds, seed
    )
    return [[covariance_of[min(row, column), max(row, column)] for column in size] for row in size]


def covariances_between(
    table: TableRules,
    names: Sequence[str],
    solutions: Sequence[Solution],
    strategy: SimulatedStrategy,
    rounds: int,
    seed: int,
) -> dict[Pair, Covariance]:
    """The covariances of each two different wagers, by their numbers in `names`.

    They are computed as in `covariances_of`.
    """
    plan, places = _plan_and_places(table, names, strategy)
    covariance_of = _exact_covariances(table, [plan.columns[place] for place in places], solutions)
    _add_dealt(plan, places, covariance_of, list(combinations(range(len(names)), 2)), rounds, seed)
    return covariance_of


def _plan_and_places(
    table: TableRules, names: Sequence[str], strategy: SimulatedStrategy
) -> tuple[Any, list[int]]:
    """The plan of one seat with a new shoe for every round, and the places of its columns."""
    plan: TablePlan = family_of(table).plan(table, strategy, fresh_shoe=True)
    place_of = {column.name: place for place, column in enumerate(plan.columns) if not column.bonus}
    return plan, [place_of[name] for name in names]


def _add_dealt(
    plan: TablePlan,
    places: Sequence[int],
    covariance_of: dict[Pair, Covariance],
    pairs: Sequence[Pair],
    rounds: int,
    seed: int,
) -> None:
    """Add those that are wanted and not known, if any, from dealt rounds."""
    missing_pairs = [pair for pair in pairs if pair not in covariance_of]
    if missing_pairs:
        values, errors = dealt_covariances(plan, places, rounds, seed)
        covariance_of |= {
            pair: Covariance(float(values[pair]), float(errors[pair])) for pair in missing_pairs
        }


def _exact_covariances(
    table: TableRules, columns: Sequence[WagerColumn], solutions: Sequence[Solution]
) -> dict[Pair, Covariance]:
    """The exact ones of two different wagers."""
    if not _is_exact(table):
        return {}
    main = _main(columns)
    order = [] if main is None else [main]
    order += [number for number in range(len(columns)) if number != main]
    ordered_columns = [columns[number] for number in order]
    plays = solutions if main is not None else ()
    return {
        (min(order[row], order[column]), max(order[row], order[column])): covariance
        for (row, column), covariance in exact_covariances(
            ordered_columns, plays, table.composition
        ).items()
    }


def _variances(
    table: TableRules, columns: Sequence[WagerColumn], solutions: Sequence[Solution]
) -> dict[Pair, Covariance]:
    """The exact variances."""
    if not _is_exact(table):
        return {}
    main, variances = _main(columns), {}
    if main is not None and solutions and solutions[0].rules.knows_deviation:
        variances[main, main] = Covariance(standard_deviation(*solutions) ** 2)
    for number, column in enumerate(columns):
        offered = table.offered(wager_of(column.name))
        if offered is not None and number != main and is_priced_at(table, offered):
            records = [record for record in table_records(table, column.name) if not record.note]
            if len(records) == 1 and not column.at_times and sqrt(records[0].variance):
                variances[number, number] = Covariance(float(records[0].variance))
    return variances


def _is_exact(table: TableRules) -> bool:
    return table.has_blackjack_wager and not table.variation.switches_first


def _main(columns: Sequence[WagerColumn]) -> int | None:
    """The number of the Blackjack wager."""
    return next(
        (number for number, column in enumerate(columns) if column.name == BLACKJACK_WAGER), None
    )

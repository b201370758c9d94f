"""The covariances of the wagers of a distribution, exact where they can be."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

from upcard.analysis.covariances import Covariance, dealt_covariances, exact_covariances
from upcard.exact.strategy.solve import Solution, standard_deviation
from upcard.exact.table import is_priced_at, table_records
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy


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
    plan: Any = family_of(table).plan(table, strategy, fresh_shoe=True)
    placed = {one.name: place for place, one in enumerate(plan.columns) if not one.bonus}
    places = [placed[name] for name in names]
    columns: list[WagerColumn] = [plan.columns[place] for place in places]
    known = _exact(table, columns, solutions)
    size = range(len(names))
    if len(known) < len(names) * (len(names) + 1) // 2:
        values, errors = dealt_covariances(plan, places, rounds, seed)
        for one in size:
            for two in range(one, len(names)):
                dealt = Covariance(float(values[one, two]), float(errors[one, two]))
                known.setdefault((one, two), dealt)
    return [[known[min(one, two), max(one, two)] for two in size] for one in size]


def _exact(
    table: TableRules, columns: Sequence[WagerColumn], solutions: Sequence[Solution]
) -> dict[tuple[int, int], Covariance]:
    """Those that are exact, by the numbers of two columns, the lower one first."""
    if table.variation.switches_first or not table.has_blackjack_wager:
        return {}
    main = next((at for at, one in enumerate(columns) if one.name == BLACKJACK_WAGER), None)
    order = [] if main is None else [main]
    order += [at for at in range(len(columns)) if at != main]
    chosen = [columns[at] for at in order]
    plays = solutions if main is not None else ()
    found = {
        (min(order[one], order[two]), max(order[one], order[two])): covariance
        for (one, two), covariance in exact_covariances(chosen, plays, table.composition).items()
    }
    if main is not None and solutions and solutions[0].rules.knows_deviation:
        found[main, main] = Covariance(standard_deviation(*solutions) ** 2)
    for at, column in enumerate(columns):
        offered = table.offered(wager_of(column.name))
        if offered is not None and at != main and is_priced_at(table, offered):
            records = [one for one in table_records(table, column.name) if not one.note]
            if len(records) == 1 and not column.at_times and sqrt(records[0].variance):
                found[at, at] = Covariance(float(records[0].variance))
    return found

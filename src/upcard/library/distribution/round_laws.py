"""The law of one player's win in one round, with wagers of a table: exact, or from dealt rounds."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

import numpy as np

from upcard.analysis.rounds.exact_laws import exact_round, is_known
from upcard.analysis.rounds.results import law_of, sum_of_rounds
from upcard.exact.counting import EXACT
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.games import knows_best_play, part_of, solve_table
from upcard.exact.strategy.solve import Solution
from upcard.exact.table import is_priced_at, table_records
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.offered_wager import OfferedWager
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.money.odds import MeterShare
from upcard.reports.par.round_law import FoundLaw, Law, normal
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.columns import columns_of
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy
from upcard.simulation.round_laws import round_law
from upcard.text.words import listed, quoted


def check_offered(table: TableRules, names: Sequence[str]) -> None:
    """Raise `BadInput` for no wager, and for one that the table does not offer."""
    if not names:
        raise BadInput("Name a wager, or several.")
    offered = [wager.slug for wager in table.wagers]
    for name in names:
        if name == BLACKJACK_WAGER and not table.has_blackjack_wager:
            raise BadInput(
                f"{table.name} has no Blackjack wager: name one of {listed(offered)} as wager."
            )
        if name != BLACKJACK_WAGER and _offered_wager(table, name) is None:
            hint = f"it offers {listed(offered)}" if offered else "it offers no side wager"
            raise BadInput(f"{table.name} does not offer {quoted(name)}; {hint}.")


SIMULATED: Final = "simulated"
"""The method of a law that is estimated from dealt rounds."""


def best_play(table: TableRules, names: Sequence[str], play: StrategyBasis) -> tuple[Solution, ...]:
    """The solutions of a table's best play; none where these wagers or the game do not need them.

    There are none, too, where cards are switched or no best play is known.
    """
    if BLACKJACK_WAGER not in names or part_of(table.game, table.jurisdiction).is_slow:
        return ()
    if table.win_odds.ratio != 1 or not knows_best_play(table):
        return ()
    solved = solve_table(table, play)
    return () if solved.switching is not None else solved.solutions


def exact_law(
    table: TableRules, names: Sequence[str], solutions: Sequence[Solution], *, own_strategy: bool
) -> FoundLaw | None:
    """The law of a round with these wagers; None where it is not exact.

    `solutions` are those of the player's best play, none where that is not played or not known.
    With a strategy of the player's own, a wager that play decides is not exact.
    """
    if len(names) == 1 and names[0] != BLACKJACK_WAGER:
        return _law_of_side(table, names[0], own_strategy=own_strategy)
    if not table.has_blackjack_wager or table.variation.switches_first:
        return None
    columns = [at_seeds(column, table) for column in columns_of(table) if not column.bonus]
    laws = [next((column for column in columns if column.name == name), None) for name in names]
    sides = [column for column in laws if column is not None and column.name != BLACKJACK_WAGER]
    if None in laws or not all(map(is_known, sides)):
        return None
    plays = BLACKJACK_WAGER in names
    if plays and not (solutions and solutions[0].rules.knows_deviation):
        return None
    unit = next(column for column in columns if column.name == names[0]).wagered
    main = columns[0].wagered if plays else 0
    exact = exact_round(solutions if plays else (), main, sides, table.composition)
    law = {net / unit: Fraction(chance) for net, chance in sorted(exact.law.items()) if chance > 0}
    return FoundLaw(unit, EXACT, normal(law), exact, main)


def spread_of_ahead(law: Law, rounds: int) -> float:
    """The variance, over one round's results, of the probability of ending all rounds ahead."""
    before = sum_of_rounds(law, rounds - 1)
    reached = np.cumsum(before.chances)
    worth = {}
    for net in law:
        place = int(np.searchsorted(before.units, -float(net), side="right"))
        worth[net] = 1.0 - (float(reached[place - 1]) if place else 0.0)
    chances = {net: float(chance) for net, chance in law.items()}
    mean = sum(chances[net] * worth[net] for net in worth)
    return sum(chances[net] * (worth[net] - mean) ** 2 for net in worth)


def _law_of_side(table: TableRules, name: str, *, own_strategy: bool) -> FoundLaw | None:
    offered = _offered_wager(table, name)
    if offered is None or not is_priced_at(table, offered):
        return None
    records = [record for record in table_records(table, name) if not record.note]
    if len(records) != 1 or (own_strategy and records[0].method != EXACT):
        return None
    return FoundLaw(records[0].wager_units, records[0].method, law_of(records[0]))


def simulated_law(
    table: TableRules,
    strategy: SimulatedStrategy,
    names: Sequence[str],
    rounds: int,
    seed: int,
    progress: Callable[[int, Callable[[], FoundLaw]], None] | None = None,
) -> FoundLaw:
    """The law of all wagers together, from dealt rounds.

    `progress` is called with the rounds dealt and a function that returns the law so far.
    """
    plan: Any = family_of(table).plan(table, strategy, fresh_shoe=True)
    plan = replace(plan, columns=tuple(at_seeds(column, table) for column in plan.columns))
    places = [_place_of(plan.columns, name, table) for name in names]
    unit = plan.columns[places[0]].wagered

    def law_of_counts(counts: Counter[int]) -> FoundLaw:
        dealt = counts.total()
        law = {Fraction(net, unit): Fraction(times, dealt) for net, times in sorted(counts.items())}
        return FoundLaw(unit, SIMULATED, law)

    def counted(counts: Counter[int]) -> None:
        if progress is not None:
            progress(counts.total(), lambda: law_of_counts(counts))

    return law_of_counts(round_law(plan, places, rounds, seed, counted))


def _offered_wager(table: TableRules, name: str) -> OfferedWager | None:
    """The wager that is placed under a name, Insurance among them."""
    insured = table.game in table.insurance.data.games
    return (
        table.insurance
        if insured and name == table.insurance.slug
        else table.offered(wager_of(name))
    )


def _place_of(columns: Sequence[WagerColumn], name: str, table: TableRules) -> int:
    for place, column in enumerate(columns):
        if column.name == name and not column.bonus:
            return place
    spots = [column.name for column in columns if wager_of(column.name) == wager_of(name)]
    hint = f": name {listed(spots)}" if spots else ""
    raise BadInput(f"{quoted(name)} is not placed at {table.name}{hint}.")


def at_seeds(column: WagerColumn, table: TableRules) -> WagerColumn:
    """The column with meters that pay their seeds."""
    offered = table.offered(wager_of(column.name))
    if offered is None or column.bonus or not column.marked:
        return column
    nets = [
        net + _shares(offered, result) if result in column.marked else net
        for result, net in enumerate(column.nets)
    ]
    return replace(column, nets=tuple(nets))


def _shares(offered: OfferedWager, result: int) -> int:
    """What an outcome wins from meters at their seeds, in units."""
    seeds = {meter.name.partition("/")[2]: meter.seed for meter in offered.meters}
    shares = [pay for pay in offered.awards[result] if isinstance(pay, MeterShare)]
    return sum(share.percent * seeds[share.meter] // 100 for share in shares)

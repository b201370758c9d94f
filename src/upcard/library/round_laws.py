"""What one player wins in one round with wagers of a table: exact, or from dealt rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np

from upcard.analysis.exact_rounds import ExactRound, exact_round, is_known
from upcard.analysis.resplit_bound import error_bound, most_resplits
from upcard.exact.counting import EXACT
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.games import knows_best_play, part_of, solve_table
from upcard.exact.strategy.solve import Solution
from upcard.exact.table import is_priced_at, table_records
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.spots import wager_of
from upcard.games.table_rules import OfferedWager, TableRules
from upcard.money.odds import MeterShare
from upcard.reports.par.results import law_of, summed
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.columns import columns_of
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy
from upcard.simulation.round_laws import round_law
from upcard.text.words import listed, quoted

Law: TypeAlias = Mapping[Fraction, Fraction]
"""The probability of each result of a round, in units of the first wager's initial amount."""


def check_offered(table: TableRules, names: Sequence[str]) -> None:
    """Raises `BadInput` for no wager, and for one that the table does not offer."""
    if not names:
        raise BadInput("Name a wager, or several.")
    offered = [one.slug for one in table.wagers]
    for name in names:
        if name == BLACKJACK_WAGER and not table.has_blackjack_wager:
            raise BadInput(
                f"{table.name} has no Blackjack wager: name one of {listed(offered)} as wager."
            )
        if name != BLACKJACK_WAGER and _offered(table, name) is None:
            there = f"it offers {listed(offered)}" if offered else "it offers no side wager"
            raise BadInput(f"{table.name} does not offer {quoted(name)}; {there}.")


SIMULATED: Final = "simulated"
"""The method of a law that is estimated from dealt rounds."""


@dataclass(frozen=True, slots=True)
class FoundLaw:
    """The law of one round, exact but for splits of more than two hands (`together`).

    The results are in units of the first wager's amount, `wagered` units; `main` is the Blackjack
    wager's amount.
    """

    wagered: int
    method: str
    law: Law
    together: ExactRound | None = None
    main: int = 0

    @property
    def resplit(self) -> float:
        """The probability that a pair becomes three hands or more."""
        return 0.0 if self.together is None else self.together.often


def best_play(table: TableRules, names: Sequence[str], play: StrategyBasis) -> tuple[Solution, ...]:
    """The solutions of a table's best play; none where these wagers or the game do not need them.

    None either where cards are switched, or where no best play is known.
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
    columns = [at_seeds(one, table) for one in columns_of(table) if not one.bonus]
    chosen = [next((one for one in columns if one.name == name), None) for name in names]
    sides = [one for one in chosen if one is not None and one.name != BLACKJACK_WAGER]
    if None in chosen or not all(map(is_known, sides)):
        return None
    plays = BLACKJACK_WAGER in names
    if plays and not (solutions and solutions[0].rules.knows_deviation):
        return None
    unit = next(one for one in columns if one.name == names[0]).wagered
    main = columns[0].wagered if plays else 0
    found = exact_round(solutions if plays else (), main, sides, table.composition)
    law = {net / unit: Fraction(chance) for net, chance in sorted(found.law.items()) if chance > 0}
    return FoundLaw(unit, EXACT, normal(law), found, main)


def bound_of(found: FoundLaw, rounds: int) -> float:
    """The most by which a probability after some rounds may be wrong; 0 where all is exact."""
    exact = found.together
    if exact is None or not exact.often:
        return 0.0
    often, unit = exact.often, Fraction(found.main, found.wagered)
    most, _ = most_resplits(often, rounds)
    square = sum(float(net / found.main) ** 2 * chance for net, chance in exact.resplit.items())
    reach = max(int(abs(net) / found.main) for net in exact.resplit)
    bound = partial(error_bound, reach=reach, often=often, square=square / often, rounds=rounds)
    if most >= rounds:
        return bound(np.zeros(0), 1)
    fewer = {
        net / found.wagered: Fraction(chance - exact.beside.get(net, 0.0))
        for net, chance in exact.law.items()
    }
    before = summed(
        normal({net: chance for net, chance in fewer.items() if chance > 0}), rounds - most
    )
    return bound(before.chances, int(unit / before.step))


def spread_of_ahead(law: Law, rounds: int) -> float:
    """The variance, over one round's results, of the probability to be ahead after all rounds."""
    before = summed(law, rounds - 1)
    reached = np.cumsum(before.chances)
    worth = {}
    for net in law:
        place = int(np.searchsorted(before.units, -float(net), side="right"))
        worth[net] = 1.0 - (float(reached[place - 1]) if place else 0.0)
    chances = {net: float(chance) for net, chance in law.items()}
    mean = sum(chances[net] * worth[net] for net in worth)
    return sum(chances[net] * (worth[net] - mean) ** 2 for net in worth)


def normal(law: Law) -> Law:
    """The law with probabilities that add up to 1 exactly."""
    total = sum(law.values(), Fraction(0))
    return {net: chance / total for net, chance in law.items()}


def _law_of_side(table: TableRules, name: str, *, own_strategy: bool) -> FoundLaw | None:
    offered = _offered(table, name)
    if offered is None or not is_priced_at(table, offered):
        return None
    found = [record for record in table_records(table, name) if not record.note]
    if len(found) != 1 or (own_strategy and found[0].method != EXACT):
        return None
    return FoundLaw(found[0].wager_units, found[0].method, law_of(found[0]))


def simulated_law(
    table: TableRules, strategy: SimulatedStrategy, names: Sequence[str], rounds: int, seed: int
) -> FoundLaw:
    """The law of all wagers together, from dealt rounds."""
    plan: Any = family_of(table).plan(table, strategy, fresh_shoe=True)
    plan = replace(plan, columns=tuple(at_seeds(column, table) for column in plan.columns))
    places = [_place_of(plan.columns, name, table) for name in names]
    unit = plan.columns[places[0]].wagered
    counts = round_law(plan, places, rounds, seed)
    law = {Fraction(net, unit): Fraction(times, rounds) for net, times in sorted(counts.items())}
    return FoundLaw(unit, SIMULATED, law)


def _offered(table: TableRules, name: str) -> OfferedWager | None:
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
    where = f": name {listed(spots)}" if spots else ""
    raise BadInput(f"{quoted(name)} is not placed at {table.name}{where}.")


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

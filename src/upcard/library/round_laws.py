"""What one player wins in one round with wagers of a table: exact, or from dealt rounds."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from upcard.exact.counting import EXACT
from upcard.exact.table import is_priced_at, table_records
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.spots import wager_of
from upcard.games.table_rules import OfferedWager, TableRules
from upcard.money.odds import MeterShare
from upcard.reports.par.results import law_of
from upcard.rules.violation import BadInput
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import SimulatedStrategy
from upcard.simulation.round_laws import round_law
from upcard.text.words import listed, quoted

Law: TypeAlias = dict[Fraction, Fraction]
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


def exact_law(
    table: TableRules, names: Sequence[str], *, own_strategy: bool
) -> tuple[int, str, Law] | None:
    """The amount in units, the method and the law of one side wager; None where it is not exact.

    With a strategy of the player's own, a wager that play decides is not.
    """
    if len(names) > 1 or names[0] == BLACKJACK_WAGER:
        return None
    offered = _offered(table, names[0])
    if offered is None or not is_priced_at(table, offered):
        return None
    found = [record for record in table_records(table, names[0]) if not record.note]
    if len(found) != 1 or (own_strategy and found[0].method != EXACT):
        return None
    return found[0].wager_units, found[0].method, law_of(found[0])


def simulated_law(
    table: TableRules, strategy: SimulatedStrategy, names: Sequence[str], rounds: int, seed: int
) -> tuple[int, Law]:
    """The first wager's amount in units, and the law of all wagers together from dealt rounds."""
    plan: Any = family_of(table).plan(table, strategy, fresh_shoe=True)
    plan = replace(plan, columns=tuple(at_seeds(column, table) for column in plan.columns))
    places = [_place_of(plan.columns, name, table) for name in names]
    unit = plan.columns[places[0]].wagered
    counts = round_law(plan, places, rounds, seed)
    law = {Fraction(net, unit): Fraction(times, rounds) for net, times in sorted(counts.items())}
    return unit, law


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

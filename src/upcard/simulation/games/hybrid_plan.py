"""The plan of a hybrid table: terminals at its positions, each playing by a strategy.

Terminals take the positions in turn. If they follow several strategies, each pass over the
positions has the next one: with three positions and two strategies, the fourth terminal is at the
first position with the second strategy.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from upcard.compiled.hand_codes import SURRENDER
from upcard.compiled.simulation.games import fields as own
from upcard.games import blackjack as game
from upcard.games.hybrid import POSITIONS, WITH_HOLE_CARD
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput, NotSimulated
from upcard.simulation.blackjack.columns import BLACKJACK, FIRST_SIDE, columns_of, limited_net
from upcard.simulation.blackjack.strategy_table import OPENING, StrategyTable
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.family import RawMeans, penetration_of
from upcard.text.words import quoted
from upcard.wagers.facts import MADE
from upcard.wagers.limits import has_limited_row


@dataclass(frozen=True, slots=True, eq=False)
class HybridPlayers:
    """Players who follow different strategies."""

    name: str
    tables: tuple[StrategyTable, ...]


PAIR_FACTS: Final = ("first", "second", *MADE)
"""What decides a side wager in a simulation without a hole card."""

FINISHED_FACTS: Final = ("player_total", "player_blackjack", "dealer_total", "dealer_blackjack")
"""What decides the side wager in a simulation with a hole card."""

HybridStrategy: TypeAlias = StrategyTable | HybridPlayers


@dataclass(frozen=True, slots=True, eq=False)
class HybridPlan(RawMeans):
    """`seats` terminals at a hybrid table; `columns` are Blackjack, Insurance, side wagers."""

    rules: TableRules
    strategy: HybridStrategy
    seats: int
    fresh: bool
    penetration: float | None
    columns: tuple[WagerColumn, ...]

    @property
    def has_hole_card(self) -> bool:
        """Whether the dealer receives a hole card (§ 633c.5(a)-(v))."""
        return self.rules.game == WITH_HOLE_CARD

    @property
    def positions(self) -> int:
        """The number of positions in play."""
        return min(self.seats, POSITIONS[self.rules.game])

    @property
    def tables(self) -> tuple[StrategyTable, ...]:
        """The strategies, each once."""
        strategy = self.strategy
        return strategy.tables if isinstance(strategy, HybridPlayers) else (strategy,)

    def seat(self, terminal: int) -> int:
        """The index, among the positions in play, of a terminal's position."""
        return terminal % self.positions

    def table(self, terminal: int) -> int:
        """The index of the strategy that a terminal follows."""
        return terminal // self.positions % len(self.tables)


def plan(
    rules: TableRules,
    strategy: HybridStrategy,
    *,
    seats: int = 1,
    fresh_shoe: bool = False,
    penetration: float | None = None,
) -> HybridPlan:
    """The plan of a simulation of `seats` terminals.

    Raises `BadInput` without terminals, for a strategy that surrenders where no surrender is
    offered (§ 633c.5(p)(2)), and for wagers that the kernel cannot look up.
    """
    if seats < 1:
        raise BadInput(f"{rules.name} is simulated with at least one terminal, not {seats}.")
    fresh = fresh_shoe or not rules.has_cover_card
    dealt_to = penetration_of(rules, penetration, fresh=fresh)
    planned = HybridPlan(rules, strategy, seats, fresh, dealt_to, tuple(_columns(rules, seats)))
    _refuse_side_wagers(planned)
    if planned.has_hole_card:
        for table in planned.tables:
            if (table.decisions[OPENING] == SURRENDER).any():
                raise NotSimulated(
                    f"No surrender is offered at {rules.name}, where hands are shared."
                )
    return planned


def _refuse_side_wagers(plan: HybridPlan) -> None:
    """Raise `NotSimulated` for side wagers that need more than the kernel's tables hold."""
    sides = [column.wager for column in plan.columns[FIRST_SIDE:] if column.wager is not None]
    facts_known = FINISHED_FACTS if plan.has_hole_card else PAIR_FACTS
    for wager in sides:
        for fact in wager.facts:
            if fact not in facts_known:
                raise NotSimulated(
                    f"{wager.slug} is not simulated at {plan.rules.game}: it needs "
                    f"{quoted(fact)}, and the simulation has {', '.join(facts_known)}."
                )
    if plan.has_hole_card and len(sides) > 1:
        names = " and ".join(wager.slug for wager in sides)
        raise NotSimulated(
            f"{names} are not simulated together: {plan.rules.game} has room for one."
        )


def shared_wager(rules: TableRules) -> str | None:
    """The wager with a limited top row that several winners share (§ 633a.13(o)), or None."""
    if rules.aggregate_limit is None:
        return None
    limited = [offered.slug for offered in rules.wagers if has_limited_row(offered.data)]
    assert len(limited) < 2, "one wager at most has such a row"
    return next(iter(limited), None)


def _columns(rules: TableRules, seats: int) -> Iterator[WagerColumn]:
    shared = shared_wager(rules)
    for number, column in enumerate(columns_of(rules)):
        if number == BLACKJACK:
            yield _blackjack(column)
        elif column.name == shared:
            yield _add_shared_results(column, seats, rules.aggregate_limit or 0)
        else:
            yield column


def _blackjack(column: WagerColumn) -> WagerColumn:
    """Add what a dealer Blackjack returns of doubled and split hands (§ 633c.5(bb)(1))."""
    wager, nets = column.wagered, list(column.nets[: own.RETURNED_RESULT])
    for doubled in range(2):
        stake = (1 + doubled) * wager
        returned = game.returned_to_blackjack(1, wager, doubled * wager)
        nets[2 * game.DEALER_BLACKJACK + doubled] = returned - stake
        assert game.returned_to_blackjack(2, wager, doubled * wager) == stake
    nets.append(0)
    names = (*column.outcomes[: own.RETURNED_RESULT], game.OUTCOMES[game.DEALER_BLACKJACK])
    return replace(column, outcomes=names, nets=tuple(nets))


def _add_shared_results(column: WagerColumn, seats: int, limit: int) -> WagerColumn:
    """Add the results of the top row with several winners, who share its limit (§ 633a.13(o))."""
    top = len(column.outcomes) - 1
    shares = [
        limited_net(limit, column.wagered, column.nets[top], winners=winners)
        for winners in range(1, seats + 1)
    ]
    names = (*column.outcomes[:top], *[column.outcomes[top]] * seats)
    return replace(column, outcomes=names, nets=(*column.nets[:top], *shares))

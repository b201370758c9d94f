"""The simulation of a hybrid table: terminals at its positions, each playing by a strategy.

Terminals take the positions in turn. If they follow several strategies, each pass over the
positions has the next one: with three positions and two strategies, the fourth terminal is at the
first position with the second strategy.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import product, starmap
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.numbering import SURRENDER, VALUES
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.games import fields as own
from upcard.compiled.simulation.games import hybrid as kernel
from upcard.games import blackjack as game
from upcard.games.hybrid import POSITIONS, WITH_HOLE_CARD, most_cards
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.columns import BLACKJACK, FIRST_SIDE, columns_of, limited_net
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.strategy_table import OPENING, StrategyTable
from upcard.simulation.blackjack.tables import dealer_states
from upcard.simulation.column import WagerColumn
from upcard.simulation.games import dealing
from upcard.simulation.games.family import SHARED, RawMeans, penetration_of
from upcard.text.words import quoted
from upcard.wagers.facts import MADE
from upcard.wagers.kit import WagerRule
from upcard.wagers.limits import has_limited_row

CARDS_OF_A_HAND: Final = 3
"""Approximate community cards of the longest hand plus the dealer's draws, per round."""


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
        company = self.strategy
        return company.tables if isinstance(company, HybridPlayers) else (company,)

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
                raise BadInput(f"No surrender is offered at {rules.name}, where hands are shared.")
    return planned


def _refuse_side_wagers(plan: HybridPlan) -> None:
    """Raises `BadInput` for side wagers that need more than the kernel's tables hold."""
    sides = [column.wager for column in plan.columns[FIRST_SIDE:] if column.wager is not None]
    known = FINISHED_FACTS if plan.has_hole_card else PAIR_FACTS
    for wager in sides:
        for fact in wager.facts:
            if fact not in known:
                raise BadInput(
                    f"{wager.slug} is not simulated at {plan.rules.game}: it needs "
                    f"{quoted(fact)}, and the simulation has {', '.join(known)}."
                )
    if plan.has_hole_card and len(sides) > 1:
        names = " and ".join(wager.slug for wager in sides)
        raise BadInput(f"{names} are not simulated together: {plan.rules.game} has room for one.")


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
            yield _shared(column, seats, rules.aggregate_limit or 0)
        else:
            yield column


def _blackjack(column: WagerColumn) -> WagerColumn:
    """Adds what a dealer Blackjack returns of doubled and split hands (§ 633c.5(bb)(1))."""
    wager, nets = column.wagered, list(column.nets[: own.RETURNED_RESULT])
    for doubled in range(2):
        stake = (1 + doubled) * wager
        back = game.returned_to_blackjack(1, wager, doubled * wager)
        nets[2 * game.DEALER_BLACKJACK + doubled] = back - stake
        assert game.returned_to_blackjack(2, wager, doubled * wager) == stake
    nets.append(0)
    names = (*column.outcomes[: own.RETURNED_RESULT], game.OUTCOMES[game.DEALER_BLACKJACK])
    return replace(column, outcomes=names, nets=tuple(nets))


def _shared(column: WagerColumn, seats: int, limit: int) -> WagerColumn:
    """Adds the results of the top row with several winners, who share its limit (§ 633a.13(o))."""
    top = len(column.outcomes) - 1
    shares = [
        limited_net(limit, column.wagered, column.nets[top], winners=winners)
        for winners in range(1, seats + 1)
    ]
    names = (*column.outcomes[:top], *[column.outcomes[top]] * seats)
    return replace(column, outcomes=names, nets=(*column.nets[:top], *shares))


def lay_out(plan: HybridPlan, *, records: bool = False) -> dealing.TalliedMemory:
    """The memory of a plan before a block; with `records` its rounds are logged."""
    cards, ints = MemoryWriter("B", at.BYTES), MemoryWriter("q", at.INTS, own.GAMES, own.HYBRID)
    full = plan.rules.decks * DECK_SIZE
    most, least = most_cards(plan.rules.game), 2 * plan.positions + 1
    usual = least + 1 + CARDS_OF_A_HAND
    shoe = dealing.ShoeDealing(full, least, most, usual, full - most, 0, plan.fresh)
    shoe.put(cards)
    head = shoe.head() | _rules(plan) | _dealer(cards) | _terminals(plan, cards, ints)
    head |= _sides(plan, cards)
    if records:
        hands = plan.rules.blackjack.resplits + 2
        head |= shoe.records(head[at.BATCHES], cards, ints, plan.seats, hands)
    counted = dealing.put_results(plan.columns, head, ints)
    return dealing.lay_out(plan.columns, head, cards, ints, counted, has_hands=True)


def _rules(plan: HybridPlan) -> dict[int, int]:
    """The rules of splitting; without a hole card once, aces with one card each (z), (aa)."""
    rules = plan.rules.blackjack
    if not plan.has_hole_card:
        return {at.MOST_HANDS: 2, at.ONE_CARD: 1}
    return {
        own.HOLE_CARD: 1,
        at.MOST_HANDS: rules.resplits + 2,
        at.RESPLIT_ACES: rules.resplit_aces,
        at.ONE_CARD: rules.one_card_on_split_aces,
    }


def _dealer(cards: MemoryWriter) -> dict[int, int]:
    """Lays out the dealer's hand and the payoff."""
    dealer = dealer_states()
    cards.put(at.DEALER_START, dealer.begin)
    cards.put(at.DEALER_NEXT, dealer.following)
    cards.put(at.DEALER_TOTAL, dealer.totals)
    payoff = [_result(*finished) for finished in product(range(own.CODES), range(codes.TOTALS))]
    return {
        at.STANDS_FROM: dealer.stands_from,
        at.HAS_BLACKJACK: dealer.blackjack,
        own.PAYOFF: cards.add(payoff),
    }


def _result(code: int, dealer: int) -> int:
    """The result of a hand by its code and the dealer's total."""
    if code == own.GIVEN_UP:
        return 2 * game.SURRENDER
    if code == own.EVEN_MONEY:
        return own.EVEN_MONEY_RESULT
    natural = int(code == own.NATURAL)
    hand = (21 if natural else code % codes.DOUBLED, natural)
    against = (21, 1) if dealer == codes.DEALER_BLACKJACK else (dealer, 0)
    return 2 * game.hand_outcome(*hand, *against) + (code // codes.DOUBLED) % 2


def _terminals(plan: HybridPlan, cards: MemoryWriter, ints: MemoryWriter) -> dict[int, int]:
    """Lays out the players and their positions, with room for their hands."""
    even_money = plan.has_hole_card and plan.rules.blackjack.even_money
    players = [_player(table, even_money, cards, ints) for table in plan.tables]
    terminals = range(plan.seats)
    most = plan.rules.blackjack.resplits + 2
    return {
        at.SEATS: plan.positions,
        own.TERMINALS: plan.seats,
        own.SEAT_OF: ints.add([plan.seat(terminal) for terminal in terminals]),
        own.PLAYER_OF: ints.add([players[plan.table(terminal)] for terminal in terminals]),
        own.HANDS_OF: ints.room(plan.seats),
        own.FIRST_HANDS: ints.room(plan.seats * most * own.HAND_SIZE),
    }


def _player(table: StrategyTable, even_money: bool, cards: MemoryWriter, ints: MemoryWriter) -> int:
    """Lays out a strategy; returns the offset of its record."""
    record = np.zeros(own.PLAYER_SIZE, np.int64)
    record[own.NEXT] = ints.add(VALUES * table.following)
    record[own.TOTAL] = cards.add(np.repeat(table.totals, VALUES))
    for moment, decisions in enumerate(table.decisions):
        record[own.DECISIONS + moment] = cards.add(decisions)
    record[own.INSURES] = table.insures
    record[own.EVEN_MONEY_TAKEN] = table.takes_even_money and even_money
    record[own.TWO_CARDS :] = (VALUES * table.pairs).ravel()
    return ints.add(record)


def _sides(plan: HybridPlan, cards: MemoryWriter) -> dict[int, int]:
    """Lays out the results of the side wagers, computed with their own classifiers."""
    sides = plan.columns[FIRST_SIDE:]
    if plan.has_hole_card:
        results = [_final_results(column.wager) for column in sides if column.wager is not None]
        return {own.HAS_FINISHED_WAGER: len(sides), own.FINISHED_RESULTS: cards.add(results)}
    head = {own.LOOKED_UP: len(sides), own.SHARED: -1, own.HOLDS: 0}
    holds = [side.wager.hold.when for side in sides if side.wager is not None and side.wager.hold]
    if holds:
        head |= {own.HOLDS: 1, own.HELD: cards.add(_held(tuple(holds)))}
    shared = shared_wager(plan.rules)
    for number, column in enumerate(sides):
        assert column.wager is not None
        facts = column.wager.facts
        head[own.KEY_OF + number] = (
            own.WITH_ROYAL_MATCH if "dealer_royal_match" in facts else own.WITH_BLACKJACK
        )
        head[own.TABLE_OF + number] = cards.add(_pair_results(column))
        if column.name == shared:
            head |= {own.SHARED: FIRST_SIDE + number, own.TOP_ROW: len(column.wager.outcomes) - 1}
    return head


def _pair_results(column: WagerColumn) -> list[int]:
    """Results by whether the dealer's two cards make a given hand, and the player's two cards."""
    wager = column.wager
    assert wager is not None
    deck = range(DECK_SIZE)
    return [
        wager.index_of({"first": first, "second": second, **dict.fromkeys(MADE, made)})
        for made, first, second in product(range(2), deck, deck)
    ]


@cache
def _held(holds: tuple[Callable[..., int], ...]) -> NDArray[np.uint8]:
    """By a player's two cards and the upcard, 1 if a wager waits for the dealer's second card."""
    deals = list(product(range(DECK_SIZE), repeat=3))
    waits = [np.fromiter(starmap(when, deals), np.uint8, len(deals)) for when in holds]
    held: NDArray[np.uint8] = np.maximum.reduce(waits)
    return held


def _final_results(wager: WagerRule) -> list[int]:
    """Results by total and Blackjack of the player's hand, then of the dealer's."""
    totals, either = range(codes.TOTALS), range(2)
    hands = product(totals, either, totals, either)
    return [wager.index_of(dict(zip(FINISHED_FACTS, hand, strict=True))) for hand in hands]


FAMILY: Final = dealing.family(plan, lay_out, kernel.KERNEL, kernel.dealing, raw_because=SHARED)

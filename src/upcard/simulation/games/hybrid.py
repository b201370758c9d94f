"""The simulation of a hybrid table: the memory in which the kernel deals a plan."""

from collections.abc import Callable
from functools import cache
from itertools import product, starmap
from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.games import fields as own
from upcard.compiled.simulation.games import hybrid as kernel
from upcard.games import blackjack as game
from upcard.games.hybrid import most_cards
from upcard.simulation.blackjack.columns import FIRST_SIDE
from upcard.simulation.blackjack.memory_writer import MemoryWriter
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.blackjack.tables import dealer_states
from upcard.simulation.column import WagerColumn
from upcard.simulation.games import dealing
from upcard.simulation.games.family import SHARED
from upcard.simulation.games.hybrid_plan import FINISHED_FACTS, HybridPlan, plan, shared_wager
from upcard.wagers.facts import MADE
from upcard.wagers.kit import WagerRule

CARDS_OF_A_HAND: Final = 3
"""Approximate community cards of the longest hand plus the dealer's draws, per round."""


def lay_out(plan: HybridPlan, *, records: bool = False) -> dealing.TalliedMemory:
    """The memory of a plan before a block; with `records` its rounds are logged."""
    cards, ints = MemoryWriter("B", at.BYTES), MemoryWriter("q", at.INTS, own.GAMES, own.HYBRID)
    full = plan.rules.decks * DECK_SIZE
    most, least = most_cards(plan.rules.game), 2 * plan.positions + 1
    usual = least + 1 + CARDS_OF_A_HAND
    shoe = dealing.ShoeDealing(full, least, most, usual, full - most, 0, plan.fresh)
    shoe.put(cards)
    head = shoe.parameters() | _rules(plan) | _dealer(cards) | _terminals(plan, cards, ints)
    head |= _sides(plan, cards)
    if records:
        hands = plan.rules.blackjack.resplits + 2
        head |= shoe.records(head[at.BATCHES], cards, ints, plan.seats, hands)
    count_results = dealing.put_results(plan.columns, head, ints)
    return dealing.lay_out(plan.columns, head, cards, ints, count_results, has_hands=True)


def _rules(plan: HybridPlan) -> dict[int, int]:
    """The rules of splitting; without a hole card once, aces with one card each (z), (aa)."""
    rules = plan.rules.blackjack
    if not plan.has_hole_card:
        return {at.MAX_HANDS: 2, at.ONE_CARD: 1}
    return {
        own.HOLE_CARD: 1,
        at.MAX_HANDS: rules.resplits + 2,
        at.RESPLIT_ACES: rules.resplit_aces,
        at.ONE_CARD: rules.one_card_on_split_aces,
    }


def _dealer(cards: MemoryWriter) -> dict[int, int]:
    """Lay out the dealer's hand and the payoff."""
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
    """Lay out the players and their positions, with room for their hands."""
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
    """Lay out a strategy; returns the offset of its record."""
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
    """Lay out the results of the side wagers, computed with their own classifiers."""
    sides = plan.columns[FIRST_SIDE:]
    if plan.has_hole_card:
        results = [_final_results(column.wager) for column in sides if column.wager is not None]
        return {own.HAS_FINISHED_WAGER: len(sides), own.FINISHED_RESULTS: cards.add(results)}
    head = {own.LOOKED_UP: len(sides), own.SHARED: -1, own.HOLDS: 0}
    holds = [side.wager.hold.when for side in sides if side.wager is not None and side.wager.hold]
    if holds:
        head |= {own.HOLDS: 1, own.HELD: cards.add(_waiting_wagers(tuple(holds)))}
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
        wager.index_of({"first": first, "second": second, **dict.fromkeys(MADE, is_split)})
        for is_split, first, second in product(range(2), deck, deck)
    ]


@cache
def _waiting_wagers(holds: tuple[Callable[..., int], ...]) -> NDArray[np.uint8]:
    """By a player's two cards and the upcard, 1 if a wager waits for the dealer's second card."""
    deals = list(product(range(DECK_SIZE), repeat=3))
    waits = [np.fromiter(starmap(is_held, deals), np.uint8, len(deals)) for is_held in holds]
    held: NDArray[np.uint8] = np.maximum.reduce(waits)
    return held


def _final_results(wager: WagerRule) -> list[int]:
    """Results by total and Blackjack of the player's hand, then of the dealer's."""
    totals, either = range(codes.TOTALS), range(2)
    hands = product(totals, either, totals, either)
    return [wager.index_of(dict(zip(FINISHED_FACTS, hand, strict=True))) for hand in hands]


FAMILY: Final = dealing.family(plan, lay_out, kernel.KERNEL, kernel.deal_kernel, raw_because=SHARED)

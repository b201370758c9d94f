"""The record by which the main wager's win is corrected (`compiled.simulation.corrections`)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from upcard.cards.card import DECK_SIZE, value_of
from upcard.compiled.hand_codes import VALUES
from upcard.compiled.simulation import codes
from upcard.compiled.simulation import win_tables as at
from upcard.simulation.blackjack.columns import BLACKJACK
from upcard.simulation.blackjack.counted_table import CountedTable
from upcard.simulation.blackjack.deck_wins import (
    MADE_FIRST,
    DeckWins,
    deck_counts,
    deck_shares,
    line_numbers,
    next_groups,
    paid_to,
    pair_groups,
    share_effects,
)
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.blackjack.tables import dealer_states
from upcard.simulation.blackjack.variation_table import represent_strategy
from upcard.simulation.plan import Plan


def correcting_record(plan: Plan, nets: int, column: int) -> NDArray[Any]:
    """The record of a plan whose corrected wins are the batch number `column`.

    `nets` is the offset of the batches' numbers.
    """
    paid = paid_to(plan.rules, plan.columns[BLACKJACK])
    wins = DeckWins(plan.rules, paid, _representative(plan), deck_shares(plan.rules))
    bits = plan.corrected_bits
    record = np.zeros(at.SHARES + plan.cards + 1, np.int64)

    def put(place: int, numbers: object) -> None:
        values = np.asarray(numbers).ravel()
        record[place : place + len(values)] = values

    def put_wins(place: int, amounts: object) -> None:
        scaled = np.rint(np.asarray(amounts) * 2.0**bits)
        assert np.abs(scaled).max() < at.LARGEST, "products with shares fit 64 bits"
        put(place, scaled)

    put(at.WON, nets + codes.BLACKJACK_NET * plan.batches)
    put(at.COLUMN, nets + column * plan.batches)
    put(at.SCALE, bits)
    put(at.COARSE, bits - plan.corrected[BLACKJACK])
    put(at.FULL, deck_counts(plan.rules))
    put(at.VALUE, [value_of(card) - 1 for card in range(DECK_SIZE)])
    put(at.LINE, line_numbers())
    put(at.PAIR_GROUP, pair_groups())
    put(at.NEXT_GROUP, next_groups())
    put(at.SHARES, [0, *(round(2**at.SHARE_BITS / left) for left in range(1, plan.cards + 1))])
    put_wins(at.FIRST, wins.firsts)
    put_wins(at.UPCARD, wins.upcards)
    put_wins(at.SECOND, wins.seconds)
    put_wins(at.HOLE, _holes(wins))
    put_wins(at.DRAW, wins.draws)
    put_wins(at.DOUBLE, wins.doubles)
    put_wins(at.PAIR_AGAIN, wins.pairs_again)
    put_wins(at.PAIR_OUT, wins.pairs_out)
    states = dealer_states(int(plan.rules.blackjack.hits_soft_17))
    put_wins(at.SHOWN, wins.wins_by_dealer[: at.KINDS, states.begin])
    next_states = states.following[: states.stands_from, :VALUES]
    dealers = np.zeros((at.KINDS, at.DEALER_DRAWS, VALUES))
    dealers[:, : states.stands_from] = wins.wins_by_dealer[: at.KINDS, next_states]
    put_wins(at.DEALERS, dealers)
    if not plan.fresh and not isinstance(plan.strategy, CountedTable):
        put_wins(at.TREND, plan.seats * share_effects(wins) / plan.cards_of_a_round)
    return record


def _holes(wins: DeckWins) -> NDArray[Any]:
    """By first card, second card, upcard and hole card; 0 where this is revealed later."""
    holes = np.zeros((VALUES,) * 4)
    for upcard in MADE_FIRST:
        holes[:, :, upcard] = wins.opening[:, :, line_numbers()[upcard]]
    return holes


def _representative(plan: Plan) -> StrategyTable:
    """The strategy by which wins are foreseen: of a counting player, that at the count of 0."""
    if isinstance(plan.strategy, CountedTable):
        tables = plan.strategy.tables
        return tables[min(max(-plan.strategy.lowest, 0), len(tables) - 1)]
    return represent_strategy(plan.strategy).tables[0]

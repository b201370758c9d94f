"""Decides how every hand is played against one upcard, by composition or by total.

By composition, every hand takes its best action given its own cards and the upcard. A split hand is
played like the same cards before a split: one strategy, regardless of the other hands.

By total, all hands of a row take the action with the best mean over the row (`row_means`). Hands of
three or more cards hit or stand as their total does. A pair has its own row; a pair that cannot be
split is played as its total.

The values are computed on a *board*, the memory of the compiled kernels (`compiled.strategy`). It
is set up for a *situation*: the rules, the upcard and the cards left. On the board every hand has a
*place*, its number in `cards.hands`, and a *mark*: whether it hits. A *column* is read from it: the
values of all hands and actions against the upcard. In the order of the places a drawn card leads to
a hand that comes earlier, so one pass can choose the marks and compute the values.
"""

import threading
from array import array
from collections.abc import Sequence
from functools import cache
from operator import sub
from typing import Final, Literal, TypeAlias

import msgspec

from upcard.compiled.strategy.board import Board, SplitLaws
from upcard.exact.play.hands import VALUES, blackjack_hole
from upcard.exact.strategy.cards import (
    ValueCounts,
    dealer_tree,
    hands,
    pair_places,
    places,
    rows,
    shoe_without,
    two_cards,
)
from upcard.exact.strategy.column import SPECIAL, HandAction, Marks, UpcardColumn, best
from upcard.exact.strategy.resplits import Resplitting, most_gone
from upcard.exact.strategy.row_means import row_weights, row_worth, weighted_worth
from upcard.exact.strategy.rules import OUT_OF_CARDS, HandRules, NotSolved
from upcard.games.blackjack import FULL

StrategyBasis: TypeAlias = Literal["composition", "total"]

Openings: TypeAlias = dict[int, HandAction]
"""The action for two cards, by the place of the hand."""


class Situation(msgspec.Struct, frozen=True):
    """The situation that hands are played in; `shoe` excludes the upcard."""

    rules: HandRules
    shoe: ValueCounts
    upcard: int
    holes: Sequence[int]


def best_column(
    rules: HandRules,
    shoe: ValueCounts,
    upcard: int,
    play: StrategyBasis,
    holes: Sequence[int] = VALUES,
) -> tuple[UpcardColumn, Openings]:
    """The column of the best play against an upcard, and the action for every two cards.

    The player knows that the value of the hole card is in `holes`.
    """
    situation = Situation(rules, shoe_without(shoe, upcard), upcard, holes)
    with _ONE_AT_A_TIME:
        board = _set_up_board(situation)
        mark = _mark_by_composition if play == "composition" else _mark_by_total
        marks = mark(board, situation)
        column = _read_column(board, situation, marks)
    openings = {place: best(column.worth(place)) for place in two_cards() if column.chance(place)}
    if play == "total":
        for row in rows():
            for place in row.two_cards:
                if place in openings and not hands()[place].pair:
                    openings[place] = best(row_worth(column, row))
    return column, openings


def marked_column(
    rules: HandRules,
    shoe: ValueCounts,
    upcard: int,
    marks: Marks,
    openings: Openings,
    power: int = 1,
    holes: Sequence[int] = VALUES,
) -> UpcardColumn:
    """The column when played by given marks; only pairs opened with a split get a split value."""
    situation = Situation(rules, shoe_without(shoe, upcard), upcard, holes)
    with _ONE_AT_A_TIME:
        board = _set_up_board(situation)
        board.mark_hits(0, marks.hits)
        board.play(situation.shoe, 0, len(hands()), choose=False, squared=power == 2)
        return _read_column(board, situation, marks, openings, power)


def split_laws(column: UpcardColumn, value: int, *, drawn: int = 0) -> SplitLaws:
    """The laws of what the hands of a split pair win, under the column's marks.

    `drawn` further cards of the pair's value are known to have become hands of their own: then only
    the laws of one hand are computed.
    """
    situation = Situation(column.rules, column.shoe, column.upcard, column.holes)
    with _ONE_AT_A_TIME:
        board = _set_up_board(situation)
        board.mark_hits(0, column.marks.hits)
        board.mark_doubles(column.marks.doubles)
        return board.split_laws(
            shoe_without(column.shoe, *[value] * (2 + drawn)),
            value,
            pair_places(value),
            one_card=column.rules.takes_one_card(value),
            cross=drawn == 0,
            apart=column.rules.resplits_of(value) > 0,
        )


# The board


@cache
def _board(*, hits_soft_17: bool, with_22: bool, holes: Sequence[int]) -> Board:
    records = [(*hand.counts, *hand.after, hand.total) for hand in hands()]
    trees = [
        dealer_tree(upcard, hits_soft_17=hits_soft_17, with_22=with_22, holes=holes)
        for upcard in VALUES
    ]
    return Board(records, trees)


_ONE_AT_A_TIME: Final = threading.Lock()
"""Held while a board is in use: threads share it, as it takes some megabytes."""


def _set_up_board(situation: Situation) -> Board:
    """The board of the rules, with the situation's upcard put up."""
    rules, upcard, holes = situation.rules, situation.upcard, situation.holes
    with_22 = rules.beats_22 > 0
    board = _board(hits_soft_17=rules.hits_soft_17, with_22=with_22, holes=holes)
    hole = blackjack_hole(upcard)
    board.put_up(
        upcard,
        hole if hole in holes else -1,
        soft_17=rules.hits_soft_17,
        all_lost=rules.all_lost,
        returned=rules.returned,
        holes=holes,
        beats_22=rules.beats_22,
    )
    return board


def _read_column(
    board: Board,
    situation: Situation,
    marks: Marks,
    openings: Openings | None = None,
    power: int = 1,
) -> UpcardColumn:
    """The column of the board's results, with splits of pairs that `openings` splits, or of all."""
    stand, hit, drawn = board.results()
    board.mark_doubles(marks.doubles)
    splits = {}
    for value in VALUES:
        pair = pair_places(value)[value]
        if situation.shoe[value] >= 2 and (openings is None or openings.get(pair) == "split"):
            splits[value] = _split_value(board, situation, value, power)
    dealers_totals = {}
    for counts in SPECIAL if situation.rules.beats_22 else ():
        if min(map(sub, situation.shoe, counts)) >= 0:
            place = places()[counts]
            dealers_totals[place] = board.dealt(situation.shoe, place)
    if board.ran_out:
        raise NotSolved(f"{OUT_OF_CARDS}.")
    return UpcardColumn(
        situation.rules,
        situation.upcard,
        situation.shoe,
        marks,
        *(stand, hit, drawn, splits),
        power,
        situation.holes,
        dealers_totals,
    )


def _split_value(board: Board, situation: Situation, value: int, power: int) -> float:
    """The mean total win of the hands of a split pair, or its mean square."""
    rules = situation.rules
    left = shoe_without(situation.shoe, value, value)
    resplits = rules.resplits_of(value)
    moments = board.split(
        left,
        value,
        pair_places(value),
        gone=most_gone(resplits),
        one_card=rules.takes_one_card(value),
        cross=power == 2,
    )
    split = Resplitting(sum(left), left[value], moments)
    if rules.shared_cards:
        return split.mean_of_shared_cards(resplits)
    return split.mean(resplits) if power == 1 else split.square(resplits)


# Marks


def _mark_by_composition(board: Board, situation: Situation) -> Marks:
    """Let the kernel choose between standing and hitting; then choose the doubles after a split."""
    rules = situation.rules
    board.play(situation.shoe, 0, len(hands()), choose=True)
    doubles = array("q", bytes(8 * len(hands())))
    column = _read_values(board, situation)
    for place in two_cards():
        doubles[place] = best(column.played(place, doubles=rules.double_after_split)) == "double"
    return Marks(board.hits(), doubles)


def _mark_by_total(board: Board, situation: Situation) -> Marks:
    """Decide rows in order; the hands of a row draw only into rows already decided."""
    rules = situation.rules
    doubles = array("q", bytes(8 * len(hands())))
    for row in rows():
        board.play(situation.shoe, row.first, row.end, choose=False)
        if row.total == FULL and not row.two_cards:
            continue  # nothing to decide: all stand
        column = _read_values(board, situation)
        worth = weighted_worth(
            (weight, column.played(place, doubles=rules.double_after_split))
            for place, weight in row_weights(column, row)
        )
        hits = "hit" in worth and worth["hit"] > worth["stand"]
        board.mark_hits(row.first, [hits] * (row.end - row.first))
        if worth and best(worth) == "double":
            for place in row.two_cards:
                doubles[place] = 1
    return Marks(board.hits(), doubles)


def _read_values(board: Board, situation: Situation) -> UpcardColumn:
    """The column of the board's results while hands are still being decided."""
    none = array("q")
    marks = Marks(none, none)
    results = board.results()
    return UpcardColumn(situation.rules, situation.upcard, situation.shoe, marks, *results, {})

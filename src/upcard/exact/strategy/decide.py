"""Decides how every hand is played against one upcard, by composition or by total.

By composition, every hand takes its best action given its own cards and the upcard. A split hand is
played like the same cards before a split: one strategy, regardless of the other hands.

By total, all hands of a row take the action with the best mean over the row. The mean is over the
row's two-card hands that are not pairs (over the pair, if there are no others; over all hands of
the row, if the shoe can deal none of two cards). Hands of three or more cards hit or stand as their
total does. A pair has its own row; a pair that cannot be split is played as its total.
"""

import threading
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from operator import sub
from typing import Final, Literal, TypeAlias

import msgspec

from upcard.compiled.strategy.board import Board, SplitLaws
from upcard.exact.play.hands import VALUES, blackjack_hole
from upcard.exact.strategy.cards import (
    TotalRow,
    ValueCounts,
    hands,
    places,
    rows,
    starts,
    tree,
    two_cards,
    without,
)
from upcard.exact.strategy.column import SPECIAL, HandAction, Marks, UpcardColumn, best
from upcard.exact.strategy.resplits import Resplitting, most_gone
from upcard.exact.strategy.rules import OUT_OF_CARDS, HandRules, NotSolved

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
    against = Situation(rules, without(shoe, upcard), upcard, holes)
    with _ONE_AT_A_TIME:
        board = _set_up_board(against)
        marks = (_by_composition if play == "composition" else _by_total)(board, against)
        column = _column(board, against, marks)
    dealt = [place for place in two_cards() if column.chance(place)]
    openings = {place: best(column.worth(place)) for place in dealt}
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
    against = Situation(rules, without(shoe, upcard), upcard, holes)
    with _ONE_AT_A_TIME:
        board = _set_up_board(against)
        board.mark_hits(0, marks.hits)
        board.play(against.shoe, 0, len(hands()), choose=False, squared=power == 2)
        return _column(board, against, marks, openings, power)


def split_laws(column: UpcardColumn, value: int, *, drawn: int = 0) -> SplitLaws:
    """The laws of what the hands of a pair win that is split, under the column's marks.

    `drawn` further cards of the pair's value are known to have become hands of their own: then only
    the laws of one hand are computed.
    """
    against = Situation(column.rules, column.shoe, column.upcard, column.holes)
    with _ONE_AT_A_TIME:
        board = _set_up_board(against)
        board.mark_hits(0, column.marks.hits)
        board.mark_doubles(column.marks.doubles)
        return board.split_laws(
            without(column.shoe, *[value] * (2 + drawn)),
            value,
            starts(value),
            one_card=column.rules.takes_one_card(value),
            cross=drawn == 0,
            apart=column.rules.resplits_of(value) > 0,
        )


def row_worth(column: UpcardColumn, row: TotalRow) -> dict[HandAction, float]:
    """For each action except a split, the probability-weighted sum of its value over a row."""
    return row_mean((weight, column.worth(place)) for place, weight in weights(column, row))


def row_mean(weighed: Iterable[tuple[float, dict[HandAction, float]]]) -> dict[HandAction, float]:
    """The weighted sum of the values of each action except a split."""
    worth = mean_worth(weighed)
    return {action: mean for action, mean in worth.items() if action != "split"}


def weights(column: UpcardColumn, row: TotalRow) -> list[tuple[int, float]]:
    """The hands that represent a row, each with its probability; empty if the shoe deals none."""
    dealt = _possible(column, row.two_cards)
    unlike = [(place, chance) for place, chance in dealt if not hands()[place].pair]
    return unlike or dealt or _possible(column, range(row.first, row.end))


def _possible(column: UpcardColumn, places: Iterable[int]) -> list[tuple[int, float]]:
    return [(place, chance) for place in places if (chance := column.chance(place))]


def mean_worth(weighed: Iterable[tuple[float, dict[HandAction, float]]]) -> dict[HandAction, float]:
    """The weighted sum of the values of each action."""
    means: dict[HandAction, float] = {}
    for weight, worth in weighed:
        for action, mean in worth.items():
            means[action] = means.get(action, 0.0) + weight * mean
    return means


# The board


@cache
def _board(*, hits_soft_17: bool, with_22: bool, holes: Sequence[int]) -> Board:
    laid = [(*hand.counts, *hand.after, hand.total) for hand in hands()]
    kind = {"hits_soft_17": hits_soft_17, "with_22": with_22}
    return Board(laid, [tree(upcard, **kind, holes=holes) for upcard in VALUES])


_ONE_AT_A_TIME: Final = threading.Lock()
"""Held while a board is in use: threads share it, as it takes some megabytes."""


def _set_up_board(against: Situation) -> Board:
    rules, upcard, holes = against.rules, against.upcard, against.holes
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


def _column(
    board: Board,
    against: Situation,
    marks: Marks,
    openings: Openings | None = None,
    power: int = 1,
) -> UpcardColumn:
    """The column of the board's results, with splits of pairs that `openings` splits, or of all."""
    stand, hit, drawn = board.results()
    board.mark_doubles(marks.doubles)
    splits = {}
    for value in VALUES:
        pair = starts(value)[value]
        if against.shoe[value] >= 2 and (openings is None or openings.get(pair) == "split"):
            splits[value] = _split_value(board, against, value, power)
    dealt = {}
    for counts in SPECIAL if against.rules.beats_22 else ():
        if min(map(sub, against.shoe, counts)) >= 0:
            dealt[places()[counts]] = board.dealt(against.shoe, places()[counts])
    if board.ran_out:
        raise NotSolved(f"{OUT_OF_CARDS}.")
    return UpcardColumn(
        against.rules,
        against.upcard,
        against.shoe,
        marks,
        *(stand, hit, drawn, splits),
        power,
        against.holes,
        dealt,
    )


def _split_value(board: Board, against: Situation, value: int, power: int) -> float:
    """The mean total win of the hands of a split pair, or its mean square."""
    rules = against.rules
    left = without(against.shoe, value, value)
    resplits = rules.resplits_of(value)
    moments = board.split(
        left,
        value,
        starts(value),
        gone=most_gone(resplits),
        one_card=rules.takes_one_card(value),
        cross=power == 2,
    )
    split = Resplitting(sum(left), left[value], moments)
    if rules.shared_cards:
        return split.mean_of_shared_cards(resplits)
    return split.mean(resplits) if power == 1 else split.square(resplits)


# Marks


def _by_composition(board: Board, against: Situation) -> Marks:
    rules = against.rules
    board.play(against.shoe, 0, len(hands()), choose=True)
    doubles = array("q", bytes(8 * len(hands())))
    column = _column_of_board(board, against)
    for place in two_cards():
        doubles[place] = best(column.played(place, doubles=rules.double_after_split)) == "double"
    return Marks(board.hits(), doubles)


def _by_total(board: Board, against: Situation) -> Marks:
    """Decide rows in order; the hands of a row draw only into rows already decided."""
    rules = against.rules
    doubles = array("q", bytes(8 * len(hands())))
    for row in rows():
        board.play(against.shoe, row.first, row.end, choose=False)
        column = _column_of_board(board, against)
        worth = mean_worth(
            (weight, column.played(place, doubles=rules.double_after_split))
            for place, weight in weights(column, row)
        )
        hits = "hit" in worth and worth["hit"] > worth["stand"]
        board.mark_hits(row.first, [hits] * (row.end - row.first))
        if worth and best(worth) == "double":
            for place in row.two_cards:
                doubles[place] = 1
    return Marks(board.hits(), doubles)


def _column_of_board(board: Board, against: Situation) -> UpcardColumn:
    """The column of the board's results while hands are still being decided."""
    none = array("q")
    marks = Marks(none, none)
    results = board.results()
    return UpcardColumn(against.rules, against.upcard, against.shoe, marks, *results, {})

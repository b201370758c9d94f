"""Decides how every hand is played against one upcard, by its composition or by its total.

By composition every hand takes its best action, given its own cards and the upcard. A split hand
is played as the same cards are before a split: one strategy, whatever other hands there are.

By total all hands of a row take the action that is best for the row in the mean. A total's worth
is the mean over its two-card hands that are no pairs (over a pair, where there are no others;
over all its hands, where the shoe deals none of two cards); hands of more cards hit or stand as
their total does. A pair has its own row; where it cannot be split it is played as its total.
"""

from array import array
from collections.abc import Iterable
from functools import cache
from typing import Literal, TypeAlias

from upcard.compiled.strategy.board import Board
from upcard.odds.play_hands import VALUES, blackjack_hole
from upcard.odds.strategy.cards import (
    Counts,
    Row,
    hands,
    rows,
    starts,
    tree,
    two_cards,
    without,
)
from upcard.odds.strategy.column import Action, Column, Marks, best
from upcard.odds.strategy.resplits import Resplitting, most_gone
from upcard.odds.strategy.rules import OUT_OF_CARDS, Rules
from upcard.rules.violation import BadInput

Play: TypeAlias = Literal["composition", "total"]

Openings: TypeAlias = dict[int, Action]
"""What two cards do, by their place."""


def best_column(rules: Rules, shoe: Counts, upcard: int, play: Play) -> tuple[Column, Openings]:
    """The column against an upcard of a shoe as it is played best, and what two cards do there."""
    board = _turn(rules, upcard)
    rest = without(shoe, upcard)
    if play == "composition":
        marks = _by_composition(board, rules, rest, upcard)
    else:
        marks = _by_total(board, rules, rest, upcard)
    column = _column(board, rules, rest, upcard, marks)
    dealt = [place for place in two_cards() if column.chance(place)]
    openings = {place: best(column.worth(place)) for place in dealt}
    if play == "total":
        for row in rows():
            for place in row.two_cards:
                if place in openings and not hands()[place].pair:
                    openings[place] = best(row_worth(column, row))
    return column, openings


def marked_column(
    rules: Rules, shoe: Counts, upcard: int, marks: Marks, openings: Openings, power: int = 1
) -> Column:
    """The column as it is played by marks; only pairs that are split then have a split's worth."""
    board = _turn(rules, upcard)
    rest = without(shoe, upcard)
    board.mark_hits(0, marks.hits)
    board.play(rest, 0, len(hands()), choose=False, squared=power == 2)
    return _column(board, rules, rest, upcard, marks, openings, power)


def row_worth(column: Column, row: Row) -> dict[Action, float]:
    """The mean worth of each action but a split over a row, times how often it is dealt."""
    worth = mean_worth((weight, column.worth(place)) for place, weight in weights(column, row))
    return {action: mean for action, mean in worth.items() if action != "split"}


def weights(column: Column, row: Row) -> list[tuple[int, float]]:
    """The hands that speak for a row, each with its probability; none where the shoe has none."""
    dealt = _possible(column, row.two_cards)
    unlike = [(place, chance) for place, chance in dealt if not hands()[place].pair]
    return unlike or dealt or _possible(column, range(row.first, row.end))


def _possible(column: Column, places: Iterable[int]) -> list[tuple[int, float]]:
    return [(place, chance) for place in places if (chance := column.chance(place))]


def mean_worth(weighed: Iterable[tuple[float, dict[Action, float]]]) -> dict[Action, float]:
    """The sum of what actions are worth, each times its weight."""
    found: dict[Action, float] = {}
    for weight, worth in weighed:
        for action, mean in worth.items():
            found[action] = found.get(action, 0.0) + weight * mean
    return found


# The board


@cache
def _board(*, hits_soft_17: bool) -> Board:
    laid = [(*hand.counts, *hand.after, hand.total) for hand in hands()]
    return Board(laid, [tree(upcard, hits_soft_17=hits_soft_17) for upcard in VALUES])


def _turn(rules: Rules, upcard: int) -> Board:
    board = _board(hits_soft_17=rules.hits_soft_17)
    hole = blackjack_hole(upcard)
    board.put_up(upcard, hole, soft_17=rules.hits_soft_17, all_lost=rules.all_lost)
    return board


def _column(
    board: Board,
    rules: Rules,
    rest: Counts,
    upcard: int,
    marks: Marks,
    openings: Openings | None = None,
    power: int = 1,
) -> Column:
    """What stands on the board, with the splits of pairs that are opened so, or of all."""
    stand, hit, drawn = board.results()
    board.mark_doubles(marks.doubles)
    splits = {}
    for value in VALUES:
        pair = starts(value)[value]
        if rest[value] >= 2 and (openings is None or openings.get(pair) == "split"):
            left = without(rest, value, value)
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
            splits[value] = split.mean(resplits) if power == 1 else split.square(resplits)
    if board.ran_out:
        raise BadInput(f"{OUT_OF_CARDS}.")
    return Column(rules, upcard, rest, marks, stand, hit, drawn, splits, power)


# Marks


def _by_composition(board: Board, rules: Rules, rest: Counts, upcard: int) -> Marks:
    board.play(rest, 0, len(hands()), choose=True)
    doubles = array("q", bytes(8 * len(hands())))
    column = _unmarked(board, rules, rest, upcard)
    for place in two_cards():
        doubles[place] = best(column.played(place, doubles=rules.double_after_split)) == "double"
    return Marks(board.hits(), doubles)


def _by_total(board: Board, rules: Rules, rest: Counts, upcard: int) -> Marks:
    """Row by row, from above; a row's hands draw into rows that are decided."""
    doubles = array("q", bytes(8 * len(hands())))
    for row in rows():
        board.play(rest, row.first, row.end, choose=False)
        column = _unmarked(board, rules, rest, upcard)
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


def _unmarked(board: Board, rules: Rules, rest: Counts, upcard: int) -> Column:
    """What stands on the board while hands are being decided."""
    none = array("q")
    return Column(rules, upcard, rest, Marks(none, none), *board.results(), {})

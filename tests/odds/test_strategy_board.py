"""One board serves all solving: neither threads nor what was played before change a value."""

from array import array
from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import pytest

from upcard.compiled.strategy import fields as at
from upcard.exact.strategy import decide
from upcard.exact.strategy.cards import hands
from upcard.exact.strategy.column import Marks
from upcard.exact.strategy.decide import Situation, StrategyBasis, best_column, marked_column
from upcard.exact.strategy.other_hand import reachable_marks
from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import solve, standard_deviation

SHOES = tuple(full_shoe(decks) for decks in (1, 6)) * 2
SHOE, UPCARD = SHOES[0], 5
GARBAGE = 7.5


def _found(shoe: tuple[int, ...]) -> tuple[float, float]:
    solution = solve(HandRules(), shoe)
    return solution.expected_value, standard_deviation(solution)


def test_threads_find_what_one_alone_finds() -> None:
    alone = [_found(shoe) for shoe in SHOES]
    with ThreadPoolExecutor(len(SHOES)) as pool:
        assert list(pool.map(_found, SHOES)) == alone


@pytest.mark.parametrize("play", ["composition", "total"])
@pytest.mark.parametrize("dealer_22", ["loses", "pushes-low"])
@pytest.mark.parametrize("mark", [-1, 1])
def test_what_a_board_holds_does_not_matter(
    play: StrategyBasis, dealer_22: Literal["loses", "pushes-low"], mark: int
) -> None:
    """-1 marks hands that a play never reaches: they were not computed in the next one either."""
    rules = HandRules(dealer_22=dealer_22)
    first, openings = best_column(rules, SHOE, UPCARD, play)
    board = decide._set_up_board(Situation(rules, SHOE, UPCARD, first.holes))
    board.mark_hits(0, [mark] * at.MAX_HANDS)
    board.mark_doubles([1] * len(hands()))
    board.out[:] = array("d", [GARBAGE]) * len(board.out)
    assert best_column(rules, SHOE, UPCARD, play) == (first, openings)


def test_special_hands_are_dealt_though_a_play_never_reaches_them() -> None:
    rules = HandRules(dealer_22="pushes-low")
    best, openings = best_column(rules, SHOE, UPCARD, "total")
    none = Marks(array("q", [-1]) * len(hands()), best.marks.doubles)
    assert marked_column(rules, SHOE, UPCARD, none, openings).dealt == best.dealt


def test_values_for_another_hand_leave_the_next_solution_as_it_is() -> None:
    """As Switch Hands is solved, then another game by total."""
    alone = solve(HandRules(), SHOE, "total").expected_value
    column, openings = best_column(HandRules(), SHOE, UPCARD, "composition")
    marked_column(HandRules(), SHOE, UPCARD, reachable_marks(column.marks), openings)
    assert solve(HandRules(), SHOE, "total").expected_value == alone

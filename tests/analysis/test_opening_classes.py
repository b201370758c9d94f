"""Hole cards are told apart only where a wager tells them apart, and no deal is lost by it."""

import numpy as np
import pytest

from upcard.analysis.rounds.opening_classes import ALIKE, classes_of, laws_of_classes
from upcard.exact.play.hands import VALUES
from upcard.exact.strategy.rules import HandRules, full_shoe
from upcard.exact.strategy.solve import Solution, solve

TEN, ACE_UPCARD = 9, 0


@pytest.fixture(scope="module", params=["peek", "all"])
def solution(request: pytest.FixtureRequest) -> Solution:
    """One deck, by total, two hands at most, so that laws are exact; with a peek and without."""
    rules = HandRules(dealer_blackjack=request.param, resplits=0)
    return solve(rules, full_shoe(1), "total")


def test_hole_cards_are_of_a_class_where_their_rows_are_alike() -> None:
    rows = np.zeros((3, len(VALUES), 2))
    assert classes_of(rows) == [tuple(VALUES)]
    rows[1, TEN, 0] = 0.5
    rows[2, 4, 1] = ALIKE / 2  # less than what is told apart
    rows[0, 3, 0] = np.nan  # a deal that cannot be made
    assert classes_of(rows) == [tuple(VALUES[:TEN]), (TEN,)]
    rows[2, 4, 1] = 0.25
    assert classes_of(rows) == [(0, 1, 2, 3, 5, 6, 7, 8), (4,), (TEN,)]


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize(
    "classes",
    [
        [tuple(VALUES[:TEN]), (TEN,)],  # the Blackjack and the rest
        [(0, 1, 2), tuple(VALUES[3:])],
        [(value,) for value in VALUES],
    ],
    ids=["blackjack", "two", "ten"],
)
def test_the_laws_of_the_classes_are_together_that_of_all_hole_cards(
    solution: Solution, classes: list[tuple[int, ...]]
) -> None:
    ((_, whole),) = laws_of_classes(solution, ACE_UPCARD, [tuple(VALUES)])
    parts = list(laws_of_classes(solution, ACE_UPCARD, classes))
    assert [together for together, _ in parts] == classes
    for place, (law, _) in whole.items():
        added: dict[object, float] = {}
        for _, laws in parts:
            for win, chance in laws[place][0].items():
                added[win] = added.get(win, 0.0) + chance
        assert {win: chance for win, chance in added.items() if chance} == pytest.approx(
            {win: chance for win, chance in law.items() if chance}, abs=1e-12
        )


def test_a_deal_that_is_left_out_is_missed(solution: Solution) -> None:
    """The negative control: without the Blackjack's hole card the laws add up to less."""
    parts = list(laws_of_classes(solution, ACE_UPCARD, [(0, 1, 2), tuple(VALUES[3:TEN])]))
    place = next(iter(parts[0][1]))
    assert sum(sum(laws[place][0].values()) for _, laws in parts) < 0.75

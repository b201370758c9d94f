"""The chart of the exact analyzer: what players know of it, and what departs from it."""

from typing import Final

import pytest

from upcard.exact.strategy.cards import ValueCounts, counts_of, hands, places, shoe_without
from upcard.exact.strategy.chart import ChartCell, chart, chart_actions, departures
from upcard.exact.strategy.rules import NAMES, HandRules, full_shoe
from upcard.exact.strategy.solve import Solution, solve

VALUES: Final = {name: value for value, name in enumerate(NAMES)}

SIX_DECKS: Final = """
hard 17  S S S S S S S S S S
hard 16  S S S S S H H R R R
hard 15  S S S S S H H H R H
hard 13  S S S S S H H H H H
hard 12  H H S S S H H H H H
hard 11  D D D D D D D D D H
hard 10  D D D D D D D D H H
hard 9   H D D D D H H H H H
hard 8   H H H H H H H H H H
soft 20  S S S S S S S S S S
soft 19  S S S S S S S S S S
soft 18  S Ds Ds Ds Ds S S H H H
soft 17  H D D D D H H H H H
soft 16  H H D D D H H H H H
soft 14  H H H D D H H H H H
pairs A  P P P P P P P P P P
pairs 10 S S S S S S S S S S
pairs 9  P P P P P S P P S S
pairs 8  P P P P P P P P P P
pairs 7  P P P P P P H H H H
pairs 6  P P P P P H H H H H
pairs 5  D D D D D D D D H H
pairs 4  H H H P P H H H H H
pairs 2  P P P P P P H H H H
"""
"""Basic strategy as every card of it prints it: six decks, S17, double after split, surrender."""

ACTIONS: Final = {"H": "hit", "S": "stand", "D": "double", "P": "split", "R": "surrender"}


Cells = dict[tuple[str, str], dict[int, ChartCell]]


def cells(solution: Solution) -> Cells:
    """By kind, label and upcard."""
    return {(line.kind, line.label): line.cells for line in chart(solution)}


@pytest.fixture(scope="module", params=["composition", "total"])
def six_decks(request: pytest.FixtureRequest) -> Cells:
    return cells(solve(HandRules(), full_shoe(6), request.param))


@pytest.fixture(scope="module")
def one_deck() -> Solution:
    return solve(HandRules(), full_shoe(1))


@pytest.mark.parametrize("line", SIX_DECKS.strip().splitlines(), ids=lambda line: line[:8].strip())
def test_six_decks_are_played_as_players_know(line: str, six_decks: Cells) -> None:
    kind, label, *codes = line.split()
    for upcard, code in zip((*NAMES[1:], "A"), codes, strict=True):
        found = six_decks[kind, label][VALUES[upcard]]
        assert found.action == ACTIONS[code[0]], upcard
        if found.action == "double":
            assert found.otherwise == ("stand" if code == "Ds" else "hit")


def test_the_actions_alone_are_those_of_the_chart(one_deck: Solution) -> None:
    """In its order, and missing where the chart is: a single deck without sixes deals no pair."""
    no_sixes = tuple(
        0 if value == VALUES["6"] else count for value, count in enumerate(full_shoe(1))
    )
    for solution in (one_deck, solve(HandRules(), no_sixes, "total")):
        shown = [
            ((line.kind, line.label, upcard), cell.action)
            for line in chart(solution)
            for upcard, cell in line.cells.items()
        ]
        assert list(chart_actions(solution).items()) == shown


def test_played_by_total_no_hand_departs() -> None:
    solution = solve(HandRules(), full_shoe(1), "total")
    assert departures(solution) == ()
    for answer in solution.answers.values():
        hits: dict[tuple[int, bool], set[int]] = {}
        for hand, mark in zip(hands(), answer.column.marks.hits, strict=True):
            hits.setdefault((hand.total, hand.soft), set()).add(mark)
        assert all(len(marks) == 1 for marks in hits.values())
        assert hits[17, False] | hits[11, False] == {0, 1}


def test_departures_of_one_deck_are_those_that_are_known(one_deck: Solution) -> None:
    """10,2 against 4, 8,4 against 3 and 10,3 against 2 are in every book of one deck."""
    found = {
        (departure.values, NAMES[departure.upcard]): (departure.action, departure.chart)
        for departure in departures(one_deck)
    }
    assert found[(1, 9), "4"] == ("hit", "stand")
    assert found[(3, 7), "3"] == ("stand", "hit")
    assert found[(2, 9), "2"] == ("hit", "stand")
    assert found[(4, 9), "10"] == ("surrender", "hit")


def test_a_departure_gains_what_its_actions_differ_by(one_deck: Solution) -> None:
    found = departures(one_deck)
    assert len(found) > 100
    for exception in found:
        worth = one_deck.worth(exception.values, exception.upcard)
        assert exception.gain == worth[exception.action] - worth[exception.chart] > 0
        assert worth[exception.action] == max(worth.values())


def test_departures_can_come_up(one_deck: Solution) -> None:
    for departure in departures(one_deck):
        assert min(shoe_without(one_deck.shoe, departure.upcard, *departure.values)) >= 0
    drawn = {departure.values for departure in departures(one_deck) if len(departure.values) > 2}
    assert not any(hands()[places()[counts_of(values)]].total >= 19 for values in drawn)


def test_a_cell_s_worth_is_the_mean_of_its_hands(one_deck: Solution) -> None:
    """Hard 6 is 4,2 alone; hard 7 is 5,2 and 4,3, dealt alike from a deck that has an upcard 9."""
    found = cells(one_deck)
    of_six = found["hard", "6"][VALUES["9"]].worth
    assert of_six == pytest.approx(one_deck.worth((1, 3), VALUES["9"]))
    of_seven = found["hard", "7"][VALUES["9"]].worth["hit"]
    each = [one_deck.worth(hand, VALUES["9"])["hit"] for hand in ((1, 4), (2, 3))]
    assert of_seven == pytest.approx(sum(each) / 2)


def test_what_cannot_be_dealt_has_no_cell() -> None:
    shoe: ValueCounts = (0, 0, 8, 8, 0, 8, 8, 8, 8, 40)
    solution = solve(HandRules(), shoe)
    lines = cells(solution)
    assert lines["pairs", "A"] == lines["soft", "18"] == lines["hard", "5"] == {}
    assert set(lines["pairs", "8"]) == {2, 3, 5, 6, 7, 8, 9}
    assert lines["hard", "12"]  # three cards, or 8,4
    assert lines["hard", "15"][9].action in ("hit", "surrender")


def test_double_rules_and_surrender_show() -> None:
    rules = HandRules(double="10-11", surrender="none", double_after_split=False)
    lines = chart(solve(rules, full_shoe(6)))
    doubled = {
        line.label for line in lines for cell in line.cells.values() if cell.action == "double"
    }
    assert doubled == {"11", "10", "5"}
    assert not any(cell.action == "surrender" for line in lines for cell in line.cells.values())
    (fours,) = [line for line in lines if (line.kind, line.label) == ("pairs", "4")]
    assert {cell.action for cell in fours.cells.values()} == {"hit"}

"""Paytables for a target: the nearest first, exact, monotone, and always the same."""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from msgspec.structs import replace

import upcard
from upcard.exact.record import records
from upcard.exact.solve_pays import STEPS, Targets, shape_of, solve_pays

PAIRS = {"perfect-pair": "25 to 1", "colored-pair": "12 to 1", "mixed-pair": "6 to 1"}


def test_none_of_all_paytables_in_reach_is_nearer() -> None:
    (record,) = records("perfect-pairs", paytable="A", decks=6)
    shape = shape_of(record)
    found = solve_pays(record, Targets(edge=Fraction(4, 100)), 5)
    chances = [float(chance) for chance in shape.chances]
    best = min(
        abs(0.96 - sum(p * (pay + 1) for p, pay in zip(chances, pays, strict=True)))
        for pays in product(*([step for step in STEPS if 4 <= step <= 40] for _ in chances))
        if all(one >= other for one, other in pairwise(pays))
        and all(
            given / 1.9 < pay < given * 1.9 for pay, given in zip(pays, shape.given, strict=True)
        )
    )
    assert float(found[0].distance) / 100 <= best + 1e-12
    assert [pays.distance for pays in found] == sorted(pays.distance for pays in found)


def test_what_is_found_is_what_odds_says_of_it() -> None:
    for answer in upcard.solve_pays("perfect-pairs", paytable="A", decks=6, edge="4%", variance=25):
        (priced,) = upcard.odds("perfect-pairs", decks=6, pays=answer.pays)
        assert (priced.house_edge, priced.hit_frequency, priced.variance) == (
            answer.house_edge,
            answer.hit_frequency,
            answer.variance,
        )
        wins = [int(text.partition(" ")[0].replace(",", "")) for text in answer.pays.values()]
        assert wins == sorted(wins, reverse=True)
        assert set(wins) <= set(STEPS)


def test_a_hit_rate_leaves_the_most_frequent_outcomes_unpaid() -> None:
    (printed,) = upcard.odds("perfect-pairs", decks=6, paytable="A")
    rare = sum(row.probability for row in printed.outcomes if row.outcome in ("perfect-pair",))
    found = upcard.solve_pays("perfect-pairs", paytable="A", decks=6, hit_rate=rare)[0]
    assert set(found.unpaid) == {"colored-pair", "mixed-pair"}
    assert found.hit_frequency == rare
    assert list(found.pays) == ["perfect-pair"]


def test_a_shape_that_pays_less_for_a_rarer_outcome_is_turned_round() -> None:
    odds = {"perfect-pair": "3 to 1", "colored-pair": "6 to 1", "mixed-pair": "25 to 1"}
    one, two = (
        upcard.solve_pays("perfect-pairs", paytable="A", decks=6, edge="4%", pays=pays)[0]
        for pays in (PAIRS, odds)
    )
    assert abs(float(two.house_edge) - 0.04) < 0.005
    assert list(two.pays) == list(one.pays)


def test_the_answer_is_always_the_same_and_never_favours_the_player() -> None:
    one, two = (upcard.solve_pays("lucky-ladies", decks=6, variance=100) for _ in range(2))
    assert one.to_dict() == two.to_dict()
    assert all(found.house_edge >= 0 for found in one)
    assert upcard.solve_pays("lucky-ladies", decks=6, edge="-1%")[0].house_edge < 0


@pytest.mark.parametrize(
    ("targets", "reason"),
    [
        ({}, "Say which edge, hit rate or variance"),
        ({"edge": "four"}, "'four' is no share"),
        ({"variance": 0}, "A variance is above nothing"),
    ],
)
def test_a_target_is_a_number(targets: dict[str, str], reason: str) -> None:
    with pytest.raises(upcard.BadInput, match=reason):
        upcard.solve_pays("lucky-ladies", decks=6, **targets)  # type: ignore[arg-type] # on purpose


def test_a_meter_is_not_searched_for() -> None:
    with pytest.raises(upcard.BadInput, match="pays more than odds"):
        upcard.solve_pays("hit-and-run", decks=6, edge="5%")


def test_the_numbers_that_are_searched_are_round_the_more_so_the_larger() -> None:
    assert STEPS[:12] == tuple(range(1, 13))
    assert all(one < other for one, other in pairwise(STEPS))
    for step in STEPS[12:]:
        assert step % 5 == 0 or (step < 25 and step % 2 == 0)
        assert (
            step < 100 or len(str(step).rstrip("0")) <= 2 or str(step).rstrip("0") in ("125", "175")
        )


def test_a_variance_is_met_where_no_edge_is_asked_for() -> None:
    (found, *_) = upcard.solve_pays("lucky-ladies", decks=6, variance=100)
    assert abs(float(found.variance) / 100 - 1) < 0.01


def test_what_a_push_gives_back_counts_in_the_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mixed pairs push: the others pay what is left of the edge, in floating point as exactly."""
    (record,) = records("perfect-pairs", paytable="A", decks=6)
    pushing = tuple(
        replace(row, award=(), back=Fraction(1)) if row.outcome == "mixed-pair" else row
        for row in record.outcomes
    )
    changed = replace(record, outcomes=pushing)
    assert shape_of(changed).pushed > Fraction(2, 100)
    (found, *_) = solve_pays(changed, Targets(edge=Fraction(4, 100)), 1)
    assert set(found.pays) == {"perfect-pair", "colored-pair"}
    assert abs(found.house_edge - Fraction(4, 100)) < Fraction(1, 100)
    monkeypatch.setattr("upcard.exact.solve_pays.MAX_COMPARED", 1)
    assert solve_pays(changed, Targets(edge=Fraction(4, 100)), 1) == [found]

"""Simulated means against exact expected values: the one checks the other."""

from fractions import Fraction
from typing import Any, Final

import pytest
from msgspec.structs import replace

import upcard
from nightly import NIGHTLY
from simulation.strategies import at_random, at_random_for
from tables import table_rules
from upcard.analysis.controls import Expected, counted_values, with_controls
from upcard.analysis.players import player_of
from upcard.analysis.strategies import table_of
from upcard.exact.strategy.decide import StrategyBasis
from upcard.exact.strategy.games import rules_of
from upcard.exact.strategy.rules import full_shoe
from upcard.exact.strategy.solve import Solution, solve, standard_deviation
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.switch_hands import ANTE
from upcard.games.table_rules import TableRules
from upcard.simulation.blackjack.columns import columns_of
from upcard.simulation.run import Result, simulate

MANY = 3_000_000
"""So many rounds show what a cover card does to the mean."""

ROUNDS = MANY if NIGHTLY else 1_000_000
SEED = 17
LUCK = 4.5
"""Standard errors by which an honest mean misses once in a hundred thousand times."""

FIVE = {"minimum": 5}
SIX_DECKS = {
    "lucky-ladies": FIVE,
    "match-the-dealer": FIVE,
    "in-between": FIVE,
    "royal-match-21": {"paytable": "D", **FIVE},
    "three-card-poker": {"paytable": "A", **FIVE},
    "house-money": {"paytable": "multiple-deck", **FIVE},
    "perfect-pairs": {"paytable": "A", **FIVE},
    "hit-and-run": FIVE,
    "axman": {"minimum": 15},
    "buster-blackjack": {"paytable": "A", "minimum": 15},
    "upcard-luck": FIVE,
    "bad-beat": FIVE,
}


def solved(rules: TableRules, play: StrategyBasis) -> Solution:
    return solve(rules_of(rules), full_shoe(rules.decks), play)


def expected_values(rules: TableRules, solution: Solution) -> Expected:
    """The exact values of the Blackjack wager and of the wagers that need no strategy."""
    known = counted_values(rules, columns_of(rules))
    return {BLACKJACK_WAGER: solution.expected_value, **known}


def simulated(rules: TableRules, solution: Solution, **choices: Any) -> Result:
    return simulate(rules, table_of(solution), ROUNDS, SEED, **choices)


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize("play", ["total", "composition"])
@pytest.mark.parametrize(
    ("choices", "seats"),
    [
        ({"decks": 1}, 1),
        ({"decks": 2, "blackjack": {"resplits": 0, "split_aces": "one-card"}}, 1),
        ({"blackjack": {"resplits": 3, "resplit_aces": True}}, 3),
    ],
)
def test_best_play_wins_what_the_analyzer_says(
    play: StrategyBasis, choices: dict[str, Any], seats: int
) -> None:
    rules = table_rules(**choices)
    solution = solved(rules, play)
    dealt = simulated(rules, solution, fresh_shoe=True, seats=seats)
    (found,) = with_controls(dealt, expected_values(rules, solution)).wagers
    assert found.exact == solution.expected_value
    assert found.z is not None
    assert abs(found.z) < LUCK
    assert found.standard_deviation == pytest.approx(standard_deviation(solution), rel=2e-3)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("seats", [1, 4])
def test_side_wagers_win_what_is_counted(seats: int) -> None:
    rules = table_rules(wagers=SIX_DECKS)
    solution = solved(rules, "total")
    dealt = simulated(rules, solution, fresh_shoe=True, seats=seats)
    found = with_controls(dealt, expected_values(rules, solution)).wagers
    known = {wager.wager: wager.z for wager in found if wager.exact is not None and not wager.bonus}
    assert known.keys() == {"blackjack", *SIX_DECKS} - {"bad-beat"}
    assert all(z is not None and abs(z) < LUCK for z in known.values()), known


def test_a_bonus_beside_a_wager_has_its_exact_value_and_no_z() -> None:
    """Those of the odds; the Magic Card is one of two cards out of 52 types."""
    rules = table_rules(
        wagers={
            "royal-match-21": {"paytable": "D", "crown_treasure": True, **FIVE},
            "bad-beat": {"magic_card": True, "lucky_player": True, **FIVE},
            "buster-blackjack": {"paytable": "A", "bonus": "B2", "minimum": 15},
        }
    )
    dealt = simulate(rules, at_random(1), 20_000, SEED, fresh_shoe=True)
    found = with_controls(dealt, counted_values(rules, columns_of(rules))).wagers
    known = {wager.bonus: wager.exact for wager in found if wager.bonus}
    assert known["crown-treasure"] == pytest.approx(1_000 * 38_304 / 4_647_347_640)
    buster = upcard.odds("buster-blackjack", paytable="A", decks=6).one().record.bonuses
    dollars = {"eight-or-more-cards": 5_000, "seven-cards": 1_000}
    beside = [
        dollars[row.won.outcome] * float(row.won.probability)
        for row in buster
        if row.option == "B2"
    ]
    assert known["eight-or-more-cards"] == pytest.approx(sum(beside) / 15)
    twice = Fraction(5, 311)  # both cards are of the same type
    assert known["magic-card-bonus"] == pytest.approx(float((2 - twice) / 52) * 20)
    assert known["lucky-player-bonus"] is None
    assert all(wager.z is None for wager in found if wager.bonus)


def test_another_strategy_and_another_paytable_are_found_out() -> None:
    rules = table_rules(wagers={"royal-match-21": {"paytable": "D", **FIVE}})
    other = table_rules(wagers={"royal-match-21": {"paytable": "E", **FIVE}})
    solution = solved(rules, "total")
    dealt = simulate(rules, at_random(1), ROUNDS, SEED, fresh_shoe=True)
    found = with_controls(dealt, expected_values(other, solution)).wagers
    assert all(wager.z is not None and abs(wager.z) > LUCK and wager.differs for wager in found)
    (blackjack, royal) = [wager.difference for wager in found]
    assert blackjack.startswith(
        "blackjack: the simulated mean differs from the exact value by more"
    )
    assert royal.startswith("royal-match-21: the simulated mean differs from the exact value by mo")
    assert f" are {abs(found[1].z or 0):.1f} standard errors apart." in royal
    right = with_controls(dealt, expected_values(rules, solution)).wagers
    assert [wager.wager for wager in right if wager.difference] == ["blackjack"]


def test_with_a_cover_card_there_is_no_z() -> None:
    """How many rounds a shoe gives depends on its cards: one deck shows it."""
    rules = table_rules(decks=1)
    solution = solved(rules, "total")
    dealt = simulate(rules, table_of(solution), MANY, SEED)
    (found,) = with_controls(dealt, expected_values(rules, solution)).wagers
    assert (found.exact, found.z) == (solution.expected_value, None)
    assert found.standard_error is not None
    assert found.mean < solution.expected_value - 1.5 * found.standard_error


@pytest.mark.parametrize(("gap", "differs"), [(0.0049, False), (0.0061, True), (-0.0061, True)])
def test_with_a_cover_card_a_large_difference_is_told(gap: float, differs: bool) -> None:
    """Beyond 6 standard errors and half a percent: the cover card does not explain it."""
    dealt = simulate(table_rules(decks=1), at_random(1), ROUNDS // 10, SEED)
    (plain,) = dealt.wagers
    exact = {"blackjack": plain.mean - gap}
    many = replace(dealt, wagers=[replace(plain, standard_error=0.001)])
    (found,) = with_controls(many, exact).wagers
    assert (found.z, found.differs, bool(found.difference)) == (None, differs, differs)
    few = replace(dealt, wagers=[replace(plain, standard_error=0.0011)])
    (found,) = with_controls(few, exact).wagers
    assert not found.differs, "fewer than 6 standard errors are chance"


def test_a_continuous_shuffler_is_a_new_shoe_each_round() -> None:
    rules = table_rules(dealing="continuous-shuffler")
    solution = solved(rules, "total")
    (found,) = with_controls(simulated(rules, solution), expected_values(rules, solution)).wagers
    assert found.z is not None
    assert abs(found.z) < LUCK


HANDS: Final[dict[str, Any]] = {ANTE: {}}


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(
    ("game", "wagers"),
    [
        ("switch-hands", HANDS),
        ("blackjack-premium", HANDS | {"match-the-dealer": FIVE}),
        ("down-under-blackjack", {}),
        ("match-the-dealer-blackjack", {"match-the-dealer": FIVE, "match-the-dealer-down": FIVE}),
    ],
)
def test_variations_win_what_is_known_of_them(game: str, wagers: dict[str, Any]) -> None:
    rules = table_rules(game=game, wagers=wagers)
    player = player_of(rules, "total")
    dealt = simulate(rules, player.strategy, ROUNDS, SEED, fresh_shoe=True)
    found = with_controls(dealt, player.expected).wagers
    assert {wager.wager for wager in found} == {"blackjack", *wagers}
    for wager in found:
        assert wager.exact is not None
        assert (
            wager.mean == wager.exact == -1 if wager.wager == ANTE else abs(wager.z or LUCK) < LUCK
        )


@pytest.mark.parametrize("decks", [6, 8])
def test_super_match_wins_what_is_counted(decks: int) -> None:
    """§ 633a.13(i): it looks at the four cards before any switch."""
    rules = table_rules(game="blackjack-switch", decks=decks, wagers={"super-match": FIVE})
    dealt = simulate(rules, at_random_for(rules, 2), ROUNDS, SEED, fresh_shoe=True, seats=2)
    found = with_controls(dealt, counted_values(rules, columns_of(rules))).wagers[1]
    assert (found.wager, abs(found.z or LUCK) < LUCK) == ("super-match", True)


@pytest.mark.nightly
def test_of_a_double_shoe_no_side_wager_is_known() -> None:
    """§ 633a.7(d)(2): red and black are not alike in its first card."""
    rules = table_rules(dealing="double-shoe", wagers={"lucky-ladies": FIVE})
    solution = solved(rules, "total")
    dealt = simulate(rules, table_of(solution), ROUNDS, SEED, fresh_shoe=True)
    base, ladies = with_controls(dealt, expected_values(rules, solution)).wagers
    assert base.z is not None
    assert abs(base.z) < LUCK
    assert ladies.exact is None

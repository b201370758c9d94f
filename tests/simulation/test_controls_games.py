"""Baccarat, the wheel and hybrid tables: simulated means against exact values, whoever deals."""

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace as replace_fields

from simulation.strategies import at_random, basic
from tables_of_games import NUMBERS, PAYOUTS, baccarat_rules, roulette_rules
from tables_of_hybrid import hole_card_rules, no_hole_card_rules
from upcard.analysis.controls import with_controls
from upcard.analysis.players import player_of
from upcard.compiled.simulation.games import fields as own
from upcard.exact.pricing import OddsRequest
from upcard.exact.record import records
from upcard.games import roulette as game
from upcard.games.baccarat import betting_areas
from upcard.games.roulette import SPOTS
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.simulation.games.dealing import CHANCE, TalliedDealer
from upcard.simulation.games.families import family_of
from upcard.simulation.run import Result, is_compiled, simulate

SEED = 23
LUCK = 4.5
"""Standard errors by which an honest mean misses once in a hundred thousand times."""

TABLES = {
    "baccarat": baccarat_rules(),
    "wheel": roulette_rules(),
    "hole-card": hole_card_rules(),
    "no-hole-card": no_hole_card_rules(),
}
KNOWN = {
    "baccarat": set(betting_areas()),
    "wheel": set(SPOTS),
    "hole-card": {"blackjack"},
    "no-hole-card": {"blackjack", "royal-match-21", "bet-the-set-21", "kings-bounty"},
}


def simulated(rules: TableRules, rounds: int, other: TableRules | None = None) -> Result:
    """Rounds with a new shoe each, beside what is known exactly (of another table)."""
    result = simulate(rules, player_of(rules, "total").strategy, rounds, SEED, fresh_shoe=True)
    return with_controls(result, player_of(other or rules, "total").expected)


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize("name", TABLES)
def test_wagers_win_what_is_counted(name: str) -> None:
    found = simulated(TABLES[name], 1_500_000).wagers
    known = {wager.wager: wager.z for wager in found if wager.exact is not None}
    assert known.keys() == KNOWN[name]
    assert all(z is not None and abs(z) < LUCK for z in known.values()), known


def test_terminals_at_all_positions_win_what_one_wins() -> None:
    """§ 633c.5(q): who draws longer takes the dealer's cards, which are as good as any other."""
    rules = TABLES["hole-card"]
    player = player_of(rules, "total")
    result = simulate(rules, player.strategy, 400_000, SEED, fresh_shoe=True, seats=6)
    blackjack, *_ = with_controls(result, player.expected).wagers
    assert blackjack.z is not None
    assert abs(blackjack.z) < LUCK
    assert result.seats == 6


def test_other_weights_of_lucky_numbers_are_found_out() -> None:
    other = roulette_rules(payouts={**PAYOUTS, 49: 1})
    found = simulated(TABLES["wheel"], 1_500_000, other).wagers
    straight = {wager.z for wager in found if wager.wager.startswith("straight")}
    assert min(z or 0 for z in straight) < -LUCK
    assert all(
        abs(wager.z or 0) < LUCK for wager in found if not wager.wager.startswith("straight")
    )


@pytest.mark.parametrize("unprovided", ["returned", "collected"])
def test_buzzer_beater_s_outcomes_are_as_frequent_as_counted(unprovided: str) -> None:
    """§ 633c.5(u), (v): the odds are counted for basic play with pairs played as totals."""
    rounds = 1_500_000
    rules = hole_card_rules(unprovided=unprovided)
    strategy = basic(rules.decks, splits=False)
    result = simulate(rules, strategy, rounds, SEED, fresh_shoe=True)
    found = {wager.wager: wager.outcomes for wager in result.wagers}["buzzer-beater"]
    request = OddsRequest(readings={"unprovided": unprovided})
    (record,) = records("buzzer-beater", decks=rules.decks, request=request)
    counted = {row.outcome: float(row.probability) for row in record.outcomes}
    assert set(counted) <= set(found)
    for outcome, number in found.items():
        chance = counted.get(outcome, 0.0)
        error = sqrt(rounds * chance * (1 - chance))
        assert abs(number - rounds * chance) <= LUCK * error, outcome


@pytest.mark.nightly(but=2)
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("fresh_shoe", [False, True])
def test_the_answer_does_not_depend_on_the_workers(name: str, *, fresh_shoe: bool) -> None:
    rules = TABLES[name]
    strategy = player_of(rules, "total").strategy
    results = [
        simulate(rules, strategy, 150_001, SEED, workers=workers, fresh_shoe=fresh_shoe)
        for workers in (1, 3)
    ]
    one, other = (
        {key: value for key, value in msgspec.to_builtins(found).items() if "second" not in key}
        for found in results
    )
    assert one == other
    assert (one["rounds"], one["fresh_shoe"]) == (150_001, fresh_shoe or name == "wheel")


@pytest.mark.parametrize("name", TABLES)
def test_a_block_does_not_depend_on_what_was_dealt_before(name: str) -> None:
    rules = TABLES[name]
    family = family_of(rules)
    planned = family.plan(rules, player_of(rules, "total").strategy, seats=1, fresh_shoe=False)
    used, new = family.dealers(planned, 2)
    for block in (5, 1, 0):
        used.deal_block(SEED + block, block, 3_000)
    assert used.deal_block(SEED, 0, 2_000) == new.deal_block(SEED, 0, 2_000)
    assert used.deal_block(SEED, 1, 2_000) != new.deal_block(SEED, 0, 2_000)


@pytest.mark.parametrize("name", TABLES)
def test_what_was_compiled_is_known(name: str) -> None:
    rules = TABLES[name]
    strategy = player_of(rules, "total").strategy
    family_of(rules).dealers(family_of(rules).plan(rules, strategy, seats=1), 1)
    assert is_compiled(rules, strategy)


def test_an_end_by_the_error() -> None:
    result = simulate(TABLES["baccarat"], CHANCE, None, SEED, until_se=2e-3)
    error = result.wagers[0].standard_error
    assert error is not None
    assert 0 < error <= 2e-3
    assert result.wagers[0].wager == "baccarat-player"


# The wheel and its Lucky Numbers


def surprise(counts: Mapping[int, int], weights: Mapping[int, int]) -> float:
    """Pearson's statistic, as standard deviations above its mean."""
    total, whole_weight = sum(counts.values()), sum(weights.values())
    expected = {key: total * weight / whole_weight for key, weight in weights.items()}
    statistic = sum((counts.get(key, 0) - mean) ** 2 / mean for key, mean in expected.items())
    freedom = len(weights) - 1
    return (statistic - freedom) / sqrt(2 * freedom)


@pytest.mark.nightly
def test_spins_are_fair() -> None:
    rules = TABLES["wheel"]
    family = family_of(rules)
    (dealer,) = family.dealers(family.plan(rules, CHANCE, seats=1), 1)
    assert isinstance(dealer, TalliedDealer)
    found: dict[str, list[int]] = {"pocket": [], "count": [], "first": [], "last": [], "pays": []}
    for block in range(2_000):
        dealer.deal_block(SEED, block, 1)
        ints = dealer.ints
        count = int(ints[own.LUCKY_COUNT])
        numbers = ints[own.NUMBERS :][:count].tolist()
        assert len(set(numbers)) == count
        found["pocket"].append(int(ints[own.POCKET]))
        found["count"].append(count)
        found["first"].append(numbers[0])
        found["last"].append(numbers[-1])
        found["pays"] += [game.PAYOUTS[ints[own.LUCKY + number] - 1] for number in numbers]
    even = dict.fromkeys(game.POCKETS, 1)
    weights = {"pocket": even, "count": NUMBERS, "first": even, "last": even, "pays": PAYOUTS}
    told = {
        name: surprise(dict(zip(*np.unique(seen, return_counts=True), strict=True)), weights[name])
        for name, seen in found.items()
    }
    assert max(told.values()) < 5, told
    assert surprise({1: 2_000}, NUMBERS) > 50


# What is refused


@pytest.mark.parametrize(
    ("name", "seats", "message"),
    [
        ("baccarat", 2, "win and lose together"),
        ("wheel", 0, "win and lose together"),
        ("hole-card", 0, "at least one terminal"),
    ],
)
def test_seats_that_make_no_sense(name: str, seats: int, message: str) -> None:
    rules = TABLES[name]
    strategy = player_of(rules, "total").strategy
    with pytest.raises(BadInput, match=message):
        simulate(rules, strategy, 10, seats=seats)


def test_weights_beyond_a_random_word_are_refused() -> None:
    rules = roulette_rules(numbers={1: 1 << 31})
    with pytest.raises(BadInput, match="add up to less than"):
        simulate(rules, CHANCE, 10)


def test_a_wager_is_refused_whose_facts_the_kernel_does_not_look_up() -> None:
    rules = TABLES["no-hole-card"]
    (first, *_) = rules.wagers
    asking = replace_fields(first.wager, classify=lambda first, upcard: int(first == upcard))
    changed = replace_fields(rules, wagers=(replace_fields(first, wager=asking),))
    with pytest.raises(BadInput, match=f"{asking.slug} is not simulated at .* needs 'upcard'"):
        simulate(changed, at_random(1), 10)
    both = hole_card_rules()
    twice = replace_fields(both, wagers=(*both.wagers, *both.wagers))
    with pytest.raises(BadInput, match="are not simulated together"):
        simulate(twice, player_of(both, "total").strategy, 10)


def test_no_surrender_where_hands_are_shared() -> None:
    """§ 633c.5(p)(2)."""
    with pytest.raises(BadInput, match="No surrender is offered"):
        simulate(TABLES["hole-card"], at_random(1), 10)
    assert simulate(TABLES["no-hole-card"], at_random(1), 10).rounds == 10


def test_terminals_of_one_strategy_at_one_position_win_alike() -> None:
    """Without a hole card all of them have the same hand: the mean is that of one."""
    rules = TABLES["no-hole-card"]
    strategy: Any = replace(player_of(rules, "total").strategy, insures=True)  # type: ignore[type-var] # a dataclass
    one, five = (simulate(rules, strategy, 50_000, SEED, seats=seats) for seats in (1, 5))
    assert [found.mean for found in one.wagers] == [found.mean for found in five.wagers]
    assert one.wagers[0].standard_error == pytest.approx(five.wagers[0].standard_error)
    assert one.wagers[1].wager == "insurance"

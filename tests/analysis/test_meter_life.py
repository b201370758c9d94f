"""The long run of a meter: against closed forms, balances, and a walk from award to award."""

from fractions import Fraction
from math import exp, inf, log
from random import Random

import pytest

from amounts import dollars
from upcard.analysis.meters.life import MeterLife, life
from upcard.progressives.meter import MeterRules
from upcard.text.words import in_percent

SEED = 20
RESEED = dollars(10_000)
GROWTH = 1_900
WAGER = dollars(1)
WHOLE = {100: Fraction(1, 50_000)}
PARTS = {100: Fraction(1, 50_000), 10: Fraction(1, 5_000)}
CASES = [(WHOLE, 0), (WHOLE, dollars(15_000)), (PARTS, 0), (PARTS, dollars(11_500))]


def lived(shares: dict[int, Fraction], limit: int = 0) -> MeterLife:
    """The life of a meter to which 19 % of each $1 wager are added."""
    rules = MeterRules(
        name="w",
        link="T",
        wager="w",
        paytable="P3",
        section="§ 633c.2(i)",
        seed=RESEED,
        reseed=RESEED,
        increment=190_000,
        limit=limit,
    )
    return life(rules, shares, WAGER)


def test_a_meter_that_is_won_whole_is_exponential() -> None:
    found = lived(WHOLE)
    for wagers in (1_000, 50_000, 200_000):
        amount = RESEED + GROWTH * wagers
        assert found.chance_above(amount) == pytest.approx(exp(-wagers / 50_000), rel=1e-4)
    assert found.quantile(0.5) == pytest.approx(RESEED + GROWTH * 50_000 * log(2), rel=1e-5)
    assert found.wagers_to_hit(0.5) == pytest.approx(50_000 * log(2), rel=1e-4)
    even = dollars(19_500)
    assert found.won_above(even) == pytest.approx(GROWTH, rel=1e-4), "no memory: a mean growth"
    assert found.spell_above(even) == pytest.approx(50_000, rel=1e-3), "until it is won"
    assert found.spell_above(RESEED) == inf


def test_a_limit_holds_what_would_be_above_it() -> None:
    found = lived(WHOLE, dollars(15_000))
    assert found.above[-1] == pytest.approx(exp(-50 / 95), rel=1e-9)
    assert found.chance_above(150_000_001) == 0
    assert found.quantile(0.99) == dollars(15_000)
    assert found.won_above(dollars(15_000)) == 0


@pytest.mark.parametrize(("shares", "limit"), CASES)
def test_as_much_is_put_on_a_meter_as_is_taken_off(shares: dict[int, Fraction], limit: int) -> None:
    found = lived(shares, limit)
    grown = GROWTH * (1 - float(found.above[-1]))
    put = grown + RESEED * float(found.jackpot) + found.restored
    assert put == pytest.approx(float(found.taken) * found.mean, rel=1e-5)


@pytest.mark.parametrize("limit", [0, dollars(11_500)])
def test_awards_of_a_part_agree_with_a_walk(limit: int) -> None:
    """From award to award; the walk's share above an amount has an error near 0.004."""
    found, random = lived(PARTS, limit), Random(SEED)
    chance = float(sum(PARTS.values()))
    level, amount, time, above, spells = dollars(11_000), float(RESEED), 0.0, 0.0, 0
    for _ in range(100_000):
        passed = random.expovariate(chance)
        time += passed
        above += min(passed, max(0.0, passed - (level - amount) / GROWTH))
        was, amount = amount, min(amount + GROWTH * passed, limit or 1e18)
        spells += was < level <= amount
        whole = random.random() < float(PARTS[100]) / chance
        amount = RESEED if whole else max(RESEED, 0.9 * amount)
    assert found.chance_above(level) == pytest.approx(above / time, abs=0.016)
    assert abs(found.chance_above(1.05 * level) - above / time) > 0.016, "another level is told"
    assert found.spell_above(level) == pytest.approx(above / spells, rel=0.03)
    assert found.spell_above(1.05 * level) != pytest.approx(above / spells, rel=0.03)


def test_a_rare_share_is_never_printed_as_zero() -> None:
    """Two digits that count where the usual places would show none."""
    assert [in_percent(share) for share in (0.0, 0.3819, 0.001, 0.000049, 3.21e-9)] == [
        "0.00 %",
        "38.19 %",
        "0.10 %",
        "0.0049 %",
        "0.00000032 %",
    ]
    assert in_percent(0.000049, 4) == "0.0049 %"

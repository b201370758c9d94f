"""The long run of a meter: against closed forms, balances, and the engine's own meter."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import exp, inf, log, sqrt
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from amounts import dollars
from upcard.analysis.meters.life import MeterLife, life, restored_for_prizes
from upcard.progressives.decide import apply_fact
from upcard.progressives.events import Awarded, Reseeded, SeedRestored
from upcard.progressives.facts import (
    Contribution,
    Fact,
    MeterClaim,
    MeterStarted,
    RoundClaims,
    RoundDecided,
    RoundLocked,
)
from upcard.progressives.meter import MeterRules, Sharing
from upcard.text.words import in_percent, in_percent_or_less

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
    """What percentages leave stays: nothing but the increments and the reseeds is put on it."""
    found = lived(shares, limit)
    grown = GROWTH * (1 - float(found.above[-1]))
    put = grown + RESEED * float(found.jackpot)
    assert put == pytest.approx(float(found.taken) * found.mean, rel=1e-5)
    assert found.restored == 0


def test_a_meter_that_does_not_grow_is_filled_up_after_prizes() -> None:
    """At $100 or, since the last of six such awards, at $90: 1/6 of one in 600 finds it there."""
    rules, shares = of_washington(0), {100: Fraction(1, 600), 10: Fraction(1, 600)}
    prizes = {dollars(50): Fraction(4, 600)}
    mean = sum(Fraction(5, 6) / 6**awards * Fraction(9, 10) ** awards for awards in range(40))
    added = Fraction(4, 600) * (dollars(150) - dollars(100) * mean)
    found = restored_for_prizes(rules, shares, dollars(5), prizes)
    assert float(found) == pytest.approx(float(added), rel=1e-12)
    slow = restored_for_prizes(replace(rules, increment=1), shares, dollars(5), prizes)
    assert float(slow) == pytest.approx(float(added), rel=1e-3)


def test_a_meter_at_its_limit_from_the_start_stays_there() -> None:
    found = lived(WHOLE, RESEED)
    assert found.chance_above(RESEED) == 1
    assert found.mean == RESEED


# The engine's meter, from award to award


class Walk:
    """The life of a meter that the engine plays: wagers, what it showed, what was added to it."""

    def __init__(self, rules: MeterRules, wager: int) -> None:
        """A meter at its reseed."""
        self.state, _ = apply_fact(None, MeterStarted(rules))
        self._wager = wager
        self.wagers = self.area = self.restored = self.seeds = self.paid = 0.0
        self.above, self.reached = [0.0] * len(LEVELS), [0] * len(LEVELS)

    def live(self, wagers: int, percent: int, prize: int) -> None:
        """So many wagers, the last of which wins a percentage or a prize."""
        before, number = self.state.amount, int(self.wagers + wagers)
        contribution = Contribution(1, "", wagers * self._wager)
        self._add(RoundLocked("T", number, (contribution,)))
        grown = (self.state.amount - before) / (self._wager * self.state.rules.increment / 1e6)
        self.area += (before + self.state.amount) / 2 * grown
        self.area += self.state.amount * (wagers - grown)
        for index, level in enumerate(LEVELS):
            if self.state.amount >= level:
                to_it = grown * max(0, level - before) / max(1, self.state.amount - before)
                self.above[index] += wagers - to_it
                self.reached[index] += before < level
        amount = self.state.amount
        self._add(RoundClaims("T", number, (MeterClaim(1, 0, "A", "o", 1, percent, prize),)))
        for index, level in enumerate(LEVELS):
            # A reseed may bring it up to a level.
            self.reached[index] += amount < level <= self.state.amount
        self._add(RoundDecided("T", number))
        self.wagers += wagers

    def _add(self, fact: Fact) -> None:
        self.state, events = apply_fact(self.state, fact)
        for event in events:
            match event:
                case Awarded(amount=amount, from_house=from_house):
                    self.paid += amount
                    self.restored += from_house
                case SeedRestored(from_reserve=from_reserve, from_house=from_house):
                    self.restored += from_reserve + from_house
                case Reseeded(from_reserve=from_reserve, from_house=from_house):
                    self.seeds += from_reserve + from_house


LEVELS = (dollars(8_000), dollars(10_500))

WON_PRIZES = {dollars(2_500): Fraction(1, 2_000), dollars(400): Fraction(1, 1_500)}


def of_washington(
    increment: int = 190_000, limit: int = 0, reseed: int = dollars(100)
) -> MeterRules:
    """A meter whose awards come in sequence, and which prizes do not leave below its reseed."""
    return MeterRules(
        name="w",
        link="T",
        wager="w",
        paytable="3a-1-alt",
        section="WSGC Match the Dealer Blackjack, Attachment A",
        seed=reseed,
        reseed=reseed,
        increment=increment,
        limit=limit,
        sharing=Sharing.IN_ORDER,
    )


def of_pennsylvania(limit: int) -> MeterRules:
    return replace(of_washington(limit=limit, reseed=RESEED), sharing=Sharing.EQUALLY)


WASHINGTON = {100: Fraction(1, 20_000), 10: Fraction(1, 3_000)}

LIVES = [
    pytest.param(of_pennsylvania(0), PARTS, {}, id="10%"),
    pytest.param(of_pennsylvania(dollars(11_500)), PARTS, {}, id="10%-limit"),
    pytest.param(of_washington(reseed=RESEED), WASHINGTON, WON_PRIZES, id="prizes"),
    pytest.param(
        of_washington(limit=dollars(11_500), reseed=RESEED),
        WASHINGTON,
        WON_PRIZES,
        id="prizes-limit",
    ),
    pytest.param(
        of_washington(limit=dollars(11_500), reseed=RESEED),
        {100: Fraction(1, 20_000)},
        WON_PRIZES,
        id="prizes-alone",
    ),
    pytest.param(of_pennsylvania(0), WASHINGTON, WON_PRIZES, id="prizes-that-are-not-filled-up"),
]


@pytest.mark.parametrize(("rules", "shares", "prizes"), LIVES)
def test_the_life_is_that_of_the_engine(
    rules: MeterRules, shares: dict[int, Fraction], prizes: dict[int, Fraction]
) -> None:
    """Within 4 standard errors, from 20 parts of a long life."""
    found, random = life(rules, shares, WAGER, prizes), Random(SEED)
    kinds = [(percent, 0) for percent in shares] + [(0, prize) for prize in prizes]
    chances = [float(chance) for chance in (*shares.values(), *prizes.values())]
    walks = []
    for _ in range(20):
        walk = Walk(rules, WAGER)
        for _ in range(3_000):
            ((percent, prize),) = random.choices(kinds, chances)
            walk.live(1 + int(random.expovariate(sum(chances))), percent, prize)
        walks.append(walk)
    wagers = sum(walk.wagers for walk in walks)

    def agrees(value: float, of_walk: Callable[[Walk], float], slack: float = 1e-9) -> None:
        means = np.array([of_walk(walk) / walk.wagers for walk in walks])
        error = means.std(ddof=1) / sqrt(len(walks))
        mean = sum(of_walk(walk) for walk in walks) / wagers
        assert abs(value - mean) <= 4 * error + slack
        assert error <= max(0.02 * abs(mean), slack), "precise enough to tell a wrong rule"

    agrees(found.mean, lambda walk: walk.area, 0.001 * found.mean)
    agrees(found.restored, lambda walk: walk.restored, 0.02 * found.restored + 1)
    agrees(
        RESEED * float(found.jackpot), lambda walk: walk.seeds, 0.1 * RESEED * float(found.jackpot)
    )
    for index, level in enumerate(LEVELS):
        agrees(found.chance_above(level), partial(above_level, index), 0.004)
        above = sum(walk.above[index] for walk in walks)
        reached = sum(walk.reached[index] for walk in walks)
        if reached:
            error = 0.03 + 4 / sqrt(reached)
            assert found.spell_above(level) == pytest.approx(above / reached, rel=error)
        else:
            assert level <= rules.reseed
            assert found.spell_above(level) == inf


def above_level(index: int, walk: Walk) -> float:
    """The wagers that found one of the levels or more."""
    return walk.above[index]


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
    shares = (0.0, 0.3819, 0.0001, 0.00009999, 1e-17)
    shown = ["0.00 %", "38.19 %", "0.01 %", "< 0.01 %", "< 0.01 %"]
    assert [in_percent_or_less(share) for share in shares] == shown

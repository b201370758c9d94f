"""Meters of a simulation against the same meters fed round by round, wager by wager."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from simulation.strategies import basic
from tables import table_rules
from upcard.cards.shuffle import seeded_bits
from upcard.games.offered_wager import OfferedWager
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.money.odds import MeterShare
from upcard.progressives.decide import apply_fact
from upcard.progressives.events import Awarded, MeterEvents, Reseeded
from upcard.progressives.evolve import evolve
from upcard.progressives.facts import (
    Contribution,
    Fact,
    MeterClaim,
    MeterStarted,
    RoundClaims,
    RoundDecided,
    RoundLocked,
)
from upcard.progressives.meter import MeterRules, MeterState
from upcard.progressives.mystery import Secret, draw
from upcard.simulation.block import BlackjackDealer, compiled_kernels
from upcard.simulation.meters import MeterResult, SimulatedMeters
from upcard.simulation.plan import Plan, plan
from upcard.simulation.run import simulate
from upcard.simulation.sums import BlockSums, DealtBlock, NotedOutcome

SEATS = 3
SEED = 9
ALL = 1 << 40
WAGERS = {
    "jackpot-party": {"paytable": "P20-B", "wager": 5},
    "bad-beat": {"minimum": 5, "increment": "3.333%"},
    "blackjack-match": {"paytable": "A", "wager": 5},
    "match-the-dealer-progressive": {"paytable": "1"},
    "blazing-7s": {"paytable": "A", "wager": 5},
}


def planned(**choices: Any) -> Plan:
    rules = table_rules(fully_automated=True, wagers=WAGERS | choices)
    return plan(rules, basic(6), seats=SEATS)


def blocks(made: Plan, number: int, rounds: int) -> Iterator[DealtBlock]:
    """Blocks in which every marked outcome comes at random, more often than in cards."""
    bits = random.Random(SEED)
    for _ in range(number):
        noted = []
        for column in made.columns:
            marked = sorted(column.marked)
            places = [(dealt_round, seat) for dealt_round in range(rounds) for seat in range(SEATS)]
            some = sorted(bits.sample(places, 9)) if marked else []
            noted.append(tuple(NotedOutcome(*place, bits.choice(marked)) for place in some))
        yield DealtBlock(BlockSums((1, rounds), (), 0), tuple(noted))


class RoundByRound:
    """A meter as a table feeds it."""

    def __init__(self, rules: MeterRules, wagered: int, seed: int) -> None:
        self.rules = rules
        self._wagered = wagered
        self._secrets: list[Secret] = []
        self._bits = seeded_bits(seed)
        self.state: MeterState = evolve(
            None, *apply_fact(None, MeterStarted(rules, "0" if rules.maximum else ""))[1]
        )
        self._number = 0
        self.events: list[MeterEvents] = []

    def play(self, claims: list[MeterClaim]) -> None:
        self._number += 1
        place = ("T", self._number)
        given = tuple(Contribution(seat + 1, "", self._wagered) for seat in range(SEATS))
        self._add_fact(RoundLocked(*place, given))
        if claims:
            self._add_fact(RoundClaims(*place, tuple(claims)))
        self._add_fact(RoundDecided(*place))

    def _add_fact(self, fact: Fact) -> None:
        hits = self.state.hits
        for event in apply_fact(self.state, fact, self._values(hits))[1]:
            self.state = evolve(self.state, event)
            self.events.append(event)

    def _values(self, hits: int) -> Iterator[Secret]:
        """The value in force and those that follow, each drawn when it is first asked for."""
        while self.rules.maximum:
            if hits == len(self._secrets):
                value = draw(self.rules, self._bits)
                self._secrets.append(Secret(str(hits), value))
            yield self._secrets[hits]
            hits += 1

    def result(self, rounds: int) -> MeterResult:
        reseeded = [event for event in self.events if isinstance(event, Reseeded)]
        last = reseeded[-1].round if reseeded else 0
        paid = self.state.cumulative_paid
        added = sum(event.from_house for event in self.events if isinstance(event, Awarded))
        return MeterResult(
            self.rules.name,
            len(reseeded),
            self.state.wins,
            sum(reseeding.paid for reseeding in reseeded) / len(reseeded) / UNITS_PER_DOLLAR,
            last / len(reseeded),
            f"{paid // UNITS_PER_DOLLAR}.{paid // 100 % 100:02}",
            paid / (rounds * SEATS * self._wagered),
            f"{self.state.display // UNITS_PER_DOLLAR}.{self.state.display // 100 % 100:02}",
            f"{added // UNITS_PER_DOLLAR}.{added // 100 % 100:02}",
        )


def claims_of(
    rules: MeterRules, offered: OfferedWager, noted: list[NotedOutcome]
) -> list[MeterClaim]:
    found = []
    for noted_hit in noted:
        outcome = offered.wager.outcomes[noted_hit.outcome]
        for pay in offered.awards[noted_hit.outcome]:
            if isinstance(pay, MeterShare) and rules.name in (
                f"{offered.slug}/{pay.meter}",
                offered.slug,
            ):
                place = (noted_hit.seat + 1, 0, str(noted_hit.seat + 1))
                found.append(MeterClaim(*place, outcome, offered.minimum, pay.percent, pay.prize))
    return found


def test_shares_hits_and_reseeds_are_those_of_every_single_round() -> None:
    made, rounds = planned(), 400
    meters, naive = SimulatedMeters(made, SEED), {}
    for wager in made.rules.wagers:
        for rules in wager.meters:
            naive[rules.name] = RoundByRound(rules, wager.minimum, 0)
    for dealt in blocks(made, 3, rounds):
        meters.add_block(dealt)
        for number in range(rounds):
            for place, column in enumerate(made.columns):
                offered = made.rules.offered(column.name)
                if offered is None:
                    continue
                noted = [each for each in dealt.noted[place] if each.round == number]
                for rules in offered.meters:
                    naive[rules.name].play(claims_of(rules, offered, noted))
    found = {result.meter: result for result in meters.results()}
    assert found == {name: meter.result(3 * rounds) for name, meter in naive.items()}
    assert all(of_meter.hits for of_meter in found.values())


def test_a_mystery_meter_is_won_by_the_wager_that_passes_its_value() -> None:
    mystery = {"wager": 5, "must_hit_by": "A-5"}
    made, rounds = planned(**{"hit-and-run": mystery}), 3_000
    (offered,) = (wager for wager in made.rules.wagers if wager.mystery is not None)
    assert offered.mystery is not None
    number = next(
        number for number, column in enumerate(made.columns) if column.name == offered.slug
    )
    meters = SimulatedMeters(made, SEED)
    naive = RoundByRound(offered.mystery, offered.minimum, SEED << 8 | number)
    nothing = tuple(() for _ in made.columns)
    for _ in range(4):
        meters.add_block(DealtBlock(BlockSums((1, rounds), (), 0), nothing))
    for _ in range(4 * rounds):
        naive.play([])
    (found,) = (result for result in meters.results() if result.meter == offered.mystery.name)
    expected = naive.result(4 * rounds)
    assert found.hits > 3
    assert found.mean_rounds_to_hit == pytest.approx(expected.mean_rounds_to_hit, abs=1)
    assert (found.hits, found.paid, found.shows) == (
        expected.hits,
        expected.paid,
        expected.shows,
    )


def test_what_is_noted_are_the_outcomes_that_win_shares() -> None:
    made = planned()
    dealt = BlackjackDealer(made, compiled_kernels(made)).deal_block(SEED, 0, ALL)
    for noted, column, counts in zip(dealt.noted, made.columns, dealt.sums.counts, strict=True):
        assert len(noted) == sum(counts[result] for result in column.marked)
        assert all(noted_hit.outcome in column.marked for noted_hit in noted)
        places = [(noted_hit.round, noted_hit.seat) for noted_hit in noted]
        assert places == sorted(set(places))
        assert all(
            noted_hit.round < dealt.sums.rounds and noted_hit.seat < SEATS for noted_hit in noted
        )
    assert any(dealt.noted)


def test_meters_do_not_depend_on_the_workers() -> None:
    made = planned()
    one, other = (
        simulate(made.rules, basic(6), 120_000, SEED, seats=SEATS, workers=workers).meters
        for workers in (1, 4)
    )
    assert one == other
    assert {meter.meter for meter in one} >= {"jackpot-party/mega", "bad-beat"}

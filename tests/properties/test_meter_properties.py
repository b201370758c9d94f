"""Random facts of several tables: a meter against one that is kept on paper.

After every event all money adds up to nothing; after every fact both meters hold the same to the
unit, have paid the same and remember the same. Wrong papers are found out.
"""

from fractions import Fraction
from itertools import cycle
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from nightly import NIGHTLY
from properties.naive_meter import PaperMeter, down
from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.progressives.decide import apply_fact
from upcard.progressives.events import Awarded, MeterEvents, MysteryHit
from upcard.progressives.evolve import evolve
from upcard.progressives.facts import (
    Contribution,
    Fact,
    MeterClaim,
    MeterStarted,
    ParametersFiled,
    RoundClaims,
    RoundDecided,
    RoundLocked,
    TableAdded,
)
from upcard.progressives.ledger import HOUSE, PAYABLE, meter_account, postings, reserve_account
from upcard.progressives.meter import JointAwards, MeterRules, MeterState, Sharing
from upcard.progressives.mystery import Secret

EXAMPLES = 150
"""By day: within so many, each wrong paper is found (`test_a_wrong_paper_is_found_out`)."""

SETTINGS = settings(
    max_examples=50_000 if NIGHTLY else EXAMPLES,
    stateful_step_count=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
CONTROL = settings(
    SETTINGS,
    max_examples=EXAMPLES,
    phases=[Phase.generate],
    verbosity=Verbosity.quiet,
    report_multiple_bugs=False,
)
TABLES = ("BJ-01", "BJ-02", "BJ-03")
MAX_SECRETS = 50 * 7 + 1
"""One for each wager of an example."""


cents = st.integers(0, 20_000).map(lambda number: number * 100)
rates = st.sampled_from((0, 1, 37_500, 150_000, 333_333)) | st.integers(0, 400_000)
wagers = st.sampled_from((10_000, 50_000, 5_000, 100)) | st.integers(1, 300_000)


def meter_rules(seed: int, reseed: int, increment: int, second: int, room: int) -> MeterRules:
    """A meter's parameters; `room` units between what it starts with and its limit, 0 for none."""
    return MeterRules(
        name="meter",
        link="floor",
        wager="wager",
        paytable="A",
        section="58 Pa. Code § 633c.2(i)",
        seed=seed,
        reseed=reseed,
        increment=increment,
        secondary_increment=second,
        limit=max(seed, reseed) + room if room else 0,
    )


rooms = st.just(0) | st.integers(1, 5_000)
plain = st.builds(meter_rules, cents, cents, rates, rates, rooms)


def parameters() -> st.SearchStrategy[MeterRules]:
    """Every kind of meter: each way of sharing, and one with a secret value."""
    shared = st.builds(
        lambda rules, sharing, together: replace(rules, sharing=sharing, awards_together=together),
        plain,
        st.sampled_from(list(Sharing)),
        st.sampled_from(list(JointAwards)),
    )
    return shared | plain.map(as_mystery)


def as_mystery(rules: MeterRules) -> MeterRules:
    """The parameters as those of a mystery meter."""
    return replace(rules, seed=rules.reseed, limit=0, maximum=rules.reseed + 4_000)


def on_paper(rules: MeterRules) -> dict[str, Any]:
    """The parameters in dollars and fractions of a wager."""
    return {
        "seed": Fraction(rules.seed, UNITS_PER_DOLLAR),
        "reseed": Fraction(rules.reseed, UNITS_PER_DOLLAR),
        "rate": Fraction(rules.increment, 1_000_000),
        "second_rate": Fraction(rules.secondary_increment, 1_000_000),
        "limit": Fraction(rules.limit, UNITS_PER_DOLLAR),
        "sharing": str(rules.sharing),
        "together": str(rules.awards_together),
        "mystery": rules.maximum > 0,
    }


class Meters(RuleBasedStateMachine):
    """The meter, its accounts, and the paper."""

    paper_type: type[PaperMeter] = PaperMeter

    @initialize(
        rules=parameters(),
        offsets=st.lists(st.integers(0, 40), min_size=1, max_size=5),
    )
    def opens(self, rules: MeterRules, offsets: list[int]) -> None:
        self.secrets = [
            Secret(str(number), rules.reseed + offset * 100)
            for number, offset in zip(range(MAX_SECRETS), cycle(offsets), strict=False)
        ]
        values = [Fraction(secret.value, UNITS_PER_DOLLAR) for secret in self.secrets]
        self.paper = self.paper_type(on_paper(rules), values)
        self.accounts: dict[str, int] = {}
        self.state: MeterState | None = None
        self.rounds = dict.fromkeys(TABLES, 0)
        self.locked: dict[str, list[int]] = {}
        self.changed = False
        self.send(MeterStarted(rules, self.secrets[0].commitment if rules.maximum else ""))
        for table in TABLES:
            self.send(TableAdded(table, rules))

    @property
    def now(self) -> MeterState:
        assert self.state is not None
        return self.state

    def send(self, fact: Fact) -> list[MeterEvents]:
        """The events of a fact; all money adds up to nothing after each of them."""
        _, events = apply_fact(self.state, fact, self.in_force())
        for event in events:
            self.state = evolve(self.state, event)
            for account, amount in postings(event):
                self.accounts[account] = self.accounts.get(account, 0) + amount
            assert sum(self.accounts.values()) == 0
        return list(events)

    def in_force(self) -> list[Secret]:
        """The secret values from the one in force on."""
        if self.state is None or not self.state.commitment:
            return []
        return self.secrets[int(self.state.commitment) :]

    @precondition(lambda self: len(self.locked) < len(TABLES))
    @rule(pick=st.integers(0, 5), amounts=st.lists(wagers, min_size=1, max_size=7))
    def locks(self, pick: int, amounts: list[int]) -> None:
        free = [table for table in TABLES if table not in self.locked]
        table = free[pick % len(free)]
        self.rounds[table] += 1
        contributions = tuple(
            Contribution(position, f"p{position}", amount)
            for position, amount in enumerate(amounts, start=1)
        )
        events = self.send(RoundLocked(table, self.rounds[table], contributions))
        won = self.paper.lock(table, [Fraction(amount, UNITS_PER_DOLLAR) for amount in amounts])
        hits = [event for event in events if isinstance(event, MysteryHit)]
        assert [(hit.position - 1, Fraction(hit.amount, UNITS_PER_DOLLAR)) for hit in hits] == won
        self.locked[table] = amounts
        self.changed = False

    @precondition(lambda self: self.locked and not self.now.commitment)
    @rule(
        pick=st.integers(0, 5),
        shares=st.lists(st.sampled_from((None, 100, 100, 10, 10, 25, 0)), min_size=7, max_size=7),
        prize=cents,
    )
    def wins(self, pick: int, shares: list[int | None], prize: int) -> None:
        table = sorted(self.locked)[pick % len(self.locked)]
        wagered = self.locked[table]
        claims = tuple(
            MeterClaim(position, 1, f"p{position}", "won", amount, share, 0 if share else prize)
            for position, (amount, share) in enumerate(zip(wagered, shares, strict=False), start=1)
            if share is not None
        )
        if not claims:
            return
        events = self.send(RoundClaims(table, self.rounds[table], claims))
        awards = [event for event in events if isinstance(event, Awarded)]
        assert [award.position for award in awards] == [claim.position for claim in claims]
        told = self.paper.win(
            table,
            [
                (
                    claim.position,
                    claim.percent,
                    Fraction(claim.wagered, UNITS_PER_DOLLAR),
                    Fraction(claim.prize, UNITS_PER_DOLLAR),
                )
                for claim in claims
            ],
        )
        assert [Fraction(award.amount, UNITS_PER_DOLLAR) for award in awards] == told

    @precondition(lambda self: self.locked)
    @rule(pick=st.integers(0, 5))
    def closes(self, pick: int) -> None:
        table = sorted(self.locked)[pick % len(self.locked)]
        self.send(RoundDecided(table, self.rounds[table]))
        self.paper.close(table)
        del self.locked[table]

    @precondition(lambda self: not self.changed)
    @rule(rules=plain)
    def changes_parameters(self, rules: MeterRules) -> None:
        self.changed = True  # once between two rounds: else there is little else
        now = self.now.rules
        rules = replace(rules, sharing=now.sharing, awards_together=now.awards_together)
        if self.now.commitment:
            rules = as_mystery(rules)
        self.send(ParametersFiled(rules))
        self.paper.submit(on_paper(rules))

    @invariant()
    def both_hold_the_same(self) -> None:
        if self.state is None:
            return
        paper, key = self.paper, self.now.rules.key
        assert Fraction(self.now.amount, UNITS_PER_DOLLAR) == paper.holds
        assert Fraction(self.now.reserve, UNITS_PER_DOLLAR) == paper.reserve
        assert Fraction(self.now.display, UNITS_PER_DOLLAR) == down(paper.exact, 100)
        assert Fraction(self.now.overflow, UNITS_PER_DOLLAR) == paper.overflow
        assert self.accounts.get(meter_account(key), 0) == self.now.amount
        assert self.accounts.get(reserve_account(key), 0) == self.now.reserve
        assert Fraction(self.accounts.get(HOUSE, 0), UNITS_PER_DOLLAR) == paper.house
        assert Fraction(self.accounts.get(PAYABLE, 0), UNITS_PER_DOLLAR) == paper.owed
        assert Fraction(self.now.cumulative_paid, UNITS_PER_DOLLAR) == paper.owed
        assert Fraction(self.now.house_paid, UNITS_PER_DOLLAR) == paper.added
        assert (self.now.hits, self.now.wins) == (len(paper.hits), paper.awards)
        assert [
            (hit.table, Fraction(hit.paid, UNITS_PER_DOLLAR), hit.winners)
            for hit in self.now.last_hits
        ] == paper.hits[-25:]
        assert on_paper(self.now.rules) == paper.terms
        assert on_paper(self.now.pending or self.now.rules) == (paper.waiting or paper.terms)
        assert sorted(self.now.open_rounds) == sorted(self.locked)


def test_the_meter_is_what_it_would_be_on_paper() -> None:
    run_state_machine_as_test(Meters, settings=SETTINGS)


# Wrong papers


class RoundsUp(PaperMeter):
    """Awards in whole cents, but rounded up."""

    def share(self, pot: Fraction, wagered: Fraction, stakes: Fraction, winners: int) -> Fraction:
        return super().share(pot, wagered, stakes, winners) + Fraction(99, 10_000)


class ForgetsParts(PaperMeter):
    """Parts of a unit are lost after each wager."""

    def add(self, wager: Fraction) -> None:
        super().add(wager)
        self.exact = self.holds


class HitsAtTheSecret(PaperMeter):
    """At the secret value, not strictly above it."""

    def exceeds(self, secret: Fraction) -> bool:
        return self.holds >= secret


class SeedsFromTheHouse(PaperMeter):
    """The reserve is left alone."""

    def start_again(self, table: str, paid: Fraction, winners: int) -> None:
        self.hits.append((table, paid, winners))
        self.house -= self.terms["reseed"]
        self.exact += self.terms["reseed"]


class ChangesAtOnce(PaperMeter):
    """New parameters do not wait for open rounds."""

    def submit(self, terms: dict[str, Any]) -> None:
        self.terms, self.waiting = terms, None


class KnowsNoLimit(PaperMeter):
    """The meter grows without end."""

    def add(self, wager: Fraction) -> None:
        self.terms = {**self.terms, "limit": 0}
        super().add(wager)


class PaysOfWhatIsLeft(PaperMeter):
    """A percentage is taken of what remains, not of what was locked."""

    def win(self, table: str, claims: list[tuple[int, int, Fraction, Fraction]]) -> list[Fraction]:
        self.at_lock[table] = self.holds
        return super().win(table, claims)


class PaysWithinTheMeter(PaperMeter):
    """The house adds nothing."""

    def win_in_full(
        self, table: str, claims: list[tuple[int, int, Fraction, Fraction]]
    ) -> list[Fraction]:
        return self.win_within_the_meter(table, claims)


class ForgetsTheOtherTable(PaperMeter):
    """What another table has won since does not matter."""

    def shown_to(self, table: str) -> Fraction:
        return self.at_lock[table]


class LeavesTheMeterEmpty(PaperMeter):
    """Nobody restores the seed after prizes."""

    def restore(self) -> None:
        pass


@pytest.mark.nightly(but=4)
@pytest.mark.parametrize(
    "wrong",
    [
        RoundsUp,
        ForgetsParts,
        HitsAtTheSecret,
        SeedsFromTheHouse,
        ChangesAtOnce,
        KnowsNoLimit,
        PaysOfWhatIsLeft,
        PaysWithinTheMeter,
        ForgetsTheOtherTable,
        LeavesTheMeterEmpty,
    ],
)
def test_a_wrong_paper_is_found_out(wrong: type[PaperMeter]) -> None:
    machine = type("Wrong", (Meters,), {"paper_type": wrong})
    with pytest.raises(AssertionError):
        run_state_machine_as_test(machine, settings=CONTROL)

"""Follows progressive meters through a simulation, in the order of the blocks.

Between two hits a meter grows by what the wagers contribute, so the contributions of many wagers
can be added at once. `progressives` decides what is won, how it is shared, and where a meter starts
again.
"""

from collections.abc import Iterable, Iterator
from itertools import count, groupby
from typing import TypeAlias

import msgspec

from upcard.cards.shuffle import Bits, seeded_bits
from upcard.games.offered_wager import OfferedWager
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars
from upcard.money.odds import Award, MeterShare
from upcard.progressives.decide import apply_fact
from upcard.progressives.events import Awarded, MysteryHit, Reseeded
from upcard.progressives.facts import (
    Contribution,
    Fact,
    MeterClaim,
    MeterStarted,
    RoundClaims,
    RoundDecided,
    RoundLocked,
)
from upcard.progressives.meter import PARTS_PER_MILLION, MeterRules
from upcard.progressives.mystery import Secret, draw
from upcard.simulation.games.family import TablePlan
from upcard.simulation.sums import DealtBlock, NotedOutcome


class MeterResult(msgspec.Struct, frozen=True):
    """The results of one meter; amounts are dollars.

    `hits` counts the times when all of the meter was won, by one or several winners; `awards`
    counts every payment of a part of it. `mean_at_hit` is the average amount won at a hit and
    `mean_rounds_to_hit` the average number of rounds between hits. `returned` is what the meter
    paid, per unit of the wagers that fed it. `from_house` is the part of `paid` that the house
    added because the meter did not hold it.
    """

    meter: str
    hits: int
    awards: int
    mean_at_hit: float | None
    mean_rounds_to_hit: float | None
    paid: str
    returned: float
    shows: str
    from_house: str


class Meter:
    """A meter fed by every round with equal wagers, one from each seat."""

    def __init__(
        self, rules: MeterRules, wagered: int, plan: TablePlan, commitment: str = ""
    ) -> None:
        """`wagered` is one wager in units; `commitment` is of a mystery meter's secret value."""
        self.rules = rules
        self._wagered = wagered
        self._seats = plan.seats
        self._table = plan.rules.name
        self._wagers = self._wagers_at_hit = 0
        self._hits = self._awards = self._paid = self._paid_at_hits = 0
        self._state, _ = apply_fact(None, MeterStarted(rules, commitment))

    def feed(self, rounds: int) -> None:
        """Add the wagers of all rounds up to the total of `rounds`."""
        if self._lock(rounds * self._seats):
            self._close()

    def win(self, number: int, claims: tuple[MeterClaim, ...]) -> None:
        """Add the wagers up to round `number`, in which `claims` win some of the meter."""
        self._lock(number * self._seats)
        self._add_fact(RoundClaims(self._table, self._wagers, claims))
        self._close()

    def result(self) -> MeterResult:
        """The meter's results so far."""
        hits = self._hits
        return MeterResult(
            meter=self.rules.name,
            hits=hits,
            awards=self._awards,
            mean_at_hit=self._paid_at_hits / hits / UNITS_PER_DOLLAR if hits else None,
            mean_rounds_to_hit=self._wagers_at_hit / hits / self._seats if hits else None,
            paid=format_dollars(self._paid),
            returned=self._paid / (self._wagers * self._wagered),
            shows=format_dollars(self._state.display),
            from_house=format_dollars(self._state.house_paid),
        )

    def _lock(self, wagers: int, secrets: Iterable[Secret] = ()) -> bool:
        """Lock the new wagers as if they were one; returns whether there are any."""
        new = wagers - self._wagers
        if new:
            self._wagers = wagers
            contribution = Contribution(0, "", new * self._wagered)
            self._add_fact(RoundLocked(self._table, wagers, (contribution,)), secrets)
        return new > 0

    def _close(self) -> None:
        self._add_fact(RoundDecided(self._table, self._wagers))

    def _add_fact(self, fact: Fact, secrets: Iterable[Secret] = ()) -> None:
        self._state, events = apply_fact(self._state, fact, secrets)
        for event in events:
            match event:
                case Awarded(amount=amount) | MysteryHit(amount=amount):
                    self._awards += 1
                    self._paid += amount
                case Reseeded(paid=paid):
                    self._hits += 1
                    self._paid_at_hits += paid
                    self._wagers_at_hit = self._wagers


class MysteryMeter(Meter):
    """A meter won by the wager that raises it above a secret value."""

    def __init__(self, rules: MeterRules, wagered: int, plan: TablePlan, bits: Bits) -> None:
        """`bits` is the random source of the secret values."""
        self._secrets = (Secret(str(number), draw(rules, bits)) for number in count())
        self._secret = next(self._secrets)
        super().__init__(rules, wagered, plan, self._secret.commitment)

    def feed(self, rounds: int) -> None:
        """Add the wagers of all rounds up to `rounds`, and pay those that hit."""
        wagers = rounds * self._seats
        while (hit := self._wagers + self._until_hit()) <= wagers:
            self._lock_and_close(hit - 1)
            next_secret = next(self._secrets)
            self._lock_and_close(hit, next_secret)
            self._secret = next_secret
        self._lock_and_close(wagers)

    def _lock_and_close(self, wagers: int, *secrets: Secret) -> None:
        if self._lock(wagers, (self._secret, *secrets)):
            self._close()

    def _until_hit(self) -> int:
        """The number of wagers until the secret value is passed."""
        short = self._secret.value - self._state.amount + 1
        contribution = self._wagered * self.rules.increment
        return max(1, -(-(short * PARTS_PER_MILLION - self._state.carry) // contribution))


_Won: TypeAlias = tuple[tuple[Meter, MeterShare], ...]
"""The shares that an outcome wins, each with its meter."""


class SimulatedMeters:
    """All meters of a plan."""

    def __init__(self, plan: TablePlan, seed: int) -> None:
        """`seed` determines the secret values of mystery meters."""
        self._rounds = 0
        self._meters: list[Meter] = []
        self._wagers_with_meters: list[tuple[int, OfferedWager, tuple[_Won, ...]]] = []
        for number, column in enumerate(plan.columns):
            offered = plan.rules.offered(column.name)
            if offered is None or column.bonus:
                continue
            meters = [Meter(rules, column.wagered, plan) for rules in offered.meters]
            won = tuple(tuple(_won(award, meters)) for award in offered.awards)
            self._wagers_with_meters.append((number, offered, won))
            self._meters += meters
            if offered.mystery is not None:
                bits = seeded_bits(seed << 8 | number)
                self._meters.append(MysteryMeter(offered.mystery, column.wagered, plan, bits))

    def add_block(self, dealt: DealtBlock) -> None:
        """Process the next block."""
        for number, offered, won in self._wagers_with_meters:
            for index, notes in groupby(dealt.noted[number], key=lambda note: note.round):
                claims: dict[Meter, list[MeterClaim]] = {}
                for note in notes:
                    for meter, pay in won[note.outcome]:
                        claims.setdefault(meter, []).append(_claim(offered, note, pay))
                for meter, meter_claims in claims.items():
                    meter.win(self._rounds + index + 1, tuple(meter_claims))
        self._rounds += dealt.sums.rounds
        for meter in self._meters:
            meter.feed(self._rounds)

    def results(self) -> list[MeterResult]:
        """The results of every meter."""
        return [meter.result() for meter in self._meters]


def _won(award: Award, meters: list[Meter]) -> Iterator[tuple[Meter, MeterShare]]:
    """Yield the shares that an award wins, each with its meter."""
    for pay in award:
        if isinstance(pay, MeterShare):
            yield from ((meter, pay) for meter in meters if meter.rules.is_meant_by(pay.meter))


def _claim(offered: OfferedWager, note: NotedOutcome, pay: MeterShare) -> MeterClaim:
    """The claim of a seat with an outcome that wins a share."""
    position, outcome = note.seat + 1, offered.wager.outcomes[note.outcome]
    who = str(position)
    return MeterClaim(position, 0, who, outcome, offered.minimum, pay.percent, pay.prize)

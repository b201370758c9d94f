"""A meter for the tests: opened with short words, fed with dollars, its accounts kept."""

from collections.abc import Iterable
from typing import Any, TypeVar

from amounts import Dollars, dollars
from upcard.progressives.decide import apply_fact
from upcard.progressives.events import Awarded, MeterEvent, MeterEvents
from upcard.progressives.evolve import evolve
from upcard.progressives.facts import (
    Contribution,
    Fact,
    MeterClaim,
    MeterStarted,
    RoundClaims,
    RoundDecided,
    RoundLocked,
    TableAdded,
)
from upcard.progressives.ledger import (
    HOUSE,
    PAYABLE,
    meter_account,
    postings,
    reserve_account,
)
from upcard.progressives.meter import MeterRules, MeterState
from upcard.progressives.mystery import Secret

Happened = TypeVar("Happened", bound=MeterEvent)

TABLE = "BJ-07"
OTHER = "BJ-08"


def meter_rules(**changes: Any) -> MeterRules:
    """A meter of $5,000 that takes 10% and 5%, with these parameters (units) in their place."""
    plain: dict[str, Any] = {
        "name": "straight-jack",
        "link": "floor",
        "wager": "straight-jack",
        "paytable": "standard",
        "section": "58 Pa. Code § 633a.13(m)(2)",
        "seed": dollars(5_000),
        "reseed": dollars(5_000),
        "increment": 100_000,
        "secondary_increment": 50_000,
    }
    return MeterRules(**{**plain, **changes})


class Meter:
    """A meter with what happened to it and the accounts that its events moved."""

    def __init__(self, rules: MeterRules, *tables: str, **opened: Any) -> None:
        self.events: list[MeterEvents] = []
        self.accounts: dict[str, int] = {}
        self._state: MeterState | None = None
        self.send(MeterStarted(rules, **opened))
        for table in tables or (TABLE,):
            self.send(TableAdded(table, rules))

    @property
    def state(self) -> MeterState:
        """The state now."""
        assert self._state is not None
        return self._state

    def send(self, fact: Fact, secrets: Iterable[Secret] = ()) -> list[MeterEvents]:
        """The events that follow from a fact; all money still adds up to nothing."""
        _, events = apply_fact(self._state, fact, secrets)
        for event in events:
            self._state = evolve(self._state, event)
            for account, amount in postings(event):
                self.accounts[account] = self.accounts.get(account, 0) + amount
            assert sum(self.accounts.values()) == 0
            assert self.balance(meter_account(event.meter)) == self.state.amount
            assert self.balance(reserve_account(event.meter)) == self.state.reserve
        self.events += events
        return list(events)

    def lock(
        self,
        number: int,
        *amounts: Dollars,
        table: str = TABLE,
        secrets: Iterable[Secret] = (),
    ) -> list[MeterEvents]:
        """A round's wagers, from the dealer's left at positions 1 and on."""
        contributions = tuple(
            Contribution(position, f"player {position}", dollars(amount))
            for position, amount in enumerate(amounts, start=1)
        )
        return self.send(RoundLocked(table, number, contributions), secrets)

    def win(self, number: int, *claims: MeterClaim, table: str = TABLE) -> list[int]:
        """The awards of a round, in units, claim by claim."""
        return [
            event.amount
            for event in of_kind(self.send(RoundClaims(table, number, claims)), Awarded)
        ]

    def close(self, number: int, table: str = TABLE) -> list[MeterEvents]:
        """The end of a round."""
        return self.send(RoundDecided(table, number))

    def balance(self, account: str) -> int:
        """Units in an account."""
        return self.accounts.get(account, 0)

    @property
    def house(self) -> int:
        """Units that the house has put in, as a negative number."""
        return self.balance(HOUSE)

    @property
    def payable(self) -> int:
        """Units owed to winners."""
        return self.balance(PAYABLE)


def claim(position: int, percent: int, wagered: Dollars = 5, prize: Dollars = 0) -> MeterClaim:
    """A claim of a position's first hand."""
    return MeterClaim(
        position=position,
        hand=1,
        player=f"player {position}",
        outcome="hit" if percent == 100 else "part",
        wagered=dollars(wagered),
        percent=percent,
        prize=dollars(prize),
    )


def of_kind(events: Iterable[MeterEvents], kind: type[Happened]) -> list[Happened]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]

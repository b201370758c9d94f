"""Sums of what was wagered and won at a table, minute by minute."""

from bisect import bisect_right
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.engine.core.events import (
    BetsClosed,
    Event,
    InsurancePlaced,
    TableCleared,
    WagerPlaced,
    WagerSettled,
)
from upcard.engine.core.jackpot_events import JackpotPaid
from upcard.engine.core.ledger import postings
from upcard.engine.core.money_events import MoneyBrought, MoneyCashedOut
from upcard.engine.core.table_state import LAYOUT, player_account
from upcard.games.blackjack import INSURANCE_WAGER
from upcard.games.spots import wager_of
from upcard.text.times import MINUTE

KEPT_MINUTES: Final = 24 * 60
"""The minutes whose sums are kept: those of a day."""

PLAYERS: Final = player_account("")
"""The prefix of players' accounts."""


class PlacedSums(msgspec.Struct, frozen=True):
    """Wagers of a kind placed at a table: their number, their sum in units, and sums of squares.

    All that lies on a spot of a position in a round has one result, no matter who placed it.
    `squares` adds up its square, `round_squares` that of the spot at all positions together.
    """

    count: int = 0
    units: int = 0
    squares: int = 0
    round_squares: int = 0

    def with_wager(self, units: int, on_spot: int, round_units: int) -> "PlacedSums":
        """These wagers and one more, on a spot with `on_spot` units, `round_units` in the round."""
        return PlacedSums(
            self.count + 1,
            self.units + units,
            self.squares + units * (units + 2 * on_spot),
            self.round_squares + units * (units + 2 * round_units),
        )

    def minus(self, other: "PlacedSums") -> "PlacedSums":
        """These wagers without those of `other`, which are among them."""
        return PlacedSums(
            self.count - other.count,
            self.units - other.units,
            self.squares - other.squares,
            self.round_squares - other.round_squares,
        )


class Sums(msgspec.Struct, frozen=True):
    """Rounds begun, the units that the house won, and the wagers placed, by wager.

    `won` is without the `jackpots` that were paid; of these and of what is still to be paid, `owed`
    is the part that the odds of paytables fix, all else is from meters. `lying` are the units that
    were placed since the table was cleared the last time, by spot and position.
    """

    rounds: int = 0
    won: int = 0
    jackpots: int = 0
    owed: int = 0
    placed: dict[str, PlacedSums] = {}
    lying: dict[tuple[str, int], int] = {}

    @property
    def drop(self) -> int:
        """The units of all wagers placed."""
        return sum(wager.units for wager in self.placed.values())

    @property
    def win(self) -> int:
        """The units that players have lost, jackpots included."""
        return self.won - self.jackpots

    def with_event(self, event: Event) -> "Sums":
        """These sums and an event of the table."""
        sums = self
        if isinstance(event, BetsClosed):
            sums = replace(sums, rounds=event.round)
        if isinstance(event, TableCleared):
            sums = replace(sums, lying={})
        if isinstance(event, WagerPlaced | InsurancePlaced):
            sums = sums._with_wager(event)
        if isinstance(event, JackpotPaid):
            return replace(sums, jackpots=sums.jackpots + event.amount)
        if isinstance(event, WagerSettled) and event.pending:
            sums = replace(sums, owed=sums.owed + event.paid)
        won = _won_by_house(event)
        return replace(sums, won=sums.won + won) if won else sums

    def _with_wager(self, event: WagerPlaced | InsurancePlaced) -> "Sums":
        """These sums and a wager, on what lies on its spot in this round."""
        name = event.wager if isinstance(event, WagerPlaced) else INSURANCE_WAGER
        slug = wager_of(name)
        spot = (name, event.position)
        amount = self.lying.get(spot, 0)
        in_round = sum(units for (other, _), units in self.lying.items() if other == name)
        sums = self.placed.get(slug, PlacedSums()).with_wager(event.amount, amount, in_round)
        return replace(
            self,
            placed={**self.placed, slug: sums},
            lying={**self.lying, spot: amount + event.amount},
        )

    def minus(self, before: "Sums") -> "Sums":
        """What was added since an earlier moment, when the sums were `before`."""
        sums_of = {
            slug: wager.minus(before.placed.get(slug, PlacedSums()))
            for slug, wager in self.placed.items()
        }
        return Sums(
            self.rounds - before.rounds,
            self.won - before.won,
            self.jackpots - before.jackpots,
            self.owed - before.owed,
            {slug: wager for slug, wager in sums_of.items() if wager.count},
        )


def _won_by_house(event: Event) -> int:
    """The units that players lost by an event; a wager that lies on the layout is not lost."""
    if isinstance(event, MoneyBrought | MoneyCashedOut):
        return 0
    return -sum(
        units
        for account, units in postings(event)
        if account == LAYOUT or account.startswith(PLAYERS)
    )


class Minutes:
    """A table's sums after each minute in which something happened, for the last day."""

    def __init__(self) -> None:
        self._before = Sums()
        self._minutes: list[int] = []
        self._after: list[Sums] = []

    @property
    def now(self) -> Sums:
        """The sums of everything."""
        return self._after[-1] if self._after else self._before

    @property
    def oldest(self) -> int:
        """The minute since the epoch before the first one that is kept; 0 if there is none."""
        return self._minutes[0] - 1 if self._minutes else 0

    @property
    def newest(self) -> int:
        """The last minute since the epoch in which something happened; 0 if there is none."""
        return self._minutes[-1] if self._minutes else 0

    def add(self, time: int, events: list[Event]) -> None:
        """Add the events of a record that was written `time` microseconds since the epoch."""
        sums = self.now
        for event in events:
            sums = sums.with_event(event)
        minute = time // MINUTE
        if self._minutes and minute <= self._minutes[-1]:
            self._after[-1] = sums
            return
        self._minutes.append(minute)
        self._after.append(sums)
        first = bisect_right(self._minutes, minute - KEPT_MINUTES)
        if first:
            self._before = self._after[first - 1]
            del self._minutes[:first], self._after[:first]

    def sums_at_end_of(self, minute: int) -> Sums:
        """The sums at the end of a minute since the epoch, of the last day."""
        place = bisect_right(self._minutes, minute)
        return self._after[place - 1] if place else self._before

    def wins(self, first: int, last: int, points: int) -> tuple[int, ...]:
        """The win at the end of minutes `first` to `last`, at equal distances; in units."""
        step = (last - first) / (points - 1)
        return tuple(
            self.sums_at_end_of(round(first + step * point)).win for point in range(points)
        )

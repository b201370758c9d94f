"""The results of a table's latest rounds: numbers of the wheel, winners at baccarat."""

from collections.abc import Iterable
from typing import Any, Final

from upcard.engine.baccarat.events import BANKERS_HAND, PLAYERS_HAND
from upcard.engine.core.events import CardDealt, Event, ReshuffleDue, RoundSettled, TableCleared
from upcard.engine.roulette.events import BallRested
from upcard.games.baccarat import point_count
from upcard.games.roulette import color_of
from upcard.host.bodies.record_body import body_of
from upcard.host.tables.answers import events_of
from upcard.journal.journal import Journal

KEPT: Final = 60
"""The most results that a page shows."""

COLUMN: Final = 6
"""The results in a column of a bead road: so many are left out at a time, so that no bead moves up
or down.
"""

REACH: Final = 1500
"""The records of a table that are looked through for them."""

_FOLLOWED: Final = tuple(
    f'"{kind.__name__}"'.encode()
    for kind in (BallRested, CardDealt, RoundSettled, TableCleared, ReshuffleDue)
)
"""The events that results are made of, as records name them."""

RoundResult = dict[str, Any]


class LatestResults:
    """Collects results from a table's events, the newest last."""

    def __init__(self) -> None:
        self.results: list[RoundResult] = []
        self._hands: dict[int, list[int]] = {}

    def follow(self, events: Iterable[Event]) -> None:
        """Take note of further events."""
        for event in events:
            if isinstance(event, BallRested):
                self._add({"number": event.pocket, "color": color_of(event.pocket)})
            elif isinstance(event, CardDealt):
                if event.position in (PLAYERS_HAND, BANKERS_HAND):
                    self._hands.setdefault(event.position, []).append(event.card)
            elif isinstance(event, RoundSettled):
                self._add_baccarat()
            elif isinstance(event, TableCleared):
                self._hands = {}

    def _add_baccarat(self) -> None:
        """Add the result of a round of baccarat, where both hands were dealt."""
        if len(self._hands) < 2:
            return
        player = point_count(tuple(self._hands[PLAYERS_HAND]))
        banker = point_count(tuple(self._hands[BANKERS_HAND]))
        winner = "tie" if player == banker else "player" if player > banker else "banker"
        self._add({"winner": winner, "player": player, "banker": banker})

    def _add(self, result: RoundResult) -> None:
        first = COLUMN if len(self.results) == KEPT else 0
        self.results = [*self.results[first:], result]


def read_back(results: LatestResults, journal: Journal, stream: str, position: int) -> None:
    """Collect from a table's records up to a position; those without a result are not decoded."""
    for record in journal.records(stream, max(0, position - REACH)):
        if record.position > position:
            return
        text = bytes(record.body)
        if any(name in text for name in _FOLLOWED):
            results.follow(events_of(body_of(record)))

"""The results of a table's latest rounds: numbers of the wheel, winners at baccarat."""

from collections.abc import Iterable
from typing import Any, Final

from upcard.cards.card import parse_card
from upcard.games.baccarat import point_count
from upcard.games.roulette import color_of
from upcard.host.tables.record_body import body_of
from upcard.journal.journal import Journal
from upcard.service.history.public_events import public_events_of

KEPT: Final = 60
"""The most results that a page shows."""

COLUMN: Final = 6
"""The results in a column of a bead road: so many are left out at a time, so that no bead moves up
or down.
"""

REACH: Final = 1500
"""The records of a table that are looked through for them."""

_FOLLOWED: Final = tuple(
    f'"{name}"'.encode()
    for name in ("BallRested", "CardDealt", "RoundSettled", "TableCleared", "ReshuffleDue")
)
"""The events that results are made of, as records have them."""

RoundResult = dict[str, Any]


class LatestResults:
    """Collects results from public events, the newest last."""

    def __init__(self) -> None:
        self.results: list[RoundResult] = []
        self._hands: dict[str, list[str]] = {}

    def follow(self, events: Iterable[dict[str, Any]]) -> None:
        """Take note of further events."""
        for event in events:
            kind = event["event"]
            if kind == "BallRested":
                pocket = event["pocket"]
                self._add({"number": pocket, "color": color_of(pocket)})
            elif kind == "CardDealt" and event.get("to", "").endswith("'s hand"):
                self._hands.setdefault(event["to"], []).append(event["card"])
            elif kind == "RoundSettled" and self._hands:
                self._baccarat()
            elif kind in ("TableCleared", "ReshuffleDue"):
                self._hands = {}

    def _baccarat(self) -> None:
        hands = self._hands
        if set(hands) != {"player's hand", "banker's hand"}:
            return
        points = {
            name.partition("'")[0]: point_count(tuple(parse_card(card) for card in cards))
            for name, cards in hands.items()
        }
        player, banker = points["player"], points["banker"]
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
            results.follow(public_events_of(body_of(record)))

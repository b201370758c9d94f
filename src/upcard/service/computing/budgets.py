"""Budgets of computing time, one for each person."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final

from upcard.service.access.principal import Principal, Role

PERIOD_SECONDS: Final = 600.0
"""Seconds in which a budget is spent."""

OF_STAFF: Final = 300.0
SECONDS: Final[dict[Role, float]] = {Role.PLAYER: 60.0, Role.DEALER: 60.0}
"""Seconds in a period by role; other roles have `OF_STAFF`. What another process computes counts by
its processor time, which a busy machine does not lengthen; what was killed, and slow requests that
the server answers itself, count by the clock."""


class Budgets:
    """The seconds that were computed for each person in the last period; for one thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seconds_used: dict[str, deque[tuple[float, float]]] = {}

    def left(self, who: Principal) -> float:
        """The seconds that a person has left."""
        start = self._clock() - PERIOD_SECONDS
        spent = self._seconds_used.get(who.name, deque())
        while spent and spent[0][0] <= start:
            spent.popleft()
        if not spent:
            self._seconds_used.pop(who.name, None)
        return self.seconds_of(who) - sum(seconds for _, seconds in spent)

    def seconds_of(self, who: Principal) -> float:
        """The seconds that a person has in a period."""
        return SECONDS.get(who.role, OF_STAFF)

    def spend(self, who: Principal, seconds: float) -> None:
        """Note that something was computed."""
        self._seconds_used.setdefault(who.name, deque()).append((self._clock(), seconds))

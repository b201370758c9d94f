"""The latest of what happened at each table, told once for everybody who follows it."""

from collections import deque
from itertools import islice
from threading import Lock
from typing import Any, Final

from upcard.journal.journal import Journal
from upcard.service.feed import Update
from upcard.service.history.public_events import public_events_of, public_records

KEPT: Final = 200
"""Records of a table that are remembered; older ones are read from the journal."""

Told = dict[str, Any]


class _Latest:
    """The stories of one table after a position."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.stories: deque[Told] = deque()

    def add(self, story: Told) -> None:
        self.stories.append(story)
        if len(self.stories) > KEPT:
            self.after = self.stories.popleft()["seq"]


class RecentEvents:
    """Follows a journal from a position on; any thread may ask it."""

    def __init__(self, journal: Journal, position: int) -> None:
        self._journal, self._start = journal, position
        self._tables: dict[str, _Latest] = {}
        self._lock = Lock()

    def follow(self, update: Update) -> None:
        """Take up a record."""
        story = public_events_of(update.body)
        if story:
            with self._lock:
                latest = self._tables.setdefault(update.stream, _Latest(self._start))
                latest.add({"seq": update.position, "at": update.at, "events": story})

    def remembered(self, stream: str, after: int, limit: int) -> list[Told] | None:
        """What `read` says, where it is remembered."""
        with self._lock:
            latest = self._tables.get(stream)
            if latest is None:
                return [] if after >= self._start else None
            if after < latest.after:
                return None
            return [one for one in latest.stories if one["seq"] > after][:limit]

    def read(self, stream: str, after: int, limit: int) -> list[Told]:
        """What the records of a table after a position did, oldest first, at most so many."""
        return list(islice(public_records(self._journal, stream, after), limit))

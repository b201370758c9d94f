"""A journal whose reading ends when it is not wanted any more."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from upcard.journal.journal import Journal
from upcard.journal.port import Link


class ReadingJournal(Journal):
    """A journal, for reading: `goes_on` is called before each page of records.

    What it raises ends the reading.
    """

    def __init__(self, journal: Journal, goes_on: Callable[[], None]) -> None:
        super().__init__(journal._store, journal._stamp, writable=False)
        self._goes_on = goes_on

    @contextmanager
    def frozen(self) -> Iterator[Journal]:
        """The journal as it is now, for reading as here."""
        with super().frozen() as frozen:
            yield ReadingJournal(frozen, self._goes_on)

    def _page(self, stream: str, after: int, limit: int) -> list[Link]:
        self._goes_on()
        return super()._page(stream, after, limit)

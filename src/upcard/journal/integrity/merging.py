"""The records of all streams, in an order in which they could have been written."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping

from upcard.journal.port import WHOLE, JournalTampered, Link

PAGE = 100
"""Records of one stream that are held at a time."""

Page = Callable[[str, int, int], list[Link]]
"""The links of a stream after a position: (stream, position, limit)."""


def merge_links(versions: Mapping[str, int], page: Page) -> Iterator[Link]:
    """The links of all streams up to these versions, each stream's in its order.

    A record that changed a shared state for the nth time comes after the one that changed it for
    the time before, and records of a former journal come first. Raises `JournalTampered` if there
    is no such order.
    """
    streams = {name: _Stream(name, version, page) for name, version in sorted(versions.items())}
    changes: dict[str, int] = {}
    yield from _merge(streams, changes, lambda link: WHOLE in link.record.shared)
    yield from _merge(streams, changes, lambda link: WHOLE not in link.record.shared)


def _merge(
    streams: Mapping[str, "_Stream"], changes: dict[str, int], wants: Callable[[Link], bool]
) -> Iterator[Link]:
    """The links at the beginning of the streams that are wanted; `changes` counts on."""
    ready = deque(streams)
    waiting: dict[tuple[str, int], list[str]] = defaultdict(list)
    while ready:
        stream = streams[ready.popleft()]
        while (link := stream.next()) is not None and wants(link):
            shared = link.record.shared
            missing = [name for name in shared if changes.get(name, 0) != shared[name] - 1]
            if missing:
                waiting[missing[0], shared[missing[0]] - 1].append(stream.name)
                break
            stream.next_link()
            yield link
            for change in shared.items():
                changes[change[0]] = change[1]
                ready.extend(waiting.pop(change, ()))
    for (name, number), blocked in sorted(waiting.items()):
        stream = streams[blocked[0]]
        raise JournalTampered(
            f"Record {stream.position + 1} of {stream.name} is change {number + 1} of "
            f"{name or 'the former journal'}, which does not follow change {changes.get(name, 0)}."
        )


class _Stream:
    """One stream that is read page by page."""

    def __init__(self, name: str, version: int, page: Page) -> None:
        self.name, self.position = name, 0
        self._version, self._page = version, page
        self._links: deque[Link] = deque()

    def next(self) -> Link | None:
        """The next link, which stays the next until it is taken; None at the end."""
        if self.position >= self._version:
            return None
        if not self._links:
            number = min(PAGE, self._version - self.position)
            self._links.extend(self._page(self.name, self.position, number))
        if not self._links:
            raise JournalTampered(
                f"{self.name} ends with record {self.position}; {self._version} were written."
            )
        link = self._links[0]
        if (link.record.stream, link.record.position) != (self.name, self.position + 1):
            raise JournalTampered(
                f"Record {link.record.position} of {link.record.stream} stands where record "
                f"{self.position + 1} of {self.name} belongs."
            )
        return link

    def next_link(self) -> None:
        """Consume the next link."""
        self._links.popleft()
        self.position += 1

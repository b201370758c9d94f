"""What a writer has read and written, so that it need not read it again."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from upcard.journal.store import Changes, SharedState, StreamState


class KeptStates:
    """Streams and shared states as the last transaction left them, by name.

    Where several processes write, another one may have changed them since: what relies on them has
    to find out as it is written. A state that another process did change is no longer trusted,
    until it is read again and nobody has changed it.
    """

    def __init__(self) -> None:
        self.streams: dict[str, StreamState] = {}
        self.shared: dict[str, SharedState] = {}
        self._doubted: set[str] = set()

    def trusts(self, streams: Sequence[str], shared: Sequence[str]) -> bool:
        """Whether all of these are kept, and none was changed by another process."""
        return (
            self._doubted.isdisjoint(streams)
            and self._doubted.isdisjoint(shared)
            and all(name in self.streams for name in streams)
            and all(name in self.shared for name in shared)
        )

    def doubt(self, names: Iterable[str]) -> None:
        """Trust these no longer: a write that relied on them failed."""
        self._doubted.update(names)

    def see(self, streams: Mapping[str, StreamState], shared: Mapping[str, SharedState]) -> None:
        """Keep what was read, and doubt what is not as it was kept."""
        for name, state in streams.items():
            kept = self.streams.get(name)
            differs = kept is not None and (kept.head, kept.fence) != (state.head, state.fence)
            self._mark(name, differs=differs)
        for name, shared_state in shared.items():
            self._mark(name, differs=self.shared.get(name, shared_state) != shared_state)
        self.streams.update(streams)
        self.shared.update(shared)

    def _mark(self, name: str, *, differs: bool) -> None:
        (self._doubted.add if differs else self._doubted.discard)(name)

    def forget(self) -> None:
        """Drop everything: a transaction failed, or the journal got another name."""
        self.streams.clear()
        self.shared.clear()
        self._doubted.clear()

    def apply(self, changes: Changes) -> None:
        """Note the new heads of streams, whose leases stay, and the new shared states."""
        for name, head in changes.heads.items():
            if (state := self.streams.get(name)) is not None:
                self.streams[name] = replace(state, head=head)
        self.shared.update(changes.shared)

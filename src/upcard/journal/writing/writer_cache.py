"""What a writer has read and written: a process that alone writes a journal reads it once."""

from msgspec.structs import replace

from upcard.journal.store import Changes, SharedState, StreamState


class KeptStates:
    """Streams and shared states as the last transaction left them, by name."""

    def __init__(self) -> None:
        self.streams: dict[str, StreamState] = {}
        self.shared: dict[str, SharedState] = {}

    def forget(self) -> None:
        """Drop everything: a transaction failed, or the journal got another name."""
        self.streams.clear()
        self.shared.clear()

    def apply(self, changes: Changes) -> None:
        """Note the new heads of streams, whose leases stay, and the new shared states."""
        for name, head in changes.heads.items():
            if (state := self.streams.get(name)) is not None:
                self.streams[name] = replace(state, head=head)
        self.shared.update(changes.shared)

"""What a writer has read and written: a process that alone writes a journal reads it once."""

from collections.abc import Mapping

from msgspec.structs import replace

from upcard.journal.port import ChainHead
from upcard.journal.store import SharedState, StreamState


class KeptStates:
    """Streams and shared states as the last transaction left them, by name."""

    def __init__(self) -> None:
        self.streams: dict[str, StreamState] = {}
        self.shared: dict[str, SharedState] = {}

    def forget(self) -> None:
        """Drop everything: a transaction failed, or the journal got another name."""
        self.streams.clear()
        self.shared.clear()

    def move(self, heads: Mapping[str, ChainHead]) -> None:
        """Note the new heads of streams; their leases stay."""
        for name, head in heads.items():
            if (state := self.streams.get(name)) is not None:
                self.streams[name] = replace(state, head=head)

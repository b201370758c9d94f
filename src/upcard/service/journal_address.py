"""Where other processes of a server open its journal."""

from collections.abc import Iterable

import msgspec


class JournalAddress(msgspec.Struct, frozen=True):
    """Where a journal is opened, and the files `beside` it whose tables belong to it too."""

    address: str
    beside: tuple[str, ...] = ()


def journal_address(address: str, beside: Iterable[str]) -> JournalAddress | None:
    """Where another process opens the journal at `address`; None for one in memory."""
    return None if address == "memory:" else JournalAddress(address, tuple(beside))

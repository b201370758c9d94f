"""Opens journals by name: ``memory:``, the path of a file, or an address of PostgreSQL."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from upcard import __version__
from upcard.journal.journal import Journal
from upcard.journal.port import FORMAT
from upcard.journal.store import Store
from upcard.journal.writing.group import Stamp
from upcard.rules.digest import made_by
from upcard.rules.violation import BadInput
from upcard.text.times import system_clock

SPREAD = ("table/", "meter/")
"""How the names of streams and states begin that can be spread over several files."""

SERVERS = ("postgresql://", "postgres://")
"""How the address of a database server begins."""

_PASSWORD: Final = re.compile(r"(?<=[?&]password=)[^&]*")


def open_journal(
    address: str,
    *,
    rules: str,
    engine: str = "",
    clock: Callable[[], int] = system_clock,
    writable: bool = True,
    beside: Sequence[str] = (),
) -> Journal:
    """Open the journal at `address`; one that is opened for writing is created if it is missing.

    `address` is ``memory:``, a path or ``sqlite:///path``, or ``postgresql://…``. Every record
    carries `rules`, the digest of the rule data, and `engine`, which names the program:
    by default its version and the digest of its code. `clock`
    gives microseconds since the epoch. What tables and meters have in the files `beside` it, which
    other processes write, is read too. Raises `BadInput` for a place that is not a journal or
    cannot be opened, `JournalInUse` for a file that is already open for writing.
    """
    stamp = Stamp(engine or (made_by() if writable else __version__), rules, clock)
    store = _store(address, clock, writable=writable)
    if store.header().format < FORMAT:
        from upcard.journal.backends.converting import convert
        from upcard.journal.backends.sql import SqlStore

        assert isinstance(store, SqlStore), "only a database holds an older format"
        try:
            convert(store, stamp)
        except BaseException:
            store.close()
            raise
    in_file = address != "memory:" and not address.startswith(SERVERS)
    wal = Path(f"{_path(address)}-wal") if in_file else None
    if beside:
        from upcard.journal.backends.store_beside_others import StoreBesideOthers

        others = [_store(file, clock, writable=False) for file in beside]
        store = StoreBesideOthers(store, others, SPREAD)
    return Journal(store, stamp, writable=writable, wal=wal)


def _store(address: str, clock: Callable[[], int], *, writable: bool) -> Store:
    """The store of a place. A database's libraries are imported only when they are needed."""
    if address == "memory:":
        from upcard.journal.backends.memory import MemoryStore

        return MemoryStore(clock)
    if address.startswith(SERVERS):
        from upcard.journal.backends.postgres import open_postgres

        return open_postgres(address, writable=writable)
    path = _path(address)
    if "://" in path:
        raise BadInput(f"{address} is not a place for a journal: give a file or postgresql://….")
    from upcard.journal.backends.sqlite import open_sqlite

    return open_sqlite(Path(path), clock, writable=writable)


def require_file(address: str) -> None:
    """Raise `BadInput` for a file that is missing: opening it for writing would make it."""
    if address.startswith(SERVERS) or Path(_path(address)).exists():
        return
    raise BadInput(f"There is no journal {_path(address)}.")


def without_password(address: str) -> str:
    """A journal's place as it may be shown: an address without user name and password."""
    scheme, separator, rest = address.partition("://")
    address = f"{scheme}://{rest.rpartition('@')[2]}" if separator else address
    return _PASSWORD.sub("…", address)


def _path(address: str) -> str:
    """The path of a journal in a file."""
    return address.removeprefix("sqlite:///")

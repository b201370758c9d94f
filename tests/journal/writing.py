"""Commands for tests: a command adds to a counter that tables may share."""

import hashlib
from collections.abc import Callable
from itertools import count

import msgspec

from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.port import JournalRecord, Proposal, Receipt, States, Written

RULES = "5f" * 32
ENGINE = "0.0.1"


class Clock:
    """Microseconds that pass only when they are told to, but never stand still."""

    def __init__(self) -> None:
        self._ticks = count(1_700_000_000_000_000)
        self._passed = 0

    def __call__(self) -> int:
        return next(self._ticks) + self._passed

    def pass_seconds(self, seconds: int) -> None:
        self._passed += seconds * 1_000_000


class Body(msgspec.Struct, frozen=True):
    """What the test's records hold."""

    text: str
    counted: dict[str, int] = {}


def written(text: str, names: tuple[str, ...] = (), events: int = 3) -> Callable[[States], Written]:
    """Adds 1 to each named counter and tells where they stand now."""

    def write(states: States) -> Written:
        counted = {name: int(states[name] or b"0") + 1 for name in names}
        changed = {name: str(value).encode() for name, value in counted.items()}
        return Written(encode(Body(text, counted)), events, changed, counted)

    return write


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def proposal(
    stream: str,
    version: int,
    text: str = "",
    *names: str,
    key: str = "",
    fence: int = 0,
    events: int = 3,
) -> Proposal:
    text = text or f"{stream} {version}"
    return Proposal(
        stream,
        version,
        written(text, names, events),
        names,
        key,
        digest(text) if key else "",
        fence,
    )


def body(receipt: Receipt) -> Body:
    assert receipt.record is not None
    return msgspec.json.decode(receipt.record.body, type=Body)


def records_of(journal: Journal) -> list[JournalRecord]:
    """All records, in an order in which they could have been written."""
    return [link.record for link in journal.all_links()]


def fill(journal: Journal, records: int, streams: int = 3) -> list[Receipt]:
    """Records in turn on several streams, with keys and a shared counter."""
    waiting = [
        journal.submit(
            proposal(f"table/{n % streams}", n // streams, f"text {n}", "meter/a", key=f"key-{n}")
        )
        for n in range(records)
    ]
    return [future.result() for future in waiting]

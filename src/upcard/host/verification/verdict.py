"""The result of a verification: the first difference, and remarks on what is none."""

from typing import Final

import msgspec

from upcard.journal.port import JournalRecord
from upcard.text.times import SECOND

MAX_REMARKS: Final = 20
"""The most remarks of one verification; later ones are left out."""


class Difference(msgspec.Struct, frozen=True):
    """The first record that differs from what it has to be: its position in its stream.

    Position 0 and no stream for what is stored with the records, such as accounts and meters.
    """

    position: int
    stream: str
    message: str


class Remark(msgspec.Struct, frozen=True):
    """A remark on a record that is not a difference, but that a reader should know."""

    position: int
    stream: str
    message: str


class Verdict(msgspec.Struct, frozen=True):
    """The result of a verification; `events` and `rounds` count those that were verified.

    `controls` say which controls of the floor hold, from which record on.
    """

    verified: bool
    events: int
    rounds: int
    first_difference: Difference | None = None
    remarks: tuple[Remark, ...] = ()
    controls: tuple[Remark, ...] = ()


class Clocks:
    """Follows the times of each stream's records, and remarks on a clock that ran backwards."""

    def __init__(self) -> None:
        self.remarks: Final[list[Remark]] = []
        self._times: dict[str, int] = {}

    def note_time(self, record: JournalRecord) -> None:
        """Note the time of the next record of its stream."""
        behind = self._times.get(record.stream, record.at) - record.at
        self._times[record.stream] = record.at
        if behind > 0 and len(self.remarks) < MAX_REMARKS:
            seconds = behind / SECOND
            behind_by = f"{seconds:,.0f}" if seconds >= 1000 else f"{seconds:g}"
            message = f"The clock was {behind_by} s behind the time of the record before."
            self.remarks.append(Remark(record.position, record.stream, message))

"""What can be asked of a live table. Each request becomes one record, or none."""

from typing import TypeAlias

import msgspec

from upcard.engine.core.commands import Command
from upcard.engine.core.steps import DueCommand
from upcard.host.bodies.sealed import Entropy
from upcard.host.tables.answers import digest_of
from upcard.host.tables.opening import TableOpening


class SendCommands(msgspec.Struct, frozen=True):
    """Carry out commands and the automatic steps that follow each, or nothing if one is refused."""

    commands: tuple[Command, ...]


class TakeStep(msgspec.Struct, frozen=True):
    """Take one step of dealer or floor that is due; its card or number comes from the supply."""

    step: DueCommand


class TakeDueSteps(msgspec.Struct, frozen=True):
    """Take the automatic steps that are due; without any, nothing is written."""


class AddEntropy(msgspec.Struct, frozen=True):
    """Add a player's text to the cut that is due."""

    entropy: Entropy


class OpenTable(msgspec.Struct, frozen=True):
    """Open a table, and take the automatic steps that are due; without any of it, nothing.

    `opening` is None for a table that continues as before. With `void_by`, the seals that cannot
    be opened are voided in this person's name.
    """

    opening: TableOpening | None
    void_by: str


TableAct: TypeAlias = SendCommands | TakeStep | TakeDueSteps | AddEntropy | OpenTable
"""What is done at a table."""


class TableRequest(msgspec.Struct, frozen=True):
    """An act at a table, and who asks for it.

    A `key` has one effect and one answer, however often it comes, and `digest` is that of what it
    stands for; both are empty for a request without a key. With `after`, the table's last record
    has to be the one at that position.
    """

    act: TableAct
    by: str = ""
    key: str = ""
    digest: str = ""
    after: int | None = None


def command_request(stream: str, command: Command, key: str, actor: str) -> TableRequest:
    """The request of one command to the table with this stream."""
    digest = digest_of(stream, actor, command) if key else ""
    return TableRequest(SendCommands((command,)), actor, key, digest)


def step_request(
    stream: str, step: DueCommand, after: int | None, key: str, actor: str
) -> TableRequest:
    """The request of a step at the table with this stream."""
    digest = digest_of(stream, actor, step.__name__, after) if key else ""
    return TableRequest(TakeStep(step), actor, key, digest, after)

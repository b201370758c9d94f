"""Adds to a command the name of its sender, and a key of the sender's own."""

from msgspec.structs import replace

from upcard.engine.core.commands import Command
from upcard.service.access.principal import Principal, Role


def own_key(who: Principal, table: str, key: str) -> str:
    """A key as the table's stream keeps it: two senders' keys are never the same."""
    return f"{who.name}/{table}/{key}" if key else ""


def with_sender(who: Principal, command: Command) -> Command:
    """The command with the sender's name, if a player sends one that names no player."""
    if who.role is Role.PLAYER and getattr(command, "player", None) == "":
        return replace(command, player=who.name)
    return command

"""Who may send a command: every command has a sender, or is the house's alone."""

from collections.abc import Iterator

from upcard.engine import play  # noqa: F401 - imports the commands of all games
from upcard.engine.core.commands import Command
from upcard.service.access.command_senders import (
    OF_CHANCE,
    OF_DEALERS,
    OF_DEVICES,
    OF_FLOORPERSONS,
    OF_OWNERS,
    OF_PLAYERS,
)

OF_THE_HOUSE = {"RecordAwards", "RecordMystery", "TellTime", "EndCountdown"}
"""Commands that meters and clocks give: nobody may send them."""

BY_PERSONS = OF_PLAYERS | OF_OWNERS | OF_DEALERS | OF_FLOORPERSONS | OF_CHANCE


def commands(kind: type[Command] = Command) -> Iterator[str]:
    """The names of all commands; a class with subclasses is none itself."""
    more = kind.__subclasses__()
    for part in more:
        yield from commands(part)
    if not more:
        yield kind.__name__


def test_every_command_has_a_sender_or_is_the_houses() -> None:
    assert set(commands()) == BY_PERSONS | OF_THE_HOUSE


def test_nobody_sends_what_meters_and_clocks_give() -> None:
    assert not OF_THE_HOUSE & BY_PERSONS.union(*OF_DEVICES.values())

"""Who may send a command: every command says for whom it is, or is the house's alone."""

from upcard.engine.core.senders import Sender
from upcard.engine.tagged_types import command_types
from upcard.service.access.command_senders import OF_DEVICES, SENDERS, commands_for, commands_of
from upcard.service.access.principal import Purpose, Role

OF_THE_HOUSE = {"RecordAwards", "RecordMystery", "TellTime", "EndCountdown"}
"""Commands that meters and clocks give: nobody may send them."""

BASES = {"JackpotStep", "DrawnCard", "HandStep"}
"""Commands that others are made of."""


def test_every_command_says_for_whom_it_is() -> None:
    assert {kind.__name__ for kind in command_types() if kind.sender is None} == BASES


def test_nobody_sends_what_meters_and_clocks_give() -> None:
    houses = commands_for(Sender.HOUSE)
    assert {kind.__name__ for kind in houses} == OF_THE_HOUSE
    for role in SENDERS:
        assert not houses & commands_of(role, None)
    for purpose in Purpose:
        assert not houses & commands_of(Role.DEVICE, purpose)


def test_shoe_and_wheel_have_all_steps_of_chance() -> None:
    assert commands_for(Sender.CHANCE) <= OF_DEVICES[Purpose.SHOE] | OF_DEVICES[Purpose.WHEEL]

"""Which fields of a command chance decides, and how each of them says that it is not given."""

import msgspec

from upcard.engine.tagged_types import command_types
from upcard.service.access.command_senders import CHANCE


def test_a_field_that_is_left_out_is_not_given() -> None:
    """Nobody who leaves out a card, a number or a seat has named one."""
    left_out = {
        (field.name, field.default)
        for kind in command_types()
        for field in msgspec.structs.fields(kind)
        if field.name in CHANCE and field.default is not msgspec.NODEFAULT
    }
    assert left_out <= set(CHANCE.items())
    assert {name for name, _ in left_out} >= {"card", "burned", "magic_card", "lucky_seat"}

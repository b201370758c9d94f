"""The maps of the kernels' memory: no field reaches into another, and nobody writes outside one."""

from itertools import pairwise
from types import ModuleType

import numpy as np
import pytest

import kernel_memory
from upcard.compiled.memory import MemoryMap
from upcard.compiled.simulation import fields
from upcard.compiled.simulation.games import fields as games
from upcard.compiled.strategy import fields as board
from upcard.simulation.blackjack.memory_writer import MemoryWriter

MAPS = list(kernel_memory.maps())


@pytest.mark.parametrize(("module", "found"), MAPS, ids=[found.name for _, found in MAPS])
def test_fields_lie_one_behind_another_and_have_their_modules_names(
    module: ModuleType, found: MemoryMap
) -> None:
    fields = list(found)
    assert fields[0].offset == found.first
    for one, other in pairwise(fields):
        assert one.offset + one.size <= other.offset
    assert fields[-1].offset + fields[-1].size == found.end
    assert len({field.name for field in fields}) == len(fields)
    for field in fields:
        offset = getattr(module, field.name)
        assert type(offset) is int, "numba reads a plain constant"
        assert offset == field.offset
        assert found.field_at(offset) == found.field_at(offset + field.size - 1) == field


def test_the_page_is_what_the_modules_declare() -> None:
    """Else: ``python tools/kernel_memory.py``."""
    assert kernel_memory.PAGE.read_text(encoding="utf-8") == kernel_memory.page()


def test_sizes_cover_what_is_written() -> None:
    """Arrays end behind the last field; overlays stay within the field that they divide."""
    assert fields.BYTES.end == fields.TABLES
    assert (board.DATA.end, board.OUT.end) == (board.TREES, board.END_OF_OUT)
    codes = fields.INTS.field_at(fields.CODES)
    for overlay in (games.GAMES, games.WHEEL, games.HYBRID):
        assert codes.offset <= overlay.first < overlay.end <= codes.offset + codes.size
    assert fields.CHANGING == fields.COUNTER
    assert fields.CHANGED == fields.SIDES + 2 * fields.SIDE_WIDTH


def test_a_map_refuses_fields_and_places_beyond_it() -> None:
    part = MemoryMap("part", "of two elements", first=3, end=5)
    assert part.field("ONE", "number", "The first.") == 3
    with pytest.raises(AssertionError, match="TWO stands beyond part"):
        part.field("TWO", "number", "The second and a third.", 2)
    with pytest.raises(AssertionError, match="NONE takes no room"):
        part.field("NONE", "number", "Nothing.", 0)
    part.align(8)
    assert part.end == 8, "room is left where a field is aligned"
    for place in (2, 4, 8):
        with pytest.raises(IndexError, match="outside part"):
            part.field_at(place)


def test_numbers_are_not_written_beyond_a_field() -> None:
    whole = MemoryMap("whole", "of six elements")
    first, second = whole.field("FIRST", "number", "", 2), whole.field("SECOND", "number", "", 4)
    half = MemoryMap("half", "of the second field", first=second, end=second + 4)
    inner = half.field("INNER", "number", "", 2)
    writer = MemoryWriter("q", whole, half)
    part, empty, last = writer.add([7, 8]), writer.add([]), writer.room(1)
    assert (part, empty, last) == (6, 8, 8)
    writer.put(first, [1, 2])
    writer.put(inner + 1, 3)
    writer.put(last, 9)
    writer.put(second + 2, [4, 5])
    for place, numbers in ((first, 3), (first + 1, 2), (inner, 3), (part + 1, 2), (last, 2)):
        with pytest.raises(AssertionError, match="a field holds what is written to it"):
            writer.put(place, np.ones(numbers))
    assert writer.laid_out().tolist() == [1, 2, 0, 3, 4, 5, 7, 8, 9]

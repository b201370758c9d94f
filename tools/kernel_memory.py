"""Writes `docs/kernel-memory.md`, the layout of the arrays that kernels work in.

The page has the `MemoryMap`s of all modules of `compiled`. Run
``python tools/kernel_memory.py`` after a field is added, moved or described anew.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from upcard.compiled.memory import MemoryMap

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "kernel-memory.md"
COMPILED: Final = ROOT / "src" / "upcard" / "compiled"

HEAD: Final = """# Kernel memory

For developers of kernels. After it you know what stands at which offset of an array, and in what
unit.

The compiled kernels work in a few large arrays of integers and doubles. Each table below is the map
of an array, of a part of one, or of a record: a block of fields that stands in an array once for
each player, wager or hand. `tools/kernel_memory.py` writes this page from the maps that the modules
declare (`compiled/memory.py`); do not edit it.

A field has `size` elements from its offset on. The unit is that of each element. "Offset in" an
array means that the field holds an offset in that array, where the data that it names begins; such
data follows the last field and is placed when the memory is laid out.
"""

TABLE: Final = ("| from | size | field | unit | |", "|--:|--:|---|---|---|")


def maps() -> Iterator[tuple[ModuleType, MemoryMap]]:
    """Yield all maps with their modules, by the modules' names."""
    for path in sorted(COMPILED.rglob("*.py")):
        if "MemoryMap(" in path.read_text(encoding="utf-8") and path.name != "memory.py":
            name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
            module = import_module(name)
            for value in vars(module).values():
                if isinstance(value, MemoryMap):
                    yield module, value


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for module, memory_map in maps():
        place = (
            f"{memory_map.first:,} to {memory_map.end:,}"
            if memory_map.first
            else f"{memory_map.end:,} elements"
        )
        parts.append(f"## {memory_map.name}\n\n`{module.__name__}`: {memory_map.about}; {place}.\n")
        rows = [
            f"| {field.offset:,} | {field.size:,} | `{field.name}` | {field.unit} | {field.about} |"
            for field in memory_map
        ]
        parts.append("\n".join([*TABLE, *rows, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

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

The layout of the arrays that the compiled kernels share. `tools/kernel_memory.py` writes this page
from the maps that the modules declare (`compiled/memory.py`); do not edit it. The unit is that of
each element of a field. The unit "offset in" an array means that the field holds the offset of the
data that it names; that data is placed after the last field when the memory is laid out.
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
    for module, found in maps():
        place = f"{found.first:,} to {found.end:,}" if found.first else f"{found.end:,} elements"
        parts.append(f"## {found.name}\n\n`{module.__name__}`: {found.about}; {place}.\n")
        rows = [
            f"| {field.offset:,} | {field.size:,} | `{field.name}` | {field.unit} | {field.about} |"
            for field in found
        ]
        parts.append("\n".join([*TABLE, *rows, ""]))
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

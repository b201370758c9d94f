"""Writes `docs/kernel-memory.md`: what stands where in the arrays that kernels work in.

Every module of `compiled` that declares a `MemoryMap` has its maps there. Run it as
``python tools/kernel_memory.py`` after a field was added or moved.
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

What stands where in the arrays that the compiled kernels share. Written by `tools/kernel_memory.py`
from the maps that the modules declare (`compiled/memory.py`); do not edit it. The unit is that of
each element of a field. An "offset in" an array says where the thing begins that the field names,
which gets its place behind the last field when the memory is laid out.
"""

TABLE: Final = ("| from | size | field | unit | |", "|--:|--:|---|---|---|")


def maps() -> Iterator[tuple[ModuleType, MemoryMap]]:
    """The maps of all modules that declare some, by the modules' names."""
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
        parts.append(
            "\n".join(["| from | size | field | unit | |", "|--:|--:|---|---|---|", *rows, ""])
        )
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

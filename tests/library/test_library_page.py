"""Every block of Python on the page of the library runs, one after the other."""

import re
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "library.md"


def test_the_blocks_of_the_page_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 6
    names: dict[str, object] = {"__name__": "a_page"}
    for number, block in enumerate(blocks, 1):
        exec(compile(block, f"block {number} of {PAGE.name}", "exec"), names)
    assert len(names["table"].settlements) == 1  # type: ignore[attr-defined]

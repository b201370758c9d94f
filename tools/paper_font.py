"""Cut the font of the papers' pages out of typst, which sets their PDFs with it.

Libertinus Serif is licensed under the SIL Open Font License 1.1, as its files themselves say. A
page has its font inside, so that it is printed with the line and page breaks of its PDF. Run this
after a new version of typst.
"""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import typst
from fontTools import subset
from fontTools.ttLib import TTFont, TTLibError

FOLDER: Final = Path(__file__).parents[1] / "src/upcard/reports/fonts"
FACES: Final = {"Libertinus Serif Regular": "regular", "Libertinus Serif Bold": "bold"}
"""The faces of the papers by their full names, and the names of their files."""

MOST: Final = 2_000_000
"""More bytes than a face has."""

LETTERS: Final = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2009, 0x2015),
    *map(ord, "‘’“”„•…′−≈≠≤≥→½"),
]
"""The characters of western and central European languages, of numbers and of citations."""


def faces() -> Iterator[tuple[str, Any]]:
    """Every face in OpenType's form inside typst's library, with its full name."""
    (library,) = Path(typst.__file__).parent.glob("_typst*")
    content = library.read_bytes()
    start = content.find(b"OTTO\0")
    while start >= 0:
        try:
            font = TTFont(io.BytesIO(content[start : start + MOST]))
            yield font["name"].getDebugName(4), font
        except (TTLibError, KeyError):
            pass  # the four letters stood somewhere else
        start = content.find(b"OTTO\0", start + 1)


def main() -> None:
    """Write the faces with the characters that papers may have."""
    FOLDER.mkdir(exist_ok=True)
    options = subset.Options(flavor="woff", layout_features=["kern", "liga", "lnum", "tnum"])
    options.name_IDs = ["*"]
    for name, font in faces():
        if name in FACES:
            cut = subset.Subsetter(options)
            cut.populate(unicodes=LETTERS)
            cut.subset(font)
            subset.save_font(font, str(FOLDER / f"{FACES[name]}.woff"), options)


if __name__ == "__main__":
    main()

"""Cut the font of icons down to those that the pages and their framework name.

The whole font of NiceGUI weighs 129 kB, more than half of what some pages need otherwise. Material
Icons are by Google, under the Apache License 2.0. Its form, WOFF2, is read with Brotli, so run this
by `uv run --with brotli tools/icons.py` after a page has got a new icon.
"""

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from fontTools.ttLib import TTFont

WEB: Final = Path(__file__).parents[1] / "src/upcard/web"
FONT: Final = WEB / "static/icons.woff"
NAME: Final = re.compile(r'"([a-z_]+)"')
SET: Final = re.compile(r'name:"material-icons",.*?\}\}')
"""Where Quasar's script names the icons of its own components."""

PASSWORD: Final = {"visibility", "visibility_off"}
"""The icons of NiceGUI's own button beside a password."""


def framework() -> Path:
    """NiceGUI's folder of styles, scripts and fonts."""
    spec = find_spec("nicegui")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / "static"


def ligatures(font: Any) -> dict[str, str]:
    """The glyph of each icon, by its name."""
    letters = {glyph: chr(code) for code, glyph in font.getBestCmap().items() if code < 128}
    glyph_of = {}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            rules = getattr(getattr(table, "ExtSubTable", table), "ligatures", {})
            for first, ligature_set in rules.items():
                for ligature in ligature_set:
                    name = "".join(
                        letters.get(glyph, "?") for glyph in (first, *ligature.Component)
                    )
                    glyph_of[name] = ligature.LigGlyph
    return glyph_of


def named() -> set[str]:
    """Every word in quotes in the sources of the pages, Quasar's icons, and NiceGUI's."""
    sources = "".join(path.read_text() for path in sorted(WEB.rglob("*.py")))
    own = SET.search((framework() / "quasar.umd.prod.js").read_text())
    assert own is not None
    return PASSWORD | set(NAME.findall(sources + own[0]))


def main() -> None:
    """Write the font of the pages."""
    styles = (framework() / "fonts.css").read_text()
    (file,) = re.findall(r'"Material Icons";[^}]*url\(([^)]*)\)', styles)
    font = TTFont(framework() / file)
    glyphs = ligatures(font)
    used = {glyphs[name] for name in named() & set(glyphs)}
    letters = {glyph for code, glyph in font.getBestCmap().items() if code < 128}
    options = subset.Options()
    options.layout_closure = False
    options.hinting = False
    cut = subset.Subsetter(options)
    cut.populate(glyphs=[*used, *letters])
    cut.subset(font)
    font.flavor = "woff"
    font.save(FONT)


if __name__ == "__main__":
    main()

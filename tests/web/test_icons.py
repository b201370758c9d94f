"""The font of icons has each icon that a page or the framework names."""

import re
from itertools import chain

from fontTools.ttLib import TTFont

from icons import FONT, PASSWORD, SET, WEB, framework, ligatures
from upcard.web.shell import MENU

OWN = re.compile(r'icon="([a-z_]+)"|ui\.icon\("([a-z_]+)"')


def test_each_icon_of_a_page_is_in_the_font_and_the_font_is_small() -> None:
    there = ligatures(TTFont(FONT))
    sources = "".join(path.read_text() for path in WEB.rglob("*.py"))
    named = {*filter(None, chain(*OWN.findall(sources))), *(entry.icon for entry in MENU)}
    framed = SET.search((framework() / "quasar.umd.prod.js").read_text())
    assert framed is not None
    assert "arrow_drop_down" in framed[0]
    assert {"arrow_drop_down", *PASSWORD, *named} - set(there) == set()
    assert FONT.stat().st_size < 12_000

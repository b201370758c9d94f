"""A wager's slug stands in its own files alone: nothing else names it or imports its module.

Exempt are the wagers that are the game itself, in the file of that game; and words that mean
something else than the wager of the same name, with the reason.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from source_trees import nodes_of, tree_of
from upcard.rules.loader import all_games, all_wagers
from upcard.wagers import wheel
from upcard.wagers.catalogue import wager

SOURCE: Final = Path(__file__).parent.parent.parent / "src" / "upcard"
MODULES: Final = sorted(SOURCE.rglob("*.py"))

OWN: Final = {
    ("games/blackjack.py", "insurance"): "the game's own wager: one constant",
    ("games/baccarat.py", "baccarat-player"): "the game's own wager: one constant",
    ("games/baccarat.py", "baccarat-banker"): "the game's own wager: one constant",
    ("games/switch_hands.py", "switch-hands-ante"): "the game is played for it: one constant",
    **{("wagers/wheel.py", slug): "one table of the game's own wagers" for slug in wheel.WAGERS},
    ("wagers/wheel.py", wheel.STRAIGHT): "the wheel's names stand together",
}
"""The games' own wagers and the one file in which each may be named."""

OTHER_WORDS: Final = {
    "split": "the player's decision",
    "column": "a column of text or of a drawing",
    "insurance": "the question whether the player insures, and the word that answers it",
}
"""Slugs that are also words of the game or of the program."""


def _slugs() -> frozenset[str]:
    return frozenset(rules.data.slug for rules in all_wagers())


def _own_file(path: Path, slugs: frozenset[str]) -> bool:
    """Whether a module is the file of a wager: named after it, or after it and a jurisdiction."""
    if path.parent != SOURCE / "wagers":
        return False
    names = {slug.replace("-", "_") for slug in slugs}
    return path.stem in names or path.stem.rpartition("_")[0] in names


def named(text: str, slugs: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Line and slug of every literal that is a slug and of every import of a wager's module."""
    files = {slug.replace("-", "_"): slug for slug in slugs}
    for node in nodes_of(tree_of(text)):
        found: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found = [node.value]
        elif isinstance(node, ast.Import):
            found = [_slug_of(files, name.name) for name in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
            found = [_slug_of(files, name) for name in whole]
        for slug in found:
            if slug in slugs:
                yield getattr(node, "lineno", 0), slug


def _slug_of(files: dict[str, str], module: str) -> str:
    parent, _, name = module.rpartition(".")
    bare = name if name in files else name.rpartition("_")[0]
    return files.get(bare, "") if parent == "upcard.wagers" else ""


def test_no_other_module_names_a_wager() -> None:
    slugs = _slugs()
    wrong = []
    for path in MODULES:
        place = path.relative_to(SOURCE).as_posix()
        if not _own_file(path, slugs):
            exempt = {slug for where, slug in OWN if where == place} | {*OTHER_WORDS}
            found = named(path.read_text(encoding="utf-8"), slugs)
            wrong += [f"{place}:{line} names {slug}" for line, slug in found if slug not in exempt]
    assert wrong == []


def test_every_exception_is_needed() -> None:
    for place, slug in OWN:
        there = named((SOURCE / place).read_text(encoding="utf-8"), _slugs())
        assert slug in {one for _, one in there}, f"{place} no longer names {slug}"
    own = {slug for game in all_games() for slug in game.wagers}
    assert own >= {slug for place, slug in OWN if place in ("games/baccarat.py", "wagers/wheel.py")}


def test_a_module_that_names_a_wager_is_found() -> None:
    slugs = frozenset({"twin-upcard"})
    for text in (
        'x = "twin-upcard"',
        "from upcard.wagers.twin_upcard import WAGER",
        "from upcard.wagers import twin_upcard",
        "import upcard.wagers.twin_upcard_wa",
    ):
        assert [slug for _, slug in named(text, slugs)] == ["twin-upcard"], text
    assert list(named('x = "twin-upcard-or-other"', slugs)) == []


@pytest.mark.parametrize("rules", all_wagers(), ids=lambda rules: rules.data.slug)
def test_the_catalogue_finds_every_wager(rules: object) -> None:
    data = rules.data  # type: ignore[attr-defined]
    for table in data.paytable:
        assert wager(data.slug, data.jurisdiction, table.form).slug == data.slug

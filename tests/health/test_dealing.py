"""The ways of dealing have one home: no other module names one as text.

Other modules ask what a rule is about, such as `Dealing.has_shuffler`, or name a member.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from source_trees import nodes_of, tree_of
from upcard.games.dealing import Dealing
from upcard.rules.loader import all_games, house_games

SOURCE: Final = Path(__file__).parent.parent.parent / "src" / "upcard"
HOME: Final = "games/dealing.py"

UNMISTAKABLE: Final = frozenset(Dealing) - {Dealing.SHOE, Dealing.WHEEL}
"""The ways whose names mean nothing else: a shoe and a wheel are devices too."""

OTHER_WORDS: Final = {
    ("submission/games/hybrid.py", "continuous-shuffler"): "a value of `hybrid_discard_rack`",
}
"""Names that are also values of other choices, each with the file that lists these."""


def _named(text: str) -> Iterator[tuple[int, str]]:
    """Line and name of every way of dealing that stands in a module as text."""
    for node in nodes_of(tree_of(text)):
        if isinstance(node, ast.Constant) and node.value in UNMISTAKABLE:
            yield node.lineno, str(node.value)


def test_no_other_module_names_a_way_of_dealing() -> None:
    found = [
        f"{place}:{line} names {name}"
        for path in sorted(SOURCE.rglob("*.py"))
        if (place := path.relative_to(SOURCE).as_posix()) != HOME
        for line, name in _named(path.read_text(encoding="utf-8"))
        if (place, name) not in OTHER_WORDS
    ]
    assert found == []


def test_every_exception_is_needed() -> None:
    for place, name in OTHER_WORDS:
        text = (SOURCE / place).read_text(encoding="utf-8")
        assert name in {found for _, found in _named(text)}, f"{place} no longer names {name}"


def test_a_way_of_dealing_as_text_is_found() -> None:
    text = 'if rules.dealing == "double-shoe":\n    name = "shoe"\n'
    assert list(_named(text)) == [(1, "double-shoe")]
    assert list(_named("if rules.dealing is Dealing.DOUBLE_SHOE: ...")) == []


def test_rule_data_names_ways_that_there_are() -> None:
    named = {name for game in (*all_games(), *house_games()) for name in game.dealing}
    assert named == set(Dealing)

"""Variations from outside upcard: folders that the user names, and packages with entry points."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from upcard.rules import external, game_modules, loader
from upcard.rules.violation import BadInput

GAME = """title = "Push 22"
slug = "push-22"
jurisdiction = "pa"
section = "58 Pa. Code § 601a.2"
effective = 2024-05-25
minimum_decks = 1
decks_section = "58 Pa. Code § 633a.3(a)"
positions = 7
positions_section = "58 Pa. Code § 633a.2(a)"

[dealing]
shoe = "58 Pa. Code § 633a.7(a)"

[pays]
blackjack = "6 to 5"

[pays_sections]
blackjack = "58 Pa. Code § 601a.2"
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path with a distribution: one package, and the entry point that names it."""
    package = tmp_path / "sham_push_22"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "engine.py").write_text("HOOKS = 'the hooks'\n", encoding="utf-8")
    (package / "game.toml").write_text(GAME, encoding="utf-8")
    metadata = tmp_path / "sham_push_22-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Name: sham-push-22\nVersion: 1.0\n", encoding="utf-8")
    points = "[upcard.variations]\npush_22 = sham_push_22\n"
    (metadata / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv(external.FOLDERS, raising=False)
    _forget()
    yield tmp_path
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for cached in (
        external.external_variations,
        game_modules.module_of,
        loader.games_from_outside,
        loader.game_rules,
    ):
        cached.cache_clear()


@pytest.mark.usefixtures("installed")
def test_an_installed_package_with_an_entry_point_is_a_variation() -> None:
    (found,) = external.external_variations().values()
    assert found == external.ExternalVariation("push_22", "sham_push_22", GAME)
    assert loader.game_rules("push-22").title == "Push 22"
    engine = game_modules.module_of("engine.variations", "push-22")
    assert engine is not None
    assert (engine.__name__, engine.HOOKS) == ("sham_push_22.engine", "the hooks")
    assert game_modules.module_of("simulation.variations", "push-22") is None


def test_a_missing_module_is_told_by_the_name_that_its_author_knows(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = installed / "variations" / "ties_win"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(GAME.replace("push-22", "ties-win"), encoding="utf-8")
    monkeypatch.setenv(external.FOLDERS, str(folder.parent))
    place = partial(game_modules.place_of_module, "exact.strategy.variations")
    assert place("ties-win") == "ties_win/strategy.py"
    assert place("push-22") == "sham_push_22.strategy"
    assert place("blackjack-switch") == "exact/strategy/variations/switch.py"


def test_rules_without_a_submission_module_are_refused(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would be ignored: the game would be dealt as Blackjack."""
    folder = installed / "variations" / "ties_win"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(GAME.replace("push-22", "ties-win"), encoding="utf-8")
    (folder / "game.py").write_text("", encoding="utf-8")
    monkeypatch.setenv(external.FOLDERS, str(folder.parent))
    with pytest.raises(BadInput, match=r"^ties_win/game\.py is not used: ties_win/submission\.py"):
        game_modules.module_of("submission.games", "ties-win")


def test_a_folder_and_a_package_may_not_share_a_name(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = installed / "variations" / "push_22"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    monkeypatch.setenv(external.FOLDERS, str(folder.parent))
    with pytest.raises(BadInput, match="Two variations from outside are named 'push_22'"):
        external.external_variations()


def test_the_name_of_a_folder_is_a_name_of_python(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = installed / "variations" / "push-22"
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(GAME, encoding="utf-8")
    monkeypatch.setenv(external.FOLDERS, str(folder.parent))
    with pytest.raises(BadInput, match="'push-22' is not a name for a variation"):
        external.external_variations()

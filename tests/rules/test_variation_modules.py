"""A module of a variation says nothing that is never asked: what is no hook is refused."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import pytest

from upcard.engine.blackjack.hooks import Hooks
from upcard.games.variation import Variation
from upcard.rules.game_modules import exported_part, refuse_unknown_hooks
from upcard.rules.loader import all_games
from upcard.rules.violation import BadInput
from upcard.submission.games.lookup import part_of

TUTORIAL = Path(__file__).parent.parent.parent / "docs" / "add-a-variation.md"


class Misspelt(Variation, frozen=True):
    def blackjack_od(self) -> int:
        return 1


class MisspeltFact(Variation, frozen=True):
    area: ClassVar[int] = 2


class OtherParameters(Variation, frozen=True):
    def tie_odds(self) -> None:  # type: ignore[override]
        return None


class FewerHooks(Hooks):
    def no_surender(self) -> None: ...


class OfItsOwn(Variation, frozen=True):
    bonus: int = 1

    def _helped(self) -> int:
        return self.bonus


@pytest.mark.parametrize(
    ("own", "base", "said"),
    [
        (Misspelt, Variation, "Misspelt.blackjack_od is no hook of Variation; the nearest is "),
        (MisspeltFact, Variation, "MisspeltFact.area is no hook of Variation; the nearest is area"),
        (FewerHooks, Hooks, "FewerHooks.no_surender is no hook of Hooks; the nearest is no_surr"),
        (
            OtherParameters,
            Variation,
            "OtherParameters.tie_odds takes nothing, but the hook of Variation takes switched.",
        ),
    ],
)
def test_what_is_no_hook_is_refused_with_the_nearest(own: type, base: type, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        refuse_unknown_hooks(own, base)
    assert said in str(refused.value)


def test_choices_and_private_helpers_are_no_hooks() -> None:
    refuse_unknown_hooks(OfItsOwn, Variation)


def test_a_module_that_exports_nothing_is_refused() -> None:
    sham = ModuleType("sham")
    vars(sham)["HOKS"] = Hooks()
    with pytest.raises(BadInput, match="sham has no HOOKS: it exports one Hooks"):
        exported_part(sham, "HOOKS", Hooks)


def test_every_game_of_upcard_overrides_hooks_alone() -> None:
    assert {part_of(game.slug).rules for game in all_games()} > {Variation}


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "game.py",
            "from upcard.games.variation import Variation\n\n\n"
            "class Sham(Variation, frozen=True):\n"
            "    def outcom(self):\n        return 0\n",
            "sham/game.py: Sham.outcom is no hook of Variation; the nearest is outcome.",
        ),
        ("game.py", "Sham = nothing\n", "sham/game.py, line 1 cannot be loaded: name 'nothing'"),
    ],
    ids=["misspelt", "broken"],
)
def test_a_variation_from_outside_is_refused_in_one_sentence(
    tmp_path: Path, file: str, text: str, said: str
) -> None:
    """The finder says what is wrong, wherever the variation is first looked for."""
    folder = tmp_path / "sham"
    folder.mkdir()
    data = TUTORIAL.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    (folder / "game.toml").write_text(data.replace("push-22", "sham"), encoding="utf-8")
    (folder / file).write_text(text, encoding="utf-8")
    (folder / "submission.py").write_text(
        "from upcard.submission.games.kit import GamePart\n\nfrom .game import Sham\n\n"
        "PART = GamePart(rules=Sham, variation=lambda _submission: Sham())\n",
        encoding="utf-8",
    )
    (tmp_path / "sham.toml").write_text('[table]\nname = "S"\ngame = "sham"\n', encoding="utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "upcard", "check", "sham.toml"],
        cwd=tmp_path,
        env={**os.environ, "UPCARD_VARIATIONS": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert said in result.stderr
    assert "Traceback" not in result.stderr
    assert result.stderr.count("\n") == 1

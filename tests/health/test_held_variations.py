"""Each variation is held by a golden round and by a row of the differential test."""

from pathlib import Path
from typing import Final

import msgspec
import pytest

from regulation.test_golden_rounds import GOLDEN, ROUNDS
from regulation.test_golden_rounds_of_games import ROUNDS as ROUNDS_OF_GAMES
from simulation.cases import CASES
from upcard.rules.loader import all_games

GAMES: Final = sorted(game.slug for game in all_games())

DEALT_BY_OTHER_KERNELS: Final = {
    "baccarat": "baccarat_rules",
    "hybrid-blackjack": "hole_card_rules",
    "hybrid-blackjack-no-hole-card": "no_hole_card_rules",
    "lightning-roulette": "roulette_rules",
}
"""Games whose rows stand in `test_differential_games.py`, and what makes their tables there."""


class _Table(msgspec.Struct):
    game: str = "blackjack"


class _Submission(msgspec.Struct):
    table: _Table


def _game(path: Path) -> str:
    """The game of a Rules Submission."""
    return msgspec.toml.decode(path.read_bytes(), type=_Submission).table.game


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_golden_round(game: str) -> None:
    paths = {ROUNDS / "submissions" / golden.submission for golden in GOLDEN}
    paths |= {path for _, path, _, _ in ROUNDS_OF_GAMES}
    assert game in set(map(_game, paths))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_row_in_the_differential_test(game: str) -> None:
    if game in DEALT_BY_OTHER_KERNELS:
        path = Path(__file__).parent.parent / "simulation" / "test_differential_games.py"
        assert f"{DEALT_BY_OTHER_KERNELS[game]}(" in path.read_text(encoding="utf-8")
    else:
        assert game in {case.table.get("game", "blackjack") for case in CASES.values()}

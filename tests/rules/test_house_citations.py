"""A game in a house's own jurisdiction cites its submission, not chapter 633a."""

import pytest

from upcard.games.house import HouseRules, HouseVariation


class _Own(HouseVariation, frozen=True):
    """A house's own variation."""


@pytest.mark.parametrize("game", [_Own(), HouseRules()])
@pytest.mark.parametrize(
    ("section", "shown"),
    [
        ("58 Pa. Code § 633a.7(l)", "submission: blackjack.soft_17"),
        ("58 Pa. Code § 633a.11(c)", "submission: blackjack.resplits"),
        ("submission: own.pays", "submission: own.pays"),
        ("the house's rule 7", "the house's rule 7"),
    ],
)
def test_a_house_game_cites_its_submission(game: HouseVariation, section: str, shown: str) -> None:
    assert game.cites_own_chapter
    assert game.cite(section) == shown


def test_what_no_key_stands_for_is_the_houses_choice() -> None:
    assert "Pa. Code" not in _Own().cite("58 Pa. Code § 633a.2(b)(2)")

"""The colors of the single-zero wheel, by the rule that its layout follows."""

from collections import Counter

import pytest

from upcard.games.roulette import POCKETS, color_of


def test_zero_alone_is_green_and_the_other_colors_are_even() -> None:
    """Eighteen compartments have each color, and zero has neither."""
    assert Counter(map(color_of, POCKETS)) == {"green": 1, "red": 18, "black": 18}
    assert color_of(0) == "green"


@pytest.mark.parametrize("pocket", POCKETS[1:])
def test_colors_follow_the_ranges_of_the_layout(pocket: int) -> None:
    """In 1 to 10 and 19 to 28 odd numbers are red, in 11 to 18 and 29 to 36 even ones."""
    odd_are_red = pocket <= 10 or 19 <= pocket <= 28
    assert color_of(pocket) == ("red" if (pocket % 2 == 1) == odd_are_red else "black")

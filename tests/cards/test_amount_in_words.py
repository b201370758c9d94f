"""Amounts in English words, as a slip writes them out."""

import pytest

from upcard.money.amount import UNITS_PER_DOLLAR
from upcard.money.amount_in_words import amount_in_words, number_in_words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (20, "twenty"),
        (41, "forty-one"),
        (100, "one hundred"),
        (219, "two hundred nineteen"),
        (1_000, "one thousand"),
        (25_001, "twenty-five thousand one"),
        (300_000, "three hundred thousand"),
        (1_234_567, "one million two hundred thirty-four thousand five hundred sixty-seven"),
        (2_000_000_014, "two billion fourteen"),
    ],
)
def test_numbers(number: int, words: str) -> None:
    assert number_in_words(number) == words


def test_numbers_have_words_of_their_own() -> None:
    assert len({number_in_words(number) for number in range(20_000)}) == 20_000


@pytest.mark.parametrize("number", [-1, 10**15])
def test_a_number_without_words(number: int) -> None:
    with pytest.raises(ValueError, match="has no words"):
        number_in_words(number)


@pytest.mark.parametrize(
    ("units", "words"),
    [
        (UNITS_PER_DOLLAR, "One dollar and 00/100"),
        (25_000 * UNITS_PER_DOLLAR + 3_500, "Twenty-five thousand dollars and 35/100"),
        (100 * UNITS_PER_DOLLAR + 599, "One hundred dollars and 05/100"),
    ],
)
def test_amounts(units: int, words: str) -> None:
    """Cents stand as a fraction; less than a cent is left out."""
    assert amount_in_words(units) == words

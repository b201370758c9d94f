"""Amounts in English words, as a slip or a cheque writes them out beside the figure."""

from typing import Final

from upcard.money.amount import UNITS_PER_CENT, UNITS_PER_DOLLAR

ONES: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
)
TENS: Final = (
    *("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
)
GROUPS: Final = ("", " thousand", " million", " billion", " trillion")
"""What stands behind each three digits of a number, the last three first."""


def number_in_words(number: int) -> str:
    """A whole number from 0 up: ``twenty-five thousand one``.

    Raises `ValueError` for one below 0, or of a quadrillion and more.
    """
    if not 0 <= number < 1000 ** len(GROUPS):
        raise ValueError(f"{number} has no words here.")
    if number == 0:
        return ONES[0]
    groups = []
    for name in GROUPS:
        number, below = divmod(number, 1000)
        if below:
            groups.append(_below_thousand(below) + name)
    return " ".join(reversed(groups))


def amount_in_words(units: int) -> str:
    """An amount in dollars, with its cents as a fraction: ``One hundred dollars and 05/100``.

    Less than a cent is left out, as it is never paid.
    """
    dollars, units = divmod(units, UNITS_PER_DOLLAR)
    words = number_in_words(dollars)
    unit = "dollar" if dollars == 1 else "dollars"
    return f"{words[:1].upper()}{words[1:]} {unit} and {units // UNITS_PER_CENT:02}/100"


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    words = [f"{ONES[hundreds]} hundred"] if hundreds else []
    if rest >= len(ONES):
        tens, ones = divmod(rest, 10)
        words.append(f"{TENS[tens]}-{ONES[ones]}" if ones else TENS[tens])
    elif rest:
        words.append(ONES[rest])
    return " ".join(words)

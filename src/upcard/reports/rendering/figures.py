"""Figures and names in words, the same in a terminal and on paper."""

import re
from decimal import Decimal
from fractions import Fraction
from math import floor, log10
from typing import Final

from upcard.money.amount import UNITS_PER_DOLLAR, printed_dollars
from upcard.text.words import with_minus

JURISDICTIONS: Final = {"pa": "Pennsylvania", "wa": "Washington", "house": "House rules"}
"""The names of jurisdictions by their code."""

GROUPED: Final = 15
"""The number of digits from which a number may be broken between lines."""


def percent(share: Fraction | float, places: int = 4) -> str:
    """A share as a percentage."""
    return with_minus(f"{float(100 * share):.{places}f} %")


def rate(parts_per_million: int) -> str:
    """A rate of a meter as a percentage: ``3.75 %``."""
    return f"{parts_per_million / 10_000:.4f}".rstrip("0").rstrip(".") + " %"


def spaced(text: str) -> str:
    """A text of the rulebook whose percentages are spaced as those of papers are: ``100 %``."""
    return re.sub(r"(?<=\d)%", " %", text)


def one_in(number: Fraction | None) -> str:
    """The N of "1 in N", from a million up without decimals."""
    if number is None:
        return "never"
    return f"{float(number):,.2f}" if number < 10**6 else f"{float(number):,.0f}"


RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits of an exponent."""

LONG: Final = 10**10
"""The cycle from which combinations have no column among other figures: it would be too wide."""


def whole(number: int) -> str:
    """A number of combinations, in full: ``1,234,567``."""
    return f"{number:,}"


def power_of_ten(number: int) -> str:
    """A long number in short, with four digits: ``3.080 × 10³⁴``."""
    digits, _, exponent = f"{Decimal(number):.3e}".partition("e+")
    return f"{digits} × 10{exponent.translate(RAISED)}"


def probability(chance: Fraction) -> str:
    """A probability with eight decimals, or with four digits if it is below one in a million."""
    return (
        f"{float(chance):.8f}"
        if chance == 0 or chance >= Fraction(1, 10**6)
        else (f"{float(chance):.3e}")
    )


def money(units: int) -> str:
    """Dollars with at least cents: ``$61,234.50``, ``−$0.3886``."""
    return printed_dollars(units)


def dollars(units: int) -> str:
    """Like `money`, but without cents where they are zero: ``$15``."""
    return printed_dollars(units, short=True)


def whole_dollars(units: Fraction | float) -> str:
    """Dollars to the nearest one: means have no cents."""
    return dollars(round(Fraction(units) / UNITS_PER_DOLLAR) * UNITS_PER_DOLLAR)


def held_dollars(units: Fraction | float, error: float) -> str:
    """Dollars and cents; with an error, rounded to the place of its first digit."""
    if not error:
        return money(round(units / 100) * 100)
    place = 10 ** floor(log10(error))
    if UNITS_PER_DOLLAR // 100 < place < UNITS_PER_DOLLAR:
        place = UNITS_PER_DOLLAR  # no tenths of a dollar
    text = money(round(units / place) * place)
    return text.removesuffix(".00") if place >= UNITS_PER_DOLLAR else text


def all_positions(count: int, *, terminals: bool) -> str:
    """All positions of a table: ``All 7 positions``; any number of terminals may share one."""
    if terminals:
        return "One terminal at each position" if count > 1 else "One terminal"
    return f"All {count} positions" if count > 1 else "The one position"


def exact(share: Fraction) -> str:
    """A fraction in lowest terms; lines may break after a comma of a long number."""
    return " / ".join(_group_digits(part) for part in (share.numerator, share.denominator))


def _group_digits(number: int) -> str:
    text = f"{number:,}"
    return text if len(str(number)) < GROUPED else text.replace(",", ",\N{ZERO WIDTH SPACE}")


def plain(slug: str) -> str:
    """A slug as words: ``Two suited match aces of spades``."""
    words = slug.replace("-", " ").replace("_", " ")
    return words[:1].upper() + words[1:]

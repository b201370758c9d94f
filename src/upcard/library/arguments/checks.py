"""Checks of what callers give, where another type would end in an error of Python's own."""

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from numbers import Integral
from typing import Any

from upcard.library.rules import Rules
from upcard.rules.violation import BadInput
from upcard.text.words import quoted


def check_rules(rules: Any, **numbers: Any) -> None:
    """Raise `BadInput` for anything but rules, such as a path, and as `check_whole` does."""
    check_whole(**numbers)
    if not isinstance(rules, Rules):
        raise BadInput(
            f"rules are what upcard.load or upcard.blackjack returns, not {quoted(rules)}."
        )


def check_whole(**numbers: Any) -> None:
    """Raise `BadInput`, with the name, unless the value is a whole number or None (left out)."""
    for name, number in numbers.items():
        whole = isinstance(number, Integral) and not isinstance(number, bool)
        if number is not None and not whole:
            raise BadInput(f"{name} is a whole number, not {quoted(number)}.")


def loss_limit_units(amount: float | str | Decimal) -> Fraction:
    """A loss to stop at, in units; raises `BadInput` unless it is a number above 0."""
    try:
        units = Decimal(str(amount))
    except InvalidOperation:
        raise BadInput(f"A loss to stop at is a number of units, not {quoted(amount)}.") from None
    if not units.is_finite() or not 0 < units <= 10**9:
        raise BadInput(f"A loss to stop at is more than 0 units, not {quoted(amount)}.")
    return Fraction(units)

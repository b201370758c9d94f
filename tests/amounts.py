"""Amounts of money, written in dollars as the text writes them."""

from typing import TypeAlias

from upcard.money.amount import parse_dollars

Dollars: TypeAlias = int | str


def dollars(amount: Dollars) -> int:
    """Units of an amount such as 15 or "7.50"."""
    return parse_dollars(amount)

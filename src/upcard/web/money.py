"""How amounts are written on pages: with the sign before the dollar, as in −$218.00."""


def dollars(amount: str) -> str:
    """An amount such as ``-218.00`` in words."""
    return f"−${amount[1:]}" if amount.startswith("-") else f"${amount}"


def change(amount: str) -> str:
    """An amount that was won or lost, with its sign."""
    return dollars(amount) if amount.startswith("-") else f"+${amount}"

"""How amounts and names are written on pages: −$1,218.00, Jackpot Party · Mega."""


def dollars(amount: str) -> str:
    """An amount such as ``-1218.00`` in words."""
    sign = "−" if amount.startswith("-") else ""
    whole, point, cents = amount.removeprefix("-").replace(",", "").partition(".")
    return f"{sign}${int(whole):,}{point}{cents}"


def estimate(number: float) -> str:
    """Dollars that are computed and no account's, such as an expected hold, to the cent."""
    return dollars(f"{number:z.2f}")


def change(amount: str) -> str:
    """An amount that was won or lost, with its sign."""
    return dollars(amount) if amount.startswith("-") else f"+{dollars(amount)}"


def titled(name: str) -> str:
    """The name of a meter or of anything else without a title of its own, as a title."""
    parts = (part.replace("-", " ").title() for part in name.split("/"))
    return " · ".join(parts)

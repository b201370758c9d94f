"""Money as whole units of 1/10,000 dollar."""

import re
from decimal import Decimal
from functools import lru_cache
from typing import Final

from upcard.text.errors import UpcardError
from upcard.text.words import quoted

UNITS_PER_DOLLAR: Final = 10_000
UNITS_PER_CENT: Final = 100
MAX_DIGITS: Final = 12
"""The most digits of whole dollars that an amount may have; sums of amounts then stay exact."""

_DOLLARS: Final = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,4}))?", re.ASCII)


class AmountError(UpcardError, ValueError):
    """Text that is not an amount of dollars."""


def parse_dollars(text: str | int) -> int:
    """Units of an amount such as ``15``, ``"7.50"`` or ``"$1,000"``.

    Raises `AmountError` with one sentence for anything else, and for more than `MAX_DIGITS`
    digits; a float is refused because it cannot represent a cent exactly.
    """
    if isinstance(text, bool) or not isinstance(text, str | int):
        raise AmountError(
            f'{quoted(text)} is not an amount; write whole dollars or a string like "0.50".'
        )
    if isinstance(text, int) and abs(text) >= 10**MAX_DIGITS:
        raise _too_long(quoted(text))
    match = _DOLLARS.fullmatch(str(text).strip())
    if match is None:
        raise AmountError(
            f'{quoted(text)} is not an amount of dollars such as 15, "7.50" or "1,000".'
        )
    whole, fraction = match.groups()
    if len(whole.replace(",", "")) > MAX_DIGITS:
        raise _too_long(quoted(text))
    return int(whole.replace(",", "")) * UNITS_PER_DOLLAR + int((fraction or "").ljust(4, "0"))


def _too_long(text: str) -> AmountError:
    return AmountError(f"{text} is more than any amount: at most {MAX_DIGITS} digits of dollars.")


@lru_cache(maxsize=1 << 14)
def format_dollars(units: int) -> str:
    """Dollars with two decimals; with three or four where there is a fraction of a cent.

    For example ``15.00``, ``10.001`` and ``-0.0025``.
    """
    sign = "-" if units < 0 else ""
    whole, fraction = divmod(abs(units), UNITS_PER_DOLLAR)
    cents, part = divmod(fraction, UNITS_PER_CENT)
    return (
        f"{sign}{whole}.{cents:02d}" if part == 0 else f"{sign}{whole}.{fraction:04d}".rstrip("0")
    )


def short_dollars(units: int) -> str:
    """Like `format_dollars`, but without cents where they are zero: ``25``, ``7.50``."""
    return format_dollars(units).removesuffix(".00")


def printed_dollars(units: int, *, short: bool = False) -> str:
    """Dollars as people read them, with their sign and separators: ``$1,200.00``.

    With `short`, zero cents are left out: ``$1,200``.
    """
    printed = printed_amount(format_dollars(units))
    return printed.removesuffix(".00") if short else printed


def printed_amount(amount: str | Decimal) -> str:
    """An amount that stands as text in a record, a view or a file, as people read it.

    Its decimals stay: ``-1218.00`` is ``−$1,218.00``, and ``1,000`` is ``$1,000``. Text for people
    takes its amounts from here; machines read what `format_dollars` writes.
    """
    text = amount if isinstance(amount, str) else f"{amount:f}"
    sign = "−" if text.startswith("-") else ""
    whole, point, decimals = text.removeprefix("-").replace(",", "").partition(".")
    return f"{sign}${int(whole):,}{point}{decimals}"


def whole_cents(units: int) -> int:
    """Units rounded down to whole cents, which can be paid."""
    return units - units % UNITS_PER_CENT

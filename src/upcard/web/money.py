"""Writes numbers, times and names on pages: −$1,218.00, −0.33 %, Jackpot Party · Mega."""

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from typing import Final, Protocol, TypeVar

from upcard.money.amount import printed_amount
from upcard.service.meter_board import MeterView


class AmountElement(Protocol):
    """Whatever shows an amount, such as a meter."""

    @property
    def amount(self) -> str:
        """Dollars."""


ShownT = TypeVar("ShownT", bound=AmountElement)


def largest_first(all_shown: Iterable[ShownT]) -> list[ShownT]:
    """Meters in the order in which people look for them."""
    return sorted(all_shown, key=lambda meter: -Decimal(meter.amount.replace(",", "")))


def distinct_titles(meters: Iterable[MeterView]) -> dict[str, str]:
    """Name each meter, by stream, with the tables that feed it where two have the same title."""
    titles = {meter.stream: (titled(meter.name), meter.tables) for meter in meters}
    number_of = Counter(title for title, _ in titles.values())
    return {
        stream: f"{title} · {', '.join(tables)}" if number_of[title] > 1 else title
        for stream, (title, tables) in titles.items()
    }


def dollars(amount: str | Decimal) -> str:
    """An amount such as ``-1218.00`` in words."""
    return printed_amount(amount)


def estimate(number: float) -> str:
    """Dollars that are computed and no account's, such as an expected hold, to the cent."""
    return dollars(f"{number:z.2f}")


def change(amount: str) -> str:
    """An amount that was won or lost, with its sign."""
    return dollars(amount) if amount.startswith("-") else f"+{dollars(amount)}"


def titled(name: str) -> str:
    """The name of a meter or of anything else without a title of its own, as a title."""
    return " · ".join(_title(part) for part in name.split("/"))


SMALL: Final = ("a", "by", "of", "the")
"""Words that are small inside a title."""


def _title(name: str) -> str:
    words = name.split("-")
    return " ".join(
        word if word in SMALL and number else word.capitalize() for number, word in enumerate(words)
    )

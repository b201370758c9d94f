"""The provisions that games and wagers have of their own, for rules that cite each one's."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from typing import TypeAlias

from upcard.rules.loader import all_games, all_wagers
from upcard.rules.schema import WagerData

Listed: TypeAlias = Callable[[], Iterable[str]]
"""Lists citations when asked: the rulebook is not read before."""


def of_games(name: str) -> Listed:
    """What the games have under a name of their data, such as ``decks_section``."""
    return lambda: (getattr(game, name) for game in all_games())


def of_wagers(cited: Callable[[WagerData], str]) -> Listed:
    """What the wagers cite, of those that cite anything."""
    return lambda: (cite for rules in all_wagers() if (cite := cited(rules.data)))


def of_paytables() -> Iterator[str]:
    """The provisions that print paytables."""
    return (table.data.section for rules in all_wagers() for table in rules.paytables)


def of_decks() -> Iterator[str]:
    """The provisions on the decks of wagers and of their paytables."""
    for rules in all_wagers():
        yield from [rules.data.decks_section] if rules.data.decks_section else []
        yield from (one.data.decks_section or one.data.section for one in rules.paytables)


def of_amounts() -> Iterator[str]:
    """The provisions on the amounts of wagers, and those that print paytables for one amount."""
    for rules in all_wagers():
        yield from [rules.data.limits.section] if rules.data.limits is not None else []
        yield from (one.data.section for one in rules.paytables if one.data.wagers)


def limits_of(data: WagerData) -> str:
    """The provision on a wager's amounts, empty where there is none."""
    return data.limits.section if data.limits is not None else ""


def selected_of(data: WagerData) -> str:
    """The same where the certificate holder selects the one amount, else empty."""
    return limits_of(data) if data.limits is not None and data.limits.house_selects else ""


def within_table_of(data: WagerData) -> str:
    """The same where a wager is for any amount within the table's limits, else empty."""
    return limits_of(data) if data.limits is not None and data.limits.within_table else ""


def meter_of(data: WagerData) -> str:
    """The provision on a wager's meters, empty where it has none."""
    return data.meter.section if data.meter is not None else ""


def specified_of(data: WagerData) -> str:
    """The same where a submission has to specify rate, initial and reset amounts, else empty."""
    return meter_of(data) if data.meter is not None and data.meter.specified else ""


def out_of_time(title: str, effective: date, until: date | None, as_of: date) -> str:
    """The sentence on a date when a provision does not hold: before it, or from `until` on."""
    when = f"to {until - timedelta(days=1)}" if until is not None else "on"
    side = "earlier" if as_of < effective else "later"
    return f"The rulebook has {title} from {effective} {when}: {as_of} is {side}."

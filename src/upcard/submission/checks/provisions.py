"""Lists the provisions of games and wagers, for rules that cite a different one for each."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from typing import TypeAlias

from upcard.rules.loader import all_games, all_wagers
from upcard.rules.schema import WagerData

Citations: TypeAlias = Callable[[], Iterable[str]]
"""Lists citations when called, so that importing a rule does not read the rulebook."""


def of_games(name: str) -> Citations:
    """The citations in one field of every game's data, such as ``decks_section``."""
    return lambda: (getattr(game, name) for game in all_games())


def of_wagers(cited: Callable[[WagerData], str]) -> Citations:
    """The citation of every wager for which `cited` gives one."""
    return lambda: (cite for rules in all_wagers() if (cite := cited(rules.data)))


def of_paytables() -> Iterator[str]:
    """The provisions that print paytables."""
    return (table.data.section for rules in all_wagers() for table in rules.paytables)


def of_decks() -> Iterator[str]:
    """The provisions on the decks of wagers and of their paytables."""
    for rules in all_wagers():
        yield from [rules.data.decks_section] if rules.data.decks_section else []
        yield from (
            paytable.data.decks_section or paytable.data.section for paytable in rules.paytables
        )


def of_amounts() -> Iterator[str]:
    """The provisions on the amounts of wagers, and those that print paytables for one amount."""
    for rules in all_wagers():
        yield from [rules.data.limits.section] if rules.data.limits is not None else []
        yield from (paytable.data.section for paytable in rules.paytables if paytable.data.wagers)


def amounts_section(data: WagerData) -> str:
    """The provision on a wager's amounts, empty where there is none."""
    return data.limits.section if data.limits is not None else ""


def single_amount_section(data: WagerData) -> str:
    """The provision on a wager's amounts where the house selects a single one, else empty."""
    return amounts_section(data) if data.limits is not None and data.limits.house_selects else ""


def within_table_section(data: WagerData) -> str:
    """The provision on a wager's amounts where the table's limits bound them, else empty."""
    return amounts_section(data) if data.limits is not None and data.limits.within_table else ""


def meter_section(data: WagerData) -> str:
    """The provision on a wager's meters, empty where it has none."""
    return data.meter.section if data.meter is not None else ""


def meter_filing_section(data: WagerData) -> str:
    """The provision on meters where a submission has to specify rate and seeds, else empty."""
    return meter_section(data) if data.meter is not None and data.meter.specified else ""


def out_of_time(title: str, effective: date, until: date | None, as_of: date) -> str:
    """The message for a date when a provision is not in force: before it, or from `until` on."""
    when = f"to {until - timedelta(days=1)}" if until is not None else "on"
    side = "earlier" if as_of < effective else "later"
    return f"The rulebook has {title} from {effective} {when}: {as_of} is {side}."

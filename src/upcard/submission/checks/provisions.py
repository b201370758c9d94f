"""Lists the provisions of games and wagers, for rules that cite a different one for each."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from typing import TypeAlias

from upcard.rules.loader import all_games, all_wagers
from upcard.rules.schema import WagerData

Listed: TypeAlias = Callable[[], Iterable[str]]
"""Lists citations when called, so that importing a rule does not read the rulebook."""


def of_games(name: str) -> Listed:
    """The citations in one field of every game's data, such as ``decks_section``."""
    return lambda: (getattr(game, name) for game in all_games())


def of_wagers(cited: Callable[[WagerData], str]) -> Listed:
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


def limits_of(data: WagerData) -> str:
    """The provision on a wager's amounts, empty where there is none."""
    return data.limits.section if data.limits is not None else ""


def selected_of(data: WagerData) -> str:
    """The provision on a wager's amounts where the house selects a single one, else empty."""
    return limits_of(data) if data.limits is not None and data.limits.house_selects else ""


def within_table_of(data: WagerData) -> str:
    """The provision on a wager's amounts where the table's limits bound them, else empty."""
    return limits_of(data) if data.limits is not None and data.limits.within_table else ""


def meter_of(data: WagerData) -> str:
    """The provision on a wager's meters, empty where it has none."""
    return data.meter.section if data.meter is not None else ""


def specified_of(data: WagerData) -> str:
    """The provision on meters where a submission has to specify rate and seeds, else empty."""
    return meter_of(data) if data.meter is not None and data.meter.specified else ""


def out_of_time(title: str, effective: date, until: date | None, as_of: date) -> str:
    """The message for a date when a provision is not in force: before it, or from `until` on."""
    when = f"to {until - timedelta(days=1)}" if until is not None else "on"
    side = "earlier" if as_of < effective else "later"
    return f"The rulebook has {title} from {effective} {when}: {as_of} is {side}."

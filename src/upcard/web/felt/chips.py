"""Value chips: the chips of a table, and drawing an amount as a stack."""

from typing import Final

from nicegui import ui

from upcard.games.table_rules import TableRules
from upcard.money.amount import UNITS_PER_DOLLAR, short_dollars

CENTS_50: Final = UNITS_PER_DOLLAR // 2
VALUES: Final = (CENTS_50, *(UNITS_PER_DOLLAR * value for value in (1, 5, 25, 100, 500, 1000)))
"""The chips of a casino, in units."""


def chips_of(rules: TableRules) -> tuple[int, ...]:
    """The chips from the table's smallest up to its largest maximum, in units."""
    most = max((offered.maximum for offered in rules.wagers), default=0)
    if rules.has_blackjack_wager:
        most = max(most, rules.maximum)
    return tuple(value for value in VALUES if rules.smallest_chip <= value <= most)


def colour_of(units: int) -> str:
    """The CSS class of the largest chip in an amount."""
    largest = max((value for value in VALUES if value <= units), default=VALUES[0])
    return f"tf-chip-{short_dollars(largest).replace('.', '-')}"


def chip(units: int, *, pending: bool = False) -> ui.element:
    """Draws a stack of chips seen from above; `pending` chips are not wagered yet."""
    label = ui.label(short_dollars(units)).classes(f"tf-chip {colour_of(units)}")
    return label.classes("tf-pending") if pending else label

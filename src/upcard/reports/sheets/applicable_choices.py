"""Which choices a table has to make: those about a feature that it has, such as a meter."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeAlias

from upcard.exact.strategy.games import NoBestPlay, rules_of
from upcard.games.dealing import Dealing
from upcard.games.table_rules import TableRules
from upcard.reports.source import PaperSource
from upcard.rules.loader import all_wagers
from upcard.submission.checks.washington import house_set
from upcard.wagers.limits import has_limited_row

Applies: TypeAlias = Callable[[TableRules], bool]


def _has_meter(table: TableRules) -> bool:
    return any(offered.has_meter for offered in table.wagers)


def _has_mystery_by(table: TableRules, option: str) -> bool:
    with_one = (offered for offered in table.wagers if offered.mystery is not None)
    return any(option in offered.data.options for offered in with_one)


def _selects_bonuses(table: TableRules) -> bool:
    return any(offered.meters and offered.bonuses for offered in table.wagers)


def _sets_prizes(table: TableRules) -> bool:
    return any(house_set(offered.paytable) for offered in table.wagers)


def _is_linked(table: TableRules) -> bool:
    return any(meter.link != table.name for wager in table.wagers for meter in wager.meters)


def _limits_rows(table: TableRules) -> bool:
    return any(has_limited_row(offered.data) for offered in table.wagers)


def _has_limit(table: TableRules) -> bool:
    return table.aggregate_limit is not None


def _is_shuffled(table: TableRules) -> bool:
    return table.dealing.has_shuffler


def _is_in_a_shoe(table: TableRules) -> bool:
    return table.dealing is not Dealing.FROM_THE_HAND


def _has_automated_wager(table: TableRules) -> bool:
    return any("fully_automated" in offered.data.table_needs for offered in table.wagers)


CONDITIONS: Final[dict[str, Applies]] = {
    "table.fully_automated": _has_automated_wager,
    "table.double_shoe_colors": lambda table: table.dealing is Dealing.DOUBLE_SHOE,
    "table.decks": lambda table: not table.variation.has_wheel,
    "table.dealing": lambda table: not table.variation.has_wheel,
    "table.aggregate_limit": _limits_rows,
    "layout.payout_limit": _has_limit,
    "layout.prizes_displayed": _sets_prizes,
    "equipment.shuffler": _is_shuffled,
    "equipment.shuffler_approved": lambda table: table.dealing is Dealing.CONTINUOUS_SHUFFLER,
    "equipment.shoe_location": _is_in_a_shoe,
    "equipment.shuffler_loads_shoe": lambda table: table.dealing is Dealing.AUTOMATED_SHUFFLER,
    "equipment.shuffler_stores_batch": lambda table: table.dealing.prepares_two_batches,
    "equipment.progressive_system": _has_meter,
    "equipment.progressive_devices": _has_meter,
    "equipment.lock_out": _has_meter,
    "equipment.progressive_light": _has_meter,
    "equipment.linked_system": _is_linked,
    "equipment.bonus_selection": _selects_bonuses,
    "equipment.mystery_generator": lambda table: _has_mystery_by(table, "must_hit_by"),
    "equipment.mystery_meter": lambda table: _has_mystery_by(table, "mystery"),
    "layout.mystery_display": lambda table: _has_mystery_by(table, "must_hit_by"),
}
"""Choices that only tables with a certain feature have to make."""


def has_surrender(table: TableRules) -> bool:
    """Whether a hand can be surrendered, by the table's choice and its game's rules."""
    if not table.has_blackjack_wager:
        return False
    with suppress(NoBestPlay):  # a hybrid table
        return rules_of(table).surrender != "none"
    return True


OVERRIDES: Final = ("table.state_limit", "table.state_limit_citation")
"""Choices that replace a printed figure; left out where they are not made."""


def applies(source: PaperSource, field: str) -> bool:
    """Whether a declaration is about a feature of the table, such as a progressive wager."""
    if (
        field in OVERRIDES
        and getattr(source.submission.table, field.removeprefix("table.")) is None
    ):
        return False
    condition = CONDITIONS.get(field)
    if condition is not None and not condition(source.table):
        return False
    declared_by = [rules.data for rules in all_wagers() if field in rules.data.declares]
    offered_slugs = {offered.slug for offered in source.table.wagers}
    return not declared_by or any(data.slug in offered_slugs for data in declared_by)

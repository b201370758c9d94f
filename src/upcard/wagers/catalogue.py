"""Finds a wager by its slug and joins it to its rules."""

from functools import cache
from importlib import import_module

from upcard.rules.loader import wager_rules
from upcard.rules.schema import WagerRules
from upcard.rules.violation import RulebookError
from upcard.wagers.kit import Wager


@cache
def wager(slug: str) -> Wager:
    """The wager of that slug; raises ``KeyError`` with one sentence when there is none."""
    name = slug.replace("-", "_")
    try:
        module = import_module(f"upcard.wagers.{name}")
        found = module.WAGER
    except (ModuleNotFoundError, AttributeError) as error:
        raise KeyError(f"There is no wager {slug!r}.") from error
    assert isinstance(found, Wager)
    return found


@cache
def priced(slug: str, jurisdiction: str = "pa") -> WagerRules:
    """The rules of a wager, each paytable checked against the wager's outcomes.

    Raises `RulebookError` for a paytable that does not price exactly the winning outcomes.
    """
    found = wager(slug)
    rules = wager_rules(slug, jurisdiction)
    check_prices(found, rules)
    return rules


def check_prices(found: Wager, rules: WagerRules) -> None:
    """Raise `RulebookError` unless every paytable prices exactly the wager's winning outcomes."""
    for table in rules.paytables:
        wanted = found.rows - set(table.data.never)
        if found.bonus is not None:
            wanted |= {found.bonus.outcome}
        printed = set(table.awards)
        if printed != wanted:
            missing, extra = sorted(wanted - printed), sorted(printed - wanted)
            raise RulebookError(
                f"{found.slug}, paytable {table.id}: prices missing for {missing}, extra {extra}."
            )

"""Finds a wager by its slug and joins it to its rules."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType

from upcard.rules.loader import wager_rules
from upcard.rules.schema import WagerData, WagerRules
from upcard.rules.violation import RulebookError, UnknownName
from upcard.wagers.kit import Wager


@cache
def wager(slug: str, jurisdiction: str = "pa", form: str = "") -> Wager:
    """The wager of that slug; raises ``KeyError`` with one sentence when there is none."""
    forms = _forms(slug, jurisdiction)
    if form not in forms:
        raise RulebookError(f"{slug} has no form {form!r}; there are {', '.join(forms)}.")
    return forms[form]


def read_form(data: WagerData, form: str, readings: Mapping[str, str | bool]) -> str:
    """The form of a wager under chosen readings, by their keys.

    A reading for which the wager has a classifier of its own stands behind the form, as in
    ``unprovided-collected``; other readings leave the form as it is.
    """
    forms = _forms(data.slug, data.jurisdiction)
    for key in data.readings:
        read = f"{form}-{key}-{data.reads(key, readings)}".removeprefix("-")
        form = read if read in forms else form
    return form


def form_of(found: Wager, jurisdiction: str = "pa") -> str:
    """The form under which `wager` has a wager."""
    (form,) = [name for name, one in _forms(found.slug, jurisdiction).items() if one is found]
    return form


@cache
def _forms(slug: str, jurisdiction: str) -> dict[str, Wager]:
    """The wagers of a slug by the `form` of their paytables.

    A module holds one `WAGER`, `FORMS` of one, or `WAGERS` by slug.
    """
    module = _module(slug, jurisdiction)
    if hasattr(module, "WAGERS"):
        return {"": module.WAGERS[slug]}
    forms: dict[str, Wager] = getattr(module, "FORMS", None) or {"": module.WAGER}
    return forms


def _module(slug: str, jurisdiction: str) -> ModuleType:
    """The file of a wager, by its slug, or by the name that its data give.

    Only this function knows where these files are: to search other folders, extend it and
    `rules.loader.rule_files`.
    """
    suffix = "" if jurisdiction == "pa" else f"_{jurisdiction}"
    try:
        shared = wager_rules(slug, jurisdiction).data.module
        return import_module(f"upcard.wagers.{shared or slug.replace('-', '_') + suffix}")
    except (UnknownName, ModuleNotFoundError):
        raise UnknownName(f"There is no wager {slug!r} in {jurisdiction!r}.") from None


@cache
def priced(slug: str, jurisdiction: str = "pa") -> WagerRules:
    """The rules of a wager, each paytable checked against the wager's outcomes.

    Raises `RulebookError` for a paytable that does not price exactly the winning outcomes.
    """
    rules = wager_rules(slug, jurisdiction)
    check_prices(rules)
    return rules


def check_prices(rules: WagerRules) -> None:
    """Raise `RulebookError` unless every paytable prices exactly the wager's winning outcomes."""
    for table in rules.paytables:
        found = wager(rules.data.slug, rules.data.jurisdiction, table.data.form)
        wanted = found.rows - set(table.data.never)
        if found.bonus is not None:
            wanted |= {found.bonus.outcome}
        printed = set(table.awards)
        if printed != wanted:
            missing, extra = sorted(wanted - printed), sorted(printed - wanted)
            raise RulebookError(
                f"{found.slug}, paytable {table.id}: prices missing for {missing}, extra {extra}."
            )

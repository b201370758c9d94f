"""Finds a wager by its slug, and checks its paytables against its outcomes."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType

from upcard.rules.house import HOUSE_RULES
from upcard.rules.loader import source_of, wager_rules
from upcard.rules.schema import WagerData, WagerRules
from upcard.rules.violation import RulebookError, UnknownName
from upcard.text.words import quoted
from upcard.wagers.kit import Moment, Wager, needed


@cache
def wager(slug: str, jurisdiction: str = "pa", form: str = "") -> Wager:
    """The wager of a slug, in one of its forms.

    Raises `UnknownName` with one sentence for an unknown slug, `RulebookError` for an unknown form.
    """
    forms = _forms(slug, jurisdiction)
    if form not in forms:
        raise RulebookError(f"{slug} has no form {form!r}; there are {', '.join(forms)}.")
    return forms[form]


def read_form(data: WagerData, form: str, readings: Mapping[str, str | bool]) -> str:
    """The form of a wager for the chosen readings, which `readings` gives by key.

    A reading with a classifier of its own is appended to the form as ``key-value``, such as
    ``unprovided-collected``; other readings do not change the form.
    """
    forms = _forms(data.slug, data.jurisdiction)
    for key in data.readings:
        read = f"{form}-{key}-{data.reads(key, readings)}".removeprefix("-")
        form = read if read in forms else form
    return form


def form_of(wager: Wager, jurisdiction: str = "pa") -> str:
    """The form of a wager that `wager` returned."""
    (form,) = [name for name, made in _forms(wager.slug, jurisdiction).items() if made is wager]
    return form


@cache
def _forms(slug: str, jurisdiction: str) -> dict[str, Wager]:
    """The wagers of a slug, by the `form` that their paytables name.

    A module holds one `WAGER`, the `FORMS` of one wager, or several `WAGERS` by slug.
    """
    module = _module(slug, jurisdiction)
    if hasattr(module, "WAGERS"):
        return {"": module.WAGERS[slug]}
    forms: dict[str, Wager] = getattr(module, "FORMS", None) or {"": module.WAGER}
    return forms


def _module(slug: str, jurisdiction: str) -> ModuleType:
    """The module of a wager: the one that its data name, else the one of its slug.

    Only this function and `rules.loader.rule_files` know where wagers are stored.
    """
    try:
        place = source_of(slug) if jurisdiction == HOUSE_RULES else jurisdiction
        suffix = "" if place == "pa" else f"_{place}"
        shared = wager_rules(slug, jurisdiction).data.module
        return import_module(f"upcard.wagers.{shared or slug.replace('-', '_') + suffix}")
    except (UnknownName, ModuleNotFoundError):
        raise UnknownName(f"There is no wager {slug!r} in {jurisdiction!r}.") from None


@cache
def priced(slug: str, jurisdiction: str = "pa") -> WagerRules:
    """The rules of a wager, each paytable checked against the wager's outcomes.

    Raises `RulebookError` for a paytable that does not price exactly the winning outcomes, for an
    unknown moment of settlement, and for a classifier that asks for what is no fact.
    """
    rules = wager_rules(slug, jurisdiction)
    check_moment(rules)
    check_prices(rules)
    return rules


def check_moment(rules: WagerRules) -> None:
    """Raises `RulebookError` unless the wager settles at a `Moment`."""
    if rules.data.settles not in list(Moment):
        known = ", ".join(Moment)
        raise RulebookError(
            f"{rules.data.slug} settles at {quoted(rules.data.settles)}, which is none of {known}."
        )


def check_prices(rules: WagerRules) -> None:
    """Raise `RulebookError` unless every paytable prices exactly the wager's winning outcomes."""
    for table in rules.paytables:
        priced_wager = wager(rules.data.slug, rules.data.jurisdiction, table.data.form)
        needed(priced_wager.classify)
        wanted = priced_wager.rows - set(table.data.never)
        if priced_wager.bonus is not None:
            wanted |= {priced_wager.bonus.outcome}
        printed = set(table.awards)
        if printed != wanted:
            missing, extra = sorted(wanted - printed), sorted(printed - wanted)
            raise RulebookError(
                f"{priced_wager.slug}, paytable {table.id}: "
                f"prices missing for {missing}, extra {extra}."
            )

"""Finds a wager by its slug and joins it to its rules."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from upcard.rules.loader import wager_rules
from upcard.rules.schema import WagerData, WagerRules
from upcard.rules.violation import RulebookError, UnknownName
from upcard.wagers.kit import Wager


@cache
def wager(slug: str, jurisdiction: str = "pa", form: str = "") -> Wager:
    """The wager of that slug; raises ``KeyError`` with one sentence when there is none.

    A module holds one `WAGER`, or `FORMS` by the `form` of its paytables.
    """
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


def chosen_form(
    printed: str,
    *,
    any_20: bool = False,
    third_card: str = "draw",
    combinations: str = "text",
    suit: str | None = None,
) -> str:
    """The form of a wager that choices ask for, of the form for which a paytable is printed.

    `combinations` is the reading of which combinations the rows mean; it stands before the form.
    `read_form` applies the other readings.
    """
    if any_20:
        return "any-20"
    if third_card == "upcard":
        return f"{printed}-upcard"
    form = suit or printed
    return form if combinations == "text" else f"{combinations}-{form}".removesuffix("-")


def form_of(found: Wager, jurisdiction: str = "pa") -> str:
    """The form under which `wager` has a wager."""
    (form,) = [name for name, one in _forms(found.slug, jurisdiction).items() if one is found]
    return form


@cache
def _forms(slug: str, jurisdiction: str) -> dict[str, Wager]:
    suffix = "" if jurisdiction == "pa" else f"_{jurisdiction}"
    name = slug.replace("-", "_") + suffix
    try:
        module = import_module(f"upcard.wagers.{name}")
    except ModuleNotFoundError:
        raise UnknownName(f"There is no wager {slug!r} in {jurisdiction!r}.") from None
    forms: dict[str, Wager] = getattr(module, "FORMS", None) or {"": module.WAGER}
    return forms


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

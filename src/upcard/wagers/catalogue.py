"""Finds a wager by its slug, and checks its paytables against its outcomes."""

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Final

from upcard.cards.kernel import KERNELS
from upcard.rules.external import ExternalWager, external_wagers, file_of
from upcard.rules.house import HOUSE_RULES
from upcard.rules.loader import source_of, wager_rules
from upcard.rules.schema import WagerData, WagerRules
from upcard.rules.violation import RulebookError, UnknownName
from upcard.text.words import quoted
from upcard.wagers.facts import FACTS, MADE, OF_CARDS, OF_CHANCE
from upcard.wagers.kit import LOSE, Moment, WagerRule, needed_facts

_AT_THE_DEAL: Final = frozenset({*OF_CARDS, *OF_CHANCE}) - {"hole"}
KNOWN_AT: Final = {
    Moment.INITIAL_DEAL: _AT_THE_DEAL,
    Moment.PEEK: _AT_THE_DEAL | {"hole", *MADE},
    Moment.HOLE_CARD: _AT_THE_DEAL | {"hole", *MADE},
}
"""The facts that are known at a moment of settlement; at every later one all are."""


def wager(slug: str, jurisdiction: str = "pa", form: str = "") -> WagerRule:
    """The wager of a slug, in one of its forms.

    Raises `UnknownName` with one sentence for an unknown slug, `RulebookError` for an unknown form.
    """
    forms = _forms(slug, jurisdiction)
    if form not in forms:
        raise RulebookError(f"{slug} has no form {form!r}; there are {', '.join(forms)}.")
    return forms[form]


def offered_where(slug: str, jurisdiction: str) -> str:
    """Where a wager is offered that not every round has, in words; empty for one of every round.

    It is empty for a slug without a wager too, such as that of a mystery meter.
    """
    try:
        forms = _forms(slug, jurisdiction)
    except UnknownName:
        return ""
    return next(iter(forms.values())).offered_where


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


def form_of(wager: WagerRule, jurisdiction: str = "pa") -> str:
    """The form of a wager that `wager` returned.

    Of one that comes from another process it is the first of the forms that are equal to it.
    """
    forms = _forms(wager.slug, jurisdiction).items()
    forms_of_rule = [name for name, rule in forms if rule is wager]
    return (forms_of_rule or [name for name, rule in forms if rule == wager])[0]


def _forms(slug: str, jurisdiction: str) -> Mapping[str, WagerRule]:
    """The wagers of a slug, by the `form` that their paytables name."""
    return _forms_of(slug, jurisdiction, external_wagers().get(slug))


@cache
def _forms_of(
    slug: str, jurisdiction: str, external: ExternalWager | None
) -> Mapping[str, WagerRule]:
    """Like `_forms`, kept; `external` is the wager from outside with that slug."""
    return forms_in(_module(slug, jurisdiction, external), slug)


def forms_in(module: ModuleType, slug: str) -> Mapping[str, WagerRule]:
    """The wagers of a slug in a module, by form.

    It holds one `WAGER`, the `FORMS` of one wager, several `WAGERS` by slug, or the `OUTCOMES` of
    one and the kernel `classify`. Raises `RulebookError` for a module that holds none of these,
    and for a classifier that is not marked.
    """
    place = file_of(module.__name__)
    if hasattr(module, "WAGERS"):
        if not isinstance(module.WAGERS, Mapping) or slug not in module.WAGERS:
            raise RulebookError(
                f"WAGERS of {place} has to give each wager by its slug, {slug} too; a "
                "module of one wager has WAGER."
            )
        forms: Mapping[str, WagerRule] = {"": module.WAGERS[slug]}
    elif hasattr(module, "FORMS"):
        forms = module.FORMS
    elif hasattr(module, "WAGER"):
        forms = {"": module.WAGER}
    elif hasattr(module, "OUTCOMES") and hasattr(module, "classify"):
        forms = {"": WagerRule(slug, tuple(module.OUTCOMES), module.classify)}
    else:
        raise RulebookError(f"{place} has neither WAGER nor OUTCOMES and classify.")
    for rule in forms.values():
        if not isinstance(rule, WagerRule):
            raise RulebookError(f"{place} has {quoted(rule)} where a WagerRule has to be.")
        check_form(rule)
    return forms


def _module(slug: str, jurisdiction: str, external: ExternalWager | None) -> ModuleType:
    """The module of a wager: the one that its data name, else the one of its slug.

    Only this function and `rules.loader.wager_rules` know where wagers are stored. A wager from
    outside is tried before its module is imported; raises `RulebookError` for a broken one.
    """
    try:
        shared = wager_rules(slug, jurisdiction).data.module
        if external is not None:
            return import_outside_wager(external)
        place = source_of(slug) if jurisdiction == HOUSE_RULES else jurisdiction
        suffix = "" if place == "pa" else f"_{place}"
        return import_module(f"upcard.wagers.{shared or slug.replace('-', '_') + suffix}")
    except (UnknownName, ModuleNotFoundError):
        raise UnknownName(f"There is no wager {slug!r} in {jurisdiction!r}.") from None


def import_outside_wager(external: ExternalWager) -> ModuleType:
    """The module of a wager from outside that passes its trial."""
    from upcard.wagers.own.trial import refuse_broken  # noqa: PLC0415 - only these wagers are tried

    module = sys.modules.get(external.module)
    refuse_broken(external, None if external.sources else getattr(module, "WAGER", None))
    return import_module(external.module)


def checked_rules(slug: str, jurisdiction: str = "pa") -> WagerRules:
    """The rules of a wager, each paytable checked against the wager's outcomes.

    Raises `RulebookError` for a paytable that does not price exactly the winning outcomes, for an
    unknown moment of settlement, and for a classifier that asks for what is no fact.
    """
    return _with_prices(slug, jurisdiction, external_wagers().get(slug))


@cache
def _with_prices(slug: str, jurisdiction: str, _own: ExternalWager | None) -> WagerRules:
    rules = wager_rules(slug, jurisdiction)
    check_moment(rules)
    check_prices(rules)
    return rules


def check_form(rule: WagerRule) -> None:
    """Raise `RulebookError` unless the classifier is a kernel of facts, with outcomes to index."""
    outcomes = rule.outcomes
    if not outcomes or outcomes[0] != LOSE or len(set(outcomes)) < len(outcomes):
        raise RulebookError(
            f"The outcomes of {rule.slug} are {LOSE!r} and then names that differ, not "
            f"{quoted(outcomes)}."
        )
    if rule.classify not in KERNELS:
        raise RulebookError(f"The classifier of {rule.slug} is not marked @upcard.kernel.")
    names = needed_facts(rule.classify)
    for one, other in (("first", "second"), ("third", "fourth")):
        if (one in names) != (other in names):
            raise RulebookError(
                f"{rule.slug} asks for one of {one!r} and {other!r}: the order of the two cards "
                "is not known, so it has to ask for both."
            )


def check_moment(rules: WagerRules) -> None:
    """Raise `RulebookError` unless the wager settles at a `Moment`."""
    if rules.data.settles not in list(Moment):
        known = ", ".join(Moment)
        raise RulebookError(
            f"{rules.data.slug} settles at {quoted(rules.data.settles)}, which is none of {known}."
        )


def check_facts(rules: WagerRules, rule: WagerRule) -> None:
    """Raise `RulebookError` for a wager that is settled before the facts that it asks for.

    A wager that is held settles when its `Hold` says so.
    """
    known = KNOWN_AT.get(Moment(rules.data.settles), FACTS)
    early = [fact for fact in rule.facts if fact not in known]
    if early and rule.hold is None:
        raise RulebookError(
            f"{rules.data.slug} settles at {quoted(rules.data.settles)}, when {quoted(early[0])} "
            "is not known."
        )


def check_prices(rules: WagerRules) -> None:
    """Raise `RulebookError` unless every paytable prices exactly the wager's winning outcomes."""
    for table in rules.paytables:
        priced_wager = wager(rules.data.slug, rules.data.jurisdiction, table.data.form)
        check_facts(rules, priced_wager)
        rows = priced_wager.rows - set(table.data.never)
        if priced_wager.bonus is not None:
            rows |= {priced_wager.bonus.outcome}
        printed = set(table.awards)
        if printed != rows:
            missing, extra = sorted(rows - printed), sorted(printed - rows)
            wrong = [f"{row} has no price" for row in missing]
            wrong += [f"{row} is priced and is no outcome" for row in extra]
            raise RulebookError(f"{priced_wager.slug}, paytable {table.id}: {', '.join(wrong)}.")

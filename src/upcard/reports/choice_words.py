"""The values of a Rules Submission in words, for the papers that people sign."""

import re
import tomllib
from typing import Any, Final

from upcard.games.table_rules import TableRules
from upcard.money.amount import printed_amount
from upcard.reports.filing import CERTIFICATE_HOLDER, holder_in
from upcard.reports.names import language, paytable_name, row_name
from upcard.reports.rendering.figures import JURISDICTIONS, dollars, plain, rate, spaced
from upcard.rules.loader import all_wagers, game_rules
from upcard.submission.fields import is_money, is_rate
from upcard.submission.schema import field_of
from upcard.text.words import listed

ANY: Final = "wagers"
"""The table of a file whose fields are one level deeper, by wager."""

SHARE: Final = re.compile(r"[0-9.]+%")

METER: Final = {
    "seed": "Seed",
    "reseed": "Reseed after a jackpot",
    "increment": "Part of each wager that is added",
    "secondary_increment": "Part of each wager that goes to the reserve",
    "limit": "Limit",
    "link": "The tables that share it",
}
"""What a form calls the rows of a meter, by their keys."""

OF_WAGER: Final = {
    "paytable": "Paytable",
    "wager": "Amounts",
    "minimum": "Minimum",
    "maximum": "Maximum",
    **METER,
}
"""What a form calls the choices that all wagers have, by their keys."""


AT_TERMINALS: Final = "Smallest unit of a wager at a terminal"
"""What stands in place of the smallest chip where wagers are placed electronically."""

LIMITS_OF_BLACKJACK: Final = {
    "table.minimum": "Smallest Blackjack wager",
    "table.maximum": "Largest Blackjack wager",
}
"""What the limits of a table are called that has a Blackjack wager, whose limits they are."""


def record_choice_in_words(name: str, value: str) -> str:
    """A choice of a record that is a word, for readers: ``the third card of the hand``."""
    return language().choices.get(f"{ANY}.{name}", {}).get(value, value)


def value_in_words(field: str, value: Any) -> str:
    """A field's value for readers: ``$15``, ``yes``, ``from a shoe``.

    `field` is such as ``table.decks`` or ``wagers.lucky-ladies.maximum``.
    """
    path = field.split(".")
    info, slug = field_of(tuple(path)), path[1] if path[0] == ANY else ""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if info is not None and is_money(info):
        return dollars(value)
    if info is not None and is_rate(info):
        return rate(value)
    weighed = language().choices.get(field)
    if isinstance(value, dict) and weighed is not None:
        parts = ", ".join(f"{weighed[key]}: {part:,}" for key, part in value.items())
        return f"of {sum(value.values()):,}, {parts}"
    if isinstance(value, dict):
        rows = ((row_name(slug, str(key)) if slug else plain(str(key))) for key in value)
        paid = (f"{row}: {part}" for row, part in zip(rows, value.values(), strict=True))
        return "; ".join(paid) or "none"
    if isinstance(value, list) and value and all(isinstance(number, int) for number in value):
        totals = listed([str(number) for number in value]).replace(" and ", " or ")
        return language().choices[field]["totals"].format(totals=totals)
    if isinstance(value, list):
        return ", ".join(map(_title, map(str, value))) or "none"
    return _choice(".".join((path[0], path[-1])), str(value))


def text_in_words(field: str, text: str) -> str:
    """A field's value as a file writes it, in words; amounts of a file are dollars."""
    info = field_of(tuple(field.split(".")))
    if field.endswith(".paytable"):
        return paytable_name(text.strip('"'))
    if info is not None and (is_money(info) or is_rate(info)) and not info.has_rows:
        return _amount(text.replace('"', ""), money=is_money(info))
    return value_in_words(field, tomllib.loads(f"value = {text}")["value"])


def _amount(text: str, *, money: bool) -> str:
    """An amount in dollars, or alternatives, ``$1 or $5``; a percentage."""
    if not money or not text[:1].isdigit():
        return spaced(text)
    return " or ".join(map(printed_amount, text.split(" or ")))


def choice_in_words(field: str, summary: str, table: TableRules) -> str:
    """A choice as the form calls it, with the title of its wager: ``Lucky Ladies: maximum``."""
    path, label = field.split("."), form_label(field, summary, table)
    return f"{_title(path[1])}: {label[:1].lower()}{label[1:]}" if path[0] == ANY else label


def form_label(field: str, summary: str, table: TableRules) -> str:
    """What a form calls a choice; one without a label of its own is called by its summary."""
    jurisdiction = table.jurisdiction
    if table.has_blackjack_wager and field in LIMITS_OF_BLACKJACK:
        return LIMITS_OF_BLACKJACK[field]
    if table.variation.has_terminals and field == "table.smallest_chip":
        return AT_TERMINALS
    if field.startswith(f"{ANY}."):
        key = field.rpartition(".")[2]
        label = OF_WAGER.get(key) or without_jurisdiction(summary, jurisdiction)
    else:
        label = language().labels.get(field) or without_jurisdiction(summary, jurisdiction)
    return label.replace(CERTIFICATE_HOLDER, holder_in(jurisdiction))


def without_jurisdiction(summary: str, jurisdiction: str) -> str:
    """A summary without the jurisdiction it begins with, which a form is for."""
    rest = summary.removeprefix(f"{JURISDICTIONS[jurisdiction]}: ")
    return rest[:1].upper() + rest[1:]


def _choice(field: str, value: str) -> str:
    """The words of a choice; names, figures and texts as they are."""
    if field == "table.jurisdiction":
        return JURISDICTIONS[value]
    if field == "table.game":
        return game_rules(value).title
    words = language().choices.get(field, {}).get(value)
    if words is not None:
        return words
    if SHARE.fullmatch(value):
        return spaced(value)
    info = field_of(tuple(field.split(".")))
    return plain(value).lower() if info is not None and info.literals else value


def _title(slug: str) -> str:
    """A wager's title; another entry of a list as it is."""
    titles = {rules.data.slug: rules.data.title for rules in all_wagers()}
    return titles.get(slug, slug)

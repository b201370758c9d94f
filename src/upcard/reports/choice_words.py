"""The values of a Rules Submission in words, for the papers that people sign."""

import re
import tomllib
from typing import Any, Final

from upcard.money.amount import printed_amount
from upcard.reports.names import language, row_name
from upcard.reports.rendering.figures import JURISDICTIONS, dollars, plain, rate, spaced
from upcard.rules.loader import all_wagers, game_rules
from upcard.submission.fields import has_rows, is_money, is_rate, literals
from upcard.submission.schema import field_of
from upcard.text.words import listed

ANY: Final = "wagers"
"""The table of a file whose fields are one level deeper, by wager."""

SHARE: Final = re.compile(r"[0-9.]+%")


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
    if info is not None and (is_money(info) or is_rate(info)) and not has_rows(info):
        return _amount(text.replace('"', ""), money=is_money(info))
    return value_in_words(field, tomllib.loads(f"value = {text}")["value"])


def _amount(text: str, *, money: bool) -> str:
    """An amount in dollars, or alternatives, ``$1 or $5``; a percentage."""
    if not money or not text[:1].isdigit():
        return spaced(text)
    return " or ".join(map(printed_amount, text.split(" or ")))


def choice_in_words(field: str, summary: str) -> str:
    """What a choice is about, with the title of its wager: ``Lucky Ladies: The largest wager``."""
    path = field.split(".")
    return f"{_title(path[1])}: {summary[:1].lower()}{summary[1:]}" if path[0] == ANY else summary


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
    return plain(value).lower() if info is not None and literals(info) else value


def _title(slug: str) -> str:
    """A wager's title; another entry of a list as it is."""
    titles = {rules.data.slug: rules.data.title for rules in all_wagers()}
    return titles.get(slug, slug)

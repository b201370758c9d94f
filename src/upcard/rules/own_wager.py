"""The rule data of a wager from outside upcard: the rulebook's schema with defaults of the house.

No State's text has such a wager. So ``section`` is any text that says where the wager is described,
and what the file does not say follows from it: its settlement and its paytables rest on the same
section, hold on any date, and are the house's.
"""

import re
import tomllib
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

import msgspec

from upcard.rules.external import ExternalWager
from upcard.rules.house import HOUSE_RULES
from upcard.rules.schema import WagerData
from upcard.rules.violation import RulebookError
from upcard.text.form_errors import form_error_in_words
from upcard.text.words import quoted

NO_TEXT: Final = "house rules"
"""The section of a wager whose data name none: no State's text is claimed for it."""

_AFTER_THE_RULEBOOK: Final = 1_000_000
_SLUG: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def wager_data(own: ExternalWager) -> WagerData:
    """The rule data of a wager from outside.

    Raises `RulebookError` naming the file for data that cannot be used.
    """
    file = f"{own.name}.toml"
    try:
        data = msgspec.convert(_with_defaults(tomllib.loads(own.data)), WagerData)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RulebookError(f"{file}: {form_error_in_words(error)}") from error
    if data.slug != own.slug or _SLUG.fullmatch(data.slug) is None:
        raise RulebookError(
            f"{file}: the slug {quoted(data.slug)} is not the file's name in small letters with "
            "hyphens for underscores."
        )
    if not data.paytable:
        raise RulebookError(f"{file} has no paytable.")
    return data


def _with_defaults(data: Mapping[str, Any]) -> dict[str, Any]:
    section = data.get("section", NO_TEXT)
    terms = {"section": section, "effective": date.min}
    of_wager = {
        "jurisdiction": HOUSE_RULES,
        "settlement": section,
        "collects": section,
        "games": ["blackjack"],
        "order": _AFTER_THE_RULEBOOK,
    }
    tables = data.get("paytable")
    if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
        data = {**data, "paytable": [{**terms, **table} for table in tables]}
    return {**terms, **of_wager, **data}

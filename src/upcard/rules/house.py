"""Wagers under a house's own rules: printed paytables without the text's limits and duties."""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from upcard.rules.citation import HOUSE, parse
from upcard.rules.schema import Paytable, WagerData

HOUSE_RULES: Final = "house"
"""The jurisdiction of tables with rules of their own; no State's text is claimed for them."""

SOURCES: Final = ("pa", "wa")
"""The jurisdictions whose wagers a house table may offer, the first before the second."""

BY_HOUSE: Final = f"{HOUSE}: table.jurisdiction"
"""Cited where no single key of the submission decides: the choice of house rules."""

UNBOUND: Final = (
    "needs",
    "offered_with",
    "table_needs",
    "declares",
    "mandatory_in",
    "inscriptions",
)
"""What the text asks of a wager and its table beyond its cards; no such duty binds a house."""

MYSTERIES: Final = ("must_hit_by", "mystery")
"""Options that add a meter of the text's own mystery system."""


def with_house_terms(data: WagerData, games: tuple[str, ...]) -> WagerData:
    """The rule data of a wager as a house table offers it, also at `games`.

    Paytables, classifiers, meters and the amounts that paytables are printed for stay. Limits by
    the Blackjack wager, companions and duties go. Every citation becomes the wager's key in the
    submission, such as ``submission: wagers.lucky-ladies``.
    """
    plain: dict[str, Any] = msgspec.to_builtins(data)
    key = f"{HOUSE}: wagers.{data.slug}"
    plain = _cited_by({name: part for name, part in plain.items() if name not in UNBOUND}, key)
    options = [name for name in data.options if name not in MYSTERIES]
    plain["options"] = {name: f"{key}.{name}" for name in options}
    for name, reading in plain["readings"].items():
        reading["section"] = f"{key}.{name}"
    for table in plain["paytable"]:
        table |= {"section": f"{key}.paytable", "decks_section": ""}
        table |= {"printed_house_edge": "", "printed_win_frequency": ""}
    if data.limits is not None:
        fixed = {"amounts": data.limits.amounts, "house_selects": data.limits.house_selects}
        plain["limits"] = {"section": f"{key}.wager", **fixed}
    plain |= {"jurisdiction": HOUSE_RULES, "games": (*data.games, *games), "needs_section": ""}
    return msgspec.convert(plain, WagerData)


def for_any_decks(paytable: Paytable) -> Paytable:
    """A paytable for any number of decks; its data still tell the decks that it is printed for."""
    return Paytable(replace(paytable.data, least_decks=1), paytable.awards)


def _cited_by(value: Any, section: str) -> Any:
    """Plain data with `section` in place of every citation of a State's text."""
    if isinstance(value, dict):
        return {name: _cited_by(part, section) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_cited_by(part, section) for part in value]
    return section if isinstance(value, str) and _is_citation(value) else value


def _is_citation(text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True

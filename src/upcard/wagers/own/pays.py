"""A paytable of the house's own for a wager: its prices in place of printed ones."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final

from msgspec.structs import replace

from upcard.money.odds import FixedAmount, MeterShare, PaidOdds
from upcard.rules.citation import HOUSE
from upcard.rules.loader import USUAL_DECKS
from upcard.rules.odds_text import OddsTextError, parse_award
from upcard.rules.schema import Paytable, WagerRules
from upcard.rules.violation import BadInput
from upcard.text.words import listed, quoted
from upcard.wagers.catalogue import wager

OWN: Final = "house"
"""The identifier of a house's own paytable."""


def own_section(slug: str) -> str:
    """The section of a house's own paytable: the key of a Rules Submission that holds it."""
    return f"{HOUSE}: wagers.{slug}.pays"


def own_paytable(
    rules: WagerRules, pays: Mapping[str, str], printed: Iterable[Paytable]
) -> Paytable:
    """The house's own paytable for a wager, by outcome as printed text, for any number of decks.

    It takes the place of the one of the `printed` paytables whose rows are the most like it, whose
    meters, envy bonuses and amounts it keeps. A row that this one's decks cannot form may be left
    out, and so may a bonus. Raises `BadInput` unless it prices exactly the winning outcomes.
    """
    tables = list(printed)
    base = min(tables, key=lambda table: len(_rows(rules, table) ^ set(pays)))
    rule = wager(rules.data.slug, rules.data.jurisdiction, base.data.form)
    bonus = {rule.bonus.outcome} & set(base.awards) if rule.bonus is not None else set()
    priced, never = _rows(rules, base), set(base.data.never)
    missing, extra = priced - set(pays) - never - bonus, set(pays) - priced - never - bonus
    if missing or extra:
        wrong = [f"has no price for {listed(sorted(missing))}"] if missing else []
        wrong += [f"prices {listed(sorted(extra))}, which it has not"] if extra else []
        raise BadInput(f"A paytable of {rules.data.title} {' and '.join(wrong)}.")
    texts = {**{row: base.data.pays[row] for row in bonus}, **pays}
    data = replace(
        base.data,
        id=OWN,
        section=own_section(rules.data.slug),
        decks_section="",
        effective=date.min,
        until=None,
        decks=USUAL_DECKS,
        least_decks=1,
        pays=texts,
        never=tuple(sorted(never - set(pays))),
        printed_house_edge="",
        printed_win_frequency="",
        system="",
    )
    return Paytable(data, {row: _award(rules, row, text) for row, text in texts.items()})


def _rows(rules: WagerRules, table: Paytable) -> set[str]:
    """The rows that a paytable has to price where it replaces a printed one."""
    rule = wager(rules.data.slug, rules.data.jurisdiction, table.data.form)
    return set(rule.rows) - set(table.data.never)


def _award(
    rules: WagerRules, row: str, text: str
) -> tuple[PaidOdds | FixedAmount | MeterShare, ...]:
    try:
        award = parse_award(text)
    except OddsTextError as error:
        raise BadInput(f"{row}: {error}") from None
    pays = tuple(pay for pay in award if isinstance(pay, PaidOdds | FixedAmount | MeterShare))
    shares = any(isinstance(pay, MeterShare) for pay in award)
    if len(pays) < len(award) or (shares and rules.data.meter is None):
        raise BadInput(f"{row}: {quoted(text)} is no price that {rules.data.title} can pay.")
    return pays

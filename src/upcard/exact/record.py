"""Exact records: what a wager returns, for each paytable and number of decks."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Final

import msgspec

from upcard.cards.card import in_decks
from upcard.exact.mystery import mystery_records
from upcard.exact.par import ParRecord, as_json
from upcard.exact.pricing import OddsRequest, Variant, is_priced, price, variants
from upcard.games.baccarat import betting_areas
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.roulette import SPOTS
from upcard.games.spots import wager_of
from upcard.money.amount import printed_dollars
from upcard.money.odds import HouseSet, MeterShare
from upcard.rules.citation import parent
from upcard.rules.house import HOUSE_RULES
from upcard.rules.loader import RULEBOOK_DATE, all_mysteries, all_wagers
from upcard.rules.schema import Paytable, WagerRules
from upcard.rules.violation import BadInput, RuleViolation, UnknownName, nearest
from upcard.text.words import quoted
from upcard.wagers.catalogue import checked_rules
from upcard.wagers.limits import amount_section, permitted_amounts, refuse_decks
from upcard.wagers.own.pays import own_paytable

__all__ = [
    "OddsRequest",
    "ParRecord",
    "all_records",
    "as_json",
    "fees",
    "fitting_request",
    "records",
    "unpriced_titles",
]

JURISDICTIONS: Final = ("pa", "wa", HOUSE_RULES)

NO_CARDS: Final = 0
"""The number of decks of wagers that no cards decide."""

OF_BLACKJACK: Final = (
    "58 Pa. Code § 633a.6(d)",
    "The Blackjack wager depends on every decision of the player: `upcard strategy` prices it.",
)
"""The section and the reason why the Blackjack wager has no odds of its own."""


NO_EXACT_ODDS: Final = (
    "{title} has no exact odds: its classifier takes facts that no exact count combines "
    "(docs/add-a-wager.md); upcard sim estimates them."
)
"""A refusal; `title` is the wager's."""


def records(
    slug: str,
    jurisdiction: str | None = None,
    paytable: str | None = None,
    decks: int | None = None,
    as_of: date = RULEBOOK_DATE,
    *,
    pays: Mapping[str, str] | None = None,
    request: OddsRequest = OddsRequest(),  # noqa: B008 - it is frozen
) -> list[ParRecord]:
    """A wager's records in printed order, one for each legal combination not narrowed down.

    Without a jurisdiction the wager is Pennsylvania's, else that of the next jurisdiction that has
    it. `pays` is a paytable of the house's own, by outcome, in place of printed ones; the record
    is then one of the house's rules.
    Raises ``KeyError`` for a wager or paytable that is not in the rulebook, `RuleViolation` for a
    date or a number of decks without a paytable, ``ValueError`` for a meter, a prize or a third
    card that the wager does not have, and for a wager that cannot be priced yet.
    """
    slug = wager_of(slug)  # a spot or area has the odds of its wager
    if slug == BLACKJACK_WAGER:
        raise RuleViolation(*OF_BLACKJACK)
    if slug in {data.slug for data in all_mysteries()}:
        return _mystery_records(slug, jurisdiction, paytable, decks, as_of)
    rules = _rules(slug, jurisdiction if pays is None else HOUSE_RULES)
    if rules.data.fee:
        words = f"The {slug.replace('-', ' ')} is a fee that is never returned"
        raise RuleViolation(rules.data.fee, f"{words}: it has no odds of its own.")
    tables = rules.in_force(as_of)
    if not tables:
        sentence = f"{rules.data.title} has no paytable in force on {as_of}."
        raise RuleViolation(rules.data.section, sentence)
    if paytable is not None:
        bonus_table = rules.bonus(paytable, as_of)
        matching = tuple(
            table for table in (*tables, bonus_table) if table and table.id == paytable
        )
        if not matching:
            hint = ", ".join(dict.fromkeys(table.id for table in tables))
            raise UnknownName(
                f"{rules.data.title} has no paytable {quoted(paytable)}; there is {hint}."
            )
        tables = matching
    if pays is not None:
        tables = (own_paytable(rules, pays, tables),)
    combinations = list(_combinations(rules, tables, decks, request))
    if not combinations:
        assert decks is not None
        raise _decks_refusal(rules, tables, decks)
    if not all(is_priced(rules, table, request) for table in tables):
        raise BadInput(NO_EXACT_ODDS.format(title=rules.data.title))
    request = fitting_request(rules, tables, request)
    return [price(rules, table, count, variant, request) for table, count, variant in combinations]


def all_records(
    jurisdiction: str | None = None,
    decks: int | None = None,
    as_of: date = RULEBOOK_DATE,
    *,
    request: OddsRequest = OddsRequest(),  # noqa: B008 - it is frozen
) -> list[ParRecord]:
    """The records of every wager in the order of the sections, jurisdiction by jurisdiction.

    Mystery meters come last. Wagers listed by `fees` and `unpriced_titles` are left out. Raises
    ``ValueError`` if nothing is left.
    """
    par_records = []
    for rules in _all_rules(jurisdiction):
        tables = tuple(table for table in rules.in_force(as_of) if is_priced(rules, table, request))
        for table, count, variant in _combinations(rules, tables, decks, request):
            par_records.append(price(rules, table, count, variant, request))
    if decks is None:
        par_records.extend(mystery_records(jurisdiction, as_of))
    if not par_records:
        for_decks = "" if decks is None else f" for {in_decks(decks)}"
        raise BadInput(f"No wager{_in_words(jurisdiction)} has a paytable{for_decks} on {as_of}.")
    return par_records


def fees(jurisdiction: str | None = None, as_of: date = RULEBOOK_DATE) -> list[str]:
    """The titles of wagers in force that have no odds of their own."""
    places = _places(jurisdiction)
    return [
        rules.data.title
        for rules in all_wagers()
        if rules.data.fee and rules.data.jurisdiction in places and rules.in_force(as_of)
    ]


def unpriced_titles(jurisdiction: str | None = None, as_of: date = RULEBOOK_DATE) -> list[str]:
    """The titles of wagers with a paytable in force that cannot be priced yet."""
    return [
        rules.data.title
        for rules in _all_rules(jurisdiction)
        if not all(is_priced(rules, table, OddsRequest()) for table in rules.in_force(as_of))
    ]


def _mystery_records(
    slug: str, jurisdiction: str | None, paytable: str | None, decks: int | None, as_of: date
) -> list[ParRecord]:
    """The records of a mystery meter, which has configurations as paytables and no decks."""
    if decks is not None:
        raise BadInput(f"{quoted(slug)} is a meter: neither cards nor a number of decks decide it.")
    mysteries = list(mystery_records(jurisdiction, as_of, slug))
    if not mysteries:
        raise UnknownName(f"There is no {quoted(slug)} on {as_of}.")
    hint = ", ".join(record.paytable for record in mysteries)
    mysteries = [record for record in mysteries if paytable in (None, record.paytable)]
    if not mysteries:
        raise UnknownName(
            f"{quoted(slug)} has no configuration {quoted(paytable)}; there is {hint}."
        )
    return mysteries


# Selecting wagers and paytables


def _places(jurisdiction: str | None) -> Sequence[str]:
    """The jurisdictions in question: the named one, or all."""
    return JURISDICTIONS if jurisdiction is None else (jurisdiction,)


def _in_words(jurisdiction: str | None) -> str:
    return "" if jurisdiction is None else f" of {quoted(jurisdiction)}"


def _all_rules(jurisdiction: str | None) -> list[WagerRules]:
    places = _places(jurisdiction)
    slugs = ((slug, place) for place in places for slug in _slugs(place))
    priced_rules = [checked_rules(slug, place) for slug, place in slugs]
    return [rules for rules in priced_rules if not rules.data.fee]


def _slugs(jurisdiction: str) -> list[str]:
    return [rules.data.slug for rules in all_wagers() if rules.data.jurisdiction == jurisdiction]


def _rules(slug: str, jurisdiction: str | None) -> WagerRules:
    for place in _places(jurisdiction):
        try:
            return checked_rules(slug, place)
        except KeyError:
            continue
    if jurisdiction not in (None, *JURISDICTIONS):
        places = " and ".join(JURISDICTIONS)
        raise UnknownName(
            f"The rulebook has no jurisdiction {quoted(jurisdiction)}; there are {places}."
        )
    slugs = [slug_known for place in JURISDICTIONS for slug_known in _slugs(place)]
    slugs += [*(data.slug for data in all_mysteries()), *betting_areas(), *SPOTS, BLACKJACK_WAGER]
    sentence = f"The rulebook{_in_words(jurisdiction)} has no wager {quoted(slug)}"
    raise UnknownName(f"{sentence}; {nearest(slug, slugs, 'upcard rules')}")


def _combinations(
    rules: WagerRules, tables: tuple[Paytable, ...], decks: int | None, request: OddsRequest
) -> Iterator[tuple[Paytable, int, Variant]]:
    for table in tables:
        counts = table.data.decks if decks is None else (decks,)
        for count in filter(table.data.fits, counts):
            for variant in variants(rules, table, request):
                yield table, count, variant


def fitting_request(
    rules: WagerRules, tables: tuple[Paytable, ...], request: OddsRequest
) -> OddsRequest:
    """Check `request` against these paytables; a meter given without a name is the only one.

    Raises ``ValueError`` for choices that none of the paytables has.
    """
    title = rules.data.title
    permitted = {amount for table in tables for amount in permitted_amounts(rules.data, table)}
    if permitted and request.wager_units not in (None, *permitted):
        section = amount_section(rules.data, tables[0], request.wager_units or 0)
        amounts = " or ".join(printed_dollars(units) for units in sorted(permitted))
        raise RuleViolation(section, f"{title} is {amounts}.")
    unread = [key for key in request.readings if key not in rules.data.readings]
    if unread:
        raise BadInput(f"{title} has no passage with several readings named {quoted(unread[0])}.")
    if request.third_card and "third_card" not in rules.data.options:
        raise BadInput(f"{title} has no third card to choose.")
    pays = [(row, pay) for table in tables for row in table.awards for pay in table.awards[row]]
    names = sorted({pay.meter for _, pay in pays if isinstance(pay, MeterShare)})
    prizes = sorted({row for row, pay in pays if isinstance(pay, HouseSet)})
    if not set(request.prizes) <= set(prizes):
        hint = f"these rows: {', '.join(prizes)}" if prizes else "no row"
        raise BadInput(f'{title} prints "$" for {hint}.')
    meters = dict(request.meters)
    if len(names) == 1 and "" in meters:
        meters[names[0]] = meters.pop("")
    if not set(meters) <= set(names):
        hint = ", ".join(name or "one without a name" for name in names)
        raise BadInput(f"{title} has {f'these meters: {hint}' if names else 'no meter'}.")
    return msgspec.structs.replace(request, meters=meters)


def _decks_refusal(rules: WagerRules, tables: tuple[Paytable, ...], decks: int) -> Exception:
    """The error for a number of decks that none of these paytables is for."""
    if all(table.data.decks == (NO_CARDS,) for table in tables):
        return BadInput(f"{rules.data.title} is played without cards, with no number of decks.")
    violation = refuse_decks(rules.data, tables[0], decks)
    assert violation is not None
    if len(tables) == 1:
        return violation
    exact = {count for table in tables if not table.data.least_decks for count in table.data.decks}
    open_from = {table.data.deck_counts for table in tables if table.data.least_decks}
    numbers = ", ".join([*map(str, sorted(exact)), *sorted(open_from)])
    sentence = f"{rules.data.title} has paytables for {numbers} decks, not for {decks}."
    return RuleViolation(rules.data.decks_section or _common_section(tables), sentence)


def _common_section(tables: tuple[Paytable, ...]) -> str:
    """The innermost section that contains the sections of all these paytables."""
    sections = [table.data.section for table in tables]
    if len(set(sections)) == 1:
        return sections[0]
    common: str | None = sections[0]
    while common is not None and not all(section.startswith(common) for section in sections):
        try:
            common = parent(common)
        except ValueError:  # a wager of the house's own may name any text
            break
    return common or sections[0]

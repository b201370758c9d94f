"""The odds of one table's wagers, under its decks, paytables, choices and rules of play."""

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from msgspec.structs import replace

from upcard.exact.counting import OutcomeCounts
from upcard.exact.mystery import mystery_records
from upcard.exact.par import BonusRecord, ParRecord
from upcard.exact.play.playing_out import is_played_out
from upcard.exact.pricing import OddsRequest, Variant, house_set_rows, is_priced, price, variants
from upcard.exact.record import NO_EXACT_ODDS, fitting_request
from upcard.games.offered_wager import OfferedWager
from upcard.games.roulette import lightning_of
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.money.odds import Award, FixedAmount, MeterShare
from upcard.rules.schema import Paytable, WagerRules
from upcard.rules.violation import BadInput
from upcard.text.words import quoted
from upcard.wagers.catalogue import checked_rules, form_of

ENVY: Final = "envy"

CountOtherwise: TypeAlias = Callable[[OfferedWager], OutcomeCounts | None]
"""Counts the outcomes of a wager that players' choices decide; None for one that it cannot."""

PLAYER_FACTS: Final = {"first", "second", "player_blackjack"}
"""Facts that depend on a player's initial two cards."""


def table_records(
    table: TableRules,
    slug: str | None = None,
    *,
    request: OddsRequest = OddsRequest(),  # noqa: B008 - it is frozen
    count: CountOtherwise | None = None,
) -> list[ParRecord]:
    """A record for each wager of a table and each mystery meter, or for one wager.

    Wagers that depend on the play of the hand are priced under the table's rules. `request` may
    give the wager's amount, meters and prizes. Wagers in `unpriced_titles` are left out, except
    those whose outcomes `count` gives. Raises ``ValueError`` if `slug` is such a wager or not
    offered at the table, and as `fitting_request` does.
    """
    insured = table.game in table.insurance.data.games
    offers = (*((table.insurance,) if insured else ()), *table.wagers)
    matching = [offered for offered in offers if slug is None or offered.slug == wager_of(slug)]
    if not offers:
        raise BadInput(f"{table.name} offers no wager beside its game.")
    if not matching:
        hint = ", ".join(offered.slug for offered in offers)
        raise BadInput(f"{table.name} does not offer {quoted(slug)}; it offers {hint}.")
    priced_here = [
        (offered, None if is_priced_at(table, offered) else count(offered) if count else None)
        for offered in matching
    ]
    priced_here = [
        choice for choice in priced_here if choice[1] is not None or is_priced_at(table, choice[0])
    ]
    if not priced_here:
        title = matching[0].data.title
        raise BadInput(f"The odds of {title} depend on how players decide at {table.game}.")
    return [record for choice in priced_here for record in _records(table, *choice, request)]


def unpriced_titles(table: TableRules) -> list[str]:
    """The titles of a table's wagers whose odds depend on choices of the players."""
    return [offered.data.title for offered in table.wagers if _depends_on_choices(table, offered)]


def is_priced_at(table: TableRules, offered: OfferedWager) -> bool:
    """Whether `table_records` has the wager: whether no choice of the players decides it."""
    return not _depends_on_choices(table, offered)


def is_decided_by_kept_hand(table: TableRules, offered: OfferedWager) -> bool:
    """Whether the hand that a player keeps decides a wager, not the one dealt (§ 633c.4(g))."""
    return table.variation.switches_first and bool(set(offered.facts) & PLAYER_FACTS)


def _depends_on_choices(table: TableRules, offered: OfferedWager) -> bool:
    """Whether a wager depends on choices that no strategy here makes, as in a switch of hands.

    Basic strategy is computed for the text's rules of play, not for a house's own. In Switch Hands
    optional wagers are decided by the hand that the player keeps (§ 633c.4(g)).
    """
    if offered.data.fee:
        return True
    if is_decided_by_kept_hand(table, offered):
        return True
    prices_play = table.game_data.prices_play and table.blackjack.is_printed and table.tens
    return not prices_play and is_played_out(offered.wager)


def _records(
    table: TableRules, offered: OfferedWager, counted: OutcomeCounts | None, request: OddsRequest
) -> Iterator[ParRecord]:
    rules = checked_rules(offered.slug, offered.data.jurisdiction)
    if request.left is not None and any(
        cards and not table.is_dealt(card) for card, cards in enumerate(request.left)
    ):
        raise BadInput(f"The decks of {table.name} have no tens: the shoe cannot have one.")
    paytable = _with_house_prizes(offered)
    request = replace(
        fitting_request(rules, (paytable,), request),
        least_units=min(offered.amounts, default=offered.minimum) or None,
        seeds={meter.name.partition("/")[2]: meter.seed for meter in offered.meters},
        lightning=lightning_of(table.variation),
        play=table.blackjack,
        readings=offered.readings,
        left=request.left if table.tens or request.left is not None else table.composition,
    )
    if counted is None and not is_priced(rules, paytable, request):
        raise BadInput(NO_EXACT_ODDS.format(title=rules.data.title))
    variant = _variant(rules, offered, request)
    record = price(rules, paytable, table.decks, variant, request, counted)
    as_printed = price(rules, offered.paytable, table.decks, variant, request, counted)
    printed_edge = as_printed.house_edge_as_printed
    bonuses = tuple(_bonuses(offered, record.bonuses))
    section = table.cite(record.section)
    yield replace(record, section=section, bonuses=bonuses, house_edge_as_printed=printed_edge)
    if offered.mystery is not None:
        meter = offered.mystery
        yield from mystery_records(
            table.jurisdiction, table.as_of, meter.name, meter.paytable, record.wager_units
        )


def _with_house_prizes(offered: OfferedWager) -> Paytable:
    """The paytable with the prizes that the house pays for rows printed as "$".

    A prize is worth the same to the player whether the house or the meter pays it.
    """
    awards = dict(offered.paytable.awards)
    for row in house_set_rows(offered.paytable):
        awards[row] = tuple(
            FixedAmount(pay.prize) if isinstance(pay, MeterShare) and pay.prize else pay
            for pay in offered.awards[offered.wager.outcomes.index(row)]
        )
    return Paytable(offered.paytable.data, awards)


def _variant(rules: WagerRules, offered: OfferedWager, request: OddsRequest) -> Variant:
    """The variant of the paytable that the table plays."""
    form = form_of(offered.wager, offered.data.jurisdiction)
    for variant in variants(rules, offered.paytable, request):
        if variant.form == form:
            return variant
    # The suit that is chosen changes no odds.
    passage = rules.data.readings.get("reading")
    values = passage.values if passage is not None else ()
    mentioned = [str(value) for value in values if form.startswith(str(value))]
    return Variant(form, mentioned[0] if mentioned else rules.data.reading)


def _bonuses(offered: OfferedWager, bonuses: tuple[BonusRecord, ...]) -> Iterator[BonusRecord]:
    """Yield the additional payouts that the table offers: options of which it has all awards."""
    offered_awards = [
        set(zip(bonus.wager.outcomes[1:], bonus.awards[1:], strict=True))
        for bonus in offered.bonuses
    ]
    awards: dict[str, set[tuple[str, Award]]] = {}
    for bonus in bonuses:
        awards.setdefault(bonus.option, set()).add((bonus.won.outcome, bonus.won.award))
    for bonus in bonuses:
        if offered.envy if bonus.option == ENVY else awards[bonus.option] in offered_awards:
            yield bonus

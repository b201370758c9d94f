"""The odds of what one table offers, with its decks, paytables, choices and rules of play."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from upcard.games.placed import wager_of
from upcard.games.table_rules import OfferedWager, TableRules
from upcard.odds.mystery import mystery_records
from upcard.odds.par import BonusRecord, Record
from upcard.odds.pricing import Asked, Variant, is_priced, price, variants
from upcard.odds.record import fitting
from upcard.rules.schema import WagerRules
from upcard.rules.violation import BadInput
from upcard.wagers.catalogue import form_of, priced

INDUSTRY: Final = "industry"


def table_records(
    table: TableRules,
    slug: str | None = None,
    *,
    asked: Asked = Asked(),  # noqa: B008 - it is frozen
) -> list[Record]:
    """A record for each wager of a table and each mystery meter beside one, or for one wager.

    Of a wager that hangs on the play, hands are played under the table's rules. What may be
    asked about is its amount, meters and prizes. Raises ``ValueError`` for a wager that the
    table does not offer, and as `fitting` does.
    """
    offers = (table.insurance, *table.wagers)
    named = [one for one in offers if slug is None or one.slug == wager_of(slug)]
    if not named:
        there = ", ".join(one.slug for one in offers)
        raise BadInput(f"{table.name} does not offer {slug!r}; it offers {there}.")
    return [record for offered in named for record in _records(table, offered, asked)]


def _records(table: TableRules, offered: OfferedWager, asked: Asked) -> Iterator[Record]:
    rules = priced(offered.slug, offered.data.jurisdiction)
    asked = replace(
        fitting(rules, (offered.paytable,), asked),
        least_units=min(offered.amounts, default=offered.minimum) or None,
        seeds={meter.name.partition("/")[2]: meter.seed for meter in offered.meters},
        lightning=table.lightning,
        play=table.blackjack,
    )
    if not is_priced(rules, offered.paytable, asked):
        raise BadInput(f"The odds of {rules.data.title} cannot be computed yet.")
    variant = _variant(rules, offered, asked)
    record = price(rules, offered.paytable, table.decks, variant, asked)
    bonuses = tuple(bonus for bonus in record.bonuses if _offers(offered, bonus))
    yield replace(record, bonuses=bonuses)
    if offered.mystery is not None:
        for meter in mystery_records(table.jurisdiction, table.as_of, offered.mystery.name):
            if meter.paytable == offered.mystery.paytable:
                yield meter


def _variant(rules: WagerRules, offered: OfferedWager, asked: Asked) -> Variant:
    """The way in which the table plays the paytable."""
    form = form_of(offered.wager, offered.data.jurisdiction)
    for variant in variants(rules, offered.paytable, asked):
        if variant.form == form:
            return variant
    # The suit that is chosen changes no odds.
    return Variant(form, INDUSTRY if form.startswith(INDUSTRY) else rules.data.reading)


def _offers(offered: OfferedWager, bonus: BonusRecord) -> bool:
    """Whether the table offers an additional payout."""
    if bonus.option == "envy":
        return bool(offered.envy)
    won = (bonus.won.outcome, bonus.won.award)
    return any(won in zip(one.wager.outcomes, one.awards, strict=True) for one in offered.bonuses)

"""The progressive meters, envy bonuses and validated payouts of an offered wager."""

from fractions import Fraction
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars, parse_dollars
from upcard.money.odds import Award, MeterShare, PaidOdds
from upcard.progressives.envy import envy_for
from upcard.progressives.meter import LINKED, JointAwards, MeterRules, Sharing
from upcard.rules.meter_schema import JackpotData, MeterData
from upcard.rules.meter_text import parse_rate, parse_seed
from upcard.rules.odds_text import parse_odds
from upcard.rules.schema import Paytable, WagerData
from upcard.submission.offered.amounts import Mystery
from upcard.submission.schema import WagerSection
from upcard.wagers.limits import permitted_amounts

SEED: Final = 10_000 * UNITS_PER_DOLLAR
"""An example of a seed in units, where the text leaves it to the house without a minimum."""


class Terms(msgspec.Struct, frozen=True):
    """Seeds in units and rates in parts per million of one meter."""

    seed: int
    reseed: int
    increment: int
    secondary_increment: int


def printed_meters(data: WagerData, paytable: Paytable) -> dict[str, MeterData]:
    """The paytable's printed meters by name; an empty one where the text prints nothing of it."""
    return paytable.data.meters or ({"": MeterData()} if data.meter is not None else {})


def printed_terms(meter: MeterData, wager: int) -> Terms:
    """The printed terms for a wager in units; 0 for what is not printed.

    An undivided total increment goes to the meter; a reseed that is not printed equals the seed.
    """
    seed = parse_seed(meter.seed, wager)
    return Terms(
        seed=seed,
        reseed=parse_seed(meter.reseed, wager) or seed,
        increment=parse_rate(meter.increment or meter.total_increment or "0%"),
        secondary_increment=parse_rate(meter.secondary_increment or "0%"),
    )


def specified(data: WagerData, paytable: Paytable) -> dict[str, str]:
    """The keys of a wager's meter that a submission must give, with the least value that complies.

    The least amounts are those for the smallest wager, or `SEED` where the text asks for none; the
    meter does not grow.
    """
    keys = data.meter.specified if data.meter is not None else ()
    meters = printed_meters(data, paytable)
    if not keys or not meters:
        return {}
    seed = printed_terms(
        next(iter(meters.values())), min(permitted_amounts(data, paytable), default=0)
    ).seed
    seed = seed or SEED
    least = {"seed": format_dollars(seed), "reseed": format_dollars(seed), "increment": "0%"}
    return {key: least[key] for key in keys}


def terms_in_force(meter: MeterData, chosen: WagerSection, wager: int) -> Terms:
    """The printed terms, replaced by those that the submission gives.

    A seed without a reseed is used for both; a rate without the other leaves the other the rest
    of a printed total.
    """
    printed = printed_terms(meter, wager)
    seed = printed.seed if chosen.seed is None else chosen.seed
    reseed = printed.reseed if chosen.seed is None or meter.reseed else seed
    increment, secondary = chosen.increment, chosen.secondary_increment
    if meter.total_increment:
        if increment is None:
            increment = max(0, printed.increment - (secondary or 0))
        if secondary is None:
            secondary = max(0, printed.increment - increment)
    return Terms(
        seed=seed,
        reseed=reseed if chosen.reseed is None else chosen.reseed,
        increment=printed.increment if increment is None else increment,
        secondary_increment=printed.secondary_increment if secondary is None else secondary,
    )


def meters_of(
    table: str, data: WagerData, paytable: Paytable, chosen: WagerSection, wager: int
) -> tuple[MeterRules, ...]:
    """The meters of a wager (in units) at the table named `table`."""
    fixed = data.meter is not None and data.meter.linked_wager and chosen.link is not None
    return tuple(
        replace(
            _meter(table, data, paytable, chosen, name, terms_in_force(meter, chosen, wager)),
            linked_wager=wager if fixed else 0,
        )
        for name, meter in printed_meters(data, paytable).items()
    )


def _meter(
    table: str,
    data: WagerData,
    paytable: Paytable,
    chosen: WagerSection,
    name: str,
    terms: Terms,
) -> MeterRules:
    assert data.meter is not None, f"{data.slug} has meters and no terms for them"
    return MeterRules(
        name=f"{data.slug}/{name}" if name else data.slug,
        link=chosen.link or table,
        wager=data.slug,
        paytable=f"{paytable.id} (decks: {paytable.data.deck_counts})",
        section=data.meter.section,
        seed=terms.seed,
        reseed=terms.reseed,
        increment=terms.increment,
        secondary_increment=terms.secondary_increment,
        limit=chosen.limit or 0,
        sharing=Sharing(data.meter.sharing),
        link_section=data.meter.linked or LINKED,
        machine_paid=data.jackpot is not None and data.jackpot.paid_by == "game-account",
        awards_together=JointAwards(chosen.awards_together),
    )


def mystery_rules(table: str, slug: str, chosen: WagerSection, mystery: Mystery) -> MeterRules:
    """The mystery meter of a wager at the table named `table`."""
    data, configuration = mystery
    minimum = parse_dollars(configuration.minimum)
    return MeterRules(
        name=data.slug,
        link=chosen.link or table,
        wager=slug,
        paytable=configuration.id,
        section=configuration.section,
        seed=minimum,
        reseed=minimum,
        increment=parse_rate(configuration.increment),
        maximum=parse_dollars(configuration.maximum),
        from_inventory=chosen.must_hit_by_paid == "inventory",
    )


def envy_of(paytable: Paytable, chosen: WagerSection, wager: int) -> dict[str, int]:
    """What each outcome pays every other player, in units, for a wager in units."""
    if not chosen.envy:
        return {}
    return {
        outcome: envy_for(parse_dollars(text), wager)
        for outcome, text in paytable.data.envy.items()
    }


def validated_of(jackpot: JackpotData | None, awards: tuple[Award, ...]) -> frozenset[int]:
    """The indices of the outcomes whose payout a floorperson validates."""
    if jackpot is None or not jackpot.validate:
        return frozenset()
    return frozenset(
        index for index, award in enumerate(awards) if award and _is_validated(jackpot, award)
    )


def _is_validated(jackpot: JackpotData, award: Award) -> bool:
    """Whether an award needs validation: always, or for a meter share or odds of a printed size.

    Odds are compared in the same terms: 200 to 1 is 201 for 1 (§ 633c.9(e)(2)).
    """
    if not jackpot.at_least and not jackpot.above:
        return True
    bound = _for_one(parse_odds(jackpot.at_least or jackpot.above))
    sizes = [_for_one(pay) for pay in award if isinstance(pay, PaidOdds)]
    if jackpot.at_least:
        large = [size for size in sizes if size >= bound]
    else:
        large = [size for size in sizes if size > bound]
    return bool(large) or any(isinstance(pay, MeterShare) for pay in award)


def _for_one(odds: PaidOdds) -> Fraction:
    """What odds pay in all for one unit."""
    return odds.ratio + (0 if odds.for_one else 1)

"""Rules of progressive meters: seeds, rates, limits, links, envy bonuses."""

from collections.abc import Iterator

from upcard.money.amount import format_dollars, printed_dollars, short_dollars
from upcard.rules.meter_schema import MeterData, MeterTerms
from upcard.rules.meter_text import WHOLE_RATE, format_rate
from upcard.submission.checks.provisions import meter_filing_section, meter_section, of_wagers
from upcard.submission.checks.registry import Problem, wager_rule
from upcard.submission.offered.meters import (
    SEED,
    Terms,
    printed_meters,
    printed_terms,
    terms_in_force,
)
from upcard.submission.offered.wagers import ChosenWager
from upcard.submission.schema import section_of
from upcard.submission.wager_choices import OF_METERS
from upcard.text.words import listed
from upcard.wagers.limits import permitted_amounts


class _Meter:
    """One meter of an offered wager: its printed terms and those in force."""

    def __init__(self, offer: ChosenWager, name: str, meter: MeterData, wager: int) -> None:
        self.called = (
            f"{_possessive(offer)} {name} meter" if name else f"{_possessive(offer)} meter"
        )
        self.data = meter
        self.printed: Terms = printed_terms(meter, wager)
        self.in_force: Terms = terms_in_force(meter, offer.chosen, wager)


def _possessive(offer: ChosenWager) -> str:
    title = offer.data.title
    return title if title.endswith("'s") else f"{title}'s"


def _meters(offer: ChosenWager) -> list[_Meter]:
    if offer.paytable is None or offer.amounts is None or offer.data.meter is None:
        return []
    printed = printed_meters(offer.data, offer.paytable)
    permitted = permitted_amounts(offer.data, offer.paytable)
    least = offer.amounts.minimum if _is_permitted(offer) else min(permitted)
    return [_Meter(offer, name, meter, least) for name, meter in printed.items()]


def _is_permitted(offer: ChosenWager) -> bool:
    """Whether the wager's amount is one for which the text gives seeds."""
    if offer.paytable is None or offer.amounts is None:
        return False
    permitted = permitted_amounts(offer.data, offer.paytable)
    return not permitted or offer.amounts.minimum in permitted


def _of_amount_known(offer: ChosenWager) -> list[_Meter]:
    """The meters of a wager whose amount is permitted; none otherwise, as seeds are unknown."""
    return _meters(offer) if _is_permitted(offer) else []


def _terms(offer: ChosenWager) -> MeterTerms:
    assert offer.data.meter is not None
    return offer.data.meter


@wager_rule("meter.exists", "605a.7", "605a.8")
def exists(offer: ChosenWager) -> Iterator[Problem]:
    """The choices of a meter are made for a wager that has one."""
    for key in OF_METERS:
        if offer.data.meter is None and offer.says(key):
            message = f"{offer.data.title} has no progressive meter."
            yield Problem(offer.path(key), message, (), section_of(offer.path(key)))


@wager_rule("meter.specified", citations=of_wagers(meter_filing_section))
def specified(offer: ChosenWager) -> Iterator[Problem]:
    """Where the text wants rate, initial and reset amounts in the submission, they are there."""
    terms = offer.data.meter
    missing = [key for key in terms.specified if not offer.says(key)] if terms else []
    meters = _meters(offer)
    if terms is None or not missing or not meters:
        return
    least = short_dollars(meters[0].printed.seed or SEED)
    examples = {"seed": least, "reseed": least, "increment": '"10%"'}
    written = ", ".join(f"{key} = {examples[key]}" for key in missing)
    message = f"The submission has to specify {listed(missing)} of {meters[0].called}: "
    message += f"write for example {written}."
    yield Problem(offer.path(missing[0]), message, (), terms.section)


# Seeds


@wager_rule("meter.least-seed", citations=of_wagers(meter_section))
def least_seed(offer: ChosenWager) -> Iterator[Problem]:
    """A seed that is left to the submission is at least what the text asks for."""
    yield from _least(offer, "seed")


@wager_rule("meter.least-reseed", citations=of_wagers(meter_section))
def least_reseed(offer: ChosenWager) -> Iterator[Problem]:
    """A reset amount that is left to the submission is at least what the text asks for."""
    yield from _least(offer, "reseed")


@wager_rule("meter.printed-seed", citations=of_wagers(meter_section))
def printed_seed(offer: ChosenWager) -> Iterator[Problem]:
    """A seed that the text prints is not another."""
    yield from _printed_amount(offer, "seed")


@wager_rule("meter.printed-reseed", citations=of_wagers(meter_section))
def printed_reseed(offer: ChosenWager) -> Iterator[Problem]:
    """A reset amount that the text prints is not another."""
    yield from _printed_amount(offer, "reseed")


def _least(offer: ChosenWager, key: str) -> Iterator[Problem]:
    for meter in _of_amount_known(offer):
        least, amount = getattr(meter.printed, key), getattr(meter.in_force, key)
        if offer.says(key) and key in _terms(offer).submitted and amount < least:
            yield _of_amount(offer, key, f"{meter.called} has a {key} of at least", least, amount)
            return


def _printed_amount(offer: ChosenWager, key: str) -> Iterator[Problem]:
    for meter in _of_amount_known(offer):
        printed, amount = getattr(meter.printed, key), getattr(meter.in_force, key)
        if offer.says(key) and key not in _terms(offer).submitted and amount != printed:
            yield _of_amount(offer, key, f"{meter.called} has a {key} of", printed, amount)
            return


def _of_amount(offer: ChosenWager, key: str, message: str, expected: int, amount: int) -> Problem:
    dollars = format_dollars(expected)
    whole = f"{message} {printed_dollars(expected)}, not {printed_dollars(amount)}."
    return Problem(offer.path(key), whole, (dollars,), _terms(offer).section)


# Rates


@wager_rule("meter.printed-increment", citations=of_wagers(meter_section))
def printed_increment(offer: ChosenWager) -> Iterator[Problem]:
    """A primary rate that the text prints is not another."""
    yield from _printed_rate(offer, "increment")


@wager_rule("meter.printed-secondary-increment", citations=of_wagers(meter_section))
def printed_secondary_increment(offer: ChosenWager) -> Iterator[Problem]:
    """A secondary rate that the text prints is not another."""
    yield from _printed_rate(offer, "secondary_increment")


def _printed_rate(offer: ChosenWager, key: str) -> Iterator[Problem]:
    for meter in _meters(offer):
        printed, rate = getattr(meter.printed, key), getattr(meter.in_force, key)
        is_submitted = key in _terms(offer).submitted or meter.data.total_increment
        if not is_submitted and rate != printed:
            what = f"{key.replace('_', ' ')} rate of {format_rate(printed)}"
            article = "an" if what.startswith("i") else "a"
            message = f"{meter.called} has {article} {what}, not {format_rate(rate)}."
            allowed = (format_rate(printed),)
            yield Problem(offer.path(key), message, allowed, _terms(offer).section)
            return


@wager_rule("meter.total-increment", citations=of_wagers(meter_section))
def total_increment(offer: ChosenWager) -> Iterator[Problem]:
    """Of a total that the text prints the submission divides the parts and no more."""
    for meter in _meters(offer):
        total, together = meter.data.total_increment, _total_rate(meter)
        if total and together != meter.printed.increment:
            message = f"{meter.called} takes {total} of a wager in all, not "
            message += f"{format_rate(together)}."
            yield Problem(offer.path(_rate_given(offer)), message, (total,), _terms(offer).section)
            return


@wager_rule("meter.total-divided", citations=of_wagers(meter_section), severity="warning")
def total_divided(offer: ChosenWager) -> Iterator[Problem]:
    """A printed total that the submission divides has two shares, of which none is nothing."""
    for meter in _meters(offer):
        shares = (meter.in_force.increment, meter.in_force.secondary_increment)
        is_stated = offer.says("increment") or offer.says("secondary_increment")
        whole = bool(meter.data.total_increment) and max(shares) == meter.printed.increment
        if whole and is_stated and min(shares) == 0:
            what = "The meter does not grow" if shares[0] == 0 else "Nothing funds the next seed"
            message = f"{what}: {meter.called} has shares of {format_rate(shares[0])} and "
            message += f"{format_rate(shares[1])} of the total of {meter.data.total_increment}."
            yield Problem(offer.path(_rate_given(offer)), message, (), _terms(offer).section)
            return


@wager_rule("meter.within-the-wager", "605a.7")
def within_the_wager(offer: ChosenWager) -> Iterator[Problem]:
    """A meter and its reserve take no more than there is of a wager."""
    for meter in _meters(offer):
        together = _total_rate(meter)
        if together > WHOLE_RATE and not meter.data.total_increment:
            message = (
                f"{meter.called} takes {format_rate(together)} of a wager, more than there is."
            )
            yield Problem(offer.path(_rate_given(offer)), message)
            return


def _total_rate(meter: _Meter) -> int:
    return meter.in_force.increment + meter.in_force.secondary_increment


def _rate_given(offer: ChosenWager) -> str:
    """The rate that the file gives, the primary one where it gives both."""
    return "increment" if offer.says("increment") else "secondary_increment"


@wager_rule("meter.grows", citations=of_wagers(meter_section), severity="warning")
def grows(offer: ChosenWager) -> Iterator[Problem]:
    """A meter whose rate is left to the submission grows."""
    for meter in _meters(offer):
        is_missing = "increment" in _terms(offer).specified and not offer.says("increment")
        is_submitted = "increment" in _terms(offer).submitted and not is_missing
        if is_submitted and meter.in_force.increment == 0:
            message = f"{meter.called} does not grow until a rate is submitted."
            yield Problem(offer.path("increment"), message, (), _terms(offer).section)


# Limits, links and envy bonuses


@wager_rule("meter.limit", "605a.7")
def limit(offer: ChosenWager) -> Iterator[Problem]:
    """The most that a meter shows is not below what it starts with."""
    most = offer.chosen.limit
    for meter in _of_amount_known(offer):
        least = max(meter.in_force.seed, meter.in_force.reseed)
        if most is not None and most < least:
            message = f"{meter.called} starts at {printed_dollars(least)}, above its limit of "
            message += f"{printed_dollars(most)}."
            yield Problem(offer.path("limit"), message, (format_dollars(least),))
            return


@wager_rule("meter.linked-to-itself", "605a.8", severity="warning")
def linked_to_itself(offer: ChosenWager) -> Iterator[Problem]:
    """The name of a link is not the table's own, which no other table shares."""
    if offer.data.meter is not None and offer.chosen.link == offer.submission.table.name:
        message = "The name of a link is the table's own: leave it out, or name what tables share."
        yield Problem(offer.path("link"), message)


@wager_rule("meter.envy", citations=of_wagers(lambda data: data.options.get("envy", "")))
def envy(offer: ChosenWager) -> Iterator[Problem]:
    """An envy bonus is offered by a paytable that prints one."""
    chosen = offer.chosen.envy and "envy" in offer.data.options
    if chosen and offer.paytable is not None and not offer.paytable.data.envy:
        message = f"{offer.data.title} paytable {offer.paytable.id} has no envy bonus."
        section = offer.data.options["envy"]
        yield Problem(offer.path("envy"), message, ("false",), section)

"""Whether the progressive meters of a Rules Submission comply: seeds, rates, limits, envy."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from upcard.money.amount import format_dollars
from upcard.rules.citation import full
from upcard.rules.meter_text import WHOLE, format_rate
from upcard.rules.schema import MeterData, MeterTerms, Paytable, WagerData
from upcard.submission.meters import Terms, printed_meters, printed_terms, terms_in_force
from upcard.submission.schema import WagerSection, section_of

AMOUNTS: Final = ("seed", "reseed")
RATES: Final = ("increment", "secondary_increment")
KEYS: Final = (*AMOUNTS, *RATES, "limit", "link")
"""The choices of a wager that has a progressive meter."""

Path: TypeAlias = tuple[str, ...]
Problem: TypeAlias = tuple[Path, str, str, tuple[str | int, ...]]
"""A field, its section, what is wrong, what would be allowed."""


def meter_problems(
    data: WagerData, paytable: Paytable, choices: WagerSection, wager: int
) -> Iterator[Problem]:
    """What is wrong with the meters of a wager of so many units; a key once for all its meters."""
    if data.meter is None:
        for key in KEYS:
            if key in choices.model_fields_set:
                path = ("wagers", data.slug, key)
                yield (path, section_of(path), f"{data.title} has no progressive meter.", ())
        return
    found: dict[Path, Problem] = {}
    for name, meter in printed_meters(data, paytable).items():
        called = f"{data.title}'s {name} meter" if name else f"{data.title}'s meter"
        printed = printed_terms(meter, wager)
        terms = terms_in_force(meter, choices, wager)
        for problem in (
            *_amounts(data, called, printed, terms),
            *_rates(data, called, meter, printed, terms),
            *_limit(data, called, terms, choices),
        ):
            found.setdefault(problem[0], problem)
    yield from found.values()
    yield from _envy(data, paytable, choices)


def idle_meters(
    data: WagerData, paytable: Paytable, choices: WagerSection, wager: int
) -> Iterator[Problem]:
    """Meters that do not grow, since the text leaves their rate to the Rules Submission."""
    if data.meter is None or "increment" not in data.meter.submitted:
        return
    for meter in printed_meters(data, paytable).values():
        if terms_in_force(meter, choices, wager).increment == 0:
            yield (
                ("wagers", data.slug, "increment"),
                data.meter.section,
                f"{data.title}'s meter does not grow until a rate is submitted.",
                (),
            )


def _terms(data: WagerData) -> MeterTerms:
    assert data.meter is not None
    return data.meter


def _amounts(data: WagerData, called: str, printed: Terms, terms: Terms) -> Iterator[Problem]:
    """A seed is the printed one, or at least what the text asks for."""
    for key in AMOUNTS:
        least, amount = getattr(printed, key), getattr(terms, key)
        dollars = format_dollars(least)
        if key in _terms(data).submitted:
            wrong, message = amount < least, f"{called} has a {key} of at least ${dollars}"
        else:
            wrong, message = amount != least, f"{called} has a {key} of ${dollars}"
        if wrong:
            message += f", not ${format_dollars(amount)}."
            yield (("wagers", data.slug, key), _terms(data).section, message, (dollars,))


def _rates(
    data: WagerData, called: str, meter: MeterData, printed: Terms, terms: Terms
) -> Iterator[Problem]:
    """A rate is the printed one; of a printed total the submission may divide the parts."""
    section = _terms(data).section
    path: Path = ("wagers", data.slug)
    together = terms.increment + terms.secondary_increment
    if meter.total_increment:
        if together != printed.increment:
            message = f"{called} takes {meter.total_increment} of a wager in all, not "
            message += f"{format_rate(together)}."
            yield ((*path, RATES[0]), section, message, (meter.total_increment,))
        return
    for key in RATES:
        asked, rate = getattr(printed, key), getattr(terms, key)
        if key not in _terms(data).submitted and rate != asked:
            what = f"{key.replace('_', ' ')} rate of {format_rate(asked)}"
            message = f"{called} has a {what}, not {format_rate(rate)}."
            yield ((*path, key), section, message, (format_rate(asked),))
    if together > WHOLE:
        message = f"{called} takes {format_rate(together)} of a wager, more than there is."
        yield ((*path, RATES[0]), full("605a.7"), message, ())


def _limit(data: WagerData, called: str, terms: Terms, choices: WagerSection) -> Iterator[Problem]:
    least = max(terms.seed, terms.reseed)
    if choices.limit is not None and choices.limit < least:
        message = f"{called} starts at ${format_dollars(least)}, above its limit of "
        message += f"${format_dollars(choices.limit)}."
        yield (("wagers", data.slug, "limit"), full("605a.7"), message, (format_dollars(least),))


def _envy(data: WagerData, paytable: Paytable, choices: WagerSection) -> Iterator[Problem]:
    if choices.envy and "envy" in data.options and not paytable.data.envy:
        message = f"{data.title} paytable {paytable.id} has no envy bonus."
        yield (("wagers", data.slug, "envy"), data.options["envy"], message, ("false",))

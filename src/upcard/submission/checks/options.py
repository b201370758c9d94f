"""Rules of the options of a wager: bonuses, cards, readings, mystery meters."""

from collections.abc import Iterator

from upcard.money.amount import parse_dollars, printed_dollars
from upcard.rules.loader import all_mysteries
from upcard.rules.schema import is_in_force
from upcard.submission.checks.provisions import of_wagers
from upcard.submission.checks.registry import Problem, wager_rule
from upcard.submission.offered.amounts import must_hit_by, must_hit_by_data, mystery_beside
from upcard.submission.offered.wagers import ChosenWager
from upcard.submission.wager_choices import OPTIONS, READINGS, missing_choice, section_of_option
from upcard.text.words import quoted


def _option(key: str, summary: str) -> None:
    """Register the rule that an option is chosen for a wager that has it."""

    def check(offer: ChosenWager) -> Iterator[Problem]:
        yield from _absent_options(offer, key)

    pressed = of_wagers(lambda data: data.press if key == "press" else "")
    check.__doc__ = summary
    own = (section_of_option(key),)
    wager_rule(f"option.{key.replace('_', '-')}", citations=lambda: (*own, *pressed()))(check)


def _absent_options(offer: ChosenWager, key: str) -> Iterator[Problem]:
    missing = missing_choice(offer.data, key) if offer.says(key) else None
    if missing is not None:
        message, section = missing
        yield Problem(offer.path(key), message, (), section)


for _key, _summary in OPTIONS.items():
    _option(_key, _summary)


def _register_reading(key: str) -> None:
    """Register the rule that a reading is chosen where the wager's text has it."""

    def check(offer: ChosenWager) -> Iterator[Problem]:
        yield from _absent_options(offer, key)
        passage = offer.data.readings.get(key)
        chosen = getattr(offer.chosen, key)
        if offer.says(key) and passage is not None and chosen not in passage.values:
            message = f"{offer.data.title} has no reading {quoted(chosen)}."
            yield Problem(offer.path(key), message, passage.values, passage.section)

    check.__doc__ = f"A reading of {key!r} is chosen where the wager's text has it."
    passages = of_wagers(lambda data: data.readings[key].section if key in data.readings else "")
    own = (section_of_option(key),)
    wager_rule(f"option.{key.replace('_', '-')}", citations=lambda: (*own, *passages()))(check)


for _key in READINGS:
    _register_reading(_key)


# Bonuses


@wager_rule("option.bonus-in-force", "633c.13(i)")
def bonus_in_force(offer: ChosenWager) -> Iterator[Problem]:
    """The cash bonus of Buster Blackjack is printed for the date."""
    bonus = offer.chosen.bonus
    if bonus is not None and "bonus" in offer.data.options and _bonus(offer, bonus) is None:
        as_of = offer.submission.table.as_of
        yield Problem(offer.path("bonus"), f"The text has no cash bonus {bonus} on {as_of}.")


@wager_rule("option.bonus-amount", "633c.13(i)")
def bonus_amount(offer: ChosenWager) -> Iterator[Problem]:
    """The wager may be as large as the cash bonus of Buster Blackjack asks for."""
    bonus, amounts = offer.chosen.bonus, offer.amounts
    if bonus is None or amounts is None or "bonus" not in offer.data.options:
        return
    least = _bonus(offer, bonus) or 0
    if amounts.maximum < least:
        message = f"The bonus asks for a wager of at least {printed_dollars(least)}, more than "
        message += "anyone may place."
        yield Problem(offer.path("bonus"), message)


def _bonus(offer: ChosenWager, name: str) -> int | None:
    """The least wager (units) of an additional payout in force, None where there is none."""
    bonus = offer.rules.bonus(name, offer.submission.table.as_of)
    if bonus is None:
        return None
    return max((parse_dollars(text) for text in bonus.data.wagers), default=0)


# Mystery meters


@wager_rule("mystery.configuration", "633c.14(c)(4)")
def configuration(offer: ChosenWager) -> Iterator[Problem]:
    """The Must-Hit-By Mystery has a configuration that the text prints."""
    if _feeds_mystery(offer) and must_hit_by(offer.chosen) is None:
        message = f"There is no configuration {quoted(offer.chosen.must_hit_by)}."
        allowed = tuple(row.id for row in must_hit_by_data().configuration)
        yield Problem(offer.path("must_hit_by"), message, allowed)


@wager_rule("mystery.one-wager", "633c.14(c)(1)")
def one_wager(offer: ChosenWager) -> Iterator[Problem]:
    """One wager qualifies for the Must-Hit-By Mystery and feeds its meter."""
    wagers = offer.submission.wagers
    feeding = [slug for slug, chosen in wagers.items() if chosen.must_hit_by is not None]
    if _feeds_mystery(offer) and feeding[0] != offer.slug and must_hit_by(offer.chosen) is not None:
        message = f"The mystery meter is fed by one wager, here by {feeding[0]}."
        yield Problem(offer.path("must_hit_by"), message)


@wager_rule("mystery.qualifying-wager", "633c.14(c)(4)")
def qualifying_wager(offer: ChosenWager) -> Iterator[Problem]:
    """A wager that feeds the mystery meter is as large as its configuration asks for."""
    mystery = must_hit_by(offer.chosen) if _feeds_mystery(offer) else None
    if mystery is None or offer.amounts is None:
        return
    least = mystery[1]
    if offer.amounts.minimum < parse_dollars(least.wager):
        message = f"Configuration {least.id} asks for a wager of at least {least.wager}."
        yield Problem(offer.path("must_hit_by"), message)


@wager_rule("mystery.paid", "633c.14(c)(6)")
def paid(offer: ChosenWager) -> Iterator[Problem]:
    """How the Must-Hit-By Mystery is paid is said only where it is offered."""
    if offer.chosen.must_hit_by is None and offer.says("must_hit_by_paid"):
        message = "There is no Must-Hit-By Mystery to pay."
        yield Problem(offer.path("must_hit_by_paid"), message)


@wager_rule("mystery.in-force", "633c.14(a)", "633c.6(j)")
def mystery_in_force(offer: ChosenWager) -> Iterator[Problem]:
    """The provision on the mystery meter is in force on the date."""
    mystery, as_of = mystery_beside(offer.chosen), offer.submission.table.as_of
    if mystery is None or not _has_mystery(offer) or offer.paytable is None:
        return
    data = mystery[0]
    if not is_in_force(data.effective, data.until, as_of):
        message = f"{data.title} is offered from {data.effective} on."
        yield Problem(offer.path(data.chosen_by), message, (), data.section)


def _feeds_mystery(offer: ChosenWager) -> bool:
    return offer.chosen.must_hit_by is not None and "must_hit_by" in offer.data.options


def _has_mystery(offer: ChosenWager) -> bool:
    return any(data.chosen_by in offer.data.options for data in all_mysteries())

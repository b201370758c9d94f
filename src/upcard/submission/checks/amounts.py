"""Rules of the amounts of each offered wager."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from upcard.money.amount import format_dollars, printed_dollars
from upcard.rules.schema import WagerData
from upcard.submission.checks.provisions import (
    amounts_section,
    of_amounts,
    of_wagers,
    single_amount_section,
    within_table_section,
)
from upcard.submission.checks.registry import Problem, wager_rule
from upcard.submission.game_choices import chips_section
from upcard.submission.offered.amounts import least_wager
from upcard.submission.offered.wagers import ChosenWager
from upcard.wagers.limits import amount_section, permitted_amounts, refuse_amount

AMOUNTS: Final = ("wager", "minimum", "maximum")


@wager_rule("wager.permitted-amount", citations=of_amounts)
def permitted_amount(offer: ChosenWager) -> Iterator[Problem]:
    """A wager whose amounts the text fixes is offered for these alone."""
    if offer.paytable is None:
        return
    permitted = permitted_amounts(offer.data, offer.paytable)
    allowed = tuple(format_dollars(amount) for amount in permitted)
    for key in AMOUNTS:
        amount = getattr(offer.chosen, key)
        if amount is not None and permitted and amount not in permitted:
            message = f"{offer.data.title} is {' or '.join(map(printed_dollars, permitted))}, not "
            message += f"{printed_dollars(amount)}."
            section = amount_section(offer.data, offer.paytable, amount)
            yield Problem(offer.path(key), message, allowed, section)


@wager_rule("wager.one-amount", "601a.2")
def one_amount(offer: ChosenWager) -> Iterator[Problem]:
    """A wager of one amount has no other minimum or maximum."""
    wager = offer.chosen.wager
    for key in ("minimum", "maximum"):
        amount = getattr(offer.chosen, key)
        if wager is not None and amount is not None and amount != wager:
            message = f"The only amount is {printed_dollars(wager)}, not {printed_dollars(amount)}."
            yield Problem(offer.path(key), message, (format_dollars(wager),))


@wager_rule("wager.selected-amount", citations=of_wagers(single_amount_section))
def selected_amount(offer: ChosenWager) -> Iterator[Problem]:
    """Where the certificate holder selects the amount of a wager, it is a single one."""
    section, amounts = single_amount_section(offer.data), offer.amounts
    if not section or offer.paytable is None or amounts is None:
        return
    low, high = amounts.minimum, amounts.maximum
    permitted = permitted_amounts(offer.data, offer.paytable) or (low, high)
    if low < high and {low, high} <= {*permitted}:
        message = f"{offer.data.title} is a single amount, not {printed_dollars(low)} to "
        allowed = (format_dollars(low),)
        yield Problem(offer.path("maximum"), f"{message}{printed_dollars(high)}.", allowed, section)


@wager_rule("wager.maximum-below-minimum", "601a.2")
def maximum_below_minimum(offer: ChosenWager) -> Iterator[Problem]:
    """A wager's largest amount is not below its smallest."""
    if offer.chosen.wager is not None:
        return
    low = least_wager(offer.submission, offer.data, offer.chosen)
    table = offer.submission.table
    high = table.maximum if offer.chosen.maximum is None else offer.chosen.maximum
    beyond = within_table_section(offer.data) and not table.minimum <= high <= table.maximum
    told_of_table = _has_table_limits(offer) and table.maximum < table.minimum
    if high < low and not beyond and not told_of_table:
        message = f"The maximum of {printed_dollars(high)} is below the minimum of "
        key = "minimum" if offer.chosen.maximum is None else "maximum"
        yield Problem(offer.path(key), f"{message}{printed_dollars(low)}.")


def _has_table_limits(offer: ChosenWager) -> bool:
    """Whether both limits are the table's own."""
    return offer.chosen.minimum is None and offer.chosen.maximum is None


@wager_rule("wager.of-chips", "633a.6(a)", "601a.2")
def of_chips(offer: ChosenWager) -> Iterator[Problem]:
    """Chips in play can make every amount of a wager that is given."""
    chip = offer.submission.table.smallest_chip
    for key in AMOUNTS:
        amount = getattr(offer.chosen, key)
        if amount is not None and amount % chip:
            message = f"{printed_dollars(amount)} cannot be made with chips of "
            message += f"{printed_dollars(chip)}."
            section = chips_section(offer.submission.table.game)
            yield Problem(offer.path(key), message, (), section)


@wager_rule("wager.against-blackjack", citations=of_wagers(amounts_section))
def against_blackjack(offer: ChosenWager) -> Iterator[Problem]:
    """The smallest amount can be placed with some Blackjack wager of the table."""
    low, most = offer.chosen.minimum or offer.chosen.wager, offer.submission.table.maximum
    if low is None or _is_part(offer.data):
        return
    refused = refuse_amount(offer.data, low, most)
    if refused is not None:
        key = "wager" if offer.chosen.minimum is None else "minimum"
        message = f"{refused.message.removesuffix('.')}, which is at most {printed_dollars(most)}."
        yield Problem(offer.path(key), message, (), refused.section)


def _is_part(data: WagerData) -> bool:
    return data.limits is not None and bool(data.limits.part_of_blackjack)


@wager_rule("wager.beyond-blackjack", citations=of_wagers(amounts_section))
def beyond_blackjack(offer: ChosenWager) -> Iterator[Problem]:
    """The largest amount can be placed with the largest Blackjack wager of the table."""
    most, limits = offer.submission.table.maximum, offer.data.limits
    high = offer.chosen.maximum
    if high is None or limits is None or not limits.times_blackjack:
        return
    refused = refuse_amount(offer.data, high, most)
    if refused is not None and not offer.says("wager"):
        largest = int(most * Fraction(limits.times_blackjack))
        message = f"{refused.message.removesuffix('.')}, which is at most {printed_dollars(most)}: "
        message += f"{printed_dollars(largest)}, not {printed_dollars(high)}."
        yield Problem(offer.path("maximum"), message, (format_dollars(largest),), refused.section)


@wager_rule("wager.table-limits", citations=of_wagers(within_table_section))
def table_limits(offer: ChosenWager) -> Iterator[Problem]:
    """A wager for any amount within the table's limits stays within both."""
    table, section = offer.submission.table, within_table_section(offer.data)
    for key in AMOUNTS:
        amount = getattr(offer.chosen, key)
        if not section or amount is None or table.minimum <= amount <= table.maximum:
            continue
        low, high = format_dollars(table.minimum), format_dollars(table.maximum)
        least, most = printed_dollars(table.minimum), printed_dollars(table.maximum)
        message = f"{offer.data.title} is within the table's limits, {least} to {most}, not "
        nearest = low if amount < table.minimum else high
        yield Problem(offer.path(key), f"{message}{printed_dollars(amount)}.", (nearest,), section)

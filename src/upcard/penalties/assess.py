"""Assesses a violation: a civil penalty by citation, or formal action. 49 Pa. Code § 43b.28."""

import re
from typing import Final

import msgspec

from upcard.money.amount import parse_dollars
from upcard.penalties.schedule import Violation
from upcard.rules.violation import BadInput, RuleViolation
from upcard.text.words import quoted

_MONTHS: Final = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,6}))?")


class Assessment(msgspec.Struct, frozen=True):
    """The consequence of an offense by the schedule.

    `penalty` is in units of 1/10,000 dollar, None for formal action; `reason` explains it.
    """

    section: str
    penalty: int | None
    reason: str


def refusal(violation: Violation, *, harm: bool) -> RuleViolation | None:
    """Why no citation may be issued; None where one may.

    `harm` is true where bodily injury or property damage was involved, which leads to formal
    prosecution (the preamble of 51 Pa.B. Doc. No. 21-1994).
    """
    if harm and violation.harmless_only:
        message = (
            "No citation is allowed where bodily injury or property damage was involved: "
            "the violation is subject to formal prosecution."
        )
        return RuleViolation(violation.cited, message)
    return None


def assess(
    violation: Violation, offense: int, months: int | None = None, *, harm: bool = False
) -> Assessment:
    """The consequence of the first, second … offense; `offense` counts from 1.

    `months` is the length of a lapse, begun months included, where the penalty is by the month.
    Raises the `RuleViolation` of `refusal`, `RuleViolation` where `months` is missing or not
    applicable, and `BadInput` for a number below 1.
    """
    if why_refused := refusal(violation, harm=harm):
        raise why_refused
    if offense < 1 or (months is not None and months < 1):
        raise BadInput("Offenses and months are counted from 1.")
    if months is not None and not violation.monthly:
        raise RuleViolation(violation.cited, "The penalty is not by the month: give no months.")
    if offense > len(violation.offense):
        reason = f"offense {offense}, after those with a civil penalty"
        return Assessment(violation.cited, None, reason)
    return _assess_offense(violation, offense, months)


def months_begun(text: str) -> int:
    """The months of a lapse such as ``3`` or ``2.5``, rounded up: a begun month counts.

    Raises `BadInput` for other text.
    """
    match = _MONTHS.fullmatch(text)
    if match is None:
        raise BadInput(f"{quoted(text)} is not a number of months such as 3 or 2.5.")
    whole, part = match.groups()
    return int(whole) + (int(part or 0) > 0)


def _assess_offense(violation: Violation, number: int, months: int | None) -> Assessment:
    offense = violation.offense[number - 1]
    amount = parse_dollars(offense.amount)
    reason = f"offense {number}"
    if not offense.monthly:
        return Assessment(violation.cited, amount, reason)
    if months is None:
        raise RuleViolation(violation.cited, "The penalty is by the month: say how many months.")
    if months > offense.up_to_months:
        reason += f", over {offense.up_to_months} months"
        return Assessment(violation.cited, None, reason)
    lapse = "1 month" if months == 1 else f"{months} months"
    reason += f", {lapse} at {offense.amount} each, at most {offense.at_most}"
    penalty = min(months * amount, parse_dollars(offense.at_most))
    return Assessment(violation.cited, penalty, reason)

"""The schedule of civil penalties for crane operators as data. 49 Pa. Code § 43b.28."""

from collections.abc import Iterator
from datetime import date
from functools import cache
from typing import Final

import msgspec

from upcard.money.amount import AmountError, parse_dollars
from upcard.rules.rule_files import read_folder
from upcard.rules.schema import is_in_force
from upcard.rules.violation import RulebookError, RuleViolation, UnknownName, nearest
from upcard.text.words import quoted

SECTION: Final = "49 Pa. Code § 43b.28"


class Offense(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The civil penalty of a first, second … offense; amounts as printed.

    Where `up_to_months` is given, `amount` is for each month, the penalty is at most `at_most`, and
    a longer lapse leads to formal action.
    """

    amount: str
    up_to_months: int = 0
    at_most: str = ""

    @property
    def monthly(self) -> bool:
        """Whether the amount is for each month."""
        return self.up_to_months > 0


class Violation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A violation of the schedule.

    `section` is its entry in the register, which numbers the violations in printed order. `statute`
    (63 P.S., empty where the text names none) and `regulation` (49 Pa. Code) are the provisions
    violated. `offense` lists the civil penalties of the first, second … offense; any further
    offense leads to formal action. With `harmless_only` a citation is allowed only where no bodily
    injury or property damage was involved.
    """

    slug: str
    title: str
    section: str
    regulation: str
    statute: str = ""
    harmless_only: bool = False
    offense: tuple[Offense, ...]

    @property
    def cited(self) -> str:
        """The citation: the schedule, and the provisions that it prints for the violation."""
        statute = [f"63 P.S. {self.statute}"] if self.statute else []
        violated = " and ".join([*statute, f"49 Pa. Code {self.regulation}"])
        return f"{SECTION}, for {violated}"

    @property
    def monthly(self) -> bool:
        """Whether a penalty of the violation is by the month."""
        return any(offense.monthly for offense in self.offense)


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A schedule of civil penalties, with its violations in the order of the text."""

    title: str
    section: str
    effective: date
    until: date | None = None
    violation: tuple[Violation, ...]

    def find(self, name: str) -> Violation:
        """A violation by its slug or its number, from 1; raises `UnknownName` for another name."""
        for number, violation in enumerate(self.violation, start=1):
            if name in (violation.slug, str(number)):
                return violation
        slugs = [violation.slug for violation in self.violation]
        hint = nearest(name, slugs, "upcard penalty")
        raise UnknownName(f"The schedule has no violation {quoted(name)}; {hint}")


def schedule(as_of: date) -> Schedule:
    """The schedule in force on a date; raises `RuleViolation` for a date without one."""
    for candidate in all_schedules():
        if is_in_force(candidate.effective, candidate.until, as_of):
            return candidate
    first = min(candidate.effective for candidate in all_schedules())
    raise RuleViolation(SECTION, f"No schedule is in force on {as_of}; the first is of {first}.")


@cache
def all_schedules() -> tuple[Schedule, ...]:
    """Every schedule of the rulebook, checked."""
    return tuple(
        check_amounts(name, data) for name, data in read_folder("penalty", Schedule, cited_sections)
    )


def cited_sections(data: Schedule) -> Iterator[str]:
    """The section of the schedule, then those of its violations."""
    yield data.section
    for violation in data.violation:
        yield violation.section


def check_amounts(name: str, data: Schedule) -> Schedule:
    """The schedule, unchanged; raises `RulebookError` where an amount cannot be read."""
    for violation in data.violation:
        for offense in violation.offense:
            if offense.monthly != bool(offense.at_most):
                problem = "up_to_months and at_most go together"
                raise RulebookError(f"{name}, {violation.slug}: {problem}.")
            try:
                for amount in (offense.amount, offense.at_most or "0"):
                    parse_dollars(amount)
            except AmountError as error:
                raise RulebookError(f"{name}, {violation.slug}: {error}") from error
    return data

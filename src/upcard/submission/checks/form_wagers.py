"""What has a wrong form in a wager's table, told as the wager has it: its section, its choices."""

import msgspec

from upcard.submission.absent import OF_METERS, absent
from upcard.submission.checks.registry import Problem
from upcard.submission.compiling.offers import offers
from upcard.submission.schema import Submission


def as_the_wager_has_it(submission: Submission, problem: Problem) -> Problem:
    """The problem with the wager's own provision and choices.

    A wager that has no such choice is told so; any other problem is returned as it is.
    """
    if len(problem.path) < 3 or problem.path[0] != "wagers":
        return problem
    key = problem.path[2]
    for offer in offers(submission):
        if offer.slug != problem.path[1]:
            continue
        reading, meter = offer.data.readings.get(key), offer.data.meter
        missing = absent(offer.data, key)
        if missing is not None:
            message, section = missing
            return Problem(problem.path, message, (), section)
        if reading is not None:
            allowed = tuple(value for value in reading.values if not isinstance(value, bool))
            return msgspec.structs.replace(
                problem, allowed=allowed or problem.allowed, section=reading.section
            )
        if meter is not None and key in OF_METERS and offer.data.jurisdiction != "pa":
            return msgspec.structs.replace(problem, section=meter.section)
    return problem

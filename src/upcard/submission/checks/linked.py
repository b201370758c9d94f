"""The rule of tables that share a meter: their submissions agree on it (§ 605a.8)."""

from collections.abc import Iterator, Sequence
from typing import Final

from upcard.games import down_under
from upcard.progressives.decide import refuse_linked
from upcard.progressives.meter import MeterRules
from upcard.submission.checks.registry import OF_LINKED, Problem, new_rule
from upcard.submission.offered.amounts import mystery_beside
from upcard.submission.offered.meters import meters_of, mystery_rules
from upcard.submission.offered.wagers import ChosenWager, offers
from upcard.submission.schema import Submission
from upcard.submission.washington_papers import PROGRESSIVE_V002, RULES

LINKED: Final = new_rule(
    "linked.same-meter",
    "Tables that share a meter have the same paytable, wager, seed, rates and limit.",
    ("605a.8", RULES),
)
BY_V003: Final = new_rule(
    "linked.by-v003",
    "Washington: Match the Dealer Blackjack and Down Under Blackjack share a meter by system v003.",
    (PROGRESSIVE_V002,),
)
OF_LINKED.extend((LINKED, BY_V003))


def linked_problems(submissions: Sequence[Submission]) -> Iterator[tuple[int, Problem]]:
    """The conflicts between submissions, each with the index of the later one."""
    first: dict[str, tuple[str, MeterRules]] = {}
    for index, submission in enumerate(submissions):
        table = submission.table.name
        for offer in offers(submission):
            problems = []
            for meter in _linked_meters(offer):
                other, latest = first.setdefault(meter.key, (table, meter))
                refused = refuse_linked(latest, meter, table, other)
                if refused is not None:
                    problems.append(
                        Problem(offer.path("link"), refused.message, (), refused.section)
                    )
            yield from ((index, problem) for problem in problems[:1])


def _linked_meters(offer: ChosenWager) -> Iterator[MeterRules]:
    """The meters of a wager that names a link."""
    paytable, amounts, table = offer.paytable, offer.amounts, offer.submission.table.name
    if offer.chosen.link is None or paytable is None or amounts is None:
        return
    yield from meters_of(table, offer.data, paytable, offer.chosen, amounts.minimum)
    mystery = mystery_beside(offer.chosen)
    if mystery is not None:
        yield mystery_rules(table, offer.slug, offer.chosen, mystery)


def by_v003_problems(submissions: Sequence[Submission]) -> Iterator[tuple[int, Problem]]:
    """Tables of system v002 that share a meter with Down Under, each with the later one's index."""
    shared: dict[str, list[Submission]] = {}
    for index, submission in enumerate(submissions):
        for offer in offers(submission):
            if offer.data.jurisdiction != "wa" or offer.chosen.link is None:
                continue
            others = shared.setdefault(offer.chosen.link, [])
            linked_so_far = [*others, submission]
            old = any(submission.table.system_version == "v002" for submission in linked_so_far)
            if (
                others
                and old
                and any(submission.table.game == down_under.GAME for submission in linked_so_far)
            ):
                message = "System v002 has no progressive that Down Under Blackjack shares."
                yield index, Problem(offer.path("link"), message)
            others.append(submission)

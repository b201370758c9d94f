"""What Washington alone asks of a Rules Submission. WSGC Match the Dealer Blackjack."""

from collections.abc import Iterator
from typing import Final

from upcard.games import washington
from upcard.money.amount import format_dollars, parse_dollars, printed_dollars
from upcard.money.odds import HouseSet, winnings
from upcard.rules.game_schema import WagerLimit
from upcard.rules.loader import all_wagers, game_rules
from upcard.rules.odds_text import parse_award
from upcard.rules.schema import Paytable
from upcard.submission.checks.registry import Path, Problem, rule, wager_rule
from upcard.submission.offered.meters import printed_meters, terms_in_force
from upcard.submission.offered.wagers import ChosenWager, jurisdiction_of
from upcard.submission.schema import Submission
from upcard.submission.washington_papers import RULES, RULES_V002, WAGER_LIMIT

NOTHING: Final = "$0"
"""Stands for a prize that the house has not set, which another rule reports."""


def house_set(paytable: Paytable) -> list[str]:
    """The rows of a paytable whose prize the house sets."""
    return [row for row, award in paytable.awards.items() if HouseSet() in award]


def _of_prizes() -> Iterator[str]:
    for rules in all_wagers():
        if "prizes" in rules.data.options:
            yield from (table.data.section for table in rules.paytables)


# Limits


@rule("washington.table-limit", WAGER_LIMIT)
def table_limit(submission: Submission) -> Iterator[Problem]:
    """The largest wager of a table is within the state's limit."""
    yield from _limit(submission, ("table", "maximum"), submission.table.maximum)


@wager_rule("washington.wager-limit", WAGER_LIMIT)
def wager_limit(offer: ChosenWager) -> Iterator[Problem]:
    """Every amount of a bonus wager is within the state's limit."""
    for key in ("wager", "minimum", "maximum"):
        amount = getattr(offer.chosen, key) or 0
        yield from _limit(offer.submission, offer.path(key), amount)


def _limit(submission: Submission, path: Path, amount: int) -> Iterator[Problem]:
    """The limit in force, or the one that the house names with its citation."""
    table, state = submission.table, _state_limit(submission)
    if state is None:
        return
    most, section = parse_dollars(state.amount), state.section
    if table.state_limit is not None and table.state_limit_citation:
        most, section = table.state_limit, table.state_limit_citation
    if amount > most:
        message = f"A wager is at most {printed_dollars(most)}, not {printed_dollars(amount)}."
        yield Problem(path, message, (format_dollars(most),), section)


def _state_limit(submission: Submission) -> WagerLimit | None:
    """The state's limit on the date, which holds for every game that is played there."""
    game = game_rules(washington.GAME)
    is_washington = jurisdiction_of(submission) == game.jurisdiction
    return game.wager_limit(submission.table.as_of) if is_washington else None


@rule("washington.limit-with-citation", WAGER_LIMIT)
def limit_with_citation(submission: Submission) -> Iterator[Problem]:
    """A limit in place of the state's is named with its citation, and a citation with its limit."""
    table = submission.table
    if (table.state_limit is None) == (not table.state_limit_citation):
        return
    if table.state_limit is None:
        message = "A citation needs the amount that it permits: write state_limit = 500 or another."
        yield Problem(("table", "state_limit_citation"), message)
    else:
        message = "Another limit than the one printed needs its provision: write "
        message += 'state_limit_citation = "WAC ...".'
        yield Problem(("table", "state_limit"), message)


# The progressive


@wager_rule("washington.linked-by-v003", RULES, RULES_V002, severity="warning")
def linked_by_v003(offer: ChosenWager) -> Iterator[Problem]:
    """A common progressive of two games is described for system v003 alone."""
    old = offer.submission.table.system_version == "v002"
    if offer.data.jurisdiction == "wa" and old and offer.chosen.link is not None:
        message = "The paper for system v002 has no progressive that two games share."
        yield Problem(offer.path("link"), message)


@wager_rule("washington.prizes-set", citations=_of_prizes)
def prizes_set(offer: ChosenWager) -> Iterator[Problem]:
    """The house sets a prize for every row that is printed as "$"."""
    rows, prizes = _rows(offer), offer.chosen.prizes
    missing = [row for row in rows if row not in prizes]
    if missing and set(prizes) <= set(rows):  # a wrong name has a finding of its own
        message = f"The house sets and displays a prize for {', '.join(missing)}."
        yield _of_paytable(offer, "prizes", message, tuple(missing))


@wager_rule("washington.prizes-of-no-row", citations=_of_prizes)
def prizes_of_no_row(offer: ChosenWager) -> Iterator[Problem]:
    """The house sets no prize for a row whose payout is printed."""
    rows = _rows(offer)
    extra = [row for row in offer.chosen.prizes if row not in rows]
    if extra and _has_prizes(offer):
        message = f"The paytable leaves no prize to the house for {', '.join(extra)}."
        yield _of_paytable(offer, "prizes", message, tuple(rows))


@wager_rule("washington.prizes-paid", citations=_of_prizes)
def prizes_paid(offer: ChosenWager) -> Iterator[Problem]:
    """What prizes are paid out of is said only where the house sets any."""
    if offer.says("prizes_paid") and _has_prizes(offer) and not _rows(offer):
        yield _of_paytable(offer, "prizes_paid", "The paytable leaves no prize to the house.")


@wager_rule("washington.prize-above-seed", citations=_of_prizes)
def prize_above_seed(offer: ChosenWager) -> Iterator[Problem]:
    """A prize that the meter pays is not larger than what the meter starts with."""
    chosen, amounts, paytable = offer.chosen, offer.amounts, offer.paytable
    if chosen.prizes_paid != "meter" or amounts is None or paytable is None:
        return
    if not offer.says("seed"):
        return  # another rule reports the missing seed
    wager = amounts.minimum
    terms = [
        terms_in_force(meter, chosen, wager)
        for meter in printed_meters(offer.data, paytable).values()
    ]
    least = min((min(start.seed, start.reseed) for start in terms), default=0)
    for row in _rows(offer):
        prize = winnings(parse_award(chosen.prizes.get(row, NOTHING)), wager)
        if prize > least:
            message = (
                f"The prize of {printed_dollars(prize)} for {row} is paid from the meter, which "
                f"starts with {printed_dollars(least)}: it is at most that."
            )
            yield _of_paytable(offer, "prizes", message, (format_dollars(least),))
            return


def _has_prizes(offer: ChosenWager) -> bool:
    return "prizes" in offer.data.options and offer.paytable is not None


def _rows(offer: ChosenWager) -> list[str]:
    return house_set(offer.paytable) if offer.paytable is not None and _has_prizes(offer) else []


def _of_paytable(
    offer: ChosenWager, key: str, message: str, allowed: tuple[str, ...] = ()
) -> Problem:
    assert offer.paytable is not None
    return Problem(offer.path(key), message, allowed, offer.paytable.data.section)

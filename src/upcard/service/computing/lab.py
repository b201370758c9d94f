"""Computations of the pages in other processes: records of odds, best play, comparisons."""

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import msgspec

from upcard.analysis.difference import Diff
from upcard.exact.par import ParRecord
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput
from upcard.submission.check import check
from upcard.submission.read import parse
from upcard.submission.schema import Submission

if TYPE_CHECKING:
    from upcard.library.strategy.strategy import Play
    from upcard.reports.strategy.words import GameReport

SHARES: Final = (0.05, 0.5, 0.95)
"""The shares whose quantiles a chart marks."""

# What is compiled is imported when it is first used: the server's start would wait for it.


class WonAfter(msgspec.Struct, frozen=True):
    """What a player has won after `rounds` rounds, in units, for a chart.

    `bars` are the lowest result of each bar and its probability, `quantiles` results by share.
    """

    rounds: int
    bars: tuple[tuple[float, float], ...]
    quantiles: tuple[tuple[float, float], ...]


def won_after(record: ParRecord, rounds: int, most: int) -> WonAfter:
    """The exact distribution of a player's result after `rounds` rounds, in at most `most` bars."""
    from upcard.analysis.rounds.results import results  # noqa: PLC0415 - compiled, and the server's start would wait

    result = results(record, rounds)
    chart = result.bars(most)
    bars = tuple(zip(map(float, chart.starts), map(float, chart.chances), strict=True))
    quantiles = tuple((share, result.quantile(share)) for share in SHARES)
    return WonAfter(rounds, bars, quantiles)


def best_play(rules: TableRules | None, play: "Play", options: dict[str, Any]) -> "GameReport":
    """The best play at a table, or for rules that are chosen one by one."""
    from upcard.library.rules import Rules  # noqa: PLC0415 - compiled, and the server's start would wait
    from upcard.library.strategy.strategy import strategy  # noqa: PLC0415 - compiled, and the server's start would wait

    if rules is not None:
        return strategy(Rules("", rules), play).report
    changes = {**options, "blackjack_pays": Fraction(options["blackjack_pays"])}
    return strategy(play=play, shoe=changes.pop("decks"), changes=changes).report


def compare_submissions(before: str, after: str) -> Diff:
    """The difference between two submissions; raises `BadInput` for one that does not comply."""
    from upcard.analysis.diff import diff  # noqa: PLC0415 - compiled, and the server's start would wait

    return diff(_complying_submission(before, "before"), _complying_submission(after, "after"))


def _complying_submission(text: str, version: str) -> Submission:
    submission, findings = check(parse(text))
    if submission is None or any(finding.severity == "error" for finding in findings):
        raise BadInput(f"The text {version} does not comply: only what complies is compared.")
    return submission

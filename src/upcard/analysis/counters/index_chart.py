"""Index plays as a chart: a line for each hand, a column for each upcard."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from upcard.analysis.counters.index_plays import IndexPlay
from upcard.exact.strategy.rules import NAMES

INSURANCE: Final = "insurance"

CODES: Final = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}
"""The letter of an action in a cell."""

UPCARDS: Final = (*NAMES[1:], NAMES[0])
"""The columns: 2 to 10, then the ace."""

HEADERS: Final = ("hand", *UPCARDS)


def index_lines(plays: Sequence[IndexPlay]) -> Iterator[tuple[str, ...]]:
    """A line by `HEADERS` for each hand that departs somewhere, without Insurance.

    A cell such as ``3S`` says: stand from a count of 3 on; ``≤-2H``: hit at -2 and below.
    """
    lines: dict[tuple[str, str], dict[str, list[str]]] = {}
    for play in plays:
        if play.kind != INSURANCE:
            cells = lines.setdefault((play.kind, play.hand), {})
            cells.setdefault(play.upcard, []).append(_cell(play))
    for (kind, hand), cells in lines.items():
        yield (f"{kind} {hand}", *(" ".join(cells.get(upcard, ())) for upcard in UPCARDS))


def insured_from(plays: Sequence[IndexPlay]) -> int | None:
    """The count from which Insurance is placed; None if the count never places it."""
    return next((play.count for play in plays if play.kind == INSURANCE), None)


def _cell(play: IndexPlay) -> str:
    is_below = play.count < 0 if play.below is msgspec.UNSET else play.below
    return f"{'≤' if is_below else ''}{play.count}{CODES[play.action]}"

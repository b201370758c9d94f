"""Parts of papers that take long, each kept by a digest of what it alone depends on.

A submission with another limit, wager or name is made anew, but not what stays the same in it.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.metadata import version
from typing import Any, Final

import msgspec

from upcard.analysis.given_hands import GivenHands, WinnersTogether
from upcard.analysis.rounds.covariances import Covariance, Pair
from upcard.analysis.rounds.exact_laws import ExactRound
from upcard.exact.par import ParRecord
from upcard.exact.result_cache import encoded_records
from upcard.exact.strategy.laws import ResultLaw
from upcard.exact.strategy.solution_cache import parts_of
from upcard.exact.strategy.solve import Solution
from upcard.reports.rendering.fit import Fit
from upcard.reports.rendering.paper import Paper, PaperHead, PaperPart
from upcard.rules.disk_cache import Coding, cached
from upcard.submission.fields import values_of
from upcard.submission.schema import Submission

MAX_PARTS: Final = 400
"""The most parts of a kind that are kept: a table has dozens of drawings."""

NO_HEAD: Final = PaperHead(*("",) * len(PaperHead.__struct_fields__))

AMOUNTS: Final = {"name", "maximum", "aggregate_limit"}
"""The keys of ``[table]`` on which no round of the smallest wagers depends."""


def game_of(submission: Submission, *, wagers: bool) -> str:
    """What a submission says on how a round is played and paid, with or without side wagers."""
    left_out = {"layout", "equipment", *([] if wagers else ["wagers"])}
    tables = {name: table for name, table in vars(submission).items() if name not in left_out}
    values = values_of(submission.table)
    kept = {key: value for key, value in values.items() if key not in AMOUNTS}
    return encoded_tables({**tables, "table": kept})


def encoded_tables(tables: Mapping[str, object]) -> str:
    """Tables of a submission as JSON, with the values of all their keys."""
    return msgspec.json.encode(tables, enc_hook=values_of).decode()


def cached_counts(
    game: str, player: str, solutions: tuple[Solution, ...], make: Callable[[], dict[int, int]]
) -> dict[int, int]:
    """How often a player won each amount in dealt rounds of a game, in units."""
    return cached("rounds", (game, player, *parts_of(solutions)), make, _COUNTS)


def cached_given(
    game: str, player: str, solutions: tuple[Solution, ...], make: Callable[[], GivenHands | None]
) -> GivenHands | None:
    """A wager's chances given the hands of dealt rounds of a game, where they are known."""
    return cached("given", (game, player, *parts_of(solutions)), make, _GIVEN)


def cached_winners(
    game: str, slug: str, make: Callable[[], WinnersTogether | None]
) -> WinnersTogether | None:
    """How many win a wager's meter together in dealt rounds of a game."""
    return cached("winners", (game, slug), make, _WINNERS)


def cached_counter(game: str, make: Callable[[], PaperPart]) -> PaperPart:
    """What a counter wins in dealt rounds of a game."""
    return cached("counters", (game,), make, _PART)


class CachedExposure(msgspec.Struct, frozen=True):
    """How a wager is exposed to counts; `won` are the units that the best one wins in 100 rounds.

    0 where it wins none, or where that is not known.
    """

    part: PaperPart
    won: float = 0.0


def cached_exposure(record: ParRecord, make: Callable[[], CachedExposure]) -> CachedExposure:
    """How a wager is exposed to counts, by its odds."""
    return cached("exposures", (encoded_records([record]),), make, _EXPOSURE, MAX_PARTS)


def cached_round(
    solutions: tuple[Solution, ...], shoe: Sequence[int], make: Callable[[], ExactRound]
) -> ExactRound:
    """The exact law of a round of the solved play from a shoe."""
    return cached("laws", (repr(shoe), *parts_of(solutions)), make, _ROUND)


def cached_covariances(
    made_from: Sequence[str],
    solutions: tuple[Solution, ...],
    make: Callable[[], dict[Pair, Covariance]],
) -> dict[Pair, Covariance]:
    """The covariances of wagers of one game, by their numbers in the order of `made_from`."""
    cache_key = (*made_from, *parts_of(solutions))
    return cached("covariances", cache_key, make, _COVARIANCES)


def cached_drawing(
    chart: str,
    records: Sequence[ParRecord],
    record: ParRecord | None,
    rounds: int,
    make: Callable[[], str],
) -> str:
    """A chart of records as SVG, as this version of matplotlib draws it."""
    marked = [record] if record is not None else []
    key = (encoded_records(records), encoded_records(marked))
    cache_key = (program("matplotlib"), chart, str(rounds), *key)
    return cached("drawings", cache_key, make, _TEXT, MAX_PARTS)


def cached_fit(paper: Paper, size: str, make: Callable[[], Fit]) -> Fit:
    """How a paper fits pages of a size, as this version of typst sets it.

    Its head and its foot have their room, whatever they say: a table with another name, or filed
    by another revision, is set as before.
    """
    bare = msgspec.structs.replace(paper, head=NO_HEAD)
    cache_key = (program("typst"), size, msgspec.json.encode(bare).decode())
    return cached("fits", cache_key, make, _FIT, MAX_PARTS)


@cache
def program(name: str) -> str:
    """A program that draws or sets, with its version: another one draws or sets otherwise."""
    return f"{name} {version(name)}"


def _law(pairs: list[tuple[str, float]]) -> ResultLaw:
    return {Fraction(net): chance for net, chance in pairs}


def _encode_laws(exact: ExactRound) -> bytes:
    laws = (exact.law, exact.resplit, exact.beside)
    return msgspec.json.encode([[(str(net), often) for net, often in law.items()] for law in laws])


def _pairs(counts: dict[Any, Any]) -> bytes:
    """A dictionary whose keys are not texts."""
    return msgspec.json.encode(list(counts.items()))


_LAWS: Final = msgspec.json.Decoder(list[list[tuple[str, float]]])
_COUNTED: Final = msgspec.json.Decoder(list[tuple[int, int]])
_BETWEEN: Final = msgspec.json.Decoder(list[tuple[Pair, Covariance]])

_ROUND: Final = Coding[ExactRound](
    _encode_laws, lambda stored: ExactRound(*map(_law, _LAWS.decode(stored)))
)
_COUNTS: Final = Coding[dict[int, int]](_pairs, lambda stored: dict(_COUNTED.decode(stored)))
_GIVEN: Final = Coding[GivenHands | None](
    msgspec.json.encode, msgspec.json.Decoder(GivenHands | None).decode
)
_WINNERS: Final = Coding[WinnersTogether | None](
    msgspec.json.encode, msgspec.json.Decoder(WinnersTogether | None).decode
)
_COVARIANCES: Final = Coding[dict[Pair, Covariance]](
    _pairs, lambda stored: dict(_BETWEEN.decode(stored))
)
_PART: Final = Coding[PaperPart](msgspec.json.encode, msgspec.json.Decoder(PaperPart).decode)
_EXPOSURE: Final = Coding[CachedExposure](
    msgspec.json.encode, msgspec.json.Decoder(CachedExposure).decode
)
_FIT: Final = Coding[Fit](msgspec.json.encode, msgspec.json.Decoder(Fit).decode)
_TEXT: Final = Coding[str](msgspec.json.encode, msgspec.json.Decoder(str).decode)

"""`upcard.solve_pays`: printed odds that come closest to an edge, a hit rate or a variance."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import sqrt
from typing import Any, ClassVar, Final, TypeAlias

from upcard.exact.record import records
from upcard.exact.solve_pays import SolvedPays, Targets
from upcard.exact.solve_pays import solve_pays as solve_exactly
from upcard.library.tabular.columns import Column
from upcard.library.tabular.display import TitledTable, percent
from upcard.library.tabular.records import Records, TableForm
from upcard.library.wagers import Wager
from upcard.rules.violation import BadInput
from upcard.text.schemas import PAYS
from upcard.text.words import quoted

NUMBER: Final = 10
"""How many paytables are returned."""

ShareGiven: TypeAlias = Fraction | Decimal | float | str
"""A share such as ``0.04``, ``"4%"`` or ``Fraction(1, 25)``; a float means its decimal digits."""

_COLUMNS: Final = (
    Column("candidate", "int64"),
    Column("outcome", "utf8"),
    Column("pays", "utf8"),
    Column("house_edge", "float64"),
    Column("hit_frequency", "float64"),
    Column("variance", "float64"),
    Column("distance", "float64"),
)


@dataclass(frozen=True, slots=True, repr=False)
class Pays(TitledTable):
    """A paytable that was found, and what it is worth exactly; `rank` 1 is the nearest.

    `pays` is printed odds by outcome, which `upcard.odds` and `upcard.wager` take. `unpaid` are
    outcomes that the paytable leaves out: the classifier has to return a loss for them.
    """

    _headers: ClassVar = ("outcome", "pays")

    wager: str
    decks: int
    rank: int
    pays: dict[str, str]
    unpaid: tuple[str, ...]
    house_edge: Fraction
    hit_frequency: Fraction
    variance: Fraction
    distance: Fraction

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the amount returned, in units wagered."""
        return sqrt(self.variance)

    def to_dict(self) -> dict[str, Any]:
        """The paytable as data: exact values as texts, and as floats."""
        exact = ("house_edge", "hit_frequency", "variance")
        return {
            "wager": self.wager,
            "decks": self.decks,
            "pays": self.pays,
            "unpaid": list(self.unpaid),
            **{name: float(getattr(self, name)) for name in exact},
            **{f"{name}_exact": str(getattr(self, name)) for name in exact},
            "distance": float(self.distance),
        }

    def _title(self) -> str:
        return (
            f"{self.wager}, {self.decks} decks: house edge {percent(self.house_edge)}, hit "
            f"frequency {percent(self.hit_frequency)}, variance {float(self.variance):.6g}"
        )

    def _lines(self) -> list[tuple[str, str]]:
        return [*self.pays.items(), *((outcome, "–") for outcome in self.unpaid)]


def _rows(candidate: Pays) -> Iterator[Mapping[str, object]]:
    for outcome, pays in candidate.pays.items():
        yield {
            "candidate": candidate.rank,
            "outcome": outcome,
            "pays": pays,
            "house_edge": float(candidate.house_edge),
            "hit_frequency": float(candidate.hit_frequency),
            "variance": float(candidate.variance),
            "distance": float(candidate.distance),
        }


def _line(candidate: Pays) -> tuple[object, ...]:
    pays = ", ".join(text.partition(" ")[0] for text in candidate.pays.values())
    return (
        pays,
        percent(candidate.house_edge),
        percent(candidate.hit_frequency),
        float(candidate.variance),
    )


FORM: Final[TableForm[Pays]] = TableForm(
    PAYS,
    _COLUMNS,
    _rows,
    ("pays, the rarest first", "house edge", "hit frequency", "variance"),
    _line,
    "Paytables",
)


def solve_pays(  # noqa: PLR0913 - what may be asked for
    wager: str | Wager,
    *,
    decks: int,
    edge: ShareGiven | None = None,
    hit_rate: ShareGiven | None = None,
    variance: ShareGiven | None = None,
    paytable: str | None = None,
    pays: Mapping[str, str] | None = None,
    number: int = NUMBER,
) -> Records[Pays]:
    """The `number` paytables for a wager whose exact values are nearest to what is asked for.

    The search takes whole-number odds as casinos print them (1 to 12, 14, 15, 16, 18, 20 …
    100,000), from half to twice the shape of the wager's own paytable, `paytable` or `pays`, scaled
    to the target. A rarer outcome never pays less, and the player is not favored unless such an
    edge is asked for. With a `hit_rate` the most frequent outcomes may be left unpaid.

    The distance of a paytable is the sum of its percentage points of edge and hit rate and its
    percent of variance off the targets. Of equally near paytables, the one most like the shape
    comes first. The same question always gets the same answer.

    Raises `BadInput` without a target, for a target that is not a number, and for a wager that pays
    more than odds; and as `upcard.odds` does.
    """
    par_records = records(str(wager), None, paytable, decks, pays=pays)
    targets = Targets(_share(edge), _share(hit_rate), _share(variance))
    if targets.variance is not None and targets.variance <= 0:
        raise BadInput("A variance is above nothing.")
    solved_pays = solve_exactly(par_records[0], targets, number)
    paytables = [
        _pays(str(wager), decks, rank, solved) for rank, solved in enumerate(solved_pays, 1)
    ]
    return Records(FORM, tuple(paytables))


def _pays(wager: str, decks: int, rank: int, solved: SolvedPays) -> Pays:
    texts = {outcome: str(odds) for outcome, odds in solved.pays.items()}
    return Pays(
        wager,
        decks,
        rank,
        texts,
        solved.unpaid,
        solved.house_edge,
        solved.hit_frequency,
        solved.variance,
        solved.distance,
    )


def _share(value: ShareGiven | None) -> Fraction | None:
    """A share as a fraction; a float as the decimal number that it is written as."""
    if value is None:
        return None
    text = str(value).strip()
    try:
        if text.endswith("%"):
            return Fraction(text.removesuffix("%")) / 100
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{quoted(value)} is no share such as 0.04 or '4%'.") from None

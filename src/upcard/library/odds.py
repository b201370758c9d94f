"""`upcard.odds`: exact odds of wagers, by enumeration."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Final

from upcard.cards.card import NAMES, in_decks
from upcard.cards.composition import Shoe, full_shoe
from upcard.exact import par
from upcard.exact.counting import EXACT, UNDER_STRATEGY
from upcard.exact.pricing import OddsRequest
from upcard.exact.record import all_records, records
from upcard.exact.result_cache import cached_records
from upcard.exact.table import CountOtherwise, is_priced_at, table_records
from upcard.library.arguments.checks import check_rules, check_whole
from upcard.library.dollars import Dollars, units_of
from upcard.library.rules import Rules
from upcard.library.tabular.columns import Column
from upcard.library.tabular.display import html_table, percent, text_table
from upcard.library.tabular.records import Records, TableForm
from upcard.library.wagers import Wager
from upcard.rules.loader import RULEBOOK_DATE
from upcard.rules.violation import BadInput
from upcard.text.schemas import ODDS
from upcard.text.words import quoted
from upcard.wagers.catalogue import wager as wager_rule
from upcard.wagers.kit import LOSE

COLUMNS: Final = (
    Column("wager", "utf8"),
    Column("jurisdiction", "utf8"),
    Column("section", "utf8"),
    Column("paytable", "utf8"),
    Column("decks", "int64", nullable=True),
    Column("outcome", "utf8"),
    Column("pays", "utf8"),
    Column("combinations", "utf8"),
    Column("probability", "float64"),
    Column("probability_exact", "utf8"),
    Column("returns", "float64"),
    Column("house_edge", "float64"),
)
"""One row an outcome. `combinations` and `probability_exact` are texts: they pass 64 bits."""

HEADINGS: Final = ("outcome", "pays", "probability")


@dataclass(frozen=True, slots=True, repr=False)
class Odds:
    """The exact odds of one paytable with one number of decks (0 where no cards are dealt).

    Probabilities and returns are exact fractions per unit wagered; `standard_deviation` is a float,
    in units wagered. `record` has everything else that is known.
    """

    record: par.ParRecord

    @property
    def wager(self) -> str:
        """The wager's identifier, such as ``lucky-ladies``."""
        return self.record.wager

    @property
    def jurisdiction(self) -> str:
        """``pa``, ``wa`` or ``house``."""
        return self.record.jurisdiction

    @property
    def section(self) -> str:
        """The provision that prints the paytable."""
        return self.record.section

    @property
    def paytable(self) -> str:
        """The paytable's name as printed."""
        return self.record.paytable

    @property
    def decks(self) -> int:
        """The number of decks; 0 where no cards are dealt."""
        return self.record.decks

    @property
    def outcomes(self) -> tuple[par.OutcomeRecord, ...]:
        """The outcomes, a loss included: the probabilities sum to one."""
        return self.record.outcomes

    @property
    def house_edge(self) -> Fraction:
        """The part of a unit wagered that the house keeps, without meters and bonuses."""
        return self.record.house_edge

    @property
    def house_edge_at_meter(self) -> Fraction | None:
        """The house edge at the meters that were given; None where none was."""
        return self.record.house_edge_at_meter

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of an outcome that pays, "1 for 1" too; a push does not."""
        return self.record.hit_frequency

    @property
    def fixed_return(self) -> Fraction:
        """The expected amount returned per unit, the stake included where it is returned."""
        return self.record.fixed_return

    @property
    def variance(self) -> Fraction:
        """The variance of the amount returned, in units wagered squared."""
        return self.record.variance

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the amount returned, in units wagered."""
        return self.record.standard_deviation

    @property
    def method(self) -> str:
        """``exact``, ``exact-under-strategy`` where play decides the wager, or ``simulated``."""
        return self.record.method

    @property
    def standard_error(self) -> float | None:
        """The standard error of the house edge where it is simulated, else None."""
        return self.record.standard_error

    def effects_of_removal(self) -> dict[str, Fraction]:
        """How the expected win per unit changes when one card is gone, by the card's name.

        Exact; where play decides the wager, under the strategy of the whole shoe, in some seconds.
        Raises `BadInput` for odds that no cards decide, and for simulated ones.
        """
        from upcard.exact.removal import has_effects, removal, removal_left  # noqa: PLC0415 - numpy

        record = self.record
        if self.method not in (EXACT, UNDER_STRATEGY) or not record.decks:
            raise BadInput(f"{record.title} is not decided by cards alone: no effects of removal.")
        rule = wager_rule(record.wager, record.jurisdiction, record.form)
        back_of = {row.outcome: row.back for row in record.outcomes}
        backs = [back_of.get(outcome, back_of[LOSE]) for outcome in rule.outcomes]
        if record.left is None and has_effects(rule):
            effects = removal(rule, record.decks, backs, record.play).effects
        else:
            left = record.left or full_shoe(record.decks).counts
            effects = removal_left(rule, record.decks, left, backs, record.play).effects
        return dict(zip(NAMES, effects, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """The record as in ``upcard odds --json``."""
        return par.as_json(self.record)

    def __repr__(self) -> str:
        return f"{self._title()}\n{text_table(HEADINGS, self._rows())}"

    def _repr_html_(self) -> str:
        return html_table(HEADINGS, self._rows(), self._title())

    def _rows(self) -> list[tuple[str, str, float]]:
        return [(row.outcome, row.pays, float(row.probability)) for row in self.outcomes]

    def _title(self) -> str:
        decks = f", {in_decks(self.decks)}" if self.decks else ""
        if self.record.left is not None:
            decks = f", {Shoe(self.decks, self.record.left)!r}"
        return (
            f"{self.record.title}, paytable {self.paytable}{decks}: "
            f"house edge {percent(self.house_edge)} ({self.section})"
        )


def _rows(odds_record: Odds) -> Iterator[Mapping[str, object]]:
    """A row of data for each outcome."""
    record = odds_record.record
    for row in record.outcomes:
        chance = row.probability
        yield {
            "wager": record.wager,
            "jurisdiction": record.jurisdiction,
            "section": record.section,
            "paytable": record.paytable,
            "decks": record.decks or None,
            "outcome": row.outcome,
            "pays": row.pays,
            "combinations": str(row.combinations),
            "probability": float(chance),
            "probability_exact": f"{chance.numerator}/{chance.denominator}",
            "returns": float(row.returns),
            "house_edge": float(record.house_edge),
        }


def _line(odds_record: Odds) -> tuple[object, ...]:
    return (
        odds_record.wager,
        odds_record.jurisdiction,
        odds_record.paytable,
        odds_record.decks or None,
        percent(odds_record.house_edge),
        percent(odds_record.hit_frequency),
        odds_record.standard_deviation,
    )


FORM: Final[TableForm[Odds]] = TableForm(
    ODDS,
    COLUMNS,
    _rows,
    ("wager", "rules", "paytable", "decks", "house edge", "hit frequency", "deviation"),
    _line,
    "Odds",
)


def odds(  # noqa: PLR0913 - what may be narrowed down
    wager: str | Wager | None = None,
    *,
    rules: Rules | None = None,
    jurisdiction: str | None = None,
    paytable: str | Mapping[str, str] | None = None,
    decks: int | None = None,
    pays: Mapping[str, str] | None = None,
    meters: Mapping[str, Dollars] | Dollars | None = None,
    prizes: Mapping[str, Dollars] | None = None,
    amount: Dollars | None = None,
    as_of: date | None = None,
    readings: Mapping[str, str | bool] | None = None,
    third_card: str = "",
    shoe: Shoe | None = None,
    simulated_rounds: int = 1_000_000,
) -> Records[Odds]:
    """Exact odds: a record for each legal paytable and number of decks that is not narrowed down.

    Without a wager every wager that has odds; with `rules` those of that table, under its decks,
    paytables and rules of play. A wager of your own is an object of `upcard.wager`. `pays`, or a
    mapping as `paytable`, is a paytable of your own: printed odds such as ``"10 to 1"`` for exactly
    the wager's winning outcomes. `meters` are what the meters show, `prizes` what the house pays
    for rows printed as "$", `amount` the amount wagered. `readings` chooses among the readings of
    doubtful passages, by key; ``{"reading": "industry"}`` is the trade's reading of the rows.
    `shoe` are the cards that are left, such as ``upcard.shoe(6).without("Ks", "5h")``: the odds of
    the next round, at the paytables for its number of decks.

    With `rules` of a house's own, wagers that play decides are dealt `simulated_rounds` times to
    the best play: `method` is ``simulated``, `combinations` count rounds (Bad Beat's, millionths).

    Raises `UnknownName` for what is not in the rulebook, `RuleViolation` with its section for a
    number of decks or an amount that the text does not permit, and `BadInput` otherwise.
    """
    _check_given(rules, decks, shoe)
    if isinstance(paytable, Mapping):
        paytable, pays = None, paytable
    if pays is not None and (wager is None or rules is not None):
        raise BadInput("A paytable of your own is for one wager, and without `rules`.")
    slug = None if wager is None else str(wager)
    fixed_readings = dict(readings or {})
    request = OddsRequest(
        wager_units=None if amount is None else units_of(amount),
        meters=_units(meters),
        prizes=_units(prizes),
        reading=str(fixed_readings.pop("reading", "text")),
        readings=fixed_readings,
        third_card=third_card,
        left=None if shoe is None or shoe.is_full else shoe.counts,
    )
    decks = decks if shoe is None else _decks_of(shoe, decks, rules)
    day = as_of or RULEBOOK_DATE
    if rules is not None:
        dealt = _deal_wagers(rules, simulated_rounds) if shoe is None else None
        par_records = table_records(rules.table, slug, request=request, count=dealt)
    elif slug is None:
        par_records = _every_record(jurisdiction, decks, day, request)
    else:
        par_records = records(slug, jurisdiction, paytable, decks, day, pays=pays, request=request)
    return Records(FORM, tuple(Odds(record) for record in par_records))


def _every_record(
    jurisdiction: str | None, decks: int | None, day: date, request: OddsRequest
) -> list[par.ParRecord]:
    key = (jurisdiction, decks, day, request)
    return cached_records(key, lambda: all_records(jurisdiction, decks, day, request=request))


def _check_given(rules: object, decks: object, shoe: object) -> None:
    """Raise `BadInput` for anything other than rules, a number or a shoe."""
    if rules is not None:
        check_rules(rules)
    check_whole(decks=decks)
    if shoe is not None and not isinstance(shoe, Shoe):
        raise BadInput(f"A shoe is what upcard.shoe returns, not {quoted(shoe)}.")


def _deal_wagers(rules: Rules, rounds: int) -> CountOtherwise | None:
    """Deal the wagers of a table that are not exact; None where all are."""
    if all(is_priced_at(rules.table, offered) for offered in rules.table.wagers):
        return None
    from upcard.analysis.simulated_odds import counting  # noqa: PLC0415 - numpy

    return counting(rules.table, rounds)


def _decks_of(shoe: Shoe, decks: int | None, rules: Rules | None) -> int:
    """The number of decks of a shoe; `BadInput` where another number is asked for."""
    number = decks if rules is None else rules.table.decks
    if number not in (None, shoe.decks):
        raise BadInput(f"The shoe is one of {in_decks(shoe.decks)}, not of {number}.")
    return shoe.decks


def _units(amounts: Mapping[str, Dollars] | Dollars | None) -> dict[str, int]:
    """Units by name; the name is empty for an amount without one."""
    if amounts is None:
        return {}
    if isinstance(amounts, Mapping):
        return {name: units_of(amount) for name, amount in amounts.items()}
    return {"": units_of(amounts)}

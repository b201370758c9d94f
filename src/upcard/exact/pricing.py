"""Builds the record of one paytable: outcome counts combined with what the paytable pays."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Final

import msgspec

from upcard.cards.composition import Composition
from upcard.exact import meters, wheel
from upcard.exact.bonuses import bonuses, envy
from upcard.exact.counting import OutcomeCounts, count_outcomes, is_counted
from upcard.exact.par import ZERO, OutcomeRecord, ParRecord
from upcard.exact.returns import Stakes, mean_return
from upcard.games.blackjack_rules import BlackjackRules
from upcard.games.roulette import LightningRules
from upcard.money.amount import UNITS_PER_DOLLAR, parse_dollars
from upcard.money.odds import FixedAmount, HouseSet, PaidOdds, describe
from upcard.rules.readings import BESIDE_METER, COMBINATIONS
from upcard.rules.schema import Paytable, WagerRules
from upcard.rules.violation import RulebookError
from upcard.wagers.catalogue import read_form
from upcard.wagers.catalogue import wager as wager_rule
from upcard.wagers.kit import LOSE, WagerRule
from upcard.wagers.limits import permitted_amounts

STAKE: Final = "stake returned"

BONUS_NOTE: Final = "An additional payout beside the wager: its return is what it adds."


class OddsRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a caller asks for besides paytable and decks; amounts are in units.

    `wager_units` is the wager asked about. `least_units` is a table's smallest wager and `seeds`
    the starting amounts of its meters. `meters` has meter amounts by name ("" for the only one),
    `prizes` what the house pays for rows printed as "$". `reading` says which combinations the rows
    mean; `readings` resolves the wager's other ambiguous passages, by key. `third_card` is "draw"
    or "upcard", or empty for both. `lightning` has the weights of the Lucky Numbers; `play` are the
    rules under which hands are played. `left` are the cards that are left in the shoe, if they are
    not whole decks.
    """

    wager_units: int | None = None
    least_units: int | None = None
    seeds: Mapping[str, int] = {}
    meters: Mapping[str, int] = {}
    prizes: Mapping[str, int] = {}
    reading: str = "text"
    readings: Mapping[str, str | bool] = {}
    third_card: str = ""
    lightning: LightningRules | None = None
    play: BlackjackRules = BlackjackRules()
    left: Composition | None = None


class Variant(msgspec.Struct, frozen=True):
    """One way to play a paytable: the classifier's form, the reading, and the choices made."""

    form: str
    reading: str
    choices: dict[str, str | bool] = {}


def variants(rules: WagerRules, paytable: Paytable, request: OddsRequest) -> Iterator[Variant]:
    """Yield every way to play a paytable that `request` leaves open."""
    data, chosen_readings = rules.data, _readings_chosen(rules, request)
    if paytable.data.alternate:
        chosen_readings = {"jackpot_rows": "alternate", **chosen_readings}
    elif wheel.has_lucky_numbers(_wager(rules, paytable.data.form)):
        chosen_readings = wheel.choices(request.lightning) | chosen_readings
    for choices in _choices(data.forms, request):
        printed_form = data.chosen_form(paytable.data, data.reading, choices)
        form, fixed = read_form(data, printed_form, request.readings), choices | chosen_readings
        read = f"{request.reading}-{form}".removesuffix("-")
        if request.reading != rules.data.reading and _has(rules, read):
            yield Variant(read, request.reading, fixed)
        else:
            yield Variant(form, rules.data.reading, fixed)


def _choices(
    forms: Mapping[str, Mapping[str, str]], request: OddsRequest
) -> Iterator[dict[str, str | bool]]:
    """Yield every combination of the choices that affect odds, with the third card asked for."""
    keys = [key for key, words in forms.items() if "" in words.values()]
    for values in product(*(forms[key] for key in keys)):
        choices = dict(zip(keys, values, strict=True))
        if request.third_card in ("", choices.get("third_card", request.third_card)):
            yield {key: _TRUTH.get(value, value) for key, value in choices.items()}


_TRUTH: Final[Mapping[str, bool]] = {"false": False, "true": True}


def _readings_chosen(rules: WagerRules, request: OddsRequest) -> dict[str, str | bool]:
    """The readings asked for that differ from the defaults; forms handle COMBINATIONS."""
    readings = rules.data.readings
    return {
        key: value
        for key, value in request.readings.items()
        if key != COMBINATIONS and key in readings and value != readings[key].default
    }


def is_priced(rules: WagerRules, paytable: Paytable, request: OddsRequest) -> bool:
    """Whether the outcomes of every variant of a paytable can be counted."""
    return all(
        is_counted(rules.data, _wager(rules, variant.form))
        for variant in variants(rules, paytable, request)
    )


def price(
    rules: WagerRules,
    paytable: Paytable,
    decks: int,
    variant: Variant,
    request: OddsRequest,
    counted: OutcomeCounts | None = None,
) -> ParRecord:
    """The record of a variant for which `is_priced` is true; `counted` were counted otherwise."""
    wager = _wager(rules, variant.form)
    outcome_counts = counted or count_outcomes(
        rules.data, wager, decks, lightning=request.lightning, play=request.play, left=request.left
    )
    units = wager_units(rules, paytable, request)
    is_beside_meter = BESIDE_METER in rules.data.readings and rules.data.reads(
        BESIDE_METER, request.readings
    )
    stakes = Stakes(rules.data.stake_returned, is_beside_meter is True)
    counts_bonuses = counted is None and not paytable.beside
    shoe = (decks, request.left, request.play)
    beside_it = bonuses(wager, rules, paytable, units, *shoe) if counts_bonuses else ()
    rows = list(_rows(wager, with_prizes(paytable, request.prizes), outcome_counts, units, stakes))
    house_set = {row: request.prizes.get(row) for row in house_set_rows(paytable)}
    backs = [(row.probability, row.award, row.back) for row in rows]
    mean = sum((row.returns for row in rows), ZERO)
    shares = meters.shares_of((row.award, row.probability) for row in rows)
    amounts = {**meters.seeds_of(paytable, units), **request.seeds, **request.meters}
    printed_edge = paytable.data.printed_house_edge
    return ParRecord(
        wager=wager.slug,
        title=rules.data.title,
        jurisdiction=rules.data.jurisdiction,
        section=paytable.data.section,
        paytable=paytable.id,
        decks=decks,
        outcomes=tuple(rows),
        fixed_return_to_1=mean_return(backs, units, Stakes(True, stakes.beside_meter)),
        fixed_return_for_1=mean_return(backs, units, Stakes(False, stakes.beside_meter)),
        variance=sum((chance * back**2 for chance, _, back in backs), ZERO) - mean**2,
        stake_returned=rules.data.stake_returned,
        collected=bool(rules.data.collected),
        wager_units=units,
        asked=request.wager_units is not None,
        bonuses=(*beside_it, *envy(rules, paytable, rows, units, request.readings)),
        shares=shares,
        meters={share.meter: amounts[share.meter] for share in shares if share.meter in amounts},
        at_meter=any(share.meter in request.meters for share in shares),
        prizes=house_set,
        choices=variant.choices,
        form=variant.form,
        left=request.left,
        play=request.play,
        method=outcome_counts.method,
        strategy=outcome_counts.strategy,
        standard_error=outcome_counts.standard_error,
        reading=variant.reading,
        note=BONUS_NOTE if paytable.beside else "",
        printed_house_edge=_percent(printed_edge) if printed_edge else None,
        house_edge_as_printed=_as_printed(rules, rows) if printed_edge else None,
    )


def wager_units(rules: WagerRules, paytable: Paytable, request: OddsRequest) -> int:
    """The wager by which dollar awards are divided: the one asked about, or the smallest."""
    printed = [parse_dollars(text) for text in paytable.data.wagers]
    for units in (request.wager_units, request.least_units):
        if units is not None and units in (printed or [units]):
            return units
    return min(printed or permitted_amounts(rules.data, paytable), default=UNITS_PER_DOLLAR)


# Outcomes


def _rows(
    wager: WagerRule, paytable: Paytable, how: OutcomeCounts, units: int, stakes: Stakes
) -> Iterator[OutcomeRecord]:
    combinations = dict(how.combinations)
    total = sum(combinations.values())
    for outcome in wager.closed:
        impossible = combinations.pop(outcome)
        assert impossible == 0
    for outcome in paytable.data.never:  # no row of this paytable: counted as a loss
        combinations[LOSE] += combinations.pop(outcome)
    for outcome in (name for name in reversed(wager.outcomes) if name in combinations):
        award = wager.award(paytable, outcome)
        pushed = outcome in wager.pushes
        back = Fraction(1) if pushed else stakes.back(award, units)
        pays = STAKE if pushed else describe(award)
        count = combinations[outcome]
        yield OutcomeRecord(outcome, pays, count, Fraction(count, total), back, award)


def house_set_rows(paytable: Paytable) -> list[str]:
    """The rows for which the paytable prints "$"."""
    awards = paytable.awards.items()
    return [row for row, award in awards if any(isinstance(pay, HouseSet) for pay in award)]


def with_prizes(paytable: Paytable, prizes: Mapping[str, int]) -> Paytable:
    """The paytable with the given prizes (units) in place of rows printed as "$"."""
    awards = {
        row: tuple(
            FixedAmount(prizes[row]) if isinstance(pay, HouseSet) and row in prizes else pay
            for pay in award
        )
        for row, award in paytable.awards.items()
    }
    return Paytable(paytable.data, awards)


# Washington's figures


def _percent(text: str) -> Fraction:
    return Fraction(text.removesuffix("%")) / 100


def _as_printed(rules: WagerRules, rows: list[OutcomeRecord]) -> Fraction:
    """The house advantage by the convention of Washington's Tables 2 to 5 and 7 to 9.

    For a bonus wager: what it loses less what it wins. For a progressive wager: what the fixed
    odds, read "for 1", and the two meter increments leave; the meter itself is not counted.
    """
    odds = [
        row.probability * pay.ratio
        for row in rows
        for pay in row.award
        if isinstance(pay, PaidOdds)
    ]
    if rules.data.progressive:
        meter = rules.data.meter
        increments = map(_percent, meter.printed_increments if meter else ())
        return 1 - sum(odds, ZERO) - sum(increments, ZERO)
    lost = sum((row.probability for row in rows if row.outcome == LOSE), ZERO)
    return lost - sum(odds, ZERO)


# Classifiers


def _wager(rules: WagerRules, form: str) -> WagerRule:
    return wager_rule(rules.data.slug, rules.data.jurisdiction, form)


def _has(rules: WagerRules, form: str) -> bool:
    try:
        _wager(rules, form)
    except RulebookError:
        return False
    return True

"""What a paytable returns: one exact record for each wager, paytable and number of decks."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from upcard.money.odds import Award, Odds, describe
from upcard.odds.enumerate import bonus_counts, counts, is_dealt
from upcard.odds.par import BonusRecord, OutcomeRecord, Record, as_json
from upcard.rules.citation import parent
from upcard.rules.loader import RULEBOOK_DATE, all_wagers
from upcard.rules.schema import Paytable, WagerRules
from upcard.rules.violation import RuleViolation
from upcard.wagers.catalogue import priced, wager
from upcard.wagers.kit import LOSE, Wager, refuse_decks

__all__ = ["Record", "all_records", "as_json", "records"]


def records(
    slug: str,
    jurisdiction: str = "pa",
    paytable: str | None = None,
    decks: int | None = None,
    as_of: date = RULEBOOK_DATE,
    *,
    wager_units: int | None = None,
) -> list[Record]:
    """A wager's records in printed order: every legal combination that was not narrowed down.

    Raises ``KeyError`` for a wager or paytable that the rulebook does not have and
    `RuleViolation` for a date or a number of decks without a paytable.
    """
    rules = _rules(slug, jurisdiction)
    tables = rules.in_force(as_of)
    if not tables:
        sentence = f"{rules.data.title} has no paytable in force on {as_of}."
        raise RuleViolation(rules.data.section, sentence)
    if paytable is not None:
        named = tuple(table for table in tables if table.id == paytable)
        if not named:
            there = ", ".join(dict.fromkeys(table.id for table in tables))
            raise KeyError(f"{rules.data.title} has no paytable {paytable!r}; there is {there}.")
        tables = named
    found = list(_combinations(tables, decks))
    if not found:
        assert decks is not None
        raise _refusal(rules, tables, decks)
    return [price(rules, table, count, wager_units) for table, count in found]


def all_records(
    jurisdiction: str = "pa",
    decks: int | None = None,
    as_of: date = RULEBOOK_DATE,
    *,
    wager_units: int | None = None,
) -> list[Record]:
    """The records of every wager of a jurisdiction that `is_priced`, in the order of the sections.

    Raises ``ValueError`` where no wager has a paytable for that date and number of decks.
    """
    found = []
    for slug in _slugs(jurisdiction):
        rules = priced(slug, jurisdiction)
        tables = tuple(table for table in rules.in_force(as_of) if is_priced(rules, table))
        for table, count in _combinations(tables, decks):
            found.append(price(rules, table, count, wager_units))
    if not found:
        on = "" if decks is None else f" for {decks} decks"
        raise ValueError(f"No wager of {jurisdiction!r} has a paytable{on} on {as_of}.")
    return found


def is_priced(rules: WagerRules, paytable: Paytable) -> bool:
    """Whether the first cards decide the wager and the paytable pays odds alone."""
    found = wager(rules.data.slug, rules.data.jurisdiction, paytable.data.form)
    pays = [pay for award in paytable.awards.values() for pay in award]
    return is_dealt(found) and all(isinstance(pay, Odds) for pay in pays)


def price(
    rules: WagerRules, paytable: Paytable, decks: int, wager_units: int | None = None
) -> Record:
    """The record of a paytable with so many decks.

    Raises ``ValueError`` for one that is not `is_priced`.
    """
    if not is_priced(rules, paytable):
        raise ValueError(f"The odds of {rules.data.title} cannot be computed yet.")
    found = wager(rules.data.slug, rules.data.jurisdiction, paytable.data.form)
    stake = rules.data.stake_returned
    combinations = counts(found, decks)
    total = sum(combinations.values())
    for outcome in paytable.data.never:  # without a row of this table it is a loss
        combinations[LOSE] += combinations.pop(outcome)
    rows, to_1, for_1, squares = [], Fraction(0), Fraction(0), Fraction(0)
    for outcome in (name for name in reversed(found.outcomes) if name in combinations):
        count = combinations[outcome]
        award = found.award(paytable, outcome)
        chance = Fraction(count, total)
        back = handed_back(award, stake=stake)
        rows.append(OutcomeRecord(outcome, describe(award), count, chance, chance * back))
        squares += chance * back**2
        to_1 += chance * (_odds(award) + (outcome != LOSE))
        for_1 += chance * _odds(award)
    mean = sum((row.returns for row in rows), Fraction(0))
    return Record(
        wager=found.slug,
        title=rules.data.title,
        jurisdiction=rules.data.jurisdiction,
        section=paytable.data.section,
        paytable=paytable.id,
        decks=decks,
        outcomes=tuple(rows),
        fixed_return_to_1=to_1,
        fixed_return_for_1=for_1,
        variance=squares - mean**2,
        stake_returned=stake,
        bonuses=tuple(_bonuses(found, rules, paytable, decks)),
        reading=rules.data.reading,
        wager_units=wager_units,
    )


def handed_back(award: Award, *, stake: bool) -> Fraction:
    """What an award hands back for each unit wagered.

    `stake` says whether the wager returns its stake to a winner; "N for 1" pays N in all.
    """
    keeps = stake and bool(award) and not any(_odds_of(pay).for_one for pay in award)
    return _odds(award) + keeps


def _odds(award: Award) -> Fraction:
    return sum((_odds_of(pay).ratio for pay in award), Fraction(0))


def _odds_of(pay: object) -> Odds:
    assert isinstance(pay, Odds), "the wagers of the first cards pay odds alone"
    return pay


def _bonuses(
    found: Wager, rules: WagerRules, paytable: Paytable, decks: int
) -> Iterator[BonusRecord]:
    """The additional payout, which is paid beside the stake and the odds of the wager."""
    if found.bonus is None:
        return
    combinations = bonus_counts(found, decks)
    total = sum(combinations.values())
    name = found.bonus.outcome
    award = paytable.awards[name]
    chance = Fraction(combinations[name], total)
    won = OutcomeRecord(name, describe(award), combinations[name], chance, chance * _odds(award))
    yield BonusRecord(found.bonus.option, rules.data.options[found.bonus.option], total, won)


# What there is


def _slugs(jurisdiction: str) -> list[str]:
    return [rules.data.slug for rules in all_wagers() if rules.data.jurisdiction == jurisdiction]


def _rules(slug: str, jurisdiction: str) -> WagerRules:
    try:
        return priced(slug, jurisdiction)
    except KeyError as error:
        there = ", ".join(_slugs(jurisdiction)) or "none"
        raise KeyError(
            f"The rulebook of {jurisdiction!r} has no wager {slug!r}; there is {there}."
        ) from error


def _combinations(
    tables: tuple[Paytable, ...], decks: int | None
) -> Iterator[tuple[Paytable, int]]:
    for table in tables:
        for count in table.data.decks:
            if decks is None or count == decks:
                yield table, count


def _refusal(rules: WagerRules, tables: tuple[Paytable, ...], decks: int) -> RuleViolation:
    """Why no paytable among these is for so many decks."""
    if len(tables) == 1:
        refused = refuse_decks(rules.data, tables[0], decks)
        assert refused is not None
        return refused
    allowed = sorted({count for table in tables for count in table.data.decks})
    numbers = ", ".join(str(count) for count in allowed)
    sentence = f"{rules.data.title} has paytables for {numbers} decks, not for {decks}."
    return RuleViolation(_common(tables), sentence)


def _common(tables: tuple[Paytable, ...]) -> str:
    """The provision that prints all of these paytables."""
    sections = [table.data.section for table in tables]
    common: str | None = sections[0]
    while common is not None and not all(section.startswith(common) for section in sections):
        common = parent(common)
    return common or sections[0]

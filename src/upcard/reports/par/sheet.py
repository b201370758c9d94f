"""The PAR sheet of a wager: probabilities and accounting report, exact."""

from collections.abc import Iterator, Sequence
from typing import Final

from upcard.analysis.meters.flow import LivedMeter, lived_meters
from upcard.exact.par import ParRecord
from upcard.exact.play.playing_out import TOTALS, TREATMENT_OF_SPLITS
from upcard.exact.wheel import AS_CONFIGURED
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.reports.choice_words import ANY, record_choice_in_words, value_in_words
from upcard.reports.names import (
    has_one_paytable,
    language,
    paytable_in_words,
    paytable_name,
    reading_in_words,
)
from upcard.reports.par.additional import additional_payouts
from upcard.reports.par.chart_parts import edge_parts, meter_parts, outcome_part, result_part
from upcard.reports.par.counting import counting
from upcard.reports.par.largest_win import largest_wager
from upcard.reports.par.meter_life import meters, meters_over_time
from upcard.reports.par.method_part import method_part
from upcard.reports.par.mystery_sheet import mystery_parts
from upcard.reports.par.outcomes import combinations, is_wordy, outcomes, probabilities
from upcard.reports.par.return_part import counted_beside_odds, has_odds_to_read, return_part
from upcard.reports.par.risk_parts import exposure, volatility
from upcard.reports.par.wager_sizes import hold_by_size
from upcard.reports.rendering.figures import dollars, percent, plain
from upcard.reports.rendering.paper import (
    Paper,
    PaperFact,
    PaperPart,
    facts_cited_once,
    with_words,
)
from upcard.reports.rules_in_short import (
    ACES,
    PAIRS,
    WHEEL,
    decks_in_words,
    rules_in_short,
    rules_of_game_without_effect,
    rules_without_effect,
)
from upcard.reports.source import PaperSource
from upcard.reports.table_notes import cards_that_count
from upcard.reports.wager_source import wager_source
from upcard.rules.readings import COMBINATIONS, ENVY_FROM
from upcard.submission.describing.explain import explain
from upcard.submission.describing.in_force import choices_in_force
from upcard.wagers.catalogue import offered_where, wager
from upcard.wagers.limits import times_in_words

SHEET: Final = "PAR sheet: "
"""What stands before a wager in the title of its sheet."""

AS_WORDED: Final = "text"

UNSPLIT: Final = TREATMENT_OF_SPLITS[TOTALS]
"""What the name of a strategy says where no pair is split."""


def par_sheets(source: PaperSource) -> Iterator[Paper]:
    """A PAR sheet for each record of the table."""
    for record in source.records:
        offered = source.offered(record)
        yield Paper(
            name=sheet_name(record),
            title=f"{SHEET}{source.short(record.title)}",
            subtitle=_subtitle(source, record),
            head=source.head,
            parts=tuple(_parts(source, record, offered)),
        )


def _parts(
    source: PaperSource, record: ParRecord, offered: OfferedWager | None
) -> Iterator[PaperPart]:
    """The parts of a sheet: what a reader asks first stands first."""
    count = source.table.positions
    lived: tuple[LivedMeter, ...] = ()
    if record.shares and offered is not None:
        lived = tuple(lived_meters(record, offered, count))
    yield _wager(source, record, offered)
    yield return_part(source, record, offered, lived)
    if record.note:
        yield from mystery_parts(source, record)
        reading = reading_of(source.table, record.reading)
        yield method_part(reading, record.method, record.strategy)
        return
    # Outcomes come first where both fill the page; behind the returns of meters, and where they
    # have many lines, they begin the next one.
    first: list[PaperPart] = [outcomes(record), assumed(source, record)]
    tables = list(_meter_tables(record, offered, lived, count))
    if is_wordy(record):  # what is short fills the page before the outcomes
        first, tables = [first[1], *tables, first[0]], []
    elif record.shares:
        first = first[::-1]
    yield from first
    yield from combinations(record)
    yield probabilities(record)
    yield outcome_part(record)
    yield from tables
    if record.bonuses:
        yield additional_payouts(record, count)
    yield volatility(record)
    yield result_part(record)
    if offered is not None:
        if len(edges := source.edges(record, offered)) > 1:
            yield hold_by_size(edges, long_run=bool(counted_beside_odds(record, offered)))
        filed = bool(source.document.digest)  # a wager by itself has no table
        yield exposure(source.table, offered, whole=filed)
    most = largest_wager(source.table, offered) if offered is not None else 0
    if told := counting(record, most, taken_back=not source.table.has_cover_card):
        yield told
    yield from edge_parts(record, source.table.as_of)
    readings = _readings(record, offered)
    yield method_part(
        reading_of(source.table, record.reading), record.method, record.strategy, readings
    )


def _meter_tables(
    record: ParRecord, offered: OfferedWager | None, lived: Sequence[LivedMeter], count: int
) -> Iterator[PaperPart]:
    """A wager's meters: how they are filled, what they show over time, and the edge by that."""
    if record.shares and offered is not None and offered.meters:
        yield meters(record, offered)
        if over_time := meters_over_time(record, offered, lived, count):
            yield over_time
        yield from meter_parts(record, offered, lived, count)


def _subtitle(source: PaperSource, record: ParRecord) -> str:
    """The paytable, where the rulebook prints several, what it is played with, and its section."""
    one = has_one_paytable(record.wager, record.jurisdiction)
    name = "" if one else f"Paytable {paytable_name(record.paytable)}"
    words = ", ".join(filter(None, (name, _decks_or_wheel(source, record), record.section)))
    return words[:1].upper() + words[1:]


def _decks_or_wheel(source: PaperSource, record: ParRecord) -> str:
    """The decks or the wheel; nothing for a mystery meter."""
    if record.note:
        return ""
    return decks_in_words(source.table) if record.decks else WHEEL


def wager_sheet(record: ParRecord) -> tuple[PaperSource, Paper]:
    """The sheet of a record, and the table that it is made from; raises as `wager_source` does."""
    source, name = wager_source(record), sheet_name(record)
    return source, next(paper for paper in par_sheets(source) if paper.name == name)


def sheet_name(record: ParRecord) -> str:
    """The name of a sheet's files, with the paytable for a mystery meter."""
    return f"par-{record.wager}" + (f"-{record.paytable.lower()}" if record.note else "")


def reading_of(table: TableRules, reading: str) -> str:
    """How the rows of a paytable are read; empty for a house, which claims no text, as printed."""
    return "" if table.is_house and reading == AS_WORDED else reading_in_words(reading)


def _readings(record: ParRecord, offered: OfferedWager | None) -> tuple[PaperFact, ...]:
    """The readings of doubtful passages apart from that of the rows' combinations."""
    facts = []
    if has_odds_to_read(record):
        other = percent(1 - record.fixed_return_to_1)
        collected = (
            "not returned, whatever word the paytable prints; were they returned with odds "
            f'"to 1", the house edge of fixed odds alone would be {other}'
        )
        facts.append(PaperFact("Stakes of collected wagers", collected))
    for key, value in (offered.readings if offered is not None else {}).items():
        if key != COMBINATIONS and (key != ENVY_FROM or (offered and offered.envy)):
            field = f"{ANY}.{record.wager}.{key}"
            summary = explain(field).summary.rstrip(".")
            facts.append(PaperFact(summary, value_in_words(field, value)))
    return tuple(facts)


def assumed(source: PaperSource, record: ParRecord | None = None) -> PaperPart:
    """The rules of play that the figures of a sheet rest on, with weights that the house chose.

    Of a `record` those that matter to its wager: no rule of play changes what is decided before
    hands are played, and weights count where Lucky Numbers do.
    """
    facts = list(rules_in_short(source.table))
    if record is not None:
        rule = wager(record.wager, record.jurisdiction, record.form)
        left_out = rules_of_game_without_effect(source.table, rule)
        if source.table.has_blackjack_wager:
            left_out |= rules_without_effect(rule)
        facts = [fact for fact in facts if fact.name not in left_out]
        if UNSPLIT in record.strategy:
            facts = [_unsplit(fact) for fact in facts if fact.name != ACES]
    weighed = record is None or AS_CONFIGURED in record.choices.values()
    for choice in choices_in_force(source.submission):
        if weighed and isinstance(choice.value, dict) and choice.value:
            words = value_in_words(choice.field, choice.value)
            words += "; chosen by the certificate holder, the text gives none"
            facts.append(PaperFact(choice.summary, words, choice.section))
    part = facts_cited_once("Rules assumed", tuple(facts))
    outside = source.table.variation.outside_sources if record is None else ""
    return with_words(part, outside)


def _unsplit(fact: PaperFact) -> PaperFact:
    """A rule of play on a sheet whose figures leave splits out: pairs are played as their total."""
    if fact.name != PAIRS:
        return fact
    words = f"{fact.value}, but not split in these figures: played as their total"
    return PaperFact(fact.name, words, fact.section)


def _wager(source: PaperSource, record: ParRecord, offered: OfferedWager | None) -> PaperPart:
    section = offered.data.section if offered is not None else ""
    # Insurance is of every game: its provision is that of the table's own game.
    cite = source.table.cite if offered is source.table.insurance else str
    facts = [
        PaperFact("Bonus" if record.note else "Wager", record.title, cite(section)),
        PaperFact(
            "Paytable",
            paytable_in_words(record.wager, record.jurisdiction, record.paytable),
            record.section,
        ),
    ]
    if played_with := _decks_or_wheel(source, record):
        facts.append(PaperFact("Dealt from" if record.decks else "Played with", played_with))
    for name, value in record.choices.items():
        option = offered.data.options.get(name, "") if offered is not None else ""
        facts.append(PaperFact(plain(name), _choice_in_words(name, value), cite(option)))
    if offered is not None:
        limits = offered.data.limits
        words, section = amounts(offered), cite(limits.section) if limits is not None else ""
        if not offered.minimum and limits is not None and limits.times_blackjack:
            both = source.table.blackjack_areas > 1
            subject = "both Blackjack wagers together" if both else "the Blackjack wager"
            words = f"at most {limits.times_blackjack} of {subject}"
            words += ", or the next amount that can be wagered"
        elif limits is not None and limits.times_blackjack:
            words += f", {times_in_words(limits)}"
        facts.append(PaperFact("Amounts", words, section))
    collected = offered.data.collected if offered is not None else ""
    if not record.note:
        facts.append(PaperFact("Odds", _odds(record, collected=bool(collected)), cite(collected)))
    note = language().notes.get(record.wager, "")
    by_cards = not source.table.variation.has_wheel  # of a wheel the rules assumed say it
    if note and by_cards and not source.table.has_blackjack_wager:
        facts.append(PaperFact("In words", note.rstrip(".")))
    if offered is not None and (told := cards_that_count(source.table, offered, language())):
        facts.append(PaperFact("Which cards", told.rstrip(".")))
    facts.append(PaperFact("Figures are for", _unit(record)))
    return facts_cited_once("The wager", tuple(facts))


def _unit(record: ParRecord) -> str:
    """What the figures are for; a wager that is not offered in every round, where it is."""
    where = offered_where(record.wager, record.jurisdiction)
    unit = f"one unit wagered where {where}" if where else "one unit wagered"
    return f"{unit}; amounts in dollars are for a wager of {dollars(record.wager_units)}"


def _choice_in_words(name: str, value: str | bool) -> str:
    """A choice of a record in words; the weights of Lucky Numbers stand on the sheet itself."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == AS_CONFIGURED:
        return "with the weights under Rules assumed"
    return record_choice_in_words(name, value)


def _odds(record: ParRecord, *, collected: bool) -> str:
    """How the printed odds are read."""
    if record.stake_returned:
        return '"N to 1" returns the stake, "N for 1" does not'
    if record.is_for_one:
        return '"N for 1" pays N in all, the stake included'
    reason = ": it is collected before the deal" if collected else ""
    return f"the stake is not returned{reason}"


def amounts(offered: OfferedWager) -> str:
    """The permitted amounts in words."""
    limits = offered.data.limits
    if limits is not None and limits.part_of_blackjack:
        part, _, whole = limits.part_of_blackjack.partition("/")
        return f"${part} for every ${whole} of the Blackjack wager"
    if offered.amounts:
        return " or ".join(dollars(units) for units in offered.amounts)
    low, high = dollars(offered.minimum), dollars(offered.maximum)
    return low if low == high else f"{low} to {high}"

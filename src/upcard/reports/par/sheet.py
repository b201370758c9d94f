"""The PAR sheet of a wager: probabilities and accounting report, exact."""

from collections.abc import Iterator
from typing import Final

from upcard.analysis.meters.long_run import WHOLE, long_run, long_run_edge
from upcard.cards.card import in_decks
from upcard.exact.par import ParRecord
from upcard.exact.wheel import AS_CONFIGURED
from upcard.games.offered_wager import OfferedWager
from upcard.reports.choice_words import ANY, value_in_words
from upcard.reports.names import (
    has_one_paytable,
    paytable_in_words,
    paytable_name,
    reading_in_words,
)
from upcard.reports.par import risk
from upcard.reports.par.additional import additional_payouts, edge_with_envy, even_with_envy
from upcard.reports.par.below_zero import BELOW_ZERO
from upcard.reports.par.by_size import by_size, held_of_hundred
from upcard.reports.par.chart_parts import edge_parts, meter_parts, outcome_part, result_part
from upcard.reports.par.counting import counting
from upcard.reports.par.meter_life import meters_over_time
from upcard.reports.par.origin import origin_part
from upcard.reports.par.outcomes import outcomes, probabilities
from upcard.reports.par.risk_parts import exposure, own_bonuses, volatility
from upcard.reports.rendering.figures import (
    dollars,
    money,
    one_in,
    percent,
    plain,
    rate,
)
from upcard.reports.rendering.paper import (
    Facts,
    Paper,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    facts_cited_once,
    left,
    right,
)
from upcard.reports.rules_in_short import WHEEL, rules_in_short
from upcard.reports.source import PaperSource
from upcard.reports.wager_source import wager_source
from upcard.rules.readings import COMBINATIONS
from upcard.submission.describing.explain import explain
from upcard.submission.describing.in_force import choices_in_force
from upcard.text.words import listed

SHEET: Final = "PAR sheet: "
"""What stands before a wager in the title of its sheet."""


def par_sheets(source: PaperSource) -> Iterator[Paper]:
    """A PAR sheet for each record of the table."""
    for record in source.records:
        offered = source.offered(record)
        parts = [_wager(source, record, offered), _return(source, record, offered)]
        parts.append(assumed(source))
        parts += [outcomes(record), probabilities(record), outcome_part(record)]
        if record.shares and offered is not None and offered.meters:
            parts += [_meters(record, offered, source.table.positions), *meter_parts(record)]
            lived = meters_over_time(record, offered, source.table.positions)
            parts += [lived] if lived is not None and not record.note else []
        if record.bonuses:
            parts.append(additional_payouts(record))
        if not record.note:
            parts += [volatility(record), result_part(record)]
        if offered is not None:
            if not record.note:
                edges, beside = source.edges(record, offered), _beside(record)
                if len(edges) > 1:
                    parts.append(by_size(edges, long_run=bool(beside)))
            filed = bool(source.document.digest)  # a wager by itself has no table
            parts.append(exposure(source.table, offered, whole=filed))
        told = counting(record)
        if told is not None:
            parts.append(told)
        parts += edge_parts(record, source.table.as_of)
        readings = _readings(record, offered)
        reading = reading_in_words(record.reading)
        parts.append(origin_part(reading, record.method, record.strategy, readings))
        yield Paper(
            name=sheet_name(record),
            title=f"{SHEET}{source.short(record.title)}",
            subtitle=_subtitle(record),
            head=source.head,
            parts=tuple(parts),
        )


def _subtitle(record: ParRecord) -> str:
    """The paytable, where the rulebook prints several, what it is played with, and its section."""
    one = has_one_paytable(record.wager, record.jurisdiction)
    name = "" if one else f"Paytable {paytable_name(record.paytable)}"
    words = ", ".join(filter(None, (name, _decks_or_wheel(record), record.section)))
    return words[:1].upper() + words[1:]


def _decks_or_wheel(record: ParRecord) -> str:
    """The decks or the wheel; nothing for a meter beside a wager."""
    if record.note:
        return ""
    return in_decks(record.decks) if record.decks else WHEEL


def wager_sheet(record: ParRecord) -> tuple[PaperSource, Paper]:
    """The sheet of a record, and the table that it is made from; raises as `wager_source` does."""
    source, name = wager_source(record), sheet_name(record)
    return source, next(paper for paper in par_sheets(source) if paper.name == name)


def sheet_name(record: ParRecord) -> str:
    """The name of a sheet's files, with the paytable for a mystery meter beside a wager."""
    return f"par-{record.wager}" + (f"-{record.paytable.lower()}" if record.note else "")


def _readings(record: ParRecord, offered: OfferedWager | None) -> tuple[PaperFact, ...]:
    """The readings of doubtful passages beside that of the rows' combinations."""
    facts = []
    for key, value in (offered.readings if offered is not None else {}).items():
        if key != COMBINATIONS:
            field = f"{ANY}.{record.wager}.{key}"
            summary = explain(field).summary.rstrip(".")
            facts.append(PaperFact(summary, value_in_words(field, value)))
    return tuple(facts)


def assumed(source: PaperSource) -> PaperPart:
    """The rules of play that the figures of a sheet rest on, with weights that the house chose."""
    facts = list(rules_in_short(source.table))
    for choice in choices_in_force(source.submission):
        if isinstance(choice.value, dict) and choice.value:
            words = value_in_words(choice.field, choice.value)
            facts.append(PaperFact(choice.summary, words, choice.section))
    return facts_cited_once("Rules assumed", tuple(facts))


def _wager(source: PaperSource, record: ParRecord, offered: OfferedWager | None) -> PaperPart:
    section = offered.data.section if offered is not None else ""
    # Insurance is of every game: its provision is that of the table's own game.
    cite = source.table.cite if offered is source.table.insurance else str
    facts = [
        PaperFact("Wager", record.title, cite(section)),
        PaperFact(
            "Paytable",
            paytable_in_words(record.wager, record.jurisdiction, record.paytable),
            record.section,
        ),
    ]
    if played_with := _decks_or_wheel(record):
        facts.append(PaperFact("Dealt from" if record.decks else "Played with", played_with))
    for name, value in record.choices.items():
        facts.append(PaperFact(plain(name), _choice_in_words(value)))
    if offered is not None:
        limits = offered.data.limits
        words, section = amounts(offered), cite(limits.section) if limits is not None else ""
        if not offered.minimum and limits is not None and limits.times_blackjack:
            both = source.table.blackjack_areas > 1
            of = "both Blackjack wagers together" if both else "the Blackjack wager"
            words = f"at most {limits.times_blackjack} of {of}"
        facts.append(PaperFact("Amounts", words, section))
    facts.append(PaperFact("Odds", _odds(record)))
    unit = f"one unit wagered; amounts in dollars are for a wager of {dollars(record.wager_units)}"
    facts.append(PaperFact("Figures are for", unit))
    return facts_cited_once("The wager", tuple(facts))


def _choice_in_words(value: str | bool) -> str:
    """A choice of a record in words; the weights of Lucky Numbers stand on the sheet itself."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "with the weights under Rules assumed" if value == AS_CONFIGURED else value


def _odds(record: ParRecord) -> str:
    """How the printed odds are read."""
    if record.stake_returned:
        return '"N to 1" returns the stake, "N for 1" does not'
    if record.is_for_one:
        return '"N for 1" pays N in all, the stake included'
    return "the stake is not returned"


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


# Money


def _of_mystery(source: PaperSource, record: ParRecord) -> PaperPart:
    """What a mystery meter adds to the wagers that it stands beside."""
    beside = [
        source.short(offered.data.title)
        for offered in source.table.wagers
        if offered.mystery is not None and offered.mystery.paytable == record.paytable
    ]
    words = Words(f"A meter beside {listed(beside)}: what it returns is added to that wager's.")
    added = Facts((PaperFact("Adds", percent(record.fixed_return)),))
    return PaperPart("Return", (added, words))


def _beside(record: ParRecord) -> list[str]:
    """What the wager returns beside its fixed odds; a bonus for `each` is won by other wagers."""
    there = (("meter", record.shares), ("bonus", own_bonuses(record)))
    return [name for name, is_there in there if is_there]


def _return(source: PaperSource, record: ParRecord, offered: OfferedWager | None) -> PaperPart:
    if record.note:
        return _of_mystery(source, record)
    run = long_run(record, offered)
    facts = [PaperFact("Return, fixed odds", percent(run.fixed))]
    if record.shares:
        facts += [
            PaperFact("Return, seed of the meters", percent(run.seed)),
            PaperFact("Return, increment of the meters", percent(run.increment)),
            PaperFact("Return in the long run", percent(run.total)),
        ]
    beside = _beside(record)
    without = f", counting no {' and no '.join(beside)}" if beside else ""
    facts.append(PaperFact("House edge", percent(record.house_edge) + without))
    if record.shares and record.meters:
        facts.append(PaperFact("House edge at the seeds", percent(risk.edge_at_seeds(record))))
    if beside:
        counted = {"meter": "meters", "bonus": "bonuses"}
        words = listed([counted[name] for name in beside])
        edge = f"{percent(long_run_edge(record, offered))}, {words} counted"
        facts.append(PaperFact("House edge in the long run", edge))
    facts += edge_with_envy(record, long_run_edge(record, offered), source.table.positions)
    facts += _hold_of_one_size(source, record, offered)
    if record.printed_house_edge is not None and record.house_edge_as_printed is not None:
        printed = percent(record.printed_house_edge, 2)
        ours = percent(record.house_edge_as_printed)
        if record.shares:
            ours += ", counted as printed: fixed odds and both increments, no seed"
        facts.append(PaperFact("House advantage as printed", printed, record.section))
        facts.append(PaperFact("House advantage computed here", ours))
    below = (Words(BELOW_ZERO),) if record.house_edge < 0 else ()
    return PaperPart("Return", (Facts(tuple(facts)), *below))


def _hold_of_one_size(
    source: PaperSource, record: ParRecord, offered: OfferedWager | None
) -> Iterator[PaperFact]:
    """What the house holds of a wager of one amount; one of several has a part by its sizes."""
    lines = source.edges(record, offered) if offered is not None else ()
    if len(lines) == 1:
        ((units, edge),) = lines
        yield PaperFact(f"Held of 100 wagers of {dollars(units)}", held_of_hundred(units, edge))


def _meters(record: ParRecord, offered: OfferedWager, positions: int) -> PaperPart:
    won = {share.meter: share for share in record.shares if share.percent == WHOLE}
    even = record.break_even_meters
    columns = (
        left("Meter", wide=True),
        *right("Seed", "Reseed", "Increment", "Reserve", "Limit", "Won 1 in"),
        *right("Break-even, others at seeds" if len(offered.meters) > 1 else "Break-even"),
    )
    rows = []
    for meter in offered.meters:
        name = meter.name.partition("/")[2]
        share = won.get(name)
        rows.append(
            (
                plain(name or "meter"),
                dollars(meter.seed),
                dollars(meter.reseed),
                rate(meter.increment),
                rate(meter.secondary_increment),
                dollars(meter.limit) if meter.limit else "none",
                one_in(1 / share.probability) if share and share.probability else "–",
                money(round(even[name] / 100) * 100) if name in even else "–",
            )
        )
    table = PaperTable(columns, tuple(rows))
    told = tuple(even_with_envy(record, positions))
    return PaperPart("Meters", (table, *told), offered.meters[0].section)

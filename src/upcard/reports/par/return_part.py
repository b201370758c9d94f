"""The part of a PAR sheet on what a wager returns: one house edge first, then the others by name.

The house edge of a wager is that of the long run, with all that its meters and bonuses pay; the
expected hold rests on it. Every other edge says what it counts.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from upcard.analysis.envy import envy_at
from upcard.analysis.meters.flow import LivedMeter
from upcard.analysis.meters.long_run import long_run, long_run_edge, mystery_beside
from upcard.exact.par import ParRecord
from upcard.games.offered_wager import OfferedWager
from upcard.money.odds import PaidOdds
from upcard.progressives.meter import PARTS_PER_MILLION
from upcard.reports.par import risk
from upcard.reports.par.additional import edge_of_shared, edge_with_envy
from upcard.reports.par.mystery_sheet import sizes_of_mystery
from upcard.reports.par.negative_edge import BELOW_ZERO
from upcard.reports.par.risk_parts import own_bonuses
from upcard.reports.par.wager_sizes import held_of_hundred
from upcard.reports.rendering.figures import dollars, percent, plain, rate, whole_dollars
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart, Words
from upcard.reports.source import PaperSource
from upcard.text.words import listed

HEADING = "Return"


def return_part(
    source: PaperSource,
    record: ParRecord,
    offered: OfferedWager | None,
    lived: Sequence[LivedMeter] = (),
) -> PaperPart:
    """The house edge, the break-even amounts, what the edge is made of, and the other edges."""
    if record.note:
        return _of_mystery(source, record)
    facts = [_edge(record, offered), *_other_edges(source, record, offered)]
    facts += _even(record, lived, source.table.positions)
    facts += _returns(record, offered)
    facts += _hold_of_one_size(source, record, offered)
    facts += _pressed(offered)
    facts += _as_printed(record, offered)
    below = (Words(BELOW_ZERO),) if record.house_edge < 0 else ()
    return PaperPart(HEADING, (Facts(tuple(facts)), *below))


def counted_beside_odds(record: ParRecord, offered: OfferedWager | None) -> list[str]:
    """What the wager's return counts in addition to its fixed odds, in words."""
    possible = (
        ("meters", record.shares),
        ("the mystery", mystery_beside(record, offered)),
        ("bonuses", own_bonuses(record)),
    )
    return [name for name, is_counted in possible if is_counted]


def _edge(record: ParRecord, offered: OfferedWager | None) -> PaperFact:
    """The house edge of the wager, in the long run where that counts more than fixed odds."""
    counted = counted_beside_odds(record, offered)
    edge = percent(long_run_edge(record, offered))
    if counted:
        edge += f" in the long run, {listed(counted)} counted"
    return PaperFact("House edge", edge)


def has_odds_to_read(record: ParRecord) -> bool:
    """Whether a wager that is collected before the deal has odds "to 1", read as "for 1"."""
    odds = [pay for row in record.outcomes for pay in row.award if isinstance(pay, PaidOdds)]
    return record.collected and not record.stake_returned and any(not pay.for_one for pay in odds)


def _other_edges(
    source: PaperSource, record: ParRecord, offered: OfferedWager | None
) -> Iterator[PaperFact]:
    """The edges of fixed odds alone, of meters at their seeds, and of a table full of players."""
    if mystery := mystery_beside(record, offered):
        before = long_run_edge(record, offered) + mystery
        yield PaperFact("House edge before the mystery", percent(before))
    if counted_beside_odds(record, offered):
        yield PaperFact("House edge, fixed odds alone", percent(record.house_edge))
    if record.shares and record.meters:
        words = ", before the mystery" if mystery else ""
        at_seeds = percent(risk.edge_at_seeds(record))
        yield PaperFact("House edge at the seeds", f"{at_seeds}{words}")
    positions = source.table.positions
    yield from edge_with_envy(record, long_run_edge(record, offered), positions)
    yield from edge_of_shared(record, offered, positions)


def _even(record: ParRecord, lived: Sequence[LivedMeter], positions: int) -> Iterator[PaperFact]:
    """What each meter shows where the wager has no edge, and what that assumes."""
    means = {meter.name: _even_amount(meter) for meter in lived}
    seeds = {name: whole_dollars(units) for name, units in record.break_even_meters.items()}
    amounts = means or seeds
    if not amounts:
        return
    several = len({share.meter for share in record.shares}) > 1
    assumed = []
    if several:
        assumed.append(f"the other meters at their {'means' if means else 'seeds'}")
    if any(meter.winners > 1 for meter in lived):
        assumed.append(f"the wager at all {positions} positions, which share it")
    if means and envy_at(record, positions):
        assumed.append(f"the wager at all {positions} positions, for envy bonuses")
    words = listed([f"{plain(name)} {amount}".strip() for name, amount in amounts.items()])
    yield PaperFact("Break-even", words + (f", with {listed(assumed)}" if assumed else ""))


def _even_amount(meter: LivedMeter) -> str:
    if meter.is_never_even:
        limit = dollars(meter.rules.limit)
        return f"{whole_dollars(meter.even)} (above the meter's limit, {limit}: never reached)"
    return "at any amount" if meter.always_favors else whole_dollars(meter.even)


def _returns(record: ParRecord, offered: OfferedWager | None) -> Iterator[PaperFact]:
    """What the wager returns: by fixed odds, by seeds and by increments, and in all."""
    run = long_run(record, offered)
    yield PaperFact("Return, fixed odds", percent(run.fixed))
    if record.shares:
        yield PaperFact("Return, seed of the meters", percent(run.seed))
        yield PaperFact("Return, increment of the meters", percent(run.increment))
    if run.restored:
        yield PaperFact("Return, added for prizes of the meters", percent(run.restored))
    if run.overflow:
        words = f"{percent(run.overflow)}: it goes to the reserve, which pays for seeds"
        yield PaperFact("Above the limit, not returned", words)
    if run.mystery:
        yield PaperFact("Return, mystery meter", percent(run.mystery))
    if record.shares or run.mystery:
        yield PaperFact("Return in the long run", percent(run.total))


def _of_mystery(source: PaperSource, record: ParRecord) -> PaperPart:
    """What a mystery meter adds to the wagers that have it."""
    titles = [
        source.short(offered.data.title)
        for offered in source.table.wagers
        if offered.mystery is not None and offered.mystery.paytable == record.paytable
    ]
    words = Words(f"A meter beside {listed(titles)}: what it returns is added to that wager's.")
    adds = percent(record.fixed_return)
    if len(sizes_of_mystery(source, record)) > 1:
        adds += f" with wagers of {dollars(record.wager_units)}; of other sizes below"
    added = Facts((PaperFact("Adds", adds),))
    return PaperPart(HEADING, (added, words))


def _hold_of_one_size(
    source: PaperSource, record: ParRecord, offered: OfferedWager | None
) -> Iterator[PaperFact]:
    """What the house holds of a wager of one amount; one of several has a part by its sizes."""
    lines = source.edges(record, offered) if offered is not None else ()
    if len(lines) == 1:
        ((units, edge),) = lines
        yield PaperFact(f"Held of 100 wagers of {dollars(units)}", held_of_hundred(units, edge))


def _pressed(offered: OfferedWager | None) -> Iterator[PaperFact]:
    """That winnings which are pressed are wagered anew, of which no figure of the sheet is."""
    if offered is not None and offered.wager.press:
        words = "not counted: wagered anew with the Blackjack wager"
        yield PaperFact("Pressed winnings", words, offered.data.press)


def _as_printed(record: ParRecord, offered: OfferedWager | None) -> Iterator[PaperFact]:
    """The house advantage that Washington prints, and this table's by the same count.

    A progressive's is what fixed odds leave, less the rates of its meter; the text prints no
    rates, so those that its figures come out with are named as a reading.
    """
    counted = record.house_edge_as_printed
    if record.printed_house_edge is None or counted is None:
        return
    printed = percent(record.printed_house_edge, 2)
    if not record.shares or offered is None or offered.data.meter is None:
        yield PaperFact("House advantage as printed", printed, record.section)
        yield PaperFact("House advantage computed here", percent(counted))
        return
    read = sum(_of_text(text) for text in offered.data.meter.printed_increments)
    increments = sum(meter.increment + meter.secondary_increment for meter in offered.meters)
    assumed = f"{rate(read)} read as its meter's rates, which the text does not print"
    words = f"{printed}: fixed odds, less {assumed}"
    yield PaperFact("House advantage as printed", words, record.section)
    ours = percent(counted + Fraction(read - increments, PARTS_PER_MILLION))
    yield PaperFact("This table, counted so", f"{ours}: its meter takes {rate(increments)}")


def _of_text(text: str) -> int:
    """A rate of the rule data, such as ``15%``, in parts per million."""
    return int(Fraction(text.removesuffix("%")) * PARTS_PER_MILLION / 100)

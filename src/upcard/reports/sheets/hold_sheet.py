"""The expected-hold sheet: what each wager earns an hour, by rounds and average wager."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from upcard.analysis.envy import envy_of_each
from upcard.analysis.meters.together import edge_at_table, winners
from upcard.analysis.rounds.chance_rounds import GAMES_OF_CHANCE
from upcard.exact.par import ParRecord
from upcard.exact.pricing import OddsRequest
from upcard.exact.table import table_records
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.reports.par.dealt_meters import dealt_meter
from upcard.reports.par.dealt_rounds import ROUNDS as ROUNDS_DEALT
from upcard.reports.par.dealt_rounds import SEED, typical_play
from upcard.reports.par.dealt_wagers import dealt_wager, decided_by
from upcard.reports.par.risk import deviation_with_bonuses, deviation_with_meters
from upcard.reports.par.wager_sizes import Line, sizes_of, wager_sizes
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import (
    Paper,
    PaperBlock,
    PaperPart,
    Words,
)
from upcard.reports.sheets.combined_wagers import (
    BEST,
    PLAYER,
    CombinedWagers,
    Mean,
    combine_by_chance,
    combine_wagers,
)
from upcard.reports.sheets.hold_notes import hold_notes
from upcard.reports.sheets.hold_table import hold_table
from upcard.reports.sheets.loss_chances import RoundLaw, of_losses
from upcard.reports.sheets.table_hold import of_all_positions, of_position, of_table
from upcard.reports.source import PaperSource

HEADED: Final = 2
"""The wagers of the same edge that a heading names; more stand below it."""


def hold_sheet(source: PaperSource) -> Paper:
    """The expected hold of a table an hour, ranges of a position, then each wager by its sizes."""
    parts = []
    if source.is_blackjack:
        parts.append(_base(source))
    parts += _by_edge(source)
    parts += _parts_from_rounds(source)
    means = list(_means(source))
    wholes = tuple(_combined_wagers(source, means))
    if means:
        sums = [whole.mean for whole in wholes] or means[:1] * (len(means) == 1)
        means += [whole.mean for whole in wholes]
        several = source.table.positions > 1
        ranges = [of_all_positions(sums, source)] if sums and several else []
        laws = {each.mean.name: RoundLaw(each.law) for each in wholes if each.law is not None}
        spread = [*ranges, of_position(means), of_losses(means, source, laws)]
        parts = [of_table(means, source), *spread, *parts]
    notes = hold_notes(source, simulated=any(mean.error for mean in means), wholes=wholes)
    return Paper(
        name="expected-hold",
        title="Expected hold",
        subtitle="By wager, rounds an hour, players and average wager",
        head=source.head,
        parts=(*parts, notes),
    )


def _records_with_edges(source: PaperSource) -> Iterator[tuple[ParRecord, tuple[Line, ...]]]:
    """The records of the wagers that a table offers, with their edges by size."""
    for record in source.records:
        offered = source.offered(record)
        if offered is not None and offered.slug != source.table.insurance.slug:
            yield record, source.edges(record, offered)


def _by_edge(source: PaperSource) -> Iterator[PaperPart]:
    """A part for each wager, or for all wagers that have the same edge on the same sizes."""
    records_by_lines: dict[tuple[Line, ...], list[ParRecord]] = {}
    for record, lines in _records_with_edges(source):
        records_by_lines.setdefault(lines, []).append(record)
    for lines, records in records_by_lines.items():
        titles = [source.short(record.title) for record in records]
        sections = {record.section for record in records}
        section = sections.pop() if len(sections) == 1 else ""
        blocks: tuple[PaperBlock, ...] = (hold_table(lines),)
        heading = " and ".join(titles)
        if len(titles) > HEADED:
            heading, blocks = (
                f"{len(titles)} wagers of the same edge",
                (
                    Words(f"Each of these: {'; '.join(titles)}."),
                    *blocks,
                ),
            )
        yield PaperPart(heading, blocks, section)


def _parts_from_rounds(source: PaperSource) -> Iterator[PaperPart]:
    """A part for each wager that has no exact odds: its edge from dealt rounds, with its error."""
    for offered in source.unpriced:
        dealt = dealt_wager(source, offered)
        if dealt is None:
            continue
        meter = dealt_meter(offered, dealt)
        error = dealt.error if meter is None else meter.error(dealt.column.wagered)
        words = (
            f"Simulated, from {ROUNDS_DEALT:,} dealt rounds with the seed {SEED} beside the best "
            f"play of the Blackjack wager: the edge with a standard error of "
            f"{percent(error, 2)} of the wager, and dollars with no more digits than that "
            "allows."
        )
        if meter is not None:
            words += " With what the meter pays in the long run, if each winner is alone."
        elif offered.meters:
            words += " Fixed odds only: meters not counted."
        sizes = [
            (units, Fraction(-dealt.mean if meter is None else meter.edge(units)))
            for units in sizes_of(source.table, offered)
        ]
        if dealt.players_win:
            words += f" Below zero: the house loses in the long run. {decided_by(source, offered)}"
        title, section = source.short(offered.data.title), offered.paytable.data.section
        yield PaperPart(title, (Words(words), hold_table(sizes, error)), section)


def _means(source: PaperSource) -> Iterator[Mean]:
    """Every wager at its second smallest size, the Blackjack wager by two players."""
    base, table = source.base if source.is_blackjack else None, source.table
    if base is not None and not base.refused:
        hands = table.blackjack_areas
        wager = hands * wager_sizes(table.minimum, table.maximum)[:2][-1]
        deviation_of_one = base.standard_deviation
        if deviation_of_one is None and base.played is not None:
            deviation_of_one = base.played.best.deviation
        held, deviation = (
            -base.expected_value * wager,
            None if deviation_of_one is None else deviation_of_one * wager,
        )
        yield Mean(f"Blackjack, {BEST}", BLACKJACK_WAGER, wager, held, deviation, hands=hands)
        if base.played is not None:
            played = base.played.typical
            held, deviation = -played.mean * wager, played.deviation * wager
            name, error = f"Blackjack, {PLAYER}", played.error * wager
            yield Mean(name, BLACKJACK_WAGER, wager, held, deviation, error, hands)
    for record, lines in _records_with_edges(source):
        if not record.note:
            wager, edge = lines[:2][-1]
            deviation = _deviation(record, wager)
            held = float(edge) * wager
            name, envy = source.short(record.title), float(envy_of_each(record)) * wager
            shared = _shared(source, record, wager)
            yield Mean(name, record.wager, wager, held, deviation * wager, envy=envy, shared=shared)


def _shared(source: PaperSource, record: ParRecord, wager: int) -> tuple[float, ...]:
    """What a wager holds more, by the number of seats, because all win its meter together."""
    offered, positions = source.offered(record), source.table.positions
    if offered is None or not record.shares or winners(offered, positions) == 1:
        return ()
    if wager != record.wager_units:
        request = OddsRequest(wager_units=wager)
        record = next(iter(table_records(source.table, offered.slug, request=request)))
    edges = [edge_at_table(record, offered, seats) for seats in range(1, positions + 1)]
    return tuple(float(edge - edges[0]) * wager for edge in edges)


def _deviation(record: ParRecord, wager: int) -> float:
    """The deviation of a wager for one unit, with meters and bonuses as far as they are known."""
    if record.shares:
        deviation = deviation_with_meters(record)
    else:
        deviation = deviation_with_bonuses(record, wager)
    return record.standard_deviation if deviation is None else deviation


def _combined_wagers(source: PaperSource, means: Sequence[Mean]) -> Iterator[CombinedWagers]:
    """All wagers of a position: by each of the players of the Blackjack wager, if there is one."""
    if source.table.game in GAMES_OF_CHANCE and len(means) > 1:
        yield combine_by_chance(source, means)
        return
    played = source.base.played if source.is_blackjack else None
    sides = [mean for mean in means if mean.slug != BLACKJACK_WAGER]
    if played is None or not sides:
        return
    players = {f"Blackjack, {player}": player for player in (BEST, PLAYER)}
    for mean in means:
        if mean.name in players:
            yield combine_wagers(source, (mean, *sides), players[mean.name])


def _base(source: PaperSource) -> PaperPart:
    """What the Blackjack wager holds by its sizes: those of one hand, from the smallest on."""
    base, table = source.base, source.table
    if base.refused:
        return PaperPart("Blackjack wager", (Words(base.refused),))
    sizes, unit = wager_sizes(table.minimum, table.maximum), table.variation.unit
    hands = table.blackjack_areas
    if hands > 1:
        unit += "; dollars are those of both hands together"
    edge = Fraction(-base.expected_value)
    blocks: list[PaperBlock] = [
        Words(f"Against the best play, for {unit}."),
        hold_table([(units, edge) for units in sizes], hands=hands),
    ]
    if base.played is not None:
        played = base.played.typical
        edge, error = Fraction(-played.mean), percent(played.error, 2)
        blocks += [
            Words(
                f"Against the typical play, for {unit}: simulated, the edge with a standard error "
                f"of {error} of the wager, and dollars with no more digits than that allows."
            ),
            hold_table([(units, edge) for units in sizes], played.error, hands),
            Words(typical_play(table)),
        ]
    return PaperPart("Blackjack wager", tuple(blocks))

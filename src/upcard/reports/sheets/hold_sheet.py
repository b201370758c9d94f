"""The expected-hold sheet: what each wager earns an hour, by rounds and average wager."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from upcard.analysis.envy import envy_of_each
from upcard.exact.par import ParRecord
from upcard.exact.table import ENVY
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.reports.par.by_size import Line, sizes_of, wager_sizes
from upcard.reports.par.dealt_rounds import ROUNDS as ROUNDS_DEALT
from upcard.reports.par.dealt_rounds import SEED, TYPICAL
from upcard.reports.par.dealt_wagers import dealt_wager, decided_by
from upcard.reports.par.risk import deviation_with_bonuses, deviation_with_meters
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import (
    Paper,
    PaperBlock,
    PaperPart,
    Words,
)
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.hold_table import hold_table
from upcard.reports.sheets.table_hold import of_position, of_table
from upcard.reports.sheets.together import BEST, DEALT, PLAYER, CombinedWagers, Mean, together
from upcard.reports.source import PaperSource
from upcard.text.words import listed

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
    wholes = tuple(_together(source, means))
    if means:
        means += [each.mean for each in wholes]
        parts = [of_table(means, source), of_position(means), *parts]
    notes = hold_notes(source, simulated=any(each.error for each in means))
    if wholes:
        notes += _errors(source, wholes)
    return Paper(
        name="expected-hold",
        title="Expected hold",
        subtitle="By wager, rounds an hour, players and average wager",
        head=source.head,
        parts=(*parts, PaperPart("How to read it", (Words(notes),))),
    )


def hold_notes(source: PaperSource, *, simulated: bool) -> str:
    """How to read the sheet: only what this table's wagers have."""
    wagers = source.table.wagers
    records = source.records
    meters = any(record.shares for record in records)
    bonuses = [bonus for record in records for bonus in record.bonuses if bonus.option != ENVY]
    notes = (
        "Dollars that the house may expect to hold from one position that wagers in every round. "
        "Assumed, not measured: rounds an hour, hours of play, seats, and as the average the "
        "second smallest size of each wager."
    )
    if meters:
        notes += (
            " The edge counts meters as they pay in the long run, with what the house puts on "
            "them after each hit."
        )
    if any(not bonus.each for bonus in bonuses):
        notes += f" The edge counts additional payouts; ranges {_of_bonuses(records)}."
    if any(bonus.each for bonus in bonuses):
        notes += " A bonus for a lucky position is not counted."
    notes += _of_envy(source)
    if any(wager.mystery is not None for wager in wagers):
        notes += " Mystery meters are not counted."
    if source.is_blackjack and not source.is_insurance_unpriced:
        notes += " Insurance is not counted: players take it as they like."
    if source.without_odds:
        notes += f" {source.without_odds} What has no exact odds is not counted in sums."
        notes += _without_cash_flow(source)
    at = ", and meters that show their seeds" if meters else ""
    error = "; those of a simulated edge have its error in them" if simulated else ""
    return (
        f"{notes} Ranges assume a normal distribution, which a day of rare large awards is far "
        f"from{at}{error}."
    )


def _of_envy(source: PaperSource) -> str:
    """How envy bonuses are counted, and those of which wagers are not for want of exact odds."""
    each = {source.short(record.title): envy_of_each(record) for record in source.records}
    parts = [f"{percent(share, 3)} of {title}" for title, share in each.items() if share]
    notes = ""
    if parts:
        notes = (
            " Envy bonuses are counted in what a table holds, with one player at each seat who has "
            f"the wager: the hand of each other player takes {listed(parts)} from the hold. "
            "A position by itself has none."
        )
    unknown = [source.short(each.data.title) for each in source.unpriced if each.envy]
    if unknown:
        notes += f" Envy bonuses of {listed(unknown)} are not counted."
    return notes


def _without_cash_flow(source: PaperSource) -> str:
    """That no meter of the table has a cash flow, where each is of a wager without exact odds."""
    if cash_flow(source) is not None:
        return ""
    meters = [source.short(each.data.title) for each in source.unpriced if each.meters]
    if not meters:
        return ""
    return f" The meters of {listed(meters)} have no cash flow for want of exact odds."


def _of_bonuses(records: Sequence[ParRecord]) -> str:
    """Whether ranges count additional payouts: where each is won with one outcome alone."""
    own = [each for each in records if any(not bonus.each for bonus in each.bonuses)]
    known = [each for each in own if deviation_with_bonuses(each, each.wager_units) is not None]
    if len(known) == len(own):
        return "too"
    return "only those of " + listed([each.title for each in known]) if known else "do not"


def _records_with_edges(source: PaperSource) -> Iterator[tuple[ParRecord, tuple[Line, ...]]]:
    """The records of the wagers that a table offers, with their edges by size."""
    for record in source.records:
        offered = source.offered(record)
        if offered is not None and offered.slug != source.table.insurance.slug:
            yield record, source.edges(record, offered)


def _by_edge(source: PaperSource) -> Iterator[PaperPart]:
    """A part for each wager, or for all wagers that have the same edge on the same sizes."""
    same: dict[tuple[Line, ...], list[ParRecord]] = {}
    for record, lines in _records_with_edges(source):
        same.setdefault(lines, []).append(record)
    for lines, records in same.items():
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
        words = (
            f"Simulated, from {ROUNDS_DEALT:,} dealt rounds with the seed {SEED} beside the best "
            f"play of the Blackjack wager: the edge with a standard error of "
            f"{percent(dealt.error, 2)} of the wager, and dollars with no more digits than that "
            "allows."
        )
        if offered.meters:
            words += " Fixed odds only: meters not counted."
        edge = Fraction(-dealt.mean)
        sizes = [(units, edge) for units in sizes_of(source.table, offered)]
        if dealt.players_win:
            words += f" Below zero: the house loses in the long run. {decided_by(source, offered)}"
        title, section = source.short(offered.data.title), offered.paytable.data.section
        yield PaperPart(title, (Words(words), hold_table(sizes, dealt.error)), section)


def _means(source: PaperSource) -> Iterator[Mean]:
    """Every wager at its second smallest size, the Blackjack wager by two players."""
    base, table = source.base if source.is_blackjack else None, source.table
    if base is not None and not base.refused:
        hands = table.blackjack_areas
        wager = hands * wager_sizes(table.minimum, table.maximum)[:2][-1]
        each = base.standard_deviation
        if each is None and base.played is not None:
            each = base.played.best.deviation
        held, deviation = -base.expected_value * wager, None if each is None else each * wager
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
            yield Mean(name, record.wager, wager, held, deviation * wager, envy=envy)


def _deviation(record: ParRecord, wager: int) -> float:
    """The deviation of a wager for one unit, with meters and bonuses as far as they are known."""
    if record.shares:
        shown = deviation_with_meters(record)
    else:
        shown = deviation_with_bonuses(record, wager)
    return record.standard_deviation if shown is None else shown


def _together(source: PaperSource, means: Sequence[Mean]) -> Iterator[CombinedWagers]:
    """All wagers of a position, by each of the players of the Blackjack wager."""
    played = source.base.played if source.is_blackjack else None
    sides = [mean for mean in means if mean.slug != BLACKJACK_WAGER]
    if played is None or not sides:
        return
    players = {f"Blackjack, {player}": player for player in (BEST, PLAYER)}
    for mean in means:
        if mean.name in players:
            yield together(source, (mean, *sides), players[mean.name])


def _errors(source: PaperSource, wholes: Sequence[CombinedWagers]) -> str:
    """How the spread of all wagers was found, with its largest standard error in percent."""
    error = max(whole.of_deviation for whole in wholes)
    wagers = source.table.wagers
    beside = ["shares of meters"] if any(wager.meters for wager in wagers) else []
    beside += ["additional payouts"] if any(wager.bonuses for wager in wagers) else []
    left_out = f" {listed(beside).capitalize()} have no part in the covariances." if beside else ""
    words = (
        " Wagers of one round depend on each other: the range of all wagers counts their "
        "covariances from a full shoe"
    )
    if not error:
        return f"{words}, which are exact.{left_out}"
    return (
        f"{words}, exact where they can be, else from {DEALT:,} dealt rounds with the seed {SEED}; "
        f"the standard error of the spread is at most {percent(error, 2)} of it.{left_out}"
    )


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
            Words(f"A typical player, as modeled here, {TYPICAL}."),
        ]
    return PaperPart("Blackjack wager", tuple(blocks))

"""How the expected hold is read: what is assumed, and what its figures count."""

from collections.abc import Iterator, Sequence

from upcard.analysis.envy import envy_of_each
from upcard.analysis.rounds.chance_rounds import GAMES_OF_CHANCE
from upcard.exact.par import ParRecord
from upcard.exact.table import ENVY
from upcard.games.spots import spot_in_words
from upcard.reports.par.dealt_rounds import SEED
from upcard.reports.par.risk import deviation_with_bonuses
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart
from upcard.reports.sheets.cash_flow import cash_flow
from upcard.reports.sheets.combined_wagers import DEALT, CombinedWagers
from upcard.reports.sheets.winners import share_jackpots
from upcard.reports.source import PaperSource
from upcard.text.words import listed


def hold_notes(
    source: PaperSource, *, simulated: bool, wholes: Sequence[CombinedWagers] = ()
) -> PaperPart:
    """How to read the sheet, a line for each subject: only those that this table has.

    `simulated` says whether some edge is simulated; `wholes` are the sums of all wagers.
    """
    facts = [*_basis(source), *_coverage(source), _ranges(source, simulated=simulated)]
    if wholes:
        facts.append(_errors(source, wholes))
    return PaperPart("How to read it", (Facts(tuple(facts)),))


def _basis(source: PaperSource) -> Iterator[PaperFact]:
    """What the figures are, and what they rest on."""
    yield PaperFact("Figures", "dollars that the house may expect of a position in every round")
    yield PaperFact(
        "Assumed, not measured",
        "rounds an hour, hours of play, seats; the average is the second smallest size of a wager",
    )
    if any(record.shares for record in source.records):
        words = "as they pay in the long run, with what the house puts on them after each hit"
        if any(meter.limit for wager in source.table.wagers for meter in wager.meters):
            words += ", and without what is above a limit, which goes to the reserve"
        if shared := share_jackpots(source):
            words += (
                f"; each position as if it won alone, though those with {listed(shared)} mostly "
                "share a jackpot: then the table holds more, as its cash flow counts"
            )
        yield PaperFact("Meters", words)


def _coverage(source: PaperSource) -> Iterator[PaperFact]:
    """What the edges count of bonuses, and what no figure counts."""
    records = source.records
    bonuses = [bonus for record in records for bonus in record.bonuses if bonus.option != ENVY]
    if any(not bonus.each for bonus in bonuses):
        yield PaperFact("Additional payouts", f"counted in the edge; {_of_bonuses(records)}")
    if any(bonus.each for bonus in bonuses):
        yield PaperFact("Bonus of a lucky position", "not counted")
    yield from _of_envy(source)
    if any(wager.mystery is not None for wager in source.table.wagers):
        yield PaperFact(
            "Mystery meters",
            "counted in the edge, as they pay if every wager is of the same size; ranges do not "
            "count them",
        )
    if source.is_blackjack and not source.is_insurance_unpriced:
        yield PaperFact("Insurance", "not counted: players take it as they like")
    if source.without_odds:
        reason = "What has no exact odds is not counted in sums."
        words = f"{source.without_odds} {reason}{_without_cash_flow(source)}"
        yield PaperFact("Without exact odds", words)


def _of_bonuses(records: Sequence[ParRecord]) -> str:
    """Whether ranges count additional payouts: where each is won with one outcome alone."""
    with_bonuses = [record for record in records if any(not bonus.each for bonus in record.bonuses)]
    worked_out = [
        record
        for record in with_bonuses
        if deviation_with_bonuses(record, record.wager_units) is not None
    ]
    if len(worked_out) == len(with_bonuses):
        return "ranges too"
    if not worked_out:
        return "ranges do not count them"
    return f"ranges count only those of {listed([record.title for record in worked_out])}"


def _of_envy(source: PaperSource) -> Iterator[PaperFact]:
    """How envy bonuses are counted, and those of which wagers are not for want of exact odds."""
    envy_by_title = {source.short(record.title): envy_of_each(record) for record in source.records}
    parts = [f"{percent(share, 3)} of {title}" for title, share in envy_by_title.items() if share]
    if parts:
        yield PaperFact(
            "Envy bonuses",
            "counted in what a table holds, with a player with the wager at each seat: the hand of "
            f"each other player takes {listed(parts)} from the hold; a position by itself has none",
        )
    unknown = [source.short(offered.data.title) for offered in source.unpriced if offered.envy]
    if unknown:
        yield PaperFact(f"Envy bonuses of {listed(unknown)}", "not counted")


def _without_cash_flow(source: PaperSource) -> str:
    """That no meter of the table has a cash flow, where each is of a wager without exact odds."""
    if cash_flow(source) is not None:
        return ""
    meters = [source.short(offered.data.title) for offered in source.unpriced if offered.meters]
    if not meters:
        return ""
    return f" The meters of {listed(meters)} have no cash flow for want of exact odds."


def _ranges(source: PaperSource, *, simulated: bool) -> PaperFact:
    words = "by a normal distribution, which a day of rare large awards is far from"
    if any(record.shares for record in source.records):
        words += "; meters show their seeds"
    if simulated:
        words += "; those of a simulated edge have its error in them"
    return PaperFact("Ranges", words)


def _errors(source: PaperSource, wholes: Sequence[CombinedWagers]) -> PaperFact:
    """How the spread of all wagers was found, with its largest standard error in percent."""
    if source.table.game in GAMES_OF_CHANCE:
        return PaperFact("All wagers", _of_chance(source, wholes[0].areas))
    error = max(whole.of_deviation for whole in wholes)
    wagers = source.table.wagers
    left_out = ["shares of meters"] if any(wager.meters for wager in wagers) else []
    left_out += ["additional payouts"] if any(wager.bonuses for wager in wagers) else []
    words = "their range counts that wagers of one round depend on each other, from a full shoe"
    if error:
        words += (
            f": exact where that can be, else from {DEALT:,} dealt rounds with the seed {SEED}, "
            f"a standard error of {percent(error, 2)} of the spread at most"
        )
    else:
        words += ", exactly"
    if left_out:
        words += f"; {listed(left_out)} have no part in that"
    return PaperFact("Ranges of all wagers", words)


def _of_chance(source: PaperSource, areas: Sequence[str]) -> str:
    """Where the wagers of a game of chance are placed of which all together are shown."""
    widest = "where their sum spreads most"
    if source.table.variation.has_wheel:
        named = ", ".join(map(spot_in_words, areas))
        return (
            f"one of each kind, on areas that all cover one number, {widest}: {named}; exactly, as "
            "one spin and its Lucky Numbers decide all"
        )
    hands = [
        f"{source.short(offered.data.title)} on the {offered.data.areas[area].capitalize()}'s Hand"
        for offered in source.table.wagers
        for area in areas
        if area in offered.data.areas
    ]
    placed = f", {listed(hands)}, {widest}" if hands else ""
    return f"one of each{placed}; exactly, as the cards of a round decide all, from a full shoe"

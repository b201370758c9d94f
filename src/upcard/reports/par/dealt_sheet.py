"""The PAR sheet of a wager without exact odds: figures of dealt rounds, each with its error."""

from collections.abc import Iterator

from upcard.games.offered_wager import OfferedWager
from upcard.reports.award_words import NONE
from upcard.reports.names import outcome_name, paytable_in_words
from upcard.reports.par.base_sheet import STRATEGY
from upcard.reports.par.counting import HEADING as COUNTING
from upcard.reports.par.counting import PLAYED, QUESTION
from upcard.reports.par.dealt_meters import (
    DealtMeter,
    dealt_meter,
    dealt_one_in,
    meter_part,
    returned_by,
)
from upcard.reports.par.dealt_rounds import ROUNDS, SEED
from upcard.reports.par.dealt_wagers import DealtWager, dealt_wager, decided_by
from upcard.reports.par.method_part import method_part
from upcard.reports.par.negative_edge import BELOW_ZERO
from upcard.reports.par.outcomes import STAKE_COUNTED, gives_stake_back
from upcard.reports.par.risk_parts import exposure, volatility_blocks
from upcard.reports.par.sheet import SHEET, amounts, assumed, reading_of
from upcard.reports.par.wager_sizes import HUNDRED, sizes_of
from upcard.reports.rendering.figures import dollars, held_dollars, percent
from upcard.reports.rendering.paper import (
    Facts,
    Paper,
    PaperBlock,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    facts_cited_once,
    left,
    right,
)
from upcard.reports.rules_in_short import decks_in_words
from upcard.reports.source import PaperSource
from upcard.rules.readings import COMBINATIONS
from upcard.text.words import in_percent, listed, with_minus

METHOD = "dealt rounds, each of one player from a full shoe"
GIVEN = (
    "; the dealer's draw counts with its exact chances, given the cards that were dealt before it"
)


def dealt_sheets(source: PaperSource) -> Iterator[Paper]:
    """A PAR sheet for each wager of the table that has no exact odds and can be dealt."""
    for offered in source.unpriced:
        dealt = dealt_wager(source, offered)
        if dealt is not None:
            yield _sheet(source, offered, dealt)


def _sheet(source: PaperSource, offered: OfferedWager, rounds: DealtWager) -> Paper:
    reading = str(offered.readings.get(COMBINATIONS, "text"))
    volatility: tuple[PaperBlock, ...] = tuple(
        volatility_blocks(
            1 + rounds.mean, rounds.deviation, error=rounds.deviation_error, mean_error=rounds.error
        )
    )
    if left_out := _uncounted_parts(offered):
        volatility = (Words(f"Fixed odds only: {left_out}."), *volatility)
    title, table, meter = (
        source.short(offered.data.title),
        source.table,
        dealt_meter(offered, rounds),
    )
    return Paper(
        name=f"par-{offered.slug}",
        title=f"{SHEET}{title}",
        subtitle=f"From dealt rounds, {decks_in_words(table)}, {offered.paytable.data.section}",
        head=source.head,
        parts=(
            _wager(source, offered),
            _return(source, offered, rounds, meter),
            assumed(source),
            _outcomes(offered, rounds),
            *([] if meter is None else [meter_part(meter)]),
            PaperPart("Volatility", volatility),
            _by_size(source, offered, rounds, meter),
            exposure(table, offered),
            PaperPart(COUNTING, (Facts((PaperFact(QUESTION, PLAYED),)),)),
            method_part(
                reading_of(table, reading),
                METHOD + (GIVEN if rounds.given is not None else ""),
                STRATEGY,
                dealt=True,
            ),
        ),
    )


def _wager(source: PaperSource, offered: OfferedWager) -> PaperPart:
    data, paytable = offered.data, offered.paytable.data
    limits = data.limits
    section = source.table.cite(limits.section) if limits is not None else ""
    words = paytable_in_words(offered.slug, data.jurisdiction, paytable.id)
    facts = (
        PaperFact("Wager", data.title, data.section),
        PaperFact("Paytable", words, paytable.section),
        PaperFact("Dealt from", decks_in_words(source.table)),
        PaperFact("Amounts", amounts(offered), section),
        PaperFact("Figures are for", "one unit wagered"),
    )
    return facts_cited_once("The wager", facts)


def _uncounted_parts(offered: OfferedWager) -> str:
    """What the dealt rounds do not count: ``meters and bonuses not counted``."""
    possible = {
        "meters": offered.meters,
        "bonuses": offered.bonuses,
        "the mystery meter": offered.mystery,
        "envy bonuses": offered.envy,
    }
    names = [name for name, is_there in possible.items() if is_there]
    return f"{listed(names)} not counted" if names else ""


def _return(
    source: PaperSource, offered: OfferedWager, rounds: DealtWager, meter: DealtMeter | None
) -> PaperPart:
    """The simulated return, what decides the wager, and a warning where the house loses."""
    error = f", standard error {percent(rounds.error, 2)}"
    left_out = _uncounted_parts(offered)
    edge = "House edge, fixed odds alone" if left_out else "House edge"
    hits = rounds.hits(offered)
    remark = STAKE_COUNTED if gives_stake_back(offered.awards) else ""
    facts = Facts(
        (
            *returned_by(meter, rounds.column.wagered),
            PaperFact(edge, percent(-rounds.mean, 2) + error),
            PaperFact("Return, fixed odds", percent(1 + rounds.mean, 2) + error),
            PaperFact("Hit frequency", f"{percent(hits, 2)}, 1 in {1 / hits:,.2f}{remark}"),
        )
    )
    sentence = (
        f"Simulated: {ROUNDS:,} dealt rounds with the seed {SEED} beside the best play of the "
        f"Blackjack wager. {decided_by(source, offered)}"
    )
    if left_out:
        sentence += f" Fixed odds and the hit frequency alone: {left_out}."
    below = (Words(BELOW_ZERO),) if rounds.players_win else ()
    return PaperPart("Return", (facts, Words(sentence), *below))


def _outcomes(offered: OfferedWager, rounds: DealtWager) -> PaperPart:
    """The outcomes, the best paid first, as often as they were dealt."""
    columns = (
        left("Outcome", wide=True),
        *right("Wins, units", "Probability", "Standard error", "1 in N", "Contribution"),
    )
    rows = []
    # The outcome that wins a meter stands first, as on the paytable; its odds come on top.
    for names, net, chance, meter in sorted(
        rounds.rows, key=lambda row: (row[3], row[1]), reverse=True
    ):
        if not chance and not meter:
            continue
        names_in_words = "; ".join(
            outcome_name(offered.slug, name, offered.reading) for name in names
        )
        rows.append(
            (
                (names_in_words or NONE) + (", without its meter" if meter else ""),
                with_minus(f"{float(net):{'+' if net else ''},g}"),
                in_percent(float(chance), 4),
                in_percent(rounds.chance_error(*names), 4),
                dealt_one_in(rounds, *names),
                with_minus(f"{float(net * chance):+.6f}"),
            )
        )
    total = ("Total", "", percent(sum(rounds.law.values()), 4), "", "", "")
    sum_of = with_minus(f"{rounds.mean:+.6f}")
    return PaperPart("Outcomes", (PaperTable(columns, tuple(rows), (*total[:-1], sum_of)),))


def _by_size(
    source: PaperSource, offered: OfferedWager, rounds: DealtWager, meter: DealtMeter | None
) -> PaperPart:
    """What the house holds of 100 wagers of each size, with the digits that the error allows."""
    rows = []
    for units in sizes_of(source.table, offered):
        held, error = -rounds.mean, rounds.error
        if meter is not None:
            held, error = meter.edge(units), meter.error(units)
        in_hundred = units * HUNDRED
        rows.append(
            (dollars(units), percent(held, 2), held_dollars(held * in_hundred, error * in_hundred))
        )
    edge = "House edge, fixed odds alone" if _uncounted_parts(offered) else "House edge"
    if meter is not None:
        edge = "House edge in the long run"
    columns = right("Wager", edge, "Held of 100 wagers")
    return PaperPart("Hold by wager size", (PaperTable(columns, tuple(rows)),))

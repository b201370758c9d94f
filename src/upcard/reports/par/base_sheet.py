"""The PAR sheet of the Blackjack wager itself, as the strategy analyzer plays it."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Final

from upcard.cards.card import in_decks
from upcard.exact.counting import UNDER_STRATEGY
from upcard.games.table_rules import TableRules
from upcard.reports.par.many_rounds import many_rounds
from upcard.reports.par.origin import made_with
from upcard.reports.par.played import CAUTIOUS, ROUNDS, SEED, BothPlays
from upcard.reports.par.risk_parts import volatility_blocks
from upcard.reports.par.sheet import assumed
from upcard.reports.rendering.figures import dollars, percent, plain
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
from upcard.reports.source import BaseGame, PaperSource

DOUBLED: Final = 2
STRATEGY: Final = "best play by total of one player, off the top of the shoe"


def base_sheet(source: PaperSource) -> Paper:
    """Expected win, deviation, intervals and exposure, or why they are not computed."""
    table, base, game = source.table, source.base, source.table.game_data
    limits = f"{dollars(table.minimum)} to {dollars(table.maximum)}"
    facts = [PaperFact("Amounts", limits, table.cite(game.section))]
    for name, odds in table.pays.items():
        facts.append(PaperFact(f"{plain(name)} pays", odds, game.pays_sections[name]))
    facts.append(PaperFact("Figures are for", table.variation.unit))
    parts = [facts_cited_once("The wager", tuple(facts)), assumed(table)]
    if base.refused:
        parts.append(PaperPart("Return", (Words(base.refused),)))
        method, play = "none", "none"
    else:
        mean = 1 + base.expected_value
        parts.append(_return(base))
        if base.played is not None:
            parts.append(_outcomes(base.played))
        if base.law is not None:
            parts.append(many_rounds(base.law))
        parts.append(PaperPart("Volatility", tuple(_volatility(mean, base.standard_deviation))))
        method, play = UNDER_STRATEGY, STRATEGY
    parts.append(_exposure(table, base))
    parts.append(made_with(_reading(source), method, play, dealt=base.played is not None))
    return Paper(
        name="par-blackjack",
        title=f"PAR sheet: {game.title}",
        subtitle=f"The Blackjack wager, {in_decks(table.decks)}, {game.section}",
        head=source.head,
        parts=tuple(parts),
    )


def _return(base: BaseGame) -> PaperPart:
    """The exact return of the best play, and beside it that of a cautious player."""
    rows = [("Best play", percent(1 + base.expected_value), percent(-base.expected_value), "exact")]
    if base.played is not None:
        mean, error = base.played.cautious.mean, base.played.cautious.error
        found = f"simulated, standard error {percent(error, 2)}"
        rows.append(("Cautious play", percent(1 + mean, 2), percent(-mean, 2), found))
    columns = (left("Player", wide=True), *right("Return", "House edge"), left("Found"))
    blocks: list[PaperBlock] = [PaperTable(columns, tuple(rows))]
    if base.played is not None:
        blocks.append(Words(f"A cautious player {CAUTIOUS}, and else plays the best way."))
    return PaperPart("Return", tuple(blocks))


def _outcomes(played: BothPlays) -> PaperPart:
    """The results of a round, in units of the wager as it is first placed."""
    columns = right("Result, units", "Best play", "Or better", "Cautious play", "Or better")
    best, cautious = played.best.law, played.cautious.law
    rows, above = [], [Fraction(0), Fraction(0)]
    for net in sorted(best.keys() | cautious.keys(), reverse=True):
        cells = [f"{float(net):+.1f}" if net else "0.0"]
        for number, law in enumerate((best, cautious)):
            chance = law.get(net, Fraction(0))
            above[number] += chance
            cells += [percent(chance, 3), percent(above[number], 3)]
        rows.append(tuple(cells))
    words = (
        f"{ROUNDS:,} rounds of each player from a full shoe, with the seed {SEED}. A probability "
        f"has a standard error of at most {percent(0.5 / sqrt(ROUNDS), 2)}, a rare one of less."
    )
    return PaperPart("Results of a round", (Words(words), PaperTable(columns, tuple(rows))))


def _reading(source: PaperSource) -> str:
    """The trade's reading where the submission chose it for a passage of the base game."""
    trade = list(source.table.variation.industry_readings())
    trade += ["split aces"] if source.table.blackjack.one_card_on_split_aces else []
    passages = " and ".join(trade)
    return f"industry for {passages}, else text" if passages else "text"


def _volatility(mean: float, deviation: float | None) -> Iterator[PaperBlock]:
    if deviation is None:
        yield Words("No exact deviation is known for this game: `upcard sim` estimates it.")
    else:
        yield from volatility_blocks(mean, deviation)


def _exposure(table: TableRules, base: BaseGame) -> PaperPart:
    most = DOUBLED * base.hands * table.blackjack_areas * table.maximum
    facts = (
        PaperFact("Largest wager", dollars(table.maximum)),
        PaperFact("Hands of one wager", f"{base.hands} after splits, each of them doubled"),
        PaperFact("Largest win of one position", dollars(most)),
        PaperFact(f"All {table.positions} positions", dollars(most * table.positions)),
    )
    return PaperPart("Maximum exposure", (Facts(facts),))

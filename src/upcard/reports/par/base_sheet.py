"""The PAR sheet of the Blackjack wager itself, as the strategy analyzer plays it."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from typing import Final

from upcard.analysis.rounds.exact_laws import ExactRound
from upcard.exact.counting import UNDER_STRATEGY
from upcard.games.table_rules import TableRules
from upcard.reports.names import reading_in_words
from upcard.reports.par.best_play import best_play, switching
from upcard.reports.par.dealt_rounds import ROUNDS, SEED, BothPlays, typical_play
from upcard.reports.par.largest_win import blackjack_win, fee_of
from upcard.reports.par.main_counting import main_counting
from upcard.reports.par.many_rounds import many_rounds
from upcard.reports.par.method_part import method_part
from upcard.reports.par.negative_edge import best_play_wins
from upcard.reports.par.risk_parts import MORE_TERMINALS, of_all_wagers, volatility_blocks
from upcard.reports.par.sheet import assumed
from upcard.reports.par.wager_sizes import HUNDRED, held_of_hundred, wager_sizes
from upcard.reports.part_cache import game_of
from upcard.reports.rendering.figures import all_positions, dollars, held_dollars, percent, plain
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
from upcard.reports.source import BaseGame, PaperSource
from upcard.text.words import with_minus

RARE_UNITS: Final = Fraction(5)
"""Rare results, of this many units of one hand or more, share one row."""

STRATEGY: Final = "best play by total of one player, off the top of the shoe"


def base_sheet(source: PaperSource) -> Paper:
    """Expected win, deviation, intervals and exposure, or why they are not computed."""
    table, base, game = source.table, source.base, source.table.game_data
    limits = f"{dollars(table.minimum)} to {dollars(table.maximum)}{_on_each(table)}"
    facts = [PaperFact("Amounts", limits, table.cite(game.section))]
    facts += paid(table)
    facts.append(PaperFact("Figures are for", table.variation.unit))
    parts = [facts_cited_once("The wager", tuple(facts))]
    parts.append(PaperPart("Return", (Words(base.refused),)) if base.refused else _return(source))
    parts.append(assumed(source))
    if base.solved is not None:
        parts += best_play(base.solved)
    if base.refused:
        method, play = "none", "none"
    else:
        mean = 1 + base.expected_value
        if base.played is not None:
            parts.append(_hits(base.played))
            if base.law is None:  # it fills the page before a long table
                parts.append(_exposure(table, base))
            parts.append(_outcomes(base.played, RARE_UNITS / table.blackjack_areas))
        if base.law is not None:
            parts.append(many_rounds(base.law, cover_card=table.has_cover_card))
        parts.append(PaperPart("Volatility", tuple(_volatility(mean, base))))
        parts.append(
            main_counting(table, game_of(source.submission, wagers=False), base.expected_value)
        )
        method, play = UNDER_STRATEGY, STRATEGY
        parts.append(_by_size(table, base))
    exposure = _exposure(table, base)
    parts += [] if exposure in parts else [exposure]
    if base.solved is not None and base.solved.switching is not None:
        parts.append(switching(base.solved.switching))
    parts.append(
        method_part(_reading_in_words(source), method, play, dealt=base.played is not None)
    )
    return Paper(
        name="par-blackjack",
        title=f"PAR sheet: {game.title}",
        subtitle=f"The Blackjack wager, {decks_in_words(table)}, {game.section}",
        head=source.head,
        parts=tuple(parts),
    )


def paid(table: TableRules) -> Iterator[PaperFact]:
    """The odds in force, each with its section."""
    for name, odds in table.pays.items():
        words = f"{plain(name)} pays".replace(" blackjack", " Blackjack")
        yield PaperFact(words, odds, table.pays_section(name))


def _return(source: PaperSource) -> PaperPart:
    """The exact return of the best play, and that of a typical player."""
    base = source.base
    rows = [("Best play", percent(1 + base.expected_value), percent(-base.expected_value), "exact")]
    if base.played is not None:
        mean, error = base.played.typical.mean, base.played.typical.error
        method = f"simulated, standard error {percent(error, 2)}"
        rows.append(("Typical play", percent(1 + mean, 2), percent(-mean, 2), method))
    columns = (left("Player", wide=True), *right("Return", "House edge"), left("Found"))
    blocks: list[PaperBlock] = [PaperTable(columns, tuple(rows))]
    if base.played is not None:
        blocks.append(Words(typical_play(source.table)))
    if base.expected_value > 0:
        blocks.append(Words(best_play_wins(source.table, "sheet")))
    return PaperPart("Return", tuple(blocks))


def _outcomes(plays: BothPlays, most: Fraction) -> PaperPart:
    """The results of a round, in units of the wager as it is first placed, up to `most` of them."""
    columns = right("Result, units", "Best play", "Or better", "Typical play", "Or better")
    exact = plays.exact
    laws = [_ends(law, most) for law in (exact.law if exact else plays.best.law, plays.typical.law)]
    places = (4 if exact else 3, 3)
    rows, sums = [], [0.0, 0.0]
    results = sorted(laws[0].keys() | laws[1].keys(), reverse=True)
    decimals = 1 if all((10 * net).denominator == 1 for net in results) else 2
    for net in results:
        cells = [_result(net, most, decimals)]
        for number, (law, digits) in enumerate(zip(laws, places, strict=True)):
            chance = law.get(net, 0.0)
            sums[number] += chance
            cells += [percent(chance, digits), percent(min(sums[number], 1.0), digits)]
        rows.append(tuple(cells))
    table = PaperTable(columns, tuple(rows))
    return PaperPart("Results of a round", (Words(_how_computed(exact)), table))


def _hits(plays: BothPlays) -> PaperPart:
    """How often a round is won, pushed and lost in all, by the best and by the typical play."""
    best = plays.exact.law if plays.exact else plays.best.law
    rows = []
    for name, law in (("Best play", best), ("Typical play", plays.typical.law)):
        won = float(sum(chance for net, chance in law.items() if net > 0))
        push = float(law.get(Fraction(0), 0))
        cells = (percent(won, 2), f"{1 / won:.2f}", percent(push, 2), percent(1 - won - push, 2))
        rows.append((name, *cells))
    columns = (left("A round in all", wide=True), *right("Won", "Won 1 in", "Push", "Lost"))
    return PaperPart("Hit frequency", (PaperTable(columns, tuple(rows)),))


def _ends(
    law: Mapping[Fraction, Fraction] | Mapping[Fraction, float], most: Fraction
) -> dict[Fraction, float]:
    """A law whose results from `most` on, and from -`most` down, count as one."""
    chances: dict[Fraction, float] = {}
    for net, chance in law.items():
        clipped_net = max(min(net, most), -most)
        chances[clipped_net] = chances.get(clipped_net, 0.0) + float(chance)
    return chances


def _result(net: Fraction, most: Fraction, decimals: int) -> str:
    signs = {most: "≥ ", -most: "≤ "}
    text = with_minus(f"{float(net):{'+' if net else ''}.{decimals}f}")
    return signs.get(net, "") + text


def _how_computed(exact: ExactRound | None) -> str:
    """How the probabilities of results were found."""
    dealt = (
        f"from {ROUNDS:,} dealt rounds with the seed {SEED}; their standard error is at most "
        f"{percent(0.5 / sqrt(ROUNDS), 2)}, less for rare results."
    )
    if exact is None:
        return f"Of one player, each round from a full shoe: {dealt}"
    words = f"Each round is one player's, from a full shoe. Those of the typical play are {dealt} "
    if not exact.resplit_chance:
        return f"{words}Those of the best play are exact."
    resplit = percent(exact.resplit_chance, 3)
    return (
        f"{words}Those of the best play are exact but for the {resplit} of rounds "
        "in which a pair becomes three hands or more: of these the mean and the mean square are "
        "exact, and what they add to each result is an approximation."
    )


def _reading_in_words(source: PaperSource) -> str:
    """The trade's reading where the submission chose it for a passage of the base game, or ""."""
    if source.table.is_house or source.table.variation.outside_sources:
        return ""  # there is no text to read
    trade = list(source.table.variation.industry_readings())
    trade += ["split aces"] if source.table.blackjack.one_card_on_split_aces else []
    passages = " and ".join(trade)
    worded = reading_in_words("text")
    return f"as the industry plays for {passages}, else {worded}" if passages else worded


def _volatility(mean: float, base: BaseGame) -> Iterator[PaperBlock]:
    """The exact deviation of the best play, else that of its dealt rounds, with its error."""
    if base.standard_deviation is not None:
        yield from volatility_blocks(mean, base.standard_deviation)
    elif base.played is not None:
        best = base.played.best
        yield from volatility_blocks(mean, best.deviation, error=best.deviation_error)


def _by_size(table: TableRules, base: BaseGame) -> PaperPart:
    """What the house holds of 100 wagers of each size by either play, in dollars."""
    sizes, hands = wager_sizes(table.minimum, table.maximum), table.blackjack_areas
    edge, plays = Fraction(-base.expected_value), ["best play"]
    cells = [[dollars(units), held_of_hundred(units * hands, edge)] for units in sizes]
    if base.played is not None:
        mean, error = base.played.typical.mean, base.played.typical.error
        in_all = [HUNDRED * hands * units for units in sizes]
        held = [held_dollars(-mean * units, error * units) for units in in_all]
        cells = [[*row, cell] for row, cell in zip(cells, held, strict=True)]
        plays.append("typical play")
    wager = "Wager on each of two hands" if hands > 1 else "Wager"
    columns = right(wager, *(f"Held of 100 wagers, {play}" for play in plays))
    return PaperPart("Hold by wager size", (PaperTable(columns, tuple(map(tuple, cells))),))


def _on_each(table: TableRules) -> str:
    """What is said after an amount that is one of two equal wagers (§ 633a.12(a)(1))."""
    return " on each of two hands" if table.blackjack_areas > 1 else ""


def _exposure(table: TableRules, base: BaseGame) -> PaperPart:
    hands = base.hands * table.blackjack_areas
    most = blackjack_win(table)
    hands_in_words = f": {hands} hands, doubled" if table.blackjack_areas > 1 else ""
    if fee := fee_of(table):
        hands_in_words += f", less the ante of {dollars(fee)}"
    everybody = all_positions(table.positions, terminals=table.variation.has_terminals)
    bound = ": an upper bound" if table.positions > 1 else ""
    if table.variation.has_terminals:
        bound += MORE_TERMINALS
    facts = (
        PaperFact("Largest wager", dollars(table.maximum) + _on_each(table)),
        PaperFact("Hands of one wager", f"{base.hands} after splits, each of them doubled"),
        PaperFact("Largest win of one position", dollars(most) + hands_in_words),
        PaperFact(everybody, f"{dollars(most * table.positions)}{bound}"),
        *of_all_wagers(table),
    )
    return PaperPart("Maximum exposure", (Facts(facts),))

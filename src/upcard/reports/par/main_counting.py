"""The exposure of the Blackjack wager to players who count cards, from dealt rounds with a seed."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from upcard.analysis.counters.bets_by_count import counting_player
from upcard.analysis.counters.dealing import CounterDealing, every_count
from upcard.analysis.counters.ramp import Wagered, best_ramp, count_rows, whole_units
from upcard.analysis.counters.wagering import wager_wins, wagers_of
from upcard.analysis.strategies import strategy_of
from upcard.games.table_rules import TableRules
from upcard.reports.par.counting import HEADING, QUESTION, no_card_gone
from upcard.reports.par.dealt_rounds import ROUNDS, SEED
from upcard.reports.part_cache import cached_counter
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import (
    Facts,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    right,
)
from upcard.rules.counts import count_system
from upcard.rules.violation import BadInput
from upcard.simulation.blackjack.strategy_table import StrategyTable
from upcard.simulation.games.family import DEEPEST
from upcard.simulation.run import processors
from upcard.text.words import with_minus

NOT_WORKED_OUT: Final = "not worked out for this game:"

SYSTEM: Final = "hi-lo"
SPREADS: Final = (1, 2, 4, 8, 12)
HUNDRED: Final = 100

CLEAR: Final = 2
"""Standard errors above zero from which a simulated win counts as one."""


def main_counting(table: TableRules, game: str, mean: float = 0.0) -> PaperPart:
    """What a counter wins by the spread of their wagers, or why that is not worked out here.

    `mean` is what the best play wins of a unit without counting. `game` is what the submission
    says on it. Side wagers have no part in it.
    """
    without = f"Yes, without counting: the best play wins {percent(mean, 2)}. "
    if not table.has_cover_card:
        return no_card_gone(f"{without}Counting adds nothing" if mean > 0 else "No")
    try:
        return cached_counter(
            game, lambda: _spread_part(_counter_rounds(replace(table, wagers=())))
        )
    except BadInput as refused:
        adds = f"{without}What counting adds is " if mean > 0 else ""
        reason = str(refused).removesuffix(".")
        reason_in_words = f"{adds}{NOT_WORKED_OUT} {reason[:1].lower()}{reason[1:]}"
        return PaperPart(HEADING, (Facts((PaperFact(QUESTION, reason_in_words),)),))


def _spread_part(dealing: CounterDealing) -> PaperPart:
    dealt = dealing.deal_rounds(ROUNDS, SEED, processors())
    rows = count_rows(dealt)
    cells, wins = [], {}
    for spread in SPREADS:
        won = wager_wins(dealt, *wagers_of(dealt, whole_units(best_ramp(rows, spread), spread)))
        wins[spread] = won
        cells.append(
            (
                f"1 to {spread}",
                with_minus(f"{HUNDRED * won.mean:+.2f}"),
                f"{HUNDRED * won.standard_error:.2f}",
                f"{won.deviation:.2f}",
                f"{won.average_bet:.2f}",
                f"{won.score:.1f}",
                "–" if won.n0 is None else f"{won.n0:,.0f}",
            )
        )
    columns = right("Spread", "Units in 100", "Error", "Deviation", "Units a round", "SCORE", "N0")
    words = (
        f"One player counts by {dealing.player.system.title}, alone at the table with "
        f"{percent(DEEPEST, 0)} of the shoe dealt, departs from the best play by the index plays "
        "of these rules, and wagers whole units, the most where the count is best for it. SCORE is "
        "the dollars won in 100 rounds with $10,000 at a risk of ruin of 13.5 %; after N0 rounds "
        "the expected win is one standard deviation. What is won in 100 rounds has its standard "
        f"error beside it. Simulated: {len(dealt):,} rounds with the seed {SEED}, means corrected "
        "for the luck of the cards."
    )
    answer = Facts((PaperFact(QUESTION, _answer(wins)),))
    return PaperPart(HEADING, (answer, Words(words), PaperTable(columns, tuple(cells))))


def _answer(wins: Mapping[int, Wagered]) -> str:
    """Say yes from the smallest spread that wins beyond its error, or no."""
    clear = [spread for spread, won in wins.items() if won.mean > CLEAR * won.standard_error]
    if not clear:
        return f"No: nothing beyond its error by a spread of 1 to {max(wins)} or less"
    least = clear[0]
    units = f"{HUNDRED * wins[least].mean:.2f}"
    return f"Yes, from a spread of 1 to {least} on, which wins {units} units in 100 rounds"


def _counter_rounds(table: TableRules) -> CounterDealing:
    """The counter's rounds; raises `BadInput` for a game where cards are not counted."""
    system, base = count_system(SYSTEM), strategy_of(table, "total").strategy
    if not isinstance(base, StrategyTable):
        has_choices = table.variation.areas > 1 or table.variation.spare_cards
        words = (
            "choose their cards after the deal" if has_choices else "see the range of the hole card"
        )
        raise BadInput(f"Its players {words}.")
    bets = every_count(table, system, None)
    player = counting_player(table, "total", base, system, bets, indices=True)
    return CounterDealing(table, player)

"""Outcomes of side wagers that the play of the hands decides, where no enumeration counts them.

Exact odds know the play of the text's rules. Under a house's own rules, and where cards are
switched, the rounds are dealt instead, to one player who plays as best. A wager on a total and the
dealer's hand counts with its chances given the cards before the dealer's draw (`given_hands`).
"""

from functools import partial
from typing import Final

from msgspec.structs import replace

from upcard.analysis.given_hands import GivenHands, given_hands
from upcard.analysis.players import player_of
from upcard.exact.counting import OutcomeCounts
from upcard.exact.strategy.rules import NotSolved
from upcard.exact.table import CountOtherwise
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.rules.violation import NotSimulated
from upcard.simulation.run import simulate

METHOD: Final = "simulated"
ROUNDS: Final = 1_000_000
SEED: Final = 1


def counting(table: TableRules, rounds: int = ROUNDS, seed: int = SEED) -> CountOtherwise:
    """Count a table's wagers in `rounds` rounds of a `seed`, each with a new shoe."""
    return partial(_outcome_counts, table, rounds, seed)


def _outcome_counts(
    table: TableRules, rounds: int, seed: int, offered: OfferedWager
) -> OutcomeCounts | None:
    """The outcomes of one wager.

    None for a fee, and where the table is not simulated or its best play is not solved.
    """
    if offered.data.fee:
        return None
    table_of_wager = replace(table, wagers=(offered,))
    try:
        given = given_hands(table, offered, rounds, seed)
        if given is not None:
            return _of_given(offered, given)
        player = player_of(table_of_wager, "total").strategy
        dealt = simulate(table_of_wager, player, rounds, seed, fresh_shoe=True)
    except (NotSimulated, NotSolved):
        return None
    (estimate,) = [
        wager for wager in dealt.wagers if wager.wager == offered.slug and not wager.bonus
    ]
    return OutcomeCounts(
        combinations=estimate.outcomes,
        method=METHOD,
        strategy=player.name,
        standard_error=estimate.standard_error,
    )


def _of_given(offered: OfferedWager, given: GivenHands) -> OutcomeCounts:
    wagered = offered.minimum
    won = {
        name: offered.paid(index, wagered) / wagered
        for index, name in enumerate(offered.wager.outcomes)
    }
    return OutcomeCounts(
        combinations=given.combinations,
        method=METHOD,
        strategy=given.strategy,
        standard_error=given.error_of(won),
    )

"""What a wager without exact odds returns: dealt rounds with a seed, and their standard error."""

from fractions import Fraction
from typing import Any

from upcard.games.offered_wager import OfferedWager
from upcard.money.odds import FixedAmount
from upcard.reports.kept_parts import game_of, kept_counts
from upcard.reports.par.dealt_rounds import ROUNDS, SEED, DealtRounds
from upcard.reports.source import PaperSource
from upcard.simulation.games.families import family_of
from upcard.simulation.round_laws import round_law


def dealt_wager(source: PaperSource, offered: OfferedWager) -> DealtRounds | None:
    """`ROUNDS` rounds of a wager, in units of it, beside the best play of the Blackjack wager.

    Each round has a new shoe. Shares of meters count nothing. None where no play is solved, where
    awards in dollars make an edge one of each size, and where not every round has the wager.
    """
    table, played = source.table, source.base.played if source.is_blackjack else None
    if played is None or any(
        isinstance(pay, FixedAmount) for each in offered.awards for pay in each
    ):
        return None
    plan: Any = family_of(table).plan(table, played.best.strategy, fresh_shoe=True)
    places = [
        number
        for number, column in enumerate(plan.columns)
        if column.name == offered.slug and not column.bonus and not column.at_times
    ]
    if not places:
        return None

    def deal() -> dict[int, int]:
        return dict(sorted(round_law(plan, places, ROUNDS, SEED).items()))

    game = game_of(source.submission, wagers=True)
    counts = kept_counts(game, f"best {offered.slug}", played.solutions, deal)
    wagered = plan.columns[places[0]].wagered
    law = {Fraction(net, wagered): Fraction(times, ROUNDS) for net, times in counts.items()}
    return DealtRounds(law, played.best.strategy)

"""What a wager without exact odds returns: dealt rounds with a seed, and their standard error."""

from fractions import Fraction
from math import sqrt

from upcard.analysis.intervals import NORMAL_95
from upcard.analysis.simulated_odds import counting
from upcard.exact.par import ZERO
from upcard.exact.table import is_decided_by_kept_hand
from upcard.games.offered_wager import OfferedWager
from upcard.money.odds import FixedAmount
from upcard.reports.par.dealt_rounds import ROUNDS, SEED, DealtRounds
from upcard.reports.part_cache import cached_counts, game_of
from upcard.reports.source import PaperSource
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import TablePlan


class DealtWager(DealtRounds, frozen=True):
    """Dealt rounds of a wager, in units of it; `column` has its outcomes, each with its chance."""

    column: WagerColumn
    chances: dict[str, Fraction]

    def hits(self, offered: OfferedWager) -> float:
        """The probability of an outcome that pays, as `ParRecord.hit_frequency` counts it."""
        pays = zip(offered.wager.outcomes, offered.awards, strict=True)
        return float(sum(self.chances.get(outcome, ZERO) for outcome, award in pays if award))

    @property
    def players_win(self) -> bool:
        """Whether the house loses on the mean by more than the error of the simulation."""
        return self.mean > NORMAL_95 * self.error

    @property
    def rows(self) -> list[tuple[tuple[str, ...], Fraction, Fraction, bool]]:
        """The outcomes with what they win in units, their chance, and whether they win a meter too.

        Those that win the same stand together, but one that wins a meter stands by itself.
        """
        column = self.column
        groups: dict[tuple[Fraction, str], list[str]] = {}
        for number, (name, won) in enumerate(zip(column.outcomes, column.nets, strict=True)):
            own_name = name if number in column.marked else ""
            names = groups.setdefault((Fraction(won, column.wagered), own_name), [])
            if name not in names:
                names.append(name)
        return [
            (
                tuple(names),
                net,
                sum((self.chances.get(name, ZERO) for name in names), ZERO),
                own_name != "",
            )
            for (net, own_name), names in groups.items()
        ]


def error_of(chance: Fraction) -> float:
    """The standard error of a probability that was counted in `ROUNDS` rounds."""
    return sqrt(float(chance * (1 - chance)) / ROUNDS)


def dealt_wager(source: PaperSource, offered: OfferedWager) -> DealtWager | None:
    """`ROUNDS` rounds of a wager, in units of it, with the best play of the Blackjack wager.

    They are the rounds by which ``upcard odds`` counts the wager's outcomes, each with a new shoe.
    Shares of meters count nothing. None where no play is solved, where
    awards in dollars make an edge one of each size, and where not every round has the wager.
    """
    table, played = source.table, source.base.played if source.is_blackjack else None
    if played is None or any(
        isinstance(pay, FixedAmount) for award in offered.awards for pay in award
    ):
        return None
    plan: TablePlan = family_of(table).plan(table, played.best.strategy, fresh_shoe=True)
    columns = [
        column
        for column in plan.columns
        if column.name == offered.slug and not column.bonus and not column.at_times
    ]
    if not columns:
        return None
    column = columns[0]

    nets = dict(zip(column.outcomes, column.nets, strict=True))
    assert {nets[name] for name in column.outcomes} == set(column.nets), offered.slug

    names = tuple(nets)

    def deal_rounds() -> dict[int, int]:
        counted = counting(table, ROUNDS, SEED)(offered)
        assert counted is not None, offered.slug
        return {names.index(name): times for name, times in counted.combinations.items() if times}

    game = game_of(source.submission, wagers=True)
    counts = cached_counts(game, f"outcomes of {offered.slug}", played.solutions, deal_rounds)
    chances = {names[number]: Fraction(times, ROUNDS) for number, times in counts.items()}
    law: dict[Fraction, Fraction] = {}
    for name, chance in sorted(chances.items(), key=lambda pair: nets[pair[0]]):
        net = Fraction(nets[name], column.wagered)
        law[net] = law.get(net, ZERO) + chance
    return DealtWager(law, played.best.strategy, column, chances)


def decided_by(source: PaperSource, offered: OfferedWager) -> str:
    """What decides a wager without exact odds, in sentences."""
    if is_decided_by_kept_hand(source.table, offered):
        return source.table.variation.kept_hand
    return "How players decide on their cards changes its odds."

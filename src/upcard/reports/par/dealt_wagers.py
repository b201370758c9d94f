"""What a wager without exact odds returns: dealt rounds with a seed, and their standard error."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from math import sqrt

from upcard.analysis.given_hands import GivenHands, given_hands, is_given
from upcard.analysis.intervals import NORMAL_95
from upcard.analysis.simulated_odds import counting
from upcard.exact.par import ZERO
from upcard.exact.table import is_decided_by_kept_hand
from upcard.games.offered_wager import OfferedWager
from upcard.money.odds import FixedAmount
from upcard.reports.par.dealt_rounds import ROUNDS, SEED, DealtRounds
from upcard.reports.part_cache import cached_counts, cached_given, game_of
from upcard.reports.source import PaperSource
from upcard.simulation.column import WagerColumn
from upcard.simulation.games.families import family_of
from upcard.simulation.games.family import TablePlan


class DealtWager(DealtRounds, frozen=True):
    """Dealt rounds of a wager, in units of it; `column` has its outcomes, each with its chance.

    `given` has those of a wager whose chances are means of exact chances given the cards before the
    dealer's draw; of others outcomes were counted.
    """

    column: WagerColumn
    chances: dict[str, Fraction]
    given: GivenHands | None = None

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.error_of(self._won)

    @property
    def deviation_error(self) -> float:
        """The standard error of the standard deviation."""
        mean = self.mean
        squares = {name: (units - mean) ** 2 for name, units in self._won.items()}
        return self.error_of(squares) / (2 * self.deviation)

    @property
    def _won(self) -> dict[str, float]:
        """What each outcome wins, in units."""
        return {name: float(net) for names, net, *_ in self.rows for name in names}

    def error_of(self, won: Mapping[str, float]) -> float:
        """The standard error of the mean of what outcomes win, those that are not named nothing."""
        dealt = {name: units for name, units in won.items() if name in self.chances}
        if self.given is not None:
            return self.given.error_of(dealt)
        mean = sum(units * float(self.chances[name]) for name, units in dealt.items())
        square = sum(units**2 * float(self.chances[name]) for name, units in dealt.items())
        return sqrt(max(square - mean**2, 0.0) / ROUNDS)

    def chance_error(self, *names: str) -> float:
        """The standard error of the chance of any of these outcomes."""
        return self.error_of(dict.fromkeys(names, 1.0))

    def counted(self, name: str) -> int:
        """The dealt rounds with an outcome."""
        if self.given is not None:
            return self.given.counted[name]
        return int(self.chances[name] * ROUNDS)

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


def dealt_wager(source: PaperSource, offered: OfferedWager) -> DealtWager | None:
    """`ROUNDS` rounds of a wager, in units of it, with the best play of the Blackjack wager.

    They are the rounds from which ``upcard odds`` has the wager's outcomes, each with a new shoe.
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

    game, given = game_of(source.submission, wagers=True), None
    if is_given(offered.wager):
        make = partial(given_hands, table, offered, ROUNDS, SEED)
        given = cached_given(game, f"chances of {offered.slug}", played.solutions, make)
    if given is not None:
        counts = {names.index(name): times for name, times in given.combinations.items() if times}
    else:
        counts = cached_counts(game, f"outcomes of {offered.slug}", played.solutions, deal_rounds)
    total = sum(counts.values())
    chances = {names[number]: Fraction(times, total) for number, times in counts.items()}
    law: dict[Fraction, Fraction] = {}
    for name, chance in sorted(chances.items(), key=lambda pair: nets[pair[0]]):
        net = Fraction(nets[name], column.wagered)
        law[net] = law.get(net, ZERO) + chance
    return DealtWager(law, played.best.strategy, column, chances, given)


def decided_by(source: PaperSource, offered: OfferedWager) -> str:
    """What decides a wager without exact odds, in sentences."""
    if is_decided_by_kept_hand(source.table, offered):
        return source.table.variation.kept_hand
    return "How players decide on their cards changes its odds."

"""The chance that the house has lost at the end of a day and of a month, by wager and table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import Final

import msgspec

from upcard.analysis.meters.long_run import added_to_meters
from upcard.analysis.pace import HOURS, ROUNDS_PER_HOUR
from upcard.analysis.rounds.chance_rounds import GAMES_OF_CHANCE
from upcard.analysis.rounds.results import points_of, sum_of_rounds
from upcard.exact.mystery import mystery_return
from upcard.exact.par import ZERO, ParRecord
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.money.odds import FixedAmount, MeterShare
from upcard.progressives.meter import WHOLE_METER
from upcard.reports.par.dealt_rounds import ROUNDS as ROUNDS_DEALT
from upcard.reports.par.round_law import with_mean
from upcard.reports.rendering.figures import percent
from upcard.reports.rendering.paper import PaperPart, PaperTable, Words, left, right
from upcard.reports.sheets.combined_wagers import BEST, PLAYER, Mean
from upcard.reports.sheets.table_hold import MONTH, PERIODS
from upcard.reports.source import PaperSource

HEADING: Final = "Chance that the house loses"
LOSES_IN: Final = ("day", "month")

QUICK: Final = 1 << 20
"""The points of a lattice up to which a sum is added up exactly."""

SKEWED: Final = 0.5
"""The skewness of a sum from which a normal distribution is a poor picture of it."""

MIN_CHANCE: Final = 0.0001
NONE_OF_NORMAL: Final = "0 %"


class RoundLaw(msgspec.Struct, frozen=True):
    """What a player wins of a wager in one round, in units of it, with the chance of each.

    `aside` is what each wager adds to meters up to their limits, and the mean of a mystery: players
    win it, in the long run.
    """

    law: Mapping[Fraction, Fraction]
    aside: float = 0

    @property
    def third(self) -> float:
        """The third central moment."""
        mean = sum(float(net * chance) for net, chance in self.law.items())
        return sum((float(net) - mean) ** 3 * float(chance) for net, chance in self.law.items())


class LossChance(msgspec.Struct, frozen=True):
    """A chance, whether it is an exact sum, and whether a normal distribution is poor for it."""

    value: float
    exact: bool = False
    poor: bool = False

    def __str__(self) -> str:
        shown = self.value >= MIN_CHANCE
        if self.exact:
            return percent(self.value, 2) if shown else f"< {percent(MIN_CHANCE, 2)}"
        # A normal distribution tells no smaller chance from none.
        figure = f"≈ {percent(self.value, 2) if shown else NONE_OF_NORMAL}"
        return f"({figure})" if self.poor else figure


NO_LAWS: Final[Mapping[str, RoundLaw]] = {}


def of_losses(
    means: Sequence[Mean], source: PaperSource, of_sums: Mapping[str, RoundLaw] = NO_LAWS
) -> PaperPart:
    """By wager: the chance of a losing day and month of a position, and of all as independent.

    `of_sums` are the laws of several wagers together that are known, by their names. Positions are
    not independent at a game of chance, where the same cards or numbers decide all wagers.
    """
    laws = {**laws_of(source, means), **of_sums}
    chance = source.table.game in GAMES_OF_CHANCE
    positions = 1 if chance else source.table.positions
    counts = (1, positions) if positions > 1 else (1,)
    places = {1: "one position", positions: f"{positions} positions"} if positions > 1 else {1: ""}
    columns = (
        left("Wager", wide=True),
        *right("Average"),
        *right(
            *(
                f"A {name}, {places[count]}".removesuffix(", ")
                for count in counts
                for name in LOSES_IN
            )
        ),
    )
    rows = []
    for mean in means:
        chances = (
            loss_chance(mean, laws.get(mean.name), PERIODS[name], count, _third(mean, means, laws))
            for count in counts
            for name in LOSES_IN
        )
        rows.append((mean.name, mean.average, *map(str, chances)))
    sentence = _said(positions, means, source)
    if chance and source.table.positions > 1:
        sentence += (
            " Positions with the same wagers win and lose together: the chance of a table with "
            "these is that of one."
        )
    if any(offered.mystery is not None for offered in source.table.wagers):
        sentence += " A mystery meter counts by its mean."
    return PaperPart(HEADING, (Words(sentence), PaperTable(columns, tuple(rows))))


def _said(positions: int, means: Sequence[Mean], source: PaperSource) -> str:
    """What the chances are, and how they were found."""
    facts = [
        f"After a day of {HOURS * ROUNDS_PER_HOUR} rounds and a month of {MONTH} days: exact sums "
        "of the law of a round; with ≈ a normal distribution with the deviation of a round, in "
        "parentheses where rare large awards make it, or may make it, a poor approximation."
    ]
    if any(mean.error for mean in means):
        facts.append("Those of a simulated edge have its error.")
    played = source.base.played if source.is_blackjack else None
    if played is not None and played.exact is None:
        facts.append(
            f"The law of the best play is that of {ROUNDS_DEALT:,} dealt rounds with its exact "
            "mean."
        )
    if positions > 1:
        facts.append(
            f"The last columns take {positions} positions as independent: against one dealer they "
            "win together more often, and the table's chance is between theirs and that of one."
        )
    return " ".join(facts)


def loss_chance(
    mean: Mean, law: RoundLaw | None, rounds: int, positions: int, third: float | None
) -> LossChance:
    """The chance that `positions`, each by itself, have won after some rounds of each."""
    total = rounds * positions
    less = mean.held - mean.held_at(positions)
    if law is not None and points_of(law.law, total) <= QUICK:
        after = sum_of_rounds(law.law, total)
        won = after.units + total * (law.aside + less / mean.wager)
        return LossChance(float(after.chances[won > MIN_CHANCE / 100].sum()), exact=True)
    held, deviation = (mean.held - less) * total, (mean.deviation or 0) * sqrt(total)
    chance = NormalDist().cdf(-held / deviation) if deviation else float(held < 0)
    skewness = None if third is None else third * total / max(deviation, 1) ** 3
    return LossChance(chance, poor=skewness is None or abs(skewness) > SKEWED)


def _third(mean: Mean, means: Sequence[Mean], laws: Mapping[str, RoundLaw]) -> float | None:
    """The third moment of a wager in units; or None.

    That of all without a law of their own is as if they were independent.
    """
    player = mean.name.rpartition(", ")[2]
    parts = (
        [mean]
        if mean.slug or mean.name in laws
        else [
            wager_mean
            for wager_mean in means
            if wager_mean.slug
            and (wager_mean.slug != BLACKJACK_WAGER or wager_mean.name.endswith(player))
        ]
    )
    if any(wager_mean.name not in laws for wager_mean in parts):
        return None
    return sum(laws[wager_mean.name].third * wager_mean.wager**3 for wager_mean in parts)


def laws_of(source: PaperSource, means: Sequence[Mean]) -> dict[str, RoundLaw]:
    """The laws of a round by the names of the wagers: those that are known."""
    laws: dict[str, RoundLaw] = {}
    played = source.base.played if source.is_blackjack else None
    if played is not None:
        if played.exact is None:
            best = with_mean(played.best.law, Fraction(source.base.expected_value))
        else:
            exact = played.exact.law.items()
            best = {net: Fraction(chance) for net, chance in exact if chance > 0}
        laws[f"Blackjack, {BEST}"] = RoundLaw(best)
        laws[f"Blackjack, {PLAYER}"] = RoundLaw(played.typical.law)
    records = {record.wager: record for record in source.records if not record.note}
    for mean in means:
        record = records.get(mean.slug)
        law = None if record is None else _of_record(source, record, mean.wager)
        if law is not None:
            laws[mean.name] = law
    return laws


def _of_record(source: PaperSource, record: ParRecord, wager: int) -> RoundLaw | None:
    """The law of a wager of one size, with the reseeds of its meters; None with more payouts."""
    offered = source.offered(record)
    in_dollars = any(isinstance(pay, FixedAmount) for row in record.outcomes for pay in row.award)
    more = any(not bonus.each for bonus in record.bonuses)
    if offered is None or more or (in_dollars and wager != record.wager_units):
        return None
    reseeds = {meter.name.partition("/")[2]: meter.reseed for meter in offered.meters}
    law: dict[Fraction, Fraction] = {}
    for row in record.outcomes:
        whole = [
            pay for pay in row.award if isinstance(pay, MeterShare) and pay.percent == WHOLE_METER
        ]
        net = row.back - 1 + sum(Fraction(reseeds.get(pay.meter, 0), wager) for pay in whole)
        if row.probability:
            law[net] = law.get(net, ZERO) + row.probability
    mystery = ZERO if offered.mystery is None else mystery_return(offered.mystery, wager)
    return RoundLaw(law, float(added_to_meters(record, offered, wager) + mystery))

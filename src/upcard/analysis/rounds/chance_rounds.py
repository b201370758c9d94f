"""What all wagers of a position win in one round of a game of chance, together and exactly.

Players decide nothing at baccarat and at the wheel after they have wagered: the cards, or the spin
and its Lucky Numbers, decide all wagers of a round.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import sqrt
from typing import Final, TypeAlias

import msgspec
import numpy as np

from upcard.cards.composition import Composition
from upcard.exact import wheel
from upcard.exact.baccarat_rounds import RoundArea
from upcard.exact.baccarat_rounds import joint_counts as counts_of_cards
from upcard.exact.par import ZERO, ParRecord
from upcard.games import baccarat, roulette
from upcard.games.roulette import POCKETS, SPOTS, lightning_of
from upcard.games.table_rules import TableRules
from upcard.wagers.catalogue import form_of
from upcard.wagers.catalogue import wager as wager_rule

JointLaw: TypeAlias = dict[tuple[int, ...], Fraction]
"""The probability of each combination of the outcomes of several areas, by their indices."""

GAMES_OF_CHANCE: Final = (baccarat.GAME, roulette.GAME)


class ChanceWager(msgspec.Struct, frozen=True):
    """A wager of `units`, which wins by its record."""

    record: ParRecord
    units: int

    def nets(self, outcomes: Sequence[str]) -> list[Fraction]:
        """What it wins in units with each of these outcomes."""
        back = {row.outcome: row.back for row in self.record.outcomes}
        return [(back[outcome] - 1) * self.units for outcome in outcomes]


class ChanceRound(msgspec.Struct, frozen=True):
    """The law of what a position wins in one round, in units, with the `areas` of its wagers."""

    areas: tuple[str, ...]
    law: dict[Fraction, Fraction]

    @property
    def deviation(self) -> float:
        """The standard deviation in units."""
        mean = sum((net * chance for net, chance in self.law.items()), ZERO)
        return sqrt(sum((net - mean) ** 2 * chance for net, chance in self.law.items()))


def widest_round(table: TableRules, wagers: Sequence[ChanceWager]) -> ChanceRound:
    """A round with one of each wager, on the areas where their sum has the largest deviation.

    At the wheel these are areas that all cover one number. The table is of a game of chance.
    """
    if table.game == roulette.GAME:
        return _round_on(table, wagers, _widest_spots(wagers))
    own = [_areas_of(each.record.wager) for each in wagers]
    rounds = [_round_on(table, wagers, names) for names in product(*own)]
    return max(rounds, key=lambda found: found.deviation)


def joint_law(table: TableRules, areas: Sequence[str]) -> JointLaw:
    """The probability of each combination of outcomes of areas, by their indices, in one round.

    At baccarat the round is dealt from a full shoe.
    """
    if table.game == baccarat.GAME:
        made = []
        for name in areas:
            area = baccarat.betting_areas()[name]
            offered = table.wager(area.wager)
            form = form_of(offered.wager, offered.data.jurisdiction)
            made.append((area.wager, offered.data.jurisdiction, form, area.hand))
        counted = _counts_of_cards(tuple(made), table.composition)
    else:
        lightning = lightning_of(table.variation)
        assert lightning is not None, "a wheel has Lucky Numbers"
        spots = [SPOTS[name] for name in areas]
        placed = [(table.wager(spot.wager).wager, spot) for spot in spots]
        counted = wheel.joint_counts(placed, lightning)
    total = sum(counted.values())
    return {shown: Fraction(number, total) for shown, number in counted.items()}


@cache
def _counts_of_cards(
    areas: tuple[tuple[str, str, str, int], ...], left: Composition
) -> Mapping[tuple[int, ...], int]:
    """The counts of areas, each by its wager's slug, jurisdiction and form, and by its hand."""
    rules = [RoundArea(wager_rule(*of_wager), hand) for *of_wager, hand in areas]
    return counts_of_cards(rules, left)


def _areas_of(slug: str) -> list[str]:
    areas = baccarat.betting_areas().items()
    return [name for name, area in areas if area.wager == slug]


def _round_on(
    table: TableRules, wagers: Sequence[ChanceWager], areas: Sequence[str]
) -> ChanceRound:
    """The round with these wagers on these areas."""
    nets = [each.nets(table.wager(each.record.wager).wager.outcomes) for each in wagers]
    law: dict[Fraction, Fraction] = {}
    for shown, chance in joint_law(table, areas).items():
        won = sum((net[index] for net, index in zip(nets, shown, strict=True)), ZERO)
        law[won] = law.get(won, ZERO) + chance
    return ChanceRound(tuple(areas), law)


def _widest_spots(wagers: Sequence[ChanceWager]) -> Sequence[str]:
    """The spots that cover one number, an area for each wager, with the largest deviation.

    What is known of a spin once the winning number is known does not depend on the spots: only the
    straight wager wins more with a Lucky Number. Means by number are compared.
    """
    means = {}
    for name, spot in SPOTS.items():
        placed = [each for each in wagers if each.record.wager == spot.wager]
        if placed:
            share = Fraction(len(POCKETS), len(spot.numbers)) * placed[0].record.fixed_return
            won = float(share) * placed[0].units
            means[name] = won * np.array([pocket in spot.numbers for pocket in POCKETS])

    def deviation(names: Iterable[str]) -> float:
        return round(
            float(np.sum([means[name] for name in names], axis=0).std()), 3
        )  # equal ones are equal

    choices = [
        names
        for number in POCKETS
        for names in product(*(_spots_on(number, each.record.wager) for each in wagers))
    ]
    return max(choices, key=deviation)


def _spots_on(number: int, slug: str) -> list[str]:
    """The spots of a wager that cover a number."""
    return [name for name, spot in SPOTS.items() if spot.wager == slug and number in spot.numbers]

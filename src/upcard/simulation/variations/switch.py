"""Simulates Blackjack Switch, where Blackjacks wait for the dealer. 58 Pa. Code § 633a.12(a)."""

from typing import Final

from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.codes import LEVEL_RESULT
from upcard.games.table_rules import TableRules
from upcard.money.odds import PaidOdds
from upcard.simulation.variations.kit import SimulationPart

KEPT_TO_THE_END: Final = 2


def parameters(_rules: TableRules) -> dict[int, int]:
    """A Blackjack is settled after the dealer's hand, whatever the upcard (§ 633a.12(a)(5))."""
    return {at.KEEPS_NATURALS: KEPT_TO_THE_END}


PART: Final = SimulationPart(
    dealt="varied",
    switches=True,
    surrenders=False,
    parameters=parameters,
    pays={LEVEL_RESULT: PaidOdds(1)},
)

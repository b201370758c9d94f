"""Simulates Switch Hands: two cards face down, odds by color. 58 Pa. Code § 633c.4."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation.codes import (
    NATURAL,
    ONE_COLOR,
    ONE_COLOR_AND_TIED,
    ONE_COLOR_RESULT,
    TIED,
    TIED_RESULT,
)
from upcard.games.switch_hands import COLORED_PAYS, SwitchHandsRules, colored_pays
from upcard.games.switch_hands import TIED as TIED_PAYS
from upcard.games.table_rules import TableRules
from upcard.simulation.variations.kit import SimulationPart

CODES: Final = {
    (False, False): NATURAL,
    (True, False): ONE_COLOR,
    (False, True): TIED,
    (True, True): ONE_COLOR_AND_TIED,
}
"""The code of a Blackjack, by whether it is paid for one color and whether it is paid when tied."""


def parameters(rules: TableRules) -> dict[int, int]:
    """Whether optional wagers are decided by the hand that is played."""
    return {at.SPARES: 1, at.KEPT_FIRST: rules.variation.switches_first}


def naturals(rules: TableRules) -> NDArray[np.uint8]:
    """The code of a Blackjack, by switch and color (§ 633c.4(i)(2), (o))."""
    variation = rules.variation
    assert isinstance(variation, SwitchHandsRules)
    table = np.zeros((2, 2), np.uint8)
    for switched in range(2):
        tied = variation.tie_odds(bool(switched)) is not None
        for colored in range(2):
            pays = colored == 1 and colored_pays(variation, bool(switched))
            table[switched, colored] = CODES[pays, tied]
    return table


PART: Final = SimulationPart(
    dealt="varied",
    switches=True,
    parameters=parameters,
    naturals=naturals,
    pays={ONE_COLOR_RESULT: COLORED_PAYS, TIED_RESULT: TIED_PAYS},
)

"""Simulates Down Under, with a strategy for each light. 58 Pa. Code ch. 685a."""

from typing import Final

from upcard.compiled.simulation import fields as at
from upcard.games.down_under import LIGHTS, DownUnderRules
from upcard.games.table_rules import TableRules
from upcard.simulation.variations.kit import SimulationPart


def parameters(rules: TableRules) -> dict[int, int]:
    """Whether two large cards have codes of their own, since a dealer's 22 does not push them."""
    variation = rules.variation
    assert isinstance(variation, DownUnderRules)
    return {at.LARGE_CARDS: variation.pushes_on_22}


PART: Final = SimulationPart(dealt="varied", tables=len(LIGHTS), parameters=parameters)

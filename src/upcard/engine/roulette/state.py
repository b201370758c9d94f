"""The state of a Lightning Roulette table."""

from enum import StrEnum

from upcard.engine.core.table_state import INVENTORY, LAYOUT, TableState, WagerBox
from upcard.games.roulette import LightningRules, LuckyNumber
from upcard.games.table_rules import TableRules


class WheelPhase(StrEnum):
    """A phase of a table with a wheel."""

    WAGERING = "wagering"
    SELECTING = "selecting"
    SPINNING = "spinning"
    RESTED = "rested"
    SETTLED = "settled"


class RouletteState(TableState[WagerBox], frozen=True, kw_only=True):
    """The state of a table with a wheel.

    `lucky` are the Lucky Numbers of the round, `pocket` is the ball's compartment, -1 before.
    """

    phase: WheelPhase = WheelPhase.WAGERING
    lucky: tuple[LuckyNumber, ...] = ()
    pocket: int = -1


def new_table(rules: TableRules) -> RouletteState:
    """A table that has just opened; its rules have to be `LightningRules`."""
    assert isinstance(rules.variation, LightningRules), (
        "Lightning Roulette is played by configured rules"
    )
    return RouletteState(
        rules=rules,
        boxes=(None,) * rules.positions,
        accounts={INVENTORY: 0, LAYOUT: 0},
    )

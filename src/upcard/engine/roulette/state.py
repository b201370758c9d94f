"""What a Lightning Roulette table is at one moment: frozen, and a fold of its events."""

from enum import StrEnum

from upcard.engine.core.table_state import INVENTORY, LAYOUT, TableState, WagerBox
from upcard.games.roulette import LightningRules, LuckyNumber
from upcard.games.table_rules import TableRules


class WheelPhase(StrEnum):
    """Where the table stands."""

    WAGERING = "wagering"
    SELECTING = "selecting"
    SPINNING = "spinning"
    RESTED = "rested"
    SETTLED = "settled"


class RouletteState(TableState[WagerBox], frozen=True, kw_only=True):
    """A table with a wheel: the Lucky Numbers of the round, and where the ball rests (-1)."""

    phase: WheelPhase = WheelPhase.WAGERING
    lucky: tuple[LuckyNumber, ...] = ()
    pocket: int = -1


def new_table(rules: TableRules) -> RouletteState:
    """A table that has just opened; its rules say how Lucky Numbers fall."""
    assert isinstance(rules.variation, LightningRules), (
        "Lightning Roulette is played by configured rules"
    )
    return RouletteState(
        rules=rules,
        boxes=(None,) * rules.positions,
        accounts={INVENTORY: 0, LAYOUT: 0},
    )

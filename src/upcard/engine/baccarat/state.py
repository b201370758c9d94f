"""The state of a baccarat table."""

from upcard.engine.baccarat.events import BANKERS_HAND, PLAYERS_HAND
from upcard.engine.core.events import Target
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import INVENTORY, LAYOUT, ShoeState, Stack, WagerBox
from upcard.games.baccarat import (
    BANKER,
    MAX_CARDS,
    NO_CARD,
    PLAYER,
    point_count,
    points,
    third_card_due,
)
from upcard.games.table_rules import TableRules


class BaccaratState(ShoeState[WagerBox], frozen=True, kw_only=True):
    """The state of a baccarat table; `targets` are the destinations of the initial cards left."""

    phase: Phase = Phase.SHUFFLING
    player: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()
    targets: tuple[Target, ...] = ()

    @property
    def cards_shown(self) -> tuple[int, ...]:
        """The cards of both hands."""
        return self.player + self.banker

    @property
    def is_short(self) -> bool:
        """Whether the shoe may not hold the cards of one more round."""
        return self.stack.remaining < MAX_CARDS


def new_table(rules: TableRules) -> BaccaratState:
    """A table that has just opened: the cards have to be shuffled."""
    return BaccaratState(
        rules=rules,
        boxes=(None,) * rules.positions,
        stacks=(Stack(),),
        accounts={INVENTORY: 0, LAYOUT: 0},
    )


def initial_targets() -> tuple[Target, ...]:
    """The destinations of the initial cards: alternating, the Player's Hand first (§ 631a.9)."""
    return ((PLAYERS_HAND, 0), (BANKERS_HAND, 0)) * 2


def due_target(state: BaccaratState) -> Target | None:
    """The destination of the next card, or None when no card is due (ch. 631a)."""
    if state.phase is Phase.DEALING:
        return state.targets[0] if state.targets else None
    if state.phase is not Phase.DRAWING or len(state.banker) == 3:
        return None
    player, banker = point_count(state.player[:2]), point_count(state.banker[:2])
    third = points(state.player[2]) if len(state.player) == 3 else NO_CARD
    due = third_card_due(player, banker, third)
    return {PLAYER: (PLAYERS_HAND, 0), BANKER: (BANKERS_HAND, 0)}.get(due)

"""What every table has at one moment, whatever is played there; each family adds its own."""

from enum import StrEnum

import msgspec

from upcard.engine.state import Stack
from upcard.games.table_rules import TableRules


class Box(msgspec.Struct, frozen=True):
    """A position in a round: what was wagered, in units, and how each wager was decided.

    Both are by the name under which the wager was placed; one without an outcome lies on the
    layout.
    """

    player: str
    wagers: dict[str, int] = {}
    outcomes: dict[str, str] = {}

    @property
    def undecided(self) -> dict[str, int]:
        """The wagers that lie on the layout."""
        return {name: units for name, units in self.wagers.items() if name not in self.outcomes}


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table. `boxes` has an entry for each position, None where there is no wager.

    `accounts` sum to zero. `seats` are positions with the players that sit there, in the order
    of their arrival.
    """

    rules: TableRules
    phase: StrEnum
    round: int = 0
    boxes: tuple[Box | None, ...]
    accounts: dict[str, int] = {}
    seats: tuple[tuple[int, str], ...] = ()

    def player_at(self, position: int) -> str:
        """Who wagers at a position: the player seated there, else the position's number."""
        return dict(self.seats).get(position, str(position))

    def in_play(self) -> list[tuple[int, Box]]:
        """Positions with a wager from the dealer's left, clockwise."""
        return [(index, box) for index, box in enumerate(self.boxes, 1) if box is not None]

    def from_the_right(self) -> list[tuple[int, Box]]:
        """Positions with a wager from the dealer's right, counterclockwise."""
        return self.in_play()[::-1]

    def with_box(self, position: int, box: Box) -> tuple[Box | None, ...]:
        """The boxes with another one at a position."""
        return (*self.boxes[: position - 1], box, *self.boxes[position:])


class ShoeState(TableState, frozen=True, kw_only=True):
    """A table at which cards are dealt from a shoe.

    `shoes` counts the batches that were loaded. `admitted` are the players who may still wager
    at a table that forbids mid-shoe entry, None while everyone may.
    """

    stacks: tuple[Stack, ...]
    side: int = 0
    cut_offers: tuple[int, ...] = ()
    admitted: frozenset[str] | None = None
    floor_reshuffle: bool = False
    shoes: int = 0

    @property
    def stack(self) -> Stack:
        """The stack from which this round is dealt."""
        return self.stacks[self.side]

    def with_stack(self, stack: Stack) -> tuple[Stack, ...]:
        """The stacks with another one on the side in play."""
        return (*self.stacks[: self.side], stack, *self.stacks[self.side + 1 :])

"""The state that the tables of all games share; each game's state extends it."""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache, wraps
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from upcard.engine.core.condition import NO_FAULTS, NO_UPKEEP, Faults, Upkeep
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.jackpot_events import LockedWagers
from upcard.games.table_rules import TableRules

INVENTORY: Final = "table-inventory"
LAYOUT: Final = "layout"
GAME_ACCOUNTS: Final = "game accounts"
"""What players brought from their game accounts, less what went back; negative, as they pay it."""


CHIPS: Final = "chips"
"""What players won and lost in chips before the table took money from game accounts."""


@lru_cache(maxsize=1024)
def player_account(player: str) -> str:
    """The name of a player's account in the ledger."""
    return f"player {player}"


class WagerBox(msgspec.Struct, frozen=True, gc=False):
    """A position in a round: its wagers in units and the outcomes of those that are decided.

    Both are by the name under which the wager was placed. A wager without an outcome lies on the
    layout.
    """

    player: str
    wagers: dict[str, int] = {}
    outcomes: dict[str, str] = {}

    @property
    def undecided(self) -> dict[str, int]:
        """The wagers that still lie on the layout."""
        return {name: units for name, units in self.wagers.items() if name not in self.outcomes}


B = TypeVar("B")
"""The type of the boxes at a game's tables."""


S = TypeVar("S")
Remembered = TypeVar("Remembered")


def remember_last(ask: Callable[[S], Remembered]) -> Callable[[S], Remembered]:
    """`ask`, which remembers its answer for the last state, or a part of it.

    The step that is due, its check and its events ask the same of one state, which never changes.
    """
    last: tuple[S | None, Remembered | None] = (None, None)

    def answer(state: S) -> Remembered:
        nonlocal last
        asked, answered = last  # read once: another thread may replace `last`
        if asked is not state:
            answered = ask(state)
            last = (state, answered)
        return answered  # type: ignore[return-value]  # None only before the first state

    return wraps(ask)(answer)


class TableState(msgspec.Struct, Generic[B], frozen=True, kw_only=True, gc=False):
    """A table. `boxes` has an entry for each position, None where there is no wager.

    `accounts` sum to zero. `seats` are pairs of position and player, in the order of the players'
    arrival. `locked` are the wagers that feed meters in this round.
    """

    rules: TableRules
    phase: StrEnum
    round: int = 0
    boxes: tuple[B | None, ...]
    accounts: dict[str, int] = {}
    seats: tuple[tuple[int, str], ...] = ()
    locked: LockedWagers = ()

    def money_of(self, player: str) -> int:
        """Units that a player has at a table to which players bring money.

        At any other table, what they have won there, or lost if negative.
        """
        return self.accounts.get(player_account(player), 0)

    @property
    def brought(self) -> int:
        """Units that players brought from their game accounts, less those that went back."""
        return -self.accounts.get(GAME_ACCOUNTS, 0)

    @property
    def has_money(self) -> bool:
        """Whether a player has money at a table to which players bring it."""
        player = player_account("")
        return any(units > 0 for name, units in self.accounts.items() if name.startswith(player))

    def box(self, position: int) -> B:
        """The box at a position that has a wager."""
        box_or_none = self.boxes[position - 1]
        assert box_or_none is not None
        return box_or_none

    def player_at(self, position: int) -> str:
        """The player seated at a position; without one, the position's number as a name."""
        for seat, player in self.seats:
            if seat == position:
                return player
        return str(position)

    def in_play(self) -> tuple[tuple[int, B], ...]:
        """Positions with a wager from the dealer's left, clockwise."""
        in_play = []
        for position, box in enumerate(self.boxes, 1):  # quicker than itertools, and asked often
            if box is not None:
                in_play.append((position, box))
        return tuple(in_play)

    def from_the_right(self) -> tuple[tuple[int, B], ...]:
        """Positions with a wager from the dealer's right, counterclockwise."""
        return self.in_play()[::-1]

    def with_box(self, position: int, box: B) -> tuple[B | None, ...]:
        """The boxes with the one at `position` replaced."""
        boxes = list(self.boxes)
        boxes[position - 1] = box
        return tuple(boxes)

    @property
    def has_wagers(self) -> bool:
        """Whether a round is under way: a wager lies or lay on the layout."""
        return any(self.boxes)

    @property
    def cards_shown(self) -> tuple[int, ...]:
        """The cards on the table that are not yet in the discard rack."""
        return ()

    # What a game without a shoe or without progressive payouts does not have. States of games that
    # have it declare fields of these names.

    @property
    def stacks(self) -> tuple["Stack", ...]:
        """The cards of each side of the shoe."""
        return ()

    @property
    def cut_offers(self) -> tuple[int, ...]:
        """The positions that are offered the cut, the next one first (§ 633a.5(c))."""
        return ()

    @property
    def admitted(self) -> frozenset[str] | None:
        """The players who may still wager (§ 633a.6(b)); None while everyone may."""
        return None

    @property
    def shoes(self) -> int:
        """The number of batches or sides loaded so far."""
        return 0

    @property
    def faults(self) -> Faults:
        """The current irregularities (§ 633a.14)."""
        return NO_FAULTS

    @property
    def upkeep(self) -> Upkeep:
        """The times of decks and inspections."""
        return NO_UPKEEP

    @property
    def jackpots(self) -> tuple[Jackpot, ...]:
        """The progressive payouts that were won in this round."""
        return ()


AnyTable: TypeAlias = TableState[Any]
"""A table of any game."""


class Stack(msgspec.Struct, frozen=True, gc=False):
    """The cards of one shoe, or of one side of a double shoe.

    `remaining` counts the cards still in the shoe. `cover_place` is where the cover card
    appeared: a position, 0 for the dealer, None while it is in the shoe. `discards` lie in
    the discard rack, `segregated` in the segregated area (§ 633a.7(d)(2)); -1 stands for a card
    that nobody saw.
    """

    loaded: bool = False
    batch: int = 0
    remaining: int = 0
    cover_place: int | None = None
    discards: tuple[int, ...] = ()
    segregated: tuple[int, ...] = ()


class ShoeState(TableState[B], frozen=True, kw_only=True):
    """A table at which cards are dealt from a shoe.

    `shoes` counts the batches or sides loaded so far. `admitted` are the players who may still
    wager at a table without mid-shoe entry (§ 633a.6(b)), None while everyone may. `faults` are the
    current irregularities, `upkeep` the times of decks and inspections.
    """

    stacks: tuple[Stack, ...]
    side: int = 0
    cut_offers: tuple[int, ...] = ()
    admitted: frozenset[str] | None = None
    floor_reshuffle: bool = False
    shoes: int = 0
    faults: Faults = NO_FAULTS
    upkeep: Upkeep = NO_UPKEEP

    @property
    def stack(self) -> Stack:
        """The stack from which this round is dealt."""
        return self.stacks[self.side]

    @property
    def is_short(self) -> bool:
        """Whether the shoe may not hold the cards of one more round.

        False at games whose rules say what follows when a shoe runs out.
        """
        return False

    def cards_from(self, side: int) -> tuple[int, ...]:
        """The cards on the table that came from a side of the shoe."""
        return self.cards_shown if side == self.side else ()

    def with_stack(self, stack: Stack) -> tuple[Stack, ...]:
        """The stacks with the one on the side in play replaced."""
        return with_stack_at(self.stacks, self.side, stack)


def with_stack_at(stacks: tuple[Stack, ...], side: int, stack: Stack) -> tuple[Stack, ...]:
    """The stacks with the one on a side replaced."""
    if len(stacks) == 1:
        return (stack,)
    return (*stacks[:side], stack, *stacks[side + 1 :])


AnyShoeTable: TypeAlias = ShoeState[Any]
"""A table of any game that is dealt from a shoe."""

"""What a scene is made of: the cards, piles and seats of a table, as they are sent to a page."""

from typing import Final

import msgspec

DEALER: Final = "dealer"
PLAYER: Final = "player"
BANKER: Final = "banker"
COMMUNITY: Final = "community"
EXPOSED: Final = "exposed"
"""The card that was drawn in error and is the next one (§ 633a.14(c))."""


class CardsView(msgspec.Struct, frozen=True):
    """Cards that lie together: a hand of a `seat`, or with seat 0 the dealer's.

    `seat` -1 is the viewer's own terminal. `mood` is won, lost, level or nothing.
    """

    name: str
    seat: int
    hand: int
    cards: tuple[str, ...]
    total: str = ""
    tag: str = ""
    mood: str = ""
    turn: bool = False


class PileView(msgspec.Struct, frozen=True):
    """Chips on a spot of a seat, in dollars; `mood` once the wager is decided."""

    seat: int
    spot: str
    amount: str
    mood: str = ""


class SeatView(msgspec.Struct, frozen=True):
    """Who plays at a position, and whether it is their turn."""

    position: int
    player: str
    own: bool = False
    turn: bool = False
    note: str = ""


class TerminalShown(msgspec.Struct, frozen=True):
    """A player's terminal at a hybrid table: hands, dollars not yet decided, and the `net` so far.

    `mood` is that of the net, and nothing while a wager is not decided. `dealer` is the dealer's
    hand against this player, None where it is the one that lies on the layout.
    """

    seat: int
    player: str
    hands: tuple[CardsView, ...]
    undecided: str
    net: str
    mood: str = ""
    dealer: CardsView | None = None


class SceneView(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment; `cards` and `piles` have a name that stays theirs in a round.

    `terminals` are those of all players, for a viewer who may see them.
    """

    round: int
    phase: str
    cards: dict[str, CardsView]
    piles: dict[str, PileView]
    seats: tuple[SeatView, ...]
    light: str = ""
    exposed: str = ""
    lucky: dict[int, int] = {}
    pocket: int | None = None
    color: str = ""
    terminals: tuple[TerminalShown, ...] = ()

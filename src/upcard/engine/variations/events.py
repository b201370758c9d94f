"""What happened to cards that may be switched, that players hold, or that a light tells of.

58 Pa. Code §§ 633a.12(a)(4), (b), 633c.4(f), (l), ch. 685a.
"""

from upcard.engine.core.events import Event


class SwitchOffered(Event, frozen=True, tag="SwitchOffered"):
    """All cards are dealt; the players say whether they switch."""


class CardsSwitched(Event, frozen=True, tag="CardsSwitched"):
    """A player switched; `discarded` face-up cards went to the discard rack (§ 633c.4(f)(2))."""

    position: int
    discarded: tuple[int, ...] = ()


class CardsKept(Event, frozen=True, tag="CardsKept"):
    """A player did not; `discarded` cards went to the rack unexposed (§ 633c.4(f)(1))."""

    position: int
    discarded: tuple[int, ...] = ()


class SwitchClosed(Event, frozen=True, tag="SwitchClosed"):
    """Every player has said it."""


class HoleCardLit(Event, frozen=True, tag="HoleCardLit"):
    """The card reader lights the range of the hole card."""

    light: str


class CardsTurned(Event, frozen=True, tag="CardsTurned"):
    """The dealer turned over the two cards that a player held (§ 633a.12(b)(6)(i), (9))."""

    position: int
    hand: int

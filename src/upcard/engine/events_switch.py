"""What happened to cards that may be switched, and to a hole card that a light tells of.

58 Pa. Code §§ 633a.12(a)(4), 633c.4(f), (l), ch. 685a.
"""

from upcard.engine.events import Event


class SwitchOffered(Event, frozen=True):
    """All cards are dealt; the players say whether they switch."""


class CardsSwitched(Event, frozen=True):
    """A player switched; `discarded` face-up cards went to the discard rack (§ 633c.4(f)(2))."""

    position: int
    discarded: tuple[int, ...] = ()


class CardsKept(Event, frozen=True):
    """A player did not; `discarded` cards went to the rack unexposed (§ 633c.4(f)(1))."""

    position: int
    discarded: tuple[int, ...] = ()


class SwitchClosed(Event, frozen=True):
    """Every player has said it."""


class HoleCardLit(Event, frozen=True):
    """The card reader lights the range of the hole card."""

    light: str

"""The events of variations: switched cards, cards in players' hands, the light of the reader.

58 Pa. Code §§ 633a.12(a)(4), (b), 633c.4(f), (l), ch. 685a.
"""

from upcard.engine.core.events import Event


class SwitchOffered(Event, frozen=True, tag="SwitchOffered"):
    """All cards are dealt; the players are asked whether they switch."""


class CardsSwitched(Event, frozen=True, tag="CardsSwitched"):
    """A player switched; `discarded` cards went face up to the discard rack (§ 633c.4(f)(2))."""

    position: int
    discarded: tuple[int, ...] = ()


class CardsKept(Event, frozen=True, tag="CardsKept"):
    """A player kept the cards; `discarded` cards went to the rack unexposed (§ 633c.4(f)(1))."""

    position: int
    discarded: tuple[int, ...] = ()


class SwitchClosed(Event, frozen=True, tag="SwitchClosed"):
    """Every player has answered."""


class HoleCardLit(Event, frozen=True, tag="HoleCardLit"):
    """The card reader showed the light for the range of the hole card."""

    light: str


class CardsTurned(Event, frozen=True, tag="CardsTurned"):
    """The dealer turned over the two cards that a player held (§ 633a.12(b)(6)(i), (9))."""

    position: int
    hand: int

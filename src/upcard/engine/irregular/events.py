"""The events of irregularities. 58 Pa. Code § 633a.14."""

from upcard.engine.core.events import Event


class FaceUpCardFound(Event, frozen=True, tag="FaceUpCardFound"):
    """A card that lay face up in the shoe is not used in this round (§ 633a.14(a))."""

    card: int
    side: int


class CardDrawnInError(Event, frozen=True, tag="CardDrawnInError"):
    """A card that nobody saw left the shoe too early; it is the next card dealt (§ 633a.14(b))."""


class CardExposed(Event, frozen=True, tag="CardExposed"):
    """A card was drawn in error and seen; it is the next card dealt (§ 633a.14(c))."""

    card: int


class CardRefused(Event, frozen=True, tag="CardRefused"):
    """A player refused the exposed card and receives no further card (§ 633a.14(c))."""

    position: int
    player: str


class ExposedCardDiscarded(Event, frozen=True, tag="ExposedCardDiscarded"):
    """Nobody accepted the exposed card, and the dealer cannot use it (§ 633a.14(c))."""

    card: int


class DealerOverdrawn(Event, frozen=True, tag="DealerOverdrawn"):
    """A card that the dealer did not need went to the discard rack (§ 633a.14(d))."""

    card: int


class DealerCardMissed(Event, frozen=True, tag="DealerCardMissed"):
    """The dealer's own card comes after the players' initial cards (§ 633a.14(e))."""


class HandMissed(Event, frozen=True, tag="HandMissed"):
    """A hand was passed over in the initial deal (§ 633a.14(g))."""

    position: int
    hand: int


class RequestedCardMissed(Event, frozen=True, tag="RequestedCardMissed"):
    """A hand did not get the card that its player requested (§ 633a.14(i))."""

    position: int
    hand: int


class MissedCardTaken(Event, frozen=True, tag="MissedCardTaken"):
    """A hand that was missed gets its card next (§ 633a.14(g), (i))."""

    position: int
    hand: int


class HandCalledDead(Event, frozen=True, tag="HandCalledDead"):
    """A hand without its cards is dead (§ 633a.14(g), (i))."""

    position: int
    hand: int


class WrongSideDealt(Event, frozen=True, tag="WrongSideDealt"):
    """The round is drawn from this side, as if it were the correct one (§ 633a.14(h))."""

    side: int


class CardReaderMisused(Event, frozen=True, tag="CardReaderMisused"):
    """The card reader was used without cause; `reveals` the hole card or not (§ 633a.14(j))."""

    reveals: bool


class ShufflerJammed(Event, frozen=True, tag="ShufflerJammed"):
    """A shuffle was not completed: the cards are reshuffled (§ 633a.14(l))."""


class ShufflerFailed(Event, frozen=True, tag="ShufflerFailed"):
    """The shuffling device cannot be used (§ 633a.14(m))."""


class ShufflerCovered(Event, frozen=True, tag="ShufflerCovered"):
    """The device is covered or bears a sign that it is out of order (§ 633a.14(m))."""


class ShufflerRepaired(Event, frozen=True, tag="ShufflerRepaired"):
    """The shuffling device is in use again (§ 633a.14(m))."""

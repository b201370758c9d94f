"""What happened at a table: nouns and past participles, frozen and complete.

Money events carry all that the ledger needs; card events carry the card and where it went.
A `hand` counts from 1 within its position.
"""

from typing import Final

import msgspec

from upcard.money.odds import MeterShare

UPCARD: Final = -1
HOLE: Final = -2
DRAW: Final = -3
"""Destinations of the dealer's cards, where a player's card has a position."""

Target = tuple[int, int]
"""Where a card goes: a position and the index of its hand, or a dealer's destination and 0."""


class Event(msgspec.Struct, frozen=True, tag=True):
    """Anything that happened at a table.

    The tag of each event is its name in journals, pinned by hand: a class may be renamed, a tag
    never changes.
    """


class PlayerSeated(Event, frozen=True, tag="PlayerSeated"):
    """A player arrived at a position."""

    position: int
    player: str


class PlayerLeft(Event, frozen=True, tag="PlayerLeft"):
    """A player left a position."""

    position: int


class EntryPermitted(Event, frozen=True, tag="EntryPermitted"):
    """A player who sat out may wager again (§ 633a.6(b)(1))."""

    player: str


class CardsShuffled(Event, frozen=True, tag="CardsShuffled"):
    """A batch or side was shuffled; `cut_offers`: whom to offer the cut, in order."""

    side: int
    batch: int
    cut_offers: tuple[int, ...]


class CutDeclined(Event, frozen=True, tag="CutDeclined"):
    """The cut was refused by a player."""

    position: int


class CardsCut(Event, frozen=True, tag="CardsCut"):
    """The cards were cut, by a player or (0) the dealer."""

    position: int
    depth: int


class CoverCardInserted(Event, frozen=True, tag="CoverCardInserted"):
    """The cover card lies so many cards from the bottom."""

    from_bottom: int


class CardsLoaded(Event, frozen=True, tag="CardsLoaded"):
    """A full batch lies in the shoe: `cards` of them on that side."""

    side: int
    cards: int


class CardBurned(Event, frozen=True, tag="CardBurned"):
    """A card went to the discard rack unseen by play."""

    card: int


class BurnNotRequired(Event, frozen=True, tag="BurnNotRequired"):
    """A double shoe or dealing from the hand removes its card at each round instead."""


class DealerReplaced(Event, frozen=True, tag="DealerReplaced"):
    """A new dealer took over."""


class ReshuffleOrdered(Event, frozen=True, tag="ReshuffleOrdered"):
    """A floorperson ordered a reshuffle, or the second side of a double shoe is next."""

    by_floor: bool = True


class WagerPlaced(Event, frozen=True, tag="WagerPlaced"):
    """A wager lies on the layout."""

    position: int
    wager: str
    amount: int
    player: str


class BetsClosed(Event, frozen=True, tag="BetsClosed"):
    """No more bets; `targets` are the cards to deal, in order."""

    round: int
    targets: tuple[Target, ...]


class BonusesDrawn(Event, frozen=True, tag="BonusesDrawn"):
    """The Magic Card and the lucky position of this round (§ 633a.1); -1 and 0 for none."""

    magic_card: int
    lucky_seat: int


class WagerCollected(Event, frozen=True, tag="WagerCollected"):
    """A progressive wager went into the table inventory before the deal (§ 633c.2(f))."""

    position: int
    wager: str
    amount: int


class DeterminantDue(BetsClosed, frozen=True, tag="DeterminantDue"):
    """No more bets; a double shoe draws its determinant card first (§ 633a.7(d))."""


class RemovalDue(BetsClosed, frozen=True, tag="RemovalDue"):
    """No more bets; dealing from the hand removes a card first (§ 633a.12(b)(5))."""


class DeterminantDrawn(Event, frozen=True, tag="DeterminantDrawn"):
    """The determinant card; the round is dealt from `side`, the card came from `drawn_from`."""

    card: int
    drawn_from: int
    side: int


class CardDealt(Event, frozen=True, tag="CardDealt"):
    """A card reached a hand."""

    position: int
    hand: int
    card: int
    face_up: bool = True


class CoverCardAppeared(Event, frozen=True, tag="CoverCardAppeared"):
    """The cover card came out where the next card was due: a position, or 0 for the dealer."""

    side: int
    place: int


class DiscardsReshuffled(Event, frozen=True, tag="DiscardsReshuffled"):
    """The discards went back into the shoe in mid-round (§ 633a.14(f)).

    `cut_by` is the position that accepted the cut, 0 for the dealer.
    """

    cards: int
    burned: int
    cut_by: int = 0


class WagerSettled(Event, frozen=True, tag="WagerSettled"):
    """A wager was decided: `wagered` leaves the layout, `paid` goes to the player.

    `hand` is 0 for a wager that stands on the position. `meters` are shares of progressive
    meters won beside `paid`; `collected` marks a wager that was taken before the deal. A
    `pending` payout is owed, and paid when it is verified and validated. An envy bonus is won
    by the hand of the position `envy_of`.
    """

    position: int
    hand: int
    wager: str
    outcome: str
    wagered: int
    paid: int
    section: str
    player: str
    meters: tuple[MeterShare, ...] = ()
    collected: bool = False
    pending: bool = False
    envy_of: int = 0


class PressOffered(Event, frozen=True, tag="PressOffered"):
    """A player may add so much of the winnings to the Blackjack wager (§ 633a.7(g)(10))."""

    position: int
    amount: int
    wager: str


class WinningsPressed(Event, frozen=True, tag="WinningsPressed"):
    """Winnings became part of the Blackjack wager, or lie `beside` it (§ 633c.11(e))."""

    position: int
    amount: int
    player: str
    beside: bool = False


class WinningsTaken(Event, frozen=True, tag="WinningsTaken"):
    """The player took the winnings."""

    position: int


class InsuranceOffered(Event, frozen=True, tag="InsuranceOffered"):
    """The upcard is an ace (§ 633a.8(a))."""


class InsurancePlaced(Event, frozen=True, tag="InsurancePlaced"):
    """An Insurance wager lies on the insurance line."""

    position: int
    amount: int
    player: str


class InsuranceDeclined(Event, frozen=True, tag="InsuranceDeclined"):
    """A player has no Insurance wager."""

    position: int


class InsuranceClosed(Event, frozen=True, tag="InsuranceClosed"):
    """No more Insurance wagers."""


class CardReaderDue(Event, frozen=True, tag="CardReaderDue"):
    """The upcard is a ten-value card: the card reader is used (§ 633a.7(h))."""


class NoDealerBlackjack(Event, frozen=True, tag="NoDealerBlackjack"):
    """The card reader shows no Blackjack."""


class DealerBlackjack(Event, frozen=True, tag="DealerBlackjack"):
    """The card reader shows a Blackjack; the hole card is turned."""


class PlayStarted(Event, frozen=True, tag="PlayStarted"):
    """The players' decisions begin (§ 633a.7(i))."""


class DecisionMade(Event, frozen=True, tag="DecisionMade"):
    """A player's decision; `amount` is the additional wager of a double or a split."""

    position: int
    hand: int
    decision: str
    amount: int
    player: str


class CardsRemoved(Event, frozen=True, tag="CardsRemoved"):
    """The cards of a hand that is done went to the discard rack (§§ 633a.7(i)(1), 633a.9(a))."""

    position: int
    hand: int
    cards: tuple[int, ...]


class HoleCardTurned(Event, frozen=True, tag="HoleCardTurned"):
    """The hole card lies face up (§ 633a.7(l))."""


VOID: Final = "void"
"""The outcome of a wager that was called off."""


class WagerReturned(Event, frozen=True, tag="WagerReturned"):
    """A wager was called off and went back under a section; `hand` is 0 beside the hands."""

    position: int
    hand: int
    wager: str
    amount: int
    player: str
    collected: bool = False
    section: str = ""


class RoundSettled(Event, frozen=True, tag="RoundSettled"):
    """All wagers are decided."""


class TableCleared(Event, frozen=True, tag="TableCleared"):
    """The cards lie in the discard rack, in this order (§ 633a.7(s))."""

    cards: tuple[int, ...]


class ReshuffleDue(TableCleared, frozen=True, tag="ReshuffleDue"):
    """The same, and the cover card has come: the cards are shuffled (§ 633a.7(e))."""

"""The events of a table.

Money events carry everything that the ledger needs; card events carry the card and its destination.
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
"""The destination of a card: a position and a hand (from 1), or a dealer's destination and 0."""


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that happened at a table.

    The tag of each event is its name in journals, set by hand: a class may be renamed, a tag
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
    """A batch or side was shuffled; `cut_offers` are the positions offered the cut, in order."""

    side: int
    batch: int
    cut_offers: tuple[int, ...]


class CutDeclined(Event, frozen=True, tag="CutDeclined"):
    """A player refused the cut."""

    position: int


class CardsCut(Event, frozen=True, tag="CardsCut"):
    """The cards were cut by the player at a position, or by the dealer (0)."""

    position: int
    depth: int


class CoverCardInserted(Event, frozen=True, tag="CoverCardInserted"):
    """The cover card was inserted `from_bottom` cards from the bottom."""

    from_bottom: int


class CardsLoaded(Event, frozen=True, tag="CardsLoaded"):
    """A full batch of `cards` cards was loaded into the shoe, on `side`."""

    side: int
    cards: int


class CardBurned(Event, frozen=True, tag="CardBurned"):
    """A card was put face down into the discard rack; -1 for an unknown card."""

    card: int


class BurnNotRequired(Event, frozen=True, tag="BurnNotRequired"):
    """No card is burned: a double shoe, or dealing from the hand, removes a card at each round."""


class DealerReplaced(Event, frozen=True, tag="DealerReplaced"):
    """A new dealer took over."""


class ReshuffleOrdered(Event, frozen=True, tag="ReshuffleOrdered"):
    """A floorperson ordered a reshuffle, or the second side of a double shoe is next."""

    by_floor: bool = True


class WagerPlaced(Event, frozen=True, tag="WagerPlaced"):
    """A wager was placed on the layout."""

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
    """A progressive wager was put into the table inventory before the deal (§ 633c.2(f))."""

    position: int
    wager: str
    amount: int


class DeterminantDue(BetsClosed, frozen=True, tag="DeterminantDue"):
    """No more bets; a double shoe draws its determinant card first (§ 633a.7(d))."""


class RemovalDue(BetsClosed, frozen=True, tag="RemovalDue"):
    """No more bets; dealing from the hand removes a card first (§ 633a.12(b)(5))."""


class DeterminantDrawn(Event, frozen=True, tag="DeterminantDrawn"):
    """The determinant card was drawn from `drawn_from`; the round is dealt from `side`."""

    card: int
    drawn_from: int
    side: int


class CardDealt(Event, frozen=True, tag="CardDealt"):
    """A card was dealt to a hand; `position` may be a dealer's destination."""

    position: int
    hand: int
    card: int
    face_up: bool = True


class CoverCardAppeared(Event, frozen=True, tag="CoverCardAppeared"):
    """The cover card appeared; `place` is where a card was due: a position, 0 for the dealer."""

    side: int
    place: int


class DiscardsReshuffled(Event, frozen=True, tag="DiscardsReshuffled"):
    """The discards were shuffled and put into the shoe during a round (§ 633a.14(f)).

    `cut_by` is the position that accepted the cut, 0 for the dealer.
    """

    cards: int
    burned: int
    cut_by: int = 0


class WagerSettled(Event, frozen=True, kw_only=True, tag="WagerSettled"):
    """A wager was decided: `wagered` leaves the layout, `paid` goes to the player.

    `hand` is 0 for a wager of the position, not of a hand. `meters` are shares of progressive
    meters won in addition to `paid`. `collected` is true for a wager that was taken before the
    deal. A `pending` payout is owed, and is paid when it is verified and validated. An envy bonus
    is for the hand of the position `envy_of`.
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
    """A player may add `amount` of the winnings to the Blackjack wager (§ 633a.7(g)(10))."""

    position: int
    amount: int
    wager: str


class WinningsPressed(Event, frozen=True, tag="WinningsPressed"):
    """Winnings were added to the Blackjack wager, or placed `beside` it (§ 633c.11(e))."""

    position: int
    amount: int
    player: str
    beside: bool = False


class WinningsTaken(Event, frozen=True, tag="WinningsTaken"):
    """The player took the winnings instead of adding them to the Blackjack wager."""

    position: int


class InsuranceOffered(Event, frozen=True, tag="InsuranceOffered"):
    """The upcard is an ace: Insurance is offered (§ 633a.8(a))."""


class InsurancePlaced(Event, frozen=True, tag="InsurancePlaced"):
    """An Insurance wager was placed on the insurance line."""

    position: int
    amount: int
    player: str


class InsuranceDeclined(Event, frozen=True, tag="InsuranceDeclined"):
    """A player made no Insurance wager."""

    position: int


class InsuranceClosed(Event, frozen=True, tag="InsuranceClosed"):
    """No more Insurance wagers."""


class SurrenderOffered(Event, frozen=True, tag="SurrenderOffered"):
    """Players may surrender before the dealer looks for a Blackjack, by a house's own rules."""


class CardReaderDue(Event, frozen=True, tag="CardReaderDue"):
    """The upcard may give a Blackjack: the card reader has to be used (§ 633a.7(h))."""


class NoDealerBlackjack(Event, frozen=True, tag="NoDealerBlackjack"):
    """The card reader shows no Blackjack."""


class DealerBlackjack(Event, frozen=True, tag="DealerBlackjack"):
    """The card reader shows a Blackjack; the hole card is turned."""


class PlayStarted(Event, frozen=True, tag="PlayStarted"):
    """The players' decisions begin (§ 633a.7(i))."""


class DecisionMade(Event, frozen=True, tag="DecisionMade"):
    """A player decided; `amount` is the additional wager of a double or a split."""

    position: int
    hand: int
    decision: str
    amount: int
    player: str


class CardsRemoved(Event, frozen=True, tag="CardsRemoved"):
    """The cards of a finished hand were put into the discard rack (§§ 633a.7(i)(1), 633a.9(a))."""

    position: int
    hand: int
    cards: tuple[int, ...]


class HoleCardTurned(Event, frozen=True, tag="HoleCardTurned"):
    """The hole card was turned face up (§ 633a.7(l))."""


VOID: Final = "void"
"""The outcome of a wager that was returned undecided."""


class WagerReturned(Event, frozen=True, tag="WagerReturned"):
    """A wager was returned undecided under `section`; `hand` is 0 for a wager of the position."""

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
    """The cards were put into the discard rack, in this order (§ 633a.7(s))."""

    cards: tuple[int, ...]


class ReshuffleDue(TableCleared, frozen=True, tag="ReshuffleDue"):
    """The table was cleared after the cover card appeared: a shuffle is due (§ 633a.7(e))."""

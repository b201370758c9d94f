"""The view of a Blackjack table, without the hole card and other cards that lie face down."""

import msgspec

from upcard.cards.card import name_of
from upcard.engine.blackjack.state import BlackjackState, Box, Hand
from upcard.engine.core.events import UPCARD
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.view import HIDDEN, HandView, View
from upcard.engine.variations.from_the_hand import is_held
from upcard.money.amount import format_dollars


class BoxView(msgspec.Struct, frozen=True):
    """A position as it lies on the table."""

    position: int
    player: str
    wagers: dict[str, str]
    insurance: str | None
    hands: tuple[HandView, ...]
    switch_cards: tuple[str, ...] = ()


class JackpotView(msgspec.Struct, frozen=True):
    """A progressive payout that was won; `amount` is None while the meter's part is not known."""

    position: int
    wager: str
    outcome: str
    amount: str | None
    stage: str


class TableView(View, frozen=True):
    """A table as anyone standing at it sees it; `exposed` is a card that was drawn in error."""

    table: str
    phase: str
    round: int
    boxes: tuple[BoxView, ...]
    dealer: tuple[str, ...]
    dealer_total: int | None
    jackpots: tuple[JackpotView, ...] = ()
    exposed: str | None = None
    light: str = ""


def view(state: BlackjackState, player: str = "") -> TableView:
    """The cards that lie face up, and those that the player holds (§ 633a.12(b)(6)).

    No view contains the rest of the shoe, the hole card before it is turned, switch hands cards
    (§ 633c.4(d)) or a double down's card that was dealt face down (§ 633a.10(c)).
    """
    shown = state.hole_card_shown
    hole = 0 if (UPCARD, 0) in state.targets else 1  # it may be dealt before the upcard
    dealer = tuple(
        name_of(card) if index != hole or shown else HIDDEN
        for index, card in enumerate(state.dealer)
    )
    return TableView(
        state.rules.name,
        state.phase,
        state.round,
        tuple(
            _box(position, box, shown, own=box.player == player)
            for position, box in state.in_play()
        ),
        dealer,
        state.dealer_total if shown else None,
        tuple(_jackpot(jackpot) for jackpot in state.jackpots),
        name_of(state.faults.exposed) if state.faults.exposed >= 0 else None,
        state.light,
    )


def lies_face_down(state: BlackjackState, position: int, number: int) -> bool:
    """Whether cards that were dealt face down to a hand, or to the dealer, are still not turned.

    They are the hole card, the two cards that a player holds (§ 633a.12(b)(6)), the card of a
    double down (§ 633a.10(c)) and the switch hands cards beside hand 0 (§ 633c.4(d)). A card that
    left the table lies nowhere.
    """
    if position < 0:
        return bool(state.dealer) and not state.hole_card_shown
    box = dict(state.in_play()).get(position)
    if box is None or number > len(box.hands):
        return False
    if not number:
        return bool(box.spare)
    hand = box.hands[number - 1]
    if hand.removed or not hand.cards_face_down:
        return False
    return is_held(hand) or not state.hole_card_shown


def _jackpot(jackpot: Jackpot) -> JackpotView:
    amount = None if jackpot.amount is None else format_dollars(jackpot.amount)
    return JackpotView(jackpot.position, jackpot.wager, jackpot.outcome, amount, jackpot.stage)


def _box(position: int, box: Box, shown: bool, *, own: bool) -> BoxView:
    return BoxView(
        position,
        box.player,
        {slug: format_dollars(amount) for slug, amount in box.wagers.items()},
        format_dollars(box.insurance) if box.insurance else None,
        tuple(_hand(hand, shown, own=own) for hand in box.hands),
        (HIDDEN,) * len(box.spare),
    )


def _hand(hand: Hand, shown: bool, *, own: bool) -> HandView:
    """The view of a hand; `own` is true for the player's own, `shown` once the hole card is turned.

    The last card of a double down is turned with the hole card. The first two cards of a held hand
    are seen only by its player. Cards in the discard rack are not shown, but their total is.
    """
    if hand.removed:
        wagers = (format_dollars(hand.wager), format_dollars(hand.doubled))
        return HandView((), hand.total, *wagers, hand.outcome)
    names = [name_of(card) for card in hand.cards]
    if is_held(hand):
        hidden = 0 if own else hand.cards_face_down
        names[:hidden] = [HIDDEN] * hidden
    else:
        hidden = 0 if shown else hand.cards_face_down
        names[len(names) - hidden :] = [HIDDEN] * hidden
    return HandView(
        tuple(names),
        None if hidden else hand.total,
        format_dollars(hand.wager),
        format_dollars(hand.doubled),
        hand.outcome,
    )

"""What the walks ask and check when something goes wrong, and who may see what of it."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final

import msgspec
from msgspec.structs import replace

from properties.shared_views import forget_views
from upcard.cards.card import value_of
from upcard.engine.blackjack.state import BlackjackState, Box, Hand
from upcard.engine.core.commands import Command, SeatPlayer
from upcard.engine.core.condition import Shuffler
from upcard.engine.core.events import UPCARD
from upcard.engine.core.phases import Phase
from upcard.engine.irregular.commands import (
    CallHandDead,
    CoverShuffler,
    DealFromWrongSide,
    DrawInError,
    ExposeCard,
    FindFaceUpCard,
    MissDealerCard,
    MissHand,
    MissRequestedCard,
    MisuseCardReader,
    OverdrawDealer,
    RefuseCard,
    RepairShuffler,
    ReportShufflerFailure,
    ReportShufflerJam,
    TakeMissedCard,
)
from upcard.engine.shoe.upkeep_commands import (
    InspectCardReader,
    InspectCards,
    OrderRecut,
    ReceiveDecks,
    RepairCardReader,
    ReportReaderFailure,
    SpreadCards,
    SpreadIdleCards,
    StackCards,
    TellTime,
    VerifyInspection,
    WashCards,
)
from upcard.engine.views import Viewer, Views

OF_OTHERS: Final = (Viewer.PLAYER, Viewer.SPECTATOR, Viewer.DEALER, Viewer.SIGN)
"""Roles that are not told what other players win."""

Top = Callable[[int], int]
"""The next card of a side of the shoe."""


def from_side(state: BlackjackState, on_table: list[int], side: int) -> Counter[int]:
    """The cards on the table, and the exposed one, that came from a side of the shoe.

    A determinant card that became the first card dealt keeps its side (§ 633a.14(h)).
    """
    found = Counter(on_table if side == state.side else ())
    faults = state.faults
    if faults.exposed >= 0 and side == state.side:
        found[faults.exposed] += 1
    if faults.wrong_side and faults.determinant in on_table:
        found[faults.determinant] += -1 if side == state.side else 1
    return +found


def irregular_commands(
    random: Random, state: BlackjackState, top: Top, position: int
) -> list[Command]:
    """All that § 633a.14 and the upkeep of a table know, with cards that are really there."""
    side, now = random.randint(-1, 2), state.upkeep.now
    return [
        FindFaceUpCard(top(side), side),
        DrawInError(),
        *(ExposeCard(top(state.side)),) * 3,
        *(RefuseCard(position),) * 3,
        *(OverdrawDealer(top(state.side)),) * 3,
        *(MissDealerCard(), MissHand(), MissRequestedCard()) * 3,
        *(TakeMissedCard(position), CallHandDead(position)),
        *(DealFromWrongSide(),) * 3,
        MisuseCardReader(),
        *(ReportReaderFailure(), RepairCardReader()),
        *(ReportShufflerJam(), ReportShufflerFailure()),
        *(CoverShuffler(), RepairShuffler()),
        *(ReceiveDecks(random.random() < 0.5),) * 9,
        *(InspectCards(), VerifyInspection()),
        *(SpreadCards(), WashCards(), StackCards(), OrderRecut()),
        *(SpreadIdleCards(random.random() < 0.5),) * 9,
        TellTime(now + random.randint(-1, 40_000), random.choice(("2024-06-29", "2024-06-30"))),
        InspectCardReader(random.random() < 0.8),
    ]


def put_right(state: BlackjackState) -> Command | None:
    """What a table waits for that is out of order, or whose players have to come first."""
    if state.faults.reader_failed:
        return RepairCardReader()
    if state.faults.shuffler is not Shuffler.WORKING and state.phase in (
        Phase.SHUFFLING,
        Phase.WAGERING,
    ):
        return RepairShuffler()
    if state.phase is Phase.WASHING and not state.seats:
        return SeatPlayer(1, "Ann")
    return None


def other_unseen(state: BlackjackState, player: str = "") -> BlackjackState:
    """The same table with another card wherever the viewer sees none; `player` sees their own."""
    stacks = tuple(
        replace(stack, discards=_others(stack.discards), segregated=_others(stack.segregated))
        for stack in state.stacks
    )
    state = replace(state, stacks=stacks)
    if state.hole_card_shown:
        return state
    up = () if (UPCARD, 0) in state.targets else state.dealer[:1]
    dealer = (*up, *_others(state.dealer[len(up) :]))
    boxes = tuple(
        None if box is None else _other_box(box, own=box.player == player) for box in state.boxes
    )
    return replace(
        state,
        dealer=dealer,
        dealer_pips=sum(value_of(card) for card in dealer),
        dealer_aces=sum(card < 4 for card in dealer),
        boxes=boxes,
    )


def _others(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([_other(card) for card in cards])


def _other(card: int) -> int:
    return (card + 5) % 52 if card >= 0 else card


def _other_box(box: Box, *, own: bool) -> Box:
    """A card of a double down lies last (§ 633a.10(c)), what a player holds first (§ 633a.12(b)).

    Who holds a Blackjack shows it when it is paid: the step that is due tells it.
    """
    hands = tuple([_other_hand(hand, own=own) for hand in box.hands])
    return replace(box, hands=hands, spare=_others(box.spare))


def _other_hand(hand: Hand, *, own: bool) -> Hand:
    count, cards = hand.cards_face_down, hand.cards
    if hand.removed or not count or (own and not hand.doubled):
        return hand
    first = 0 if not hand.doubled else len(cards) - count
    cards = (*cards[:first], *_others(cards[first : first + count]), *cards[first + count :])
    pips = sum(value_of(card) for card in cards)
    aces = sum(card < 4 for card in cards)
    other = replace(hand, cards=cards, pips=pips, aces=aces)
    return hand if hand.blackjack or other.blackjack else other


def check_viewers(state: BlackjackState) -> None:
    """No role can tell a table from one on which other cards are unseen.

    A player's winnings are in nobody's view but their own and the floor's.
    """
    forget_views()
    players = {box.player for _, box in state.in_play()}
    other = other_unseen(state)
    seen, seen_of_other = Views(state), Views(other)
    for role in Viewer:
        assert seen.of(role) == seen_of_other.of(role), role
    for player in players:
        twin = other_unseen(state, player)
        # Who holds no cards sees what everybody sees.
        seen_of_twin = seen_of_other if twin == other else Views(twin)
        assert seen.of(Viewer.PLAYER, player) == seen_of_twin.of(Viewer.PLAYER, player)
    for role in OF_OTHERS if players else ():
        text = msgspec.json.encode(seen.of(role, "nobody")).decode()
        assert not any(f"player {player}" in text for player in players), role

"""What the walks ask and check when something goes wrong, and who may see what of it."""

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec
from msgspec.structs import replace

from upcard.cards.card import value_of
from upcard.engine.blackjack.state import BlackjackState, Box
from upcard.engine.core import commands as c
from upcard.engine.core.events import UPCARD
from upcard.engine.core.phases import Phase
from upcard.engine.irregular import commands as ci
from upcard.engine.irregular.condition import Shuffler
from upcard.engine.shoe import upkeep_commands as cu
from upcard.engine.views import Viewer, view_for

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
) -> list[c.Command]:
    """All that § 633a.14 and the upkeep of a table know, with cards that are really there."""
    side, now = random.randint(-1, 2), state.upkeep.now
    return [
        ci.FindFaceUpCard(top(side), side),
        ci.DrawInError(),
        *(ci.ExposeCard(top(state.side)),) * 3,
        *(ci.RefuseCard(position),) * 3,
        *(ci.OverdrawDealer(top(state.side)),) * 3,
        *(ci.MissDealerCard(), ci.MissHand(), ci.MissRequestedCard()) * 3,
        *(ci.TakeMissedCard(position), ci.CallHandDead(position)),
        *(ci.DealFromWrongSide(),) * 3,
        ci.MisuseCardReader(),
        *(ci.ReportReaderFailure(), ci.RepairCardReader()),
        *(ci.ReportShufflerJam(), ci.ReportShufflerFailure()),
        *(ci.CoverShuffler(), ci.RepairShuffler()),
        *(cu.ReceiveDecks(random.random() < 0.5),) * 9,
        *(cu.InspectCards(), cu.VerifyInspection()),
        *(cu.SpreadCards(), cu.WashCards(), cu.StackCards(), cu.OrderRecut()),
        *(cu.SpreadIdleCards(random.random() < 0.5),) * 9,
        cu.TellTime(now + random.randint(-1, 40_000), random.choice(("2024-06-29", "2024-06-30"))),
        cu.InspectCardReader(random.random() < 0.8),
    ]


def put_right(state: BlackjackState) -> c.Command | None:
    """What a table waits for that is out of order, or whose players have to come first."""
    if state.faults.reader_failed:
        return ci.RepairCardReader()
    if state.faults.shuffler is not Shuffler.WORKING and state.phase in (
        Phase.SHUFFLING,
        Phase.WAGERING,
    ):
        return ci.RepairShuffler()
    if state.phase is Phase.WASHING and not state.seats:
        return c.SeatPlayer(1, "Ann")
    return None


def other_unseen(state: BlackjackState, player: str = "") -> BlackjackState:
    """The same table with another card wherever the viewer sees none; `player` sees his own."""
    stacks = tuple(
        replace(
            stack,
            discards=tuple(_other(card) for card in stack.discards),
            segregated=tuple(_other(card) for card in stack.segregated),
        )
        for stack in state.stacks
    )
    state = replace(state, stacks=stacks)
    if state.hole_card_shown:
        return state
    up = () if (UPCARD, 0) in state.targets else state.dealer[:1]
    dealer = (*up, *(_other(card) for card in state.dealer[len(up) :]))
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


def _other(card: int) -> int:
    return (card + 5) % 52 if card >= 0 else card


def _other_box(box: Box, *, own: bool) -> Box:
    """A card of a double down lies last (§ 633a.10(c)), what a player holds first (§ 633a.12(b)).

    Who holds a Blackjack shows it when it is paid: the step that is due tells it.
    """
    hands = []
    for hand in box.hands:
        count, cards = hand.cards_face_down, hand.cards
        first = 0 if count and not hand.doubled else len(cards) - count
        unseen = range(first, first + count)
        cards = tuple(_other(card) if at in unseen else card for at, card in enumerate(cards))
        pips = sum(value_of(card) for card in cards)
        aces = sum(card < 4 for card in cards)
        other = replace(hand, cards=cards, pips=pips, aces=aces)
        seen = hand.removed or not count or (own and not hand.doubled)
        hands.append(hand if seen or hand.blackjack or other.blackjack else other)
    return replace(box, hands=tuple(hands), spare=tuple(_other(card) for card in box.spare))


def check_viewers(state: BlackjackState) -> None:
    """No role can tell a table from one on which other cards are unseen."""
    other = other_unseen(state)
    for role in Viewer:
        assert view_for(state, role) == view_for(other, role), role
    for player in {box.player for _, box in state.in_play()}:
        other = other_unseen(state, player)
        assert view_for(state, Viewer.PLAYER, player) == view_for(other, Viewer.PLAYER, player)


def check_secrets_of_others(state: BlackjackState) -> None:
    """The winnings of a player are in nobody's view but his own and the floor's."""
    players = {box.player for _, box in state.in_play()}
    for role in (Viewer.PLAYER, Viewer.SPECTATOR, Viewer.DEALER, Viewer.SIGN) if players else ():
        text = msgspec.json.encode(view_for(state, role, "nobody")).decode()
        for player in players:
            assert f"player {player}" not in text

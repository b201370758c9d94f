"""The events that follow from irregularities. 58 Pa. Code § 633a.14."""

from collections.abc import Mapping
from typing import Final

from upcard.engine.blackjack.claims import claims
from upcard.engine.blackjack.deal import due_target
from upcard.engine.blackjack.settle import return_beside, return_hand, return_wagers
from upcard.engine.blackjack.state import BlackjackState, turn
from upcard.engine.core.citing import PA
from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event, RoundSettled, Target
from upcard.engine.core.parts import Handler
from upcard.engine.core.phases import DEALING, PLAYING
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
from upcard.engine.irregular.events import (
    CardDrawnInError,
    CardExposed,
    CardReaderMisused,
    CardRefused,
    DealerCardMissed,
    DealerOverdrawn,
    ExposedCardDiscarded,
    FaceUpCardFound,
    HandCalledDead,
    HandMissed,
    MissedCardTaken,
    RequestedCardMissed,
    ShufflerCovered,
    ShufflerFailed,
    ShufflerJammed,
    ShufflerRepaired,
    WrongSideDealt,
)


def due_choice(state: BlackjackState) -> Target | None:
    """The missed hand whose player chooses next, after all other players have their cards.

    For a hand missed in the initial deal (g) this is before the dealer's second card, for a
    requested card (i) before the hole card is turned.
    """
    missed = state.faults.missed
    if not missed or any(position > 0 for position, _ in state.targets):
        return None
    if state.phase is DEALING:
        return missed[0]
    return missed[0] if state.phase is PLAYING and turn(state) is None else None


def missed_section(state: BlackjackState) -> str:
    """The provision on a missed hand: (g) in the initial deal, (i) for a requested card."""
    return "633a.14(g)" if state.phase is DEALING else "633a.14(i)"


def call_off(state: BlackjackState, subsection: str) -> list[Event]:
    """End the round: undecided wagers are returned, under (f) or (j)(1)."""
    returns = list(return_wagers(state, f"{PA}633a.14{subsection}"))
    return [*returns, *claims(state, returns), *put_away(state), RoundSettled()]


def put_away(state: BlackjackState) -> list[Event]:
    """At the end of the round, discard an exposed card that no player accepted (c)."""
    exposed = state.faults.exposed
    return [ExposedCardDiscarded(exposed)] if exposed >= 0 else []


# Cards


def _find_face_up_card(_state: BlackjackState, command: FindFaceUpCard) -> list[Event]:
    return [FaceUpCardFound(command.card, command.side)]


def _expose_card(_state: BlackjackState, command: ExposeCard) -> list[Event]:
    return [CardExposed(command.card)]


def _refuse_card(state: BlackjackState, command: RefuseCard) -> list[Event]:
    return [CardRefused(command.position, state.box(command.position).player)]


def _overdraw_dealer(_state: BlackjackState, command: OverdrawDealer) -> list[Event]:
    return [DealerOverdrawn(command.card)]


# Hands


def _miss_hand(state: BlackjackState, _command: MissHand) -> list[Event]:
    """Pass over the hand; without any card, dealt or due, it is dead at once (g)."""
    position, number = target = state.targets[0]
    missed = HandMissed(position, number)
    if state.box(position).hands[number - 1].cards or target in state.targets[1:]:
        return [missed]
    return [missed, *_dead(state, position, number)]


def _miss_requested_card(state: BlackjackState, _command: MissRequestedCard) -> list[Event]:
    target = due_target(state)
    assert target is not None
    return [RequestedCardMissed(*target)]


def _take_missed_card(state: BlackjackState, _command: TakeMissedCard) -> list[Event]:
    choice = due_choice(state)
    assert choice is not None
    return [MissedCardTaken(*choice)]


def _call_hand_dead(state: BlackjackState, _command: CallHandDead) -> list[Event]:
    choice = due_choice(state)
    assert choice is not None
    return _dead(state, *choice)


def _dead(state: BlackjackState, position: int, number: int) -> list[Event]:
    """Call a hand dead and return its wager; in the initial deal also the position's others."""
    returns: list[Event] = []
    section = PA + missed_section(state)
    if state.phase is DEALING:
        returns += return_beside(state, position, section)
    returns.append(return_hand(position, number, state.box(position), section))
    return [HandCalledDead(position, number), *returns, *claims(state, returns)]


def _deal_from_wrong_side(state: BlackjackState, _command: DealFromWrongSide) -> list[Event]:
    return [WrongSideDealt(1 - state.side)]


# Devices


def _misuse_card_reader(state: BlackjackState, _command: MisuseCardReader) -> list[Event]:
    """Where players may have learned the value of the hole card, all wagers are returned (j)."""
    reveals = state.rules.reader_reveals
    misused = CardReaderMisused(reveals)
    return [misused, *call_off(state, "(j)(1)")] if reveals else [misused]


def _plain(event: Event) -> Handler:
    """A handler with one constant event."""
    return lambda _state, _command: [event]


HANDLERS: Final[Mapping[type[Command], Handler]] = {
    FindFaceUpCard: _find_face_up_card,
    DrawInError: _plain(CardDrawnInError()),
    ExposeCard: _expose_card,
    RefuseCard: _refuse_card,
    OverdrawDealer: _overdraw_dealer,
    MissDealerCard: _plain(DealerCardMissed()),
    MissHand: _miss_hand,
    MissRequestedCard: _miss_requested_card,
    TakeMissedCard: _take_missed_card,
    CallHandDead: _call_hand_dead,
    DealFromWrongSide: _deal_from_wrong_side,
    MisuseCardReader: _misuse_card_reader,
    ReportShufflerJam: _plain(ShufflerJammed()),
    ReportShufflerFailure: _plain(ShufflerFailed()),
    CoverShuffler: _plain(ShufflerCovered()),
    RepairShuffler: _plain(ShufflerRepaired()),
}

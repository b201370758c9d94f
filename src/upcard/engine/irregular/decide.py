"""The events that follow from irregularities. 58 Pa. Code § 633a.14."""

from collections.abc import Mapping
from typing import Final

from upcard.engine.blackjack.claims import claims
from upcard.engine.blackjack.deal import due_target
from upcard.engine.blackjack.settle import return_beside, return_hand, return_wagers
from upcard.engine.blackjack.state import BlackjackState, turn
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.citing import PA
from upcard.engine.core.events import Target
from upcard.engine.core.parts import Handler
from upcard.engine.core.phases import DEALING, PLAYING
from upcard.engine.irregular import commands as ci
from upcard.engine.irregular import events as ei


def has_shuffler(state: BlackjackState) -> bool:
    """Whether the way of dealing uses an automated card shuffling device."""
    return state.rules.dealing in ("automated-shuffler", "from-the-hand", "continuous-shuffler")


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


def call_off(state: BlackjackState, subsection: str) -> list[e.Event]:
    """End the round: undecided wagers are returned, under (f) or (j)(1)."""
    returns = list(return_wagers(state, f"{PA}633a.14{subsection}"))
    return [*returns, *claims(state, returns), *put_away(state), e.RoundSettled()]


def put_away(state: BlackjackState) -> list[e.Event]:
    """At the end of the round, discard an exposed card that no player accepted (c)."""
    exposed = state.faults.exposed
    return [ei.ExposedCardDiscarded(exposed)] if exposed >= 0 else []


# Cards


def _find_face_up_card(_state: BlackjackState, command: ci.FindFaceUpCard) -> list[e.Event]:
    return [ei.FaceUpCardFound(command.card, command.side)]


def _expose_card(_state: BlackjackState, command: ci.ExposeCard) -> list[e.Event]:
    return [ei.CardExposed(command.card)]


def _refuse_card(state: BlackjackState, command: ci.RefuseCard) -> list[e.Event]:
    return [ei.CardRefused(command.position, state.box(command.position).player)]


def _overdraw_dealer(_state: BlackjackState, command: ci.OverdrawDealer) -> list[e.Event]:
    return [ei.DealerOverdrawn(command.card)]


# Hands


def _miss_hand(state: BlackjackState, _command: ci.MissHand) -> list[e.Event]:
    """Pass over the hand; without any card, dealt or due, it is dead at once (g)."""
    position, number = target = state.targets[0]
    missed = ei.HandMissed(position, number)
    if state.box(position).hands[number - 1].cards or target in state.targets[1:]:
        return [missed]
    return [missed, *_dead(state, position, number)]


def _miss_requested_card(state: BlackjackState, _command: ci.MissRequestedCard) -> list[e.Event]:
    target = due_target(state)
    assert target is not None
    return [ei.RequestedCardMissed(*target)]


def _take_missed_card(state: BlackjackState, _command: ci.TakeMissedCard) -> list[e.Event]:
    choice = due_choice(state)
    assert choice is not None
    return [ei.MissedCardTaken(*choice)]


def _call_hand_dead(state: BlackjackState, _command: ci.CallHandDead) -> list[e.Event]:
    choice = due_choice(state)
    assert choice is not None
    return _dead(state, *choice)


def _dead(state: BlackjackState, position: int, number: int) -> list[e.Event]:
    """Call a hand dead and return its wager; in the initial deal also the position's others."""
    returns: list[e.Event] = []
    section = PA + missed_section(state)
    if state.phase is DEALING:
        returns += return_beside(state, position, section)
    returns.append(return_hand(position, number, state.box(position), section))
    return [ei.HandCalledDead(position, number), *returns, *claims(state, returns)]


def _deal_from_wrong_side(state: BlackjackState, _command: ci.DealFromWrongSide) -> list[e.Event]:
    return [ei.WrongSideDealt(1 - state.side)]


# Devices


def _misuse_card_reader(state: BlackjackState, _command: ci.MisuseCardReader) -> list[e.Event]:
    """Where players may have learned the value of the hole card, all wagers are returned (j)."""
    reveals = state.rules.reader_reveals
    misused = ei.CardReaderMisused(reveals)
    return [misused, *call_off(state, "(j)(1)")] if reveals else [misused]


def _plain(event: e.Event) -> Handler:
    """A handler with one constant event."""
    return lambda _state, _command: [event]


HANDLERS: Final[Mapping[type[c.Command], Handler]] = {
    ci.FindFaceUpCard: _find_face_up_card,
    ci.DrawInError: _plain(ei.CardDrawnInError()),
    ci.ExposeCard: _expose_card,
    ci.RefuseCard: _refuse_card,
    ci.OverdrawDealer: _overdraw_dealer,
    ci.MissDealerCard: _plain(ei.DealerCardMissed()),
    ci.MissHand: _miss_hand,
    ci.MissRequestedCard: _miss_requested_card,
    ci.TakeMissedCard: _take_missed_card,
    ci.CallHandDead: _call_hand_dead,
    ci.DealFromWrongSide: _deal_from_wrong_side,
    ci.MisuseCardReader: _misuse_card_reader,
    ci.ReportShufflerJam: _plain(ei.ShufflerJammed()),
    ci.ReportShufflerFailure: _plain(ei.ShufflerFailed()),
    ci.CoverShuffler: _plain(ei.ShufflerCovered()),
    ci.RepairShuffler: _plain(ei.ShufflerRepaired()),
}

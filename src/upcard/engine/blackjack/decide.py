"""Decides what follows from a command: frozen events, or a `RuleViolation`."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from upcard.cards.card import is_ten_or_ace
from upcard.engine.blackjack import closing
from upcard.engine.blackjack.refusals import refusal
from upcard.engine.blackjack.refusals_wagers import is_beside, patron
from upcard.engine.blackjack.settle import (
    has_blackjack,
    pay_blackjack,
    removed,
    settle_hands,
    settle_surrender,
    settle_surrenders,
    with_cap,
)
from upcard.engine.blackjack.settle_wagers import (
    settle_at,
    settle_by_position,
    settle_initial,
    settle_insurance,
)
from upcard.engine.blackjack.state import Hand, State, turn
from upcard.engine.blackjack.worth import blackjack_pays, lights
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.citing import PA, recited
from upcard.engine.irregular.decide import IRREGULAR_HANDLERS, call_off, put_away
from upcard.engine.jackpots.claims import claims
from upcard.engine.jackpots.steps import JACKPOT_HANDLERS
from upcard.engine.shoe import steps as shoe_steps
from upcard.engine.shoe.upkeep import UPKEEP_HANDLERS
from upcard.engine.variations import events as s
from upcard.engine.variations.from_the_hand import discards, is_face_down, with_turned
from upcard.engine.variations.switching import SWITCH_HANDLERS, comes_first, waiting
from upcard.games.blackjack import BLACKJACK_WAGER, insurance_limit
from upcard.wagers.kit import Moment


def decide(state: State, command: c.Command) -> list[e.Event]:
    """The events that follow from a command, in order.

    Raises `RuleViolation`, with its section, for a command that is refused.
    """
    refused = refusal(state, command)
    if refused is not None:
        raise refused
    events = _HANDLERS[type(command)](state, command)
    if state.rules.dealing == "from-the-hand":
        events = list(with_turned(state, events))
    return recited(state.rules, events) if state.rules.is_recited else events


# Wagers


def _seat(_state: State, command: c.SeatPlayer) -> list[e.Event]:
    return [e.PlayerSeated(command.position, command.player or str(command.position))]


def _permit_entry(state: State, command: c.PermitEntry) -> list[e.Event]:
    return [e.EntryPermitted(command.player or state.player_at(command.position))]


def _place(state: State, command: c.PlaceWager) -> list[e.Event]:
    box = state.boxes[command.position - 1]
    player = box.player if box is not None else patron(state, command)
    placed = e.WagerPlaced(command.position, command.wager, command.amount, player)
    areas = state.rules.blackjack_areas if command.wager == BLACKJACK_WAGER else 1
    if (command.position, player) in state.seats:
        return [placed] * areas
    return [e.PlayerSeated(command.position, player), *[placed] * areas]


def _press(state: State, command: c.Press) -> list[e.Event]:
    box = state.box(command.position)
    amount = box.winnings if command.amount is None else command.amount
    beside = is_beside(state, box)
    return [e.WinningsPressed(command.position, amount, box.player, beside)]


def _take(_state: State, command: c.TakeWinnings) -> list[e.Event]:
    return [e.WinningsTaken(command.position)]


def _insure(state: State, command: c.Insure) -> list[e.Event]:
    box = state.box(command.position)
    amount = command.amount
    if amount is None:
        amount = insurance_limit(box.at_stake, state.rules.smallest_chip)
    return [e.InsurancePlaced(command.position, amount, box.player)]


def _decline_insurance(_state: State, command: c.DeclineInsurance) -> list[e.Event]:
    return [e.InsuranceDeclined(command.position)]


def _even_money(state: State, command: c.TakeEvenMoney) -> list[e.Event]:
    box = state.box(command.position)
    events: list[e.Event] = [e.InsuranceDeclined(command.position)]
    for number, hand in enumerate(box.hands, 1):
        if hand.blackjack:
            place = (command.position, number)
            events.append(pay_blackjack(*place, box, state.rules.win_odds, PA + "633a.8(e)"))
            events += removed(state, *place)
    return events


def _close_insurance(state: State, _command: c.CloseInsurance) -> list[e.Event]:
    silent = [
        e.InsuranceDeclined(position) for position, box in state.in_play() if box.insurance is None
    ]
    return [*silent, e.InsuranceClosed()]


# Cards and settlements


def _deal(state: State, command: c.DealCard) -> list[e.Event]:
    target = shoe_steps.due_target(state)
    if target is None:
        return [e.CardDealt(e.DRAW, 0, command.card)]
    position, number = target
    if position < 0:
        return [e.CardDealt(position, 0, command.card, face_up=position != e.HOLE)]
    if not number:
        return [*closing.lock_at_first_card(state), e.CardDealt(position, 0, command.card, False)]
    hidden = state.rules.blackjack.double_face_down
    hand = state.box(position).hands[number - 1]
    face_up = not (hidden and hand.doubled > 0) and not is_face_down(state, hand)
    dealt = e.CardDealt(position, number, command.card, face_up)
    if state.dealer or not state.rules.wagers:
        return [dealt, *discards(state, position, number, command.card)]
    return [*closing.lock_at_first_card(state), dealt]


def _settle_optional(state: State, _command: c.SettleOptionalWagers) -> list[e.Event]:
    switch = waiting(state)
    if switch and comes_first(state):
        return [s.SwitchOffered()]
    events: list[e.Event] = list(settle_initial(state))
    if events and isinstance(events[-1], e.PressOffered):
        return [*events, *claims(state, events)]
    if switch:
        return [*events, *claims(state, events), s.SwitchOffered()]
    upcard = state.dealer[0]
    if upcard >> 2 == 0:
        return [*events, *claims(state, events), e.InsuranceOffered()]
    if is_ten_or_ace(upcard) == 1 or state.rules.down_under is not None:
        return [*events, *claims(state, events), e.CardReaderDue()]
    events += settle_at(state, Moment.PEEK)
    return [*events, *claims(state, events), e.PlayStarted()]


def _use_card_reader(state: State, _command: c.UseCardReader) -> list[e.Event]:
    if not has_blackjack(state):
        lit = lights(state)
        return [e.NoDealerBlackjack(), *lit, *settle_insurance(state, dealer_blackjack=False)]
    after = replace(state, dealer_blackjack=True)
    settled = [*settle_at(after, Moment.HOLE_CARD), *settle_at(after, Moment.PEEK)]
    insured = settle_insurance(after, dealer_blackjack=True)
    return [e.DealerBlackjack(), *settled, *claims(after, settled), *insured]


def _settle_held(state: State, _command: c.SettleHeldWagers) -> list[e.Event]:
    events: list[e.Event] = list(settle_at(state, Moment.PEEK, press=True))
    offered = bool(events) and isinstance(events[-1], e.PressOffered)
    events += claims(state, events)
    return events if offered else [*events, e.PlayStarted()]


def _pay_blackjack(state: State, _command: c.PayBlackjack) -> list[e.Event]:
    current = turn(state)
    assert current is not None
    box = state.box(current[0])
    ten_or_ace = is_ten_or_ace(state.dealer[0]) == 1
    section = PA + ("633a.7(i)(1)(ii)(A)" if ten_or_ace else "633a.7(i)(1)(i)")
    odds, own = blackjack_pays(state, box, box.hands[0])
    paid = pay_blackjack(current[0], 1, box, odds, own or section)
    return [*with_cap(state, paid), *removed(state, current[0], 1)]


def _on_turn(state: State) -> Hand:
    current = turn(state)
    assert current is not None
    return state.box(current[0]).hands[current[1] - 1]


def _decision(state: State, position: int, decision: str, amount: int = 0) -> e.DecisionMade:
    current = turn(state)
    assert current is not None
    player = state.box(position).player
    return e.DecisionMade(position, current[1], decision, amount, player)


def _stand(state: State, command: c.Stand) -> list[e.Event]:
    return [_decision(state, command.position, "stand")]


def _hit(state: State, command: c.Hit) -> list[e.Event]:
    return [_decision(state, command.position, "hit")]


def _double(state: State, command: c.DoubleDown) -> list[e.Event]:
    amount = command.amount
    if amount is None:
        amount = _on_turn(state).whole_wager
    return [_decision(state, command.position, "double", amount)]


def _split(state: State, command: c.SplitPair) -> list[e.Event]:
    amount = _on_turn(state).whole_wager
    return [_decision(state, command.position, "split", amount)]


def _surrender(state: State, command: c.Surrender) -> list[e.Event]:
    decided = _decision(state, command.position, "surrender")
    ten_or_ace = is_ten_or_ace(state.dealer[0]) == 1
    if ten_or_ace and not state.rules.blackjack.settle_surrender_at_once:
        return [decided]
    section = PA + ("633a.9(a)(2)(ii)" if ten_or_ace else "633a.9(a)(1)")
    box = state.box(command.position)
    surrendered = settle_surrender(command.position, decided.hand, box, section)
    return [decided, *with_cap(state, surrendered), *removed(state, command.position, 1)]


def _turn_hole_card(state: State, _command: c.TurnHoleCard) -> list[e.Event]:
    settled = list(settle_at(state, Moment.HOLE_CARD))
    surrendered = settle_surrenders(state)
    return [e.HoleCardTurned(), *settled, *claims(state, settled), *surrendered]


def _leave(_state: State, command: c.LeaveSeat) -> list[e.Event]:
    return [e.PlayerLeft(command.position)]


def _return_wagers(state: State, _command: c.ReturnWagers) -> list[e.Event]:
    return call_off(state, "(f)")


def _settle_round(state: State, _command: c.SettleRound) -> list[e.Event]:
    settled = [
        *settle_by_position(state, Moment.LAST_DEALER_CARD),
        *settle_hands(state),
        *settle_at(state, Moment.AFTER_BLACKJACK),
        *settle_at(state, Moment.AFTER_OTHERS),
    ]
    return [*settled, *claims(state, settled), *put_away(state), e.RoundSettled()]


_HANDLERS: Final[dict[type[c.Command], Callable[[State, Any], list[e.Event]]]] = {
    c.SeatPlayer: _seat,
    c.LeaveSeat: _leave,
    c.ReturnWagers: _return_wagers,
    c.PermitEntry: _permit_entry,
    c.Shuffle: shoe_steps.shuffle,
    c.DeclineCut: shoe_steps.decline_cut,
    c.CutCards: shoe_steps.cut_cards,
    c.InsertCoverCard: shoe_steps.insert_cover_card,
    c.LoadShoe: shoe_steps.load_shoe,
    c.BurnCard: shoe_steps.burn_card,
    c.ReplaceDealer: shoe_steps.replace_dealer,
    c.OrderReshuffle: shoe_steps.order_reshuffle,
    c.PlaceWager: _place,
    c.CloseBets: closing.close_bets,
    c.CollectProgressiveWagers: closing.collect,
    c.ReturnProgressiveWager: closing.return_progressive_wager,
    c.DrawDeterminant: shoe_steps.draw_determinant,
    c.DealCard: _deal,
    c.ShowCoverCard: shoe_steps.show_cover_card,
    c.ReshuffleDiscards: shoe_steps.reshuffle_discards,
    c.SettleOptionalWagers: _settle_optional,
    c.Press: _press,
    c.TakeWinnings: _take,
    c.Insure: _insure,
    c.DeclineInsurance: _decline_insurance,
    c.TakeEvenMoney: _even_money,
    c.CloseInsurance: _close_insurance,
    c.UseCardReader: _use_card_reader,
    c.SettleHeldWagers: _settle_held,
    c.PayBlackjack: _pay_blackjack,
    c.Stand: _stand,
    c.Hit: _hit,
    c.DoubleDown: _double,
    c.SplitPair: _split,
    c.Surrender: _surrender,
    c.TurnHoleCard: _turn_hole_card,
    c.SettleRound: _settle_round,
    c.ClearTable: shoe_steps.clear_table,
    **JACKPOT_HANDLERS,
    **SWITCH_HANDLERS,
    **IRREGULAR_HANDLERS,
    **UPKEEP_HANDLERS,
}

"""The Blackjack wager and the side wagers, until "no more bets". 58 Pa. Code § 633a.6."""

from typing import Final

from msgspec.structs import replace

from upcard.cards.card import DECK_SIZE
from upcard.engine.blackjack import closing
from upcard.engine.blackjack.closing import bonus_facts
from upcard.engine.blackjack.hooks import variation_hooks
from upcard.engine.blackjack.state import BlackjackState, Box, Hand
from upcard.engine.core.boxes import refuse_unoffered
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import CloseBets, PlaceWager
from upcard.engine.core.events import (
    BetsClosed,
    BonusesDrawn,
    DeterminantDue,
    Event,
    PlayerSeated,
    RemovalDue,
    WagerPlaced,
)
from upcard.engine.core.limits import refuse_chips, refuse_limits, refuse_side_amount
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.seats import refuse_player
from upcard.engine.core.shoe_rounds import begin_round
from upcard.engine.shoe.refusals import refuse_shuffler
from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.rules.violation import RuleViolation
from upcard.wagers.limits import refuse_amount, refuse_companions

# Refusals


def _refuse_place_wager(state: BlackjackState, command: PlaceWager) -> RuleViolation | None:
    box = state.boxes[command.position - 1]
    if command.wager == BLACKJACK_WAGER:
        return _refuse_blackjack_wager(state, command, box)
    if box is None:
        return refusal_under(
            "633a.6(d)",
            f"Position {command.position} has no Blackjack wager, which every other wager needs.",
        )
    offered = state.rules.offered(command.wager)
    if offered is None:
        return refuse_unoffered(command.wager)
    if command.player and command.player != box.player:
        return refusal_under("633a.6(a)", f"Position {command.position} is {box.player}'s.")
    if command.wager in box.wagers:
        return refusal_under("633a.6(c)", f"The {offered.data.title} wager is placed already.")
    data, amount = offered.data, command.amount
    refused = refuse_companions(data, box.wagers.keys()) if data.needs else None
    refused = refused or refuse_side_amount(state, offered, amount)
    if refused is None and data.limits is not None:
        refused = refuse_amount(data, amount, box.blackjack)
    if refused is None and (further := variation_hooks(state.rules.game).refuse_wager) is not None:
        refused = further(state, command, box.blackjack)
    return refused


def _refuse_blackjack_wager(
    state: BlackjackState, command: PlaceWager, box: Box | None
) -> RuleViolation | None:
    if box is not None:
        return refusal_under(
            "633a.6(c)", f"Position {command.position} has its Blackjack wager already."
        )
    player = command.player or state.player_at(command.position)
    if state.admitted is not None and player not in state.admitted:
        return refusal_under(
            "633a.6(b)", f"Player {player} sat out a round and may wager again after the reshuffle."
        )
    if command.player:
        sitting = refuse_player(state, command.position, command.player)
        if sitting is not None:
            return sitting
    amount, rules = command.amount, state.rules
    further = variation_hooks(rules.game).refuse_wager
    return (
        refuse_chips(state, amount)
        or refuse_limits(amount, rules.minimum, rules.maximum, "table", "The Blackjack wager")
        or (None if further is None else further(state, command, amount))
        or _refuse_distant_box(state, command.position, player)
    )


def _refuse_distant_box(state: BlackjackState, position: int, player: str) -> RuleViolation | None:
    """Why a player may not wager at one more box: too many, or not adjacent (§ 633a.6(f))."""
    if not any(state.boxes):
        return None
    positions = [
        number
        for number, box in enumerate(state.boxes, 1)
        if box is not None and box.player == player
    ]
    if not positions:
        return None
    distance = state.rules.adjacent_boxes
    if len(positions) >= distance:
        boxes = "one box" if distance == 1 else f"{distance} adjacent boxes"
        return refusal_under(
            "633a.6(f)", f"A player may wager on {boxes} in one round at this table."
        )
    if position not in (min(positions) - 1, max(positions) + 1):
        return refusal_under("633a.6(f)", "A player's boxes have to be adjacent.")
    return None


def _refuse_close_bets(state: BlackjackState, command: CloseBets) -> RuleViolation | None:
    if not any(state.boxes):
        return refusal_under("633a.6(d)", "Nobody has placed a Blackjack wager.")
    violation = _refuse_missing_wager(state) if state.rules.wagers else None
    if violation is not None:
        return violation
    if not state.rules.has_cover_card and (broken := refuse_shuffler(state)) is not None:
        return broken
    magic, seats = bonus_facts(state) if state.rules.wagers else (False, ())
    if magic != (0 <= command.magic_card < DECK_SIZE):
        reason = "A Magic Card has to be drawn for" if magic else "No Magic Card is drawn in"
        return refusal_under("633a.7(o)(1)(ii)", f"{reason} this round.")
    if command.lucky_seat not in (seats or (0,)):
        return refusal_under("633a.7(o)(1)(ii)", "The lucky position is one with a Bad Beat wager.")
    return None


def _refuse_missing_wager(state: BlackjackState) -> RuleViolation | None:
    """Why a round may not begin: a position lacks a mandatory wager; else None."""
    for offered in state.rules.wagers:
        for position, box in state.in_play() if offered.mandatory else ():
            if offered.slug not in box.wagers:
                return RuleViolation(
                    offered.data.options["mandatory"],
                    f"Position {position} has no {offered.data.title} wager, which is mandatory.",
                )
    return None


# Decisions


def _place_wager(state: BlackjackState, command: PlaceWager) -> list[Event]:
    position = command.position
    box = state.boxes[position - 1]
    player = command.player or state.player_at(position) if box is None else box.player
    events: list[Event] = [WagerPlaced(position, command.wager, command.amount, player)]
    if box is None:  # the Blackjack wager
        events *= state.rules.blackjack_areas
    if (position, player) in state.seats:
        return events
    return [PlayerSeated(position, player), *events]


# State changes


def _bonuses_drawn(state: BlackjackState, event: BonusesDrawn) -> BlackjackState:
    return replace(state, magic_card=event.magic_card, lucky_seat=event.lucky_seat)


def _wager_placed(state: BlackjackState, event: WagerPlaced) -> BlackjackState:
    position = event.position
    box = state.boxes[position - 1]
    if box is None:
        new = Box(event.player, event.amount, hands=(Hand(event.amount),))
    elif event.wager == BLACKJACK_WAGER:  # the other area of Blackjack Switch (§ 633a.12(a)(1))
        new = replace(box, hands=(*box.hands, Hand(event.amount, origin=len(box.hands) + 1)))
    else:
        new = replace(box, wagers={**box.wagers, event.wager: event.amount})
    return replace(state, boxes=state.with_box(position, new))


PART: Final = Part(
    name="wagers",
    phases={
        (Phase.WAGERING, BetsClosed): Phase.DEALING,
        (Phase.WAGERING, DeterminantDue): Phase.DETERMINING,
    },
    allowed={
        PlaceWager: Allowed(
            (Phase.WAGERING,),
            "633a.6(c)",
            "Wagers are placed before the first card of a round is dealt.",
        ),
        CloseBets: Allowed((Phase.WAGERING,), "633a.6(c)", "Wagers are closed already."),
    },
    checks={PlaceWager: _refuse_place_wager, CloseBets: _refuse_close_bets},
    handlers={PlaceWager: _place_wager, CloseBets: closing.close_bets},
    folds={
        WagerPlaced: _wager_placed,
        BonusesDrawn: _bonuses_drawn,
        BetsClosed: begin_round,
        DeterminantDue: begin_round,
        RemovalDue: begin_round,
    },
)

"""Wagers at the terminals: before the first card, and Insurance. § 633c.5(k)-(m), (o), (x), (z).

All wagers are electronic: they are paid from the player's account and back to it.
"""

from typing import Final

from msgspec.structs import replace

from upcard.engine.core.boxes import find_offered
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import CloseBets, CloseInsurance, PlaceWager
from upcard.engine.core.events import (
    BetsClosed,
    Event,
    InsuranceClosed,
    InsuranceOffered,
    InsurancePlaced,
    PlayStarted,
    WagerPlaced,
)
from upcard.engine.core.limits import refuse_chips, refuse_limits, refuse_side_amount
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.shoe_rounds import begin_round
from upcard.engine.core.steps import Automation
from upcard.engine.hybrid.commands import AnswerInsurance
from upcard.engine.hybrid.events import InsuranceWaived
from upcard.engine.hybrid.settle import settled_hand
from upcard.engine.hybrid.state import HybridState, Terminal, count_asked, initial_targets
from upcard.engine.hybrid.upkeep import refuse_broken_reader
from upcard.games.blackjack import (
    BLACKJACK_WAGER,
    insurance_limit,
    refuse_even_money,
    refuse_insurance,
)
from upcard.games.hybrid import SECTION
from upcard.rules.violation import RuleViolation
from upcard.text.words import quoted
from upcard.wagers.limits import refuse_amount, refuse_companions

# Refusals


def find_terminal(state: HybridState, player: str) -> Terminal | RuleViolation:
    """The terminal of a player, or the refusal for a player without a wager in this round."""
    return state.terminals.get(player) or RuleViolation(
        state.cite("(l)", "(x)"), f"Player {quoted(player)} has no Blackjack wager in this round."
    )


def _player(command: PlaceWager) -> str:
    return command.player or str(command.position)


def refuse_short_shoe(state: HybridState) -> RuleViolation | None:
    """Why no round may begin: the shoe may run out, for which the section has no text; or None."""
    if not state.is_short:
        return None
    return RuleViolation(
        f"{SECTION}(j)", "The shoe may not hold one more round: it has to be shuffled first."
    )


def _refuse_place_wager(state: HybridState, command: PlaceWager) -> RuleViolation | None:
    short = refuse_short_shoe(state)
    if short is not None:
        return short
    return (_refuse_blackjack_wager if command.wager == BLACKJACK_WAGER else _refuse_side_wager)(
        state, command
    )


def _refuse_blackjack_wager(state: HybridState, command: PlaceWager) -> RuleViolation | None:
    """Why a Blackjack wager is refused: each player has one, at one position (l), (x)."""
    player = _player(command)
    rules = state.rules
    if player in state.terminals:
        return RuleViolation(
            state.cite("(l)", "(x)"),
            f"Player {quoted(player)} has a Blackjack wager in this round already.",
        )
    return refuse_chips(state, command.amount) or refuse_limits(
        command.amount, rules.minimum, rules.maximum, "table", "The Blackjack wager"
    )


def _refuse_side_wager(state: HybridState, command: PlaceWager) -> RuleViolation | None:
    terminal = find_terminal(state, _player(command))
    if isinstance(terminal, RuleViolation):
        return RuleViolation(state.cite("(m)", "(x)"), terminal.message)
    if terminal.position != command.position:
        return RuleViolation(
            f"{SECTION}(l)",
            f"Player {quoted(terminal.player)} plays at position {terminal.position} "
            "in this round.",
        )
    offered = find_offered(state.rules, command.wager)
    if isinstance(offered, RuleViolation):
        return offered
    title = offered.data.title
    if command.wager in terminal.wagers:
        return RuleViolation(f"{SECTION}(k)", f"The {title} wager is placed already.")
    return (
        refuse_companions(offered.data, frozenset(terminal.wagers))
        or refuse_side_amount(state, offered, command.amount)
        or refuse_amount(offered.data, command.amount, terminal.blackjack)
    )


def _refuse_close_bets(state: HybridState, _command: CloseBets) -> RuleViolation | None:
    if not state.terminals:
        return RuleViolation(state.cite("(l)", "(x)"), "Nobody has placed a Blackjack wager.")
    return refuse_short_shoe(state)


def refuse_answer_insurance(state: HybridState, command: AnswerInsurance) -> RuleViolation | None:
    """Why an answer to the offer of Insurance or even money is refused."""
    terminal = find_terminal(state, command.player)
    if isinstance(terminal, RuleViolation):
        return terminal
    if terminal.insurance is not None:
        return refusal_under("633a.8(a)", f"Player {quoted(command.player)} has answered already.")
    if command.answer == "even-money":
        return _refuse_even_money(state, terminal)
    if command.answer == "no-insurance" or command.amount is None:
        return None
    return refuse_insurance(
        command.amount, terminal.blackjack, state.rules.smallest_chip, "that can be wagered"
    ) or refuse_chips(state, command.amount)


def _refuse_even_money(state: HybridState, terminal: Terminal) -> RuleViolation | None:
    """Why even money is refused: it is offered with a hole card (o), not without one (z)."""
    if not state.has_hole_card:
        return RuleViolation(f"{SECTION}(z)", "Insurance alone is offered without a hole card.")
    return refuse_even_money(
        offered=state.rules.blackjack.even_money,
        has_blackjack=state.hands_of(terminal).hands[0].blackjack,
    )


# Decisions


def _place_wager(_state: HybridState, command: PlaceWager) -> list[Event]:
    return [WagerPlaced(command.position, command.wager, command.amount, _player(command))]


def _close_bets(state: HybridState, _command: CloseBets) -> list[Event]:
    return [BetsClosed(state.round + 1, initial_targets(state))]


def answer_insurance(state: HybridState, command: AnswerInsurance) -> list[Event]:
    """The events of an answer to the offer of Insurance that is not refused."""
    terminal = state.terminals[command.player]
    if command.answer == "insurance":
        amount = command.amount
        if amount is None:
            amount = insurance_limit(terminal.blackjack, state.rules.smallest_chip)
        return [InsurancePlaced(terminal.position, amount, command.player)]
    waived = InsuranceWaived(command.player)
    if command.answer == "no-insurance":
        return [waived]
    paid = terminal.blackjack + state.rules.win_odds.winnings(terminal.blackjack)
    hand = state.hands_of(terminal).hands[0]
    section = "58 Pa. Code § 633a.8(e)"
    return [waived, settled_hand(terminal, 1, hand, "blackjack", paid, section)]


def close_insurance(state: HybridState) -> list[Event]:
    """Close Insurance; unanswered terminals have none. The card reader or the play follows."""
    started = [] if state.has_hole_card else [PlayStarted()]
    return [InsuranceClosed(), *started]


def _close_insurance(state: HybridState, _command: CloseInsurance) -> list[Event]:
    return close_insurance(state)


# State changes


def _wager_placed(state: HybridState, event: WagerPlaced) -> HybridState:
    if event.wager == BLACKJACK_WAGER:
        new = Terminal(
            event.player, position=event.position, blackjack=event.amount, hand_outcomes={}
        )
    else:
        before = state.terminals[event.player]
        new = replace(before, wagers={**before.wagers, event.wager: event.amount})
    return state.with_terminal(new)


def _insurance_offered(state: HybridState, _event: InsuranceOffered) -> HybridState:
    return count_asked(state, Phase.INSURING)


def _insurance_placed(state: HybridState, event: InsurancePlaced) -> HybridState:
    terminal = state.terminals[event.player]
    return state.with_terminal(replace(terminal, insurance=event.amount))


def _insurance_waived(state: HybridState, event: InsuranceWaived) -> HybridState:
    return state.with_terminal(replace(state.terminals[event.player], insurance=0))


def _insurance_closed(state: HybridState, _event: InsuranceClosed) -> HybridState:
    return replace(state, asked=0)


def _is_asking(state: HybridState) -> bool:
    """Whether terminals are asked, so that no step is due."""
    return state.asked > 0 and state.phase is not Phase.WAGERING


WAGERS: Final = Part(
    name="hybrid wagers",
    phases={(Phase.WAGERING, BetsClosed): Phase.DEALING},
    allowed={
        PlaceWager: Allowed(
            (Phase.WAGERING,),
            f"{SECTION}(k)",
            "Wagers are placed before the first card of a round is dealt.",
        ),
        CloseBets: Allowed((Phase.WAGERING,), f"{SECTION}(k)", "Wagers are closed already."),
    },
    checks={
        PlaceWager: _refuse_place_wager,
        CloseBets: refuse_broken_reader(_refuse_close_bets),
    },
    handlers={PlaceWager: _place_wager, CloseBets: _close_bets},
    folds={WagerPlaced: _wager_placed, BetsClosed: begin_round},
    is_waiting=_is_asking,
)


def insurance(subsection: str) -> Part:
    """The part of Insurance and even money, for a game that offers them under `subsection`."""
    section = SECTION + subsection
    return Part(
        name="hybrid insurance",
        phases={(Phase.DEALING, InsuranceOffered): Phase.INSURING},
        allowed={
            AnswerInsurance: Allowed((Phase.INSURING,), section, "Insurance is not offered now."),
            CloseInsurance: Allowed((Phase.INSURING,), section, "Insurance is not offered now."),
        },
        checks={AnswerInsurance: refuse_answer_insurance},
        handlers={AnswerInsurance: answer_insurance, CloseInsurance: _close_insurance},
        folds={
            InsuranceOffered: _insurance_offered,
            InsurancePlaced: _insurance_placed,
            InsuranceWaived: _insurance_waived,
            InsuranceClosed: _insurance_closed,
        },
        steps={Phase.INSURING: (Automation.SETTLE, CloseInsurance)},
    )

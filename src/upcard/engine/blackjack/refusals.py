"""The one legality check: what may not be done now, in one sentence, with its section."""

from collections.abc import Callable
from typing import Any, Final

from upcard.engine.blackjack.closing import bonus_facts
from upcard.engine.blackjack.refusals_play import PLAY_CHECKS, must_draw
from upcard.engine.blackjack.refusals_wagers import WAGER_CHECKS
from upcard.engine.blackjack.state import State, turn
from upcard.engine.core import commands as c
from upcard.engine.core.citing import PA, wrong
from upcard.engine.core.phases import Phase
from upcard.engine.irregular.condition import SOUND
from upcard.engine.irregular.decide import due_choice
from upcard.engine.irregular.refusals import IRREGULAR_CHECKS, IRREGULAR_PHASES, refuse_stopped
from upcard.engine.jackpots.refusals import JACKPOT_CHECKS, late_wager, may_come_late
from upcard.engine.shoe.refusals import CARDS_DEALT, SHOE_CHECKS, refuse_shuffler
from upcard.engine.shoe.steps import due_target
from upcard.engine.shoe.upkeep import UPKEEP_CHECKS, UPKEEP_PHASES
from upcard.engine.variations.from_the_hand import refuse_removal
from upcard.engine.variations.switching import SWITCH_CHECKS, section_of_switch
from upcard.rules.violation import RuleViolation

Allowed = tuple[tuple[Phase, ...], str, str]

PHASES_OF: Final[dict[type[c.Command], Allowed]] = {
    c.SeatPlayer: (tuple(Phase), "633a.6(a)", ""),
    c.PermitEntry: (tuple(Phase), "633a.6(b)(1)", ""),
    c.Shuffle: ((Phase.SHUFFLING,), "633a.5(a)", "The cards are not shuffled now."),
    c.DeclineCut: ((Phase.CUTTING,), "633a.5(b)", "No cut is offered now."),
    c.CutCards: ((Phase.CUTTING,), "633a.5(b)", "The cards are not cut now."),
    c.InsertCoverCard: ((Phase.COVERING,), "633a.5(d)", "The cover card is not placed now."),
    c.LoadShoe: ((Phase.LOADING,), "633a.7(a)", "There is no stack to put into the shoe."),
    c.BurnCard: ((Phase.BURNING, Phase.REMOVING), "633a.7(c)", "No card is to be removed now."),
    c.ReplaceDealer: ((Phase.WAGERING,), "633a.7(c)", "A round is under way."),
    c.OrderReshuffle: (
        (Phase.WAGERING, Phase.BURNING),
        "633a.5(f)",
        "The cards may be reshuffled after a round of play, not during it.",
    ),
    c.PlaceWager: (
        (Phase.WAGERING,),
        "633a.6(c)",
        "Wagers are placed before the first card of a round is dealt.",
    ),
    c.CloseBets: ((Phase.WAGERING,), "633a.6(c)", "Wagers are closed already."),
    c.CollectProgressiveWagers: (
        (Phase.COLLECTING,),
        "633c.2(f)",
        "No progressive wagers are to be collected now.",
    ),
    c.ReturnProgressiveWager: (
        (Phase.COLLECTING,),
        "633c.2(f)",
        "A progressive wager is returned only where it is counted.",
    ),
    c.RecordAwards: (tuple(Phase), "633c.2(h)(4)", ""),
    c.RecordMystery: (tuple(Phase), "633c.14(c)(3)", ""),
    c.VerifyHand: (tuple(Phase), "633c.2(h)(1)", ""),
    c.ConfirmLight: (tuple(Phase), "633c.2(h)(2)", ""),
    c.ValidateJackpot: (tuple(Phase), "633c.2(h)(3)", ""),
    c.PayJackpot: (tuple(Phase), "633c.2(h)(4)", ""),
    c.CompletePapers: (tuple(Phase), "633c.2(h)(4)", ""),
    c.DrawDeterminant: (
        (Phase.DETERMINING,),
        "633a.7(d)(1)",
        "No determinant card is to be drawn now.",
    ),
    c.DealCard: (CARDS_DEALT, "633a.7(f)", "No card is due now."),
    c.ShowCoverCard: (
        (*CARDS_DEALT, Phase.BURNING, Phase.WAGERING, Phase.REMOVING, Phase.DETERMINING),
        "633a.7(e)",
        "The cover card comes only where a card is drawn.",
    ),
    c.ReshuffleDiscards: (
        (*CARDS_DEALT, Phase.REMOVING),
        "633a.14(f)",
        "The discards are reshuffled only when a round cannot be completed.",
    ),
    c.SettleOptionalWagers: (
        (Phase.DEALING,),
        "633a.7(g)",
        "Optional wagers are settled right after the second cards.",
    ),
    c.Press: (
        (Phase.PRESSING, Phase.PRESSING_AFTER_PEEK),
        "633a.7(g)(10)(ii)",
        "There are no winnings to add to the Blackjack wager.",
    ),
    c.TakeWinnings: (
        (Phase.PRESSING, Phase.PRESSING_AFTER_PEEK),
        "633a.7(g)(10)(ii)",
        "There are no winnings to take.",
    ),
    c.SwitchCards: ((Phase.SWITCHING,), "633a.12(a)(4)", "No cards are switched now."),
    c.KeepCards: ((Phase.SWITCHING,), "633a.12(a)(4)", "No cards are switched now."),
    c.Insure: ((Phase.INSURING,), "633a.8(a)", "Insurance is not offered now."),
    c.DeclineInsurance: ((Phase.INSURING,), "633a.8(a)", "Insurance is not offered now."),
    c.TakeEvenMoney: ((Phase.INSURING,), "633a.8(e)", "Even money is not offered now."),
    c.CloseInsurance: ((Phase.INSURING,), "633a.8(b)", "Insurance is not offered now."),
    c.UseCardReader: (
        (Phase.PEEKING,),
        "633a.7(h)",
        "The card reader is used when the first card is an ace or ten-value card, "
        "once Insurance is closed.",
    ),
    c.SettleHeldWagers: (
        (Phase.PEEKED,),
        "633a.7(g)",
        "Nothing waits for the card reader.",
    ),
    c.PayBlackjack: ((Phase.PLAYING,), "633a.7(i)(1)", "No Blackjack is to be paid now."),
    c.Stand: ((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
    c.Hit: ((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
    c.DoubleDown: ((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
    c.SplitPair: ((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
    c.Surrender: ((Phase.PLAYING,), "633a.7(i)", "It is not the players' turn."),
    c.TurnHoleCard: (
        (Phase.PLAYING,),
        "633a.7(l)",
        "The hole card is turned when every player's decisions are carried out.",
    ),
    c.SettleRound: (
        (Phase.DRAWING,),
        "633a.7(o)",
        "Wagers are settled when all cards are dealt.",
    ),
    c.LeaveSeat: (tuple(Phase), "633a.6(a)", ""),
    c.ReturnWagers: (
        (*CARDS_DEALT, Phase.REMOVING),
        "633a.14(f)",
        "Wagers are returned only when no card is left to complete a round.",
    ),
    c.ClearTable: (
        (Phase.SETTLED,),
        "633a.7(s)",
        "Cards are removed when all wagers are settled.",
    ),
    **IRREGULAR_PHASES,
    **UPKEEP_PHASES,
}
"""Each command: the phases in which it may come, the section, and what is said otherwise."""


def refusal(state: State, command: c.Command) -> RuleViolation | None:
    """Why a command may not be carried out now, or None when it may."""
    refused = _refusal(state, command)
    if refused is None or not state.rules.is_recited:
        return refused
    return RuleViolation(state.rules.cite(refused.section), refused.message)


def _refusal(state: State, command: c.Command) -> RuleViolation | None:
    if state.faults is not SOUND and (stopped := refuse_stopped(state, command)) is not None:
        return stopped
    if type(command) not in PHASES_OF:
        return wrong("633a.7", f"There is no {c.name_of(type(command))} in Blackjack.")
    phases, section, message = PHASES_OF[type(command)]
    if state.phase not in phases and not may_come_late(state, command):
        if isinstance(command, c.SwitchCards | c.KeepCards):
            section = section_of_switch(state, command.position)
        late = late_wager(state, command) if isinstance(command, c.PlaceWager) else None
        return late or refuse_removal(state, command) or RuleViolation(PA + section, message)
    position = getattr(command, "position", None)
    if position is not None:
        lowest = 0 if isinstance(command, c.CutCards) else 1
        if not lowest <= position <= state.rules.positions:
            return RuleViolation(
                PA + "633a.2(a)",
                f"There is no position {position}; this table has {state.rules.positions}.",
            )
    check = _CHECKS.get(type(command))
    return check(state, command) if check is not None else None


def _close_bets(state: State, command: c.CloseBets) -> RuleViolation | None:
    if not state.in_play():
        return wrong("633a.6(d)", "Nobody has placed a Blackjack wager.")
    missing = _mandatory(state)
    if missing is not None:
        return missing
    if not state.rules.has_cover_card and (broken := refuse_shuffler(state)) is not None:
        return broken
    magic, seats = bonus_facts(state)
    if magic != (0 <= command.magic_card < 52):
        what = "A Magic Card has to be drawn for" if magic else "No Magic Card is drawn in"
        return wrong("633a.7(o)(1)(ii)", f"{what} this round.")
    if command.lucky_seat not in (seats or (0,)):
        return wrong("633a.7(o)(1)(ii)", "The lucky position is one with a Bad Beat wager.")
    return None


def _mandatory(state: State) -> RuleViolation | None:
    """Why a round may not begin: a wager is missing that the house requires."""
    for offered in state.rules.wagers:
        for position, box in state.in_play() if offered.mandatory else ():
            if offered.slug not in box.wagers:
                return RuleViolation(
                    offered.data.options["mandatory"],
                    f"Position {position} has no {offered.data.title} wager, which is mandatory.",
                )
    return None


def _return_wagers(state: State, _command: c.ReturnWagers) -> RuleViolation | None:
    stack = state.stack
    due = due_target(state) is not None or must_draw(state) or state.phase is Phase.REMOVING
    cards = stack.remaining or state.faults.exposed >= 0
    if not due or cards or len(stack.discards) + len(stack.segregated) > 1:
        return wrong("633a.14(f)", "The round can be completed: there are cards.")
    return None


def _settle_optional(state: State, _command: c.SettleOptionalWagers) -> RuleViolation | None:
    if due_choice(state) is not None:
        return wrong("633a.14(g)", "A player who was missed chooses first what follows.")
    if state.targets:
        return wrong("633a.7(g)", "The initial cards are not all dealt.")
    return None


def _turn_hole_card(state: State, _command: c.TurnHoleCard) -> RuleViolation | None:
    if turn(state) is not None or state.targets:
        return wrong(
            "633a.7(l)", "The hole card is turned when every player's decisions are carried out."
        )
    if state.faults.missed:
        return wrong("633a.14(i)", "A player who was missed chooses first what follows.")
    return None


def _settle_round(state: State, _command: c.SettleRound) -> RuleViolation | None:
    if must_draw(state):
        return wrong("633a.7(m)", "The dealer draws to a hard or soft 17 first.")
    if due_target(state) is not None:
        return wrong("633c.9(d)(4)", "Two sevens get one more card first.")
    return None


_CHECKS: Final[dict[type[c.Command], Callable[[State, Any], RuleViolation | None]]] = {
    **WAGER_CHECKS,
    **PLAY_CHECKS,
    **SHOE_CHECKS,
    **SWITCH_CHECKS,
    **JACKPOT_CHECKS,
    **IRREGULAR_CHECKS,
    **UPKEEP_CHECKS,
    c.ReturnWagers: _return_wagers,
    c.CloseBets: _close_bets,
    c.SettleOptionalWagers: _settle_optional,
    c.TurnHoleCard: _turn_hole_card,
    c.SettleRound: _settle_round,
}

"""The state of a table in one sentence, for its viewer."""

from typing import Final

from upcard.engine.core.commands import CloseBets, Shuffle
from upcard.engine.core.condition import NO_FAULTS
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.jackpots.steps import floor_step
from upcard.engine.play import game_of, question_of, refusal
from upcard.engine.shoe.decide import next_side
from upcard.rules.violation import RuleViolation
from upcard.service.access.principal import Principal, Role
from upcard.service.stage.procedure import explain_step

PHASES: Final = {
    "inspecting": "The dealer inspects the cards.",
    "verifying": "The floorperson verifies the inspection.",
    "spreading": "The cards are spread.",
    "washing": "The cards are washed.",
    "shuffling": "The cards are shuffled.",
    "cutting": "The cards are cut.",
    "covering": "The cover card goes in.",
    "loading": "The cards go into the shoe.",
    "burning": "The first card is burned.",
    "wagering": "Place your wagers.",
    "collecting": "No more bets: progressive wagers are collected.",
    "removing": "No more bets: a card is removed.",
    "determining": "No more bets: a card decides the side of the shoe.",
    "dealing": "No more bets: cards are dealt.",
    "switching": "Players may switch.",
    "pressing": "Winnings may be pressed.",
    "insuring": "Insurance is open.",
    "surrendering": "Players may surrender.",
    "peeking": "The dealer uses the card reader.",
    "peeked": "The dealer has no Blackjack.",
    "pressing-after-peek": "Winnings may be pressed.",
    "playing": "Players decide.",
    "drawing": "The dealer draws.",
    "settled": "The round is settled.",
    "selecting": "No more bets: Lucky Numbers are selected.",
    "spinning": "The wheel spins.",
    "rested": "The ball has come to rest.",
}
"""The sentence that everybody sees in each phase."""

WHO_REPORTS_REPAIRS: Final = {
    Role.DEALER: "A floorperson reports the repair.",
    Role.FLOORPERSON: "Report the repair under “Something went wrong”.",
}
"""What those who work at a table with a broken device read besides, by role."""


def status_of(state: AnyTable, who: Principal) -> str:
    """What happens at the table, or what its viewer is asked."""
    if state.faults.reader_failed:
        words = "The card reader has failed: nothing is dealt until it is repaired or replaced."
        return f"{words} {WHO_REPORTS_REPAIRS.get(who.role, '')}".strip()
    if who.role is Role.PLAYER and (asked := question_of(state, who.name)) is not None:
        return asked.words
    turn = game_of(state.rules).flow.question(state)
    if turn is not None and turn.position and not state.rules.variation.has_terminals:
        hand = f", hand {turn.hand}" if turn.hand > 1 else ""
        if who.role is Role.PLAYER:
            return f"Position {turn.position} decides{hand}."
        player = dict(state.seats).get(turn.position, f"Position {turn.position}")
        return f"{player} decides: position {turn.position}{hand}."
    if state.phase == Phase.WAGERING and who.role is not Role.PLAYER:
        return _why_bets_stay_open(state) or _wagers_so_far(state)
    step = floor_step(state) if state.phase == Phase.SETTLED else None
    if step is not None:
        return f"A payout waits. {explain_step(state, type(step)).sentence}"
    return _why_bets_stay_open(state) or _why_not_shuffled(state, who) or PHASES[state.phase]


def _wagers_so_far(state: AnyTable) -> str:
    """Who has wagered, for those who watch."""
    players = {box.player for _, box in state.in_play()}
    if not players:
        return "Wagers are open: nobody has wagered yet."
    if len(players) == 1:
        return "Wagers are open: one player has wagered."
    return f"Wagers are open: {len(players)} players have wagered."


def _why_bets_stay_open(state: AnyTable) -> str:
    """Why wagers cannot be closed: a mandatory one is missing, a device fails; else empty."""
    mandatory = any(offered.mandatory for offered in state.rules.wagers)
    may_be_refused = mandatory or state.faults is not NO_FAULTS
    if not may_be_refused or state.phase != Phase.WAGERING or not state.has_wagers:
        return ""
    refused = refusal(state, CloseBets())
    return _with_section(refused) if refused is not None else ""


def _why_not_shuffled(state: AnyTable, who: Principal) -> str:
    """Why the cards are not shuffled while the shuffling device is out of order; else empty."""
    if not isinstance(state, ShoeState) or state.phase != Phase.SHUFFLING:
        return ""
    refused = refusal(state, Shuffle(next_side(state)))
    if refused is None:
        return ""
    return f"{_with_section(refused)} {WHO_REPORTS_REPAIRS.get(who.role, '')}".strip()


def _with_section(refused: RuleViolation) -> str:
    return f"{refused.message.removesuffix('.')} ({refused.section})."

"""Blackjack Premium, Switch Hands with an optional ante. 58 Pa. Code § 633c.4(k)-(o)."""

from typing import Final

from upcard.engine.blackjack.hooks import Hooks
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import PlaceWager
from upcard.engine.variations.switch_hands import refuse_step, targets, waiting
from upcard.games.switch_hands import ANTE
from upcard.rules.violation import RuleViolation


def _plays_blackjack_alone(state: BlackjackState, position: int) -> bool:
    """Whether a position placed no ante (k).

    An ante may have been collected already (l); then the switch hands cards, or the answer about
    them, show that it was placed.
    """
    return position not in {
        position
        for position, box in state.in_play()
        if ANTE in box.wagers or box.spare or box.switched is not None
    }


def _section(state: BlackjackState, position: int) -> str:
    return "633c.4(k)" if _plays_blackjack_alone(state, position) else "633c.4(f)"


def _cannot_switch(state: BlackjackState, position: int) -> str:
    if not _plays_blackjack_alone(state, position):
        return ""
    return f"Position {position} has no switch hands ante to switch with."


def _refuse_wager(
    state: BlackjackState, command: PlaceWager, blackjack: int
) -> RuleViolation | None:
    """Only a Blackjack wager with an ante has to be placed in increments (b)."""
    return refuse_step(state, command, blackjack) if command.wager == ANTE else None


HOOKS: Final = Hooks(
    targets=targets,
    asks_to_switch=True,
    waiting=waiting,
    switch_section=_section,
    cannot_switch=_cannot_switch,
    refuse_wager=_refuse_wager,
)

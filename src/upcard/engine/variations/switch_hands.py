"""The hooks of Switch Hands in the round of Blackjack. 58 Pa. Code § 633c.4(a)-(j)."""

from typing import Final

from upcard.engine.blackjack.hooks import BASE_GAME, Hooks
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.citing import refusal_under
from upcard.engine.core.commands import PlaceWager
from upcard.engine.core.events import Target
from upcard.games.switch_hands import ANTE, STEP, SwitchHandsRules
from upcard.rules.violation import RuleViolation


def targets(state: BlackjackState, hands: tuple[Target, ...]) -> tuple[Target, ...]:
    """The cards of the Blackjack hands, with the switch hands cards before or after them.

    One card is dealt to each position with an ante, then another (d), (e), (j).
    """
    rules = state.rules.variation
    assert isinstance(rules, SwitchHandsRules)
    once = tuple((position, 0) for position, box in state.in_play() if ANTE in box.wagers)
    ordinary = BASE_GAME.targets(state, hands)
    return (*ordinary, *once, *once) if rules.cards_after else (*once, *once, *ordinary)


def waiting(state: BlackjackState) -> list[int]:
    """The positions with switch hands cards that are not yet asked, counterclockwise (f)."""
    return [
        position for position, box in state.from_the_right() if box.spare and box.switched is None
    ]


def _section(_state: BlackjackState, _position: int) -> str:
    return "633c.4(f)"


def refuse_step(
    _state: BlackjackState, _command: PlaceWager, blackjack: int
) -> RuleViolation | None:
    """Why a Blackjack wager of `blackjack` units is refused with an ante (b), or None."""
    if blackjack % STEP == 0:
        return None
    return refusal_under("633c.4(b)", "A Blackjack wager with an ante is placed in $5 increments.")


HOOKS: Final = Hooks(
    targets=targets,
    asks_to_switch=True,
    waiting=waiting,
    switch_section=_section,
    refuse_wager=refuse_step,
)

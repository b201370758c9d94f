"""The hooks of Blackjack Switch in the round of Blackjack. 58 Pa. Code § 633a.12(a)."""

from typing import Final

from upcard.engine.blackjack.hooks import Hooks
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.citing import refusal_under


def _waiting(state: BlackjackState) -> list[int]:
    """The positions not yet asked, clockwise (§§ 633a.7(i), 633a.12(a)(4))."""
    return [position for position, box in state.in_play() if box.switched is None]


HOOKS: Final = Hooks(
    asks_to_switch=True,
    waiting=_waiting,
    no_surrender=refusal_under("633a.12(a)(4)", "There is no surrender at Blackjack Switch."),
)

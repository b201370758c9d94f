"""The hooks of Match the Dealer Blackjack (Washington): the house sets the order of the deal."""

from typing import Final

from upcard.engine.blackjack.hooks import BASE_GAME, Hooks
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.events import HOLE, UPCARD, Target
from upcard.games.washington import WashingtonRules


def _targets(state: BlackjackState, hands: tuple[Target, ...]) -> tuple[Target, ...]:
    rules = state.rules.variation
    assert isinstance(rules, WashingtonRules)
    if rules.deal_order == "down-card-first":
        return (*hands, (HOLE, 0), *hands, (UPCARD, 0))
    if rules.deal_order == "players-first":
        return (*hands, *hands, (UPCARD, 0), (HOLE, 0))
    return BASE_GAME.targets(state, hands)


HOOKS: Final = Hooks(targets=_targets)

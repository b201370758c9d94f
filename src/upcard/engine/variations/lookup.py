"""Finds the hooks of a variation, by the name of its module in the game's rule data.

The module in this package, or the ``engine.py`` of a variation from outside, defines `HOOKS`.
"""

from functools import cache

from upcard.engine.blackjack.hooks import BASE_GAME, Hooks
from upcard.engine.blackjack.state import BlackjackState
from upcard.rules.game_modules import exported, module_of


@cache
def variation_hooks(game: str) -> Hooks:
    """The hooks of a game; those of Blackjack itself change nothing."""
    module = module_of("engine.variations", game)
    return BASE_GAME if module is None else exported(module, "HOOKS", Hooks)


def hooks_of(state: BlackjackState) -> Hooks:
    """The hooks of a table's game."""
    return variation_hooks(state.rules.game)

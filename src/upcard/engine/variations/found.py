"""What a variation hooks into Blackjack, found by the name in its game's rule data.

Each variation's module in this package, or the ``engine.py`` of one from outside, has its `HOOKS`.
"""

from functools import cache

from upcard.engine.blackjack.hooks import BASE_GAME, Hooks
from upcard.engine.blackjack.state import State
from upcard.rules.found import module_of


@cache
def variation_hooks(game: str) -> Hooks:
    """What a game hooks into Blackjack: nothing, for Blackjack itself."""
    module = module_of("engine.variations", game)
    hooks: Hooks = BASE_GAME if module is None else module.HOOKS
    return hooks


def hooks_of(state: State) -> Hooks:
    """What the game of a table hooks into Blackjack."""
    return variation_hooks(state.rules.game)

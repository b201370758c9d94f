"""What a variation hooks into Blackjack, found by the name of its game.

Each module of this package that has a `GAME` has its `HOOKS`. A variation from outside brings its
own with `register`, before its first table is opened.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from upcard.engine import variations
from upcard.engine.blackjack.hooks import BASE_GAME, Hooks
from upcard.engine.blackjack.state import State

_OUTSIDE: Final[dict[str, Hooks]] = {}


def register(game: str, hooks: Hooks) -> None:
    """Let a variation from outside hook into Blackjack.

    Raises `ValueError` where the game has hooks already.
    """
    if game in _OUTSIDE or game in _inside():
        raise ValueError(f"The game {game} has its hooks already.")
    _OUTSIDE[game] = hooks
    variation_hooks.cache_clear()


@cache
def variation_hooks(game: str) -> Hooks:
    """What a game hooks into Blackjack: nothing, for Blackjack itself."""
    return _inside().get(game) or _OUTSIDE.get(game, BASE_GAME)


def hooks_of(state: State) -> Hooks:
    """What the game of a table hooks into Blackjack."""
    return variation_hooks(state.rules.game)


@cache
def _inside() -> dict[str, Hooks]:
    """The hooks of this package's own variations, by game."""
    names = [f"{variations.__name__}.{found.name}" for found in iter_modules(variations.__path__)]
    modules = [import_module(name) for name in names]
    return {module.GAME: module.HOOKS for module in modules if hasattr(module, "GAME")}

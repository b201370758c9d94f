"""Environments for reinforcement learning: importing this module registers them with Gymnasium.

`upcard/Blackjack-v0` is Blackjack by any rules of the library, for `gymnasium.make` and, compiled
for many tables, `gymnasium.make_vec`. `table_v0` has whole tables for PettingZoo, `open_spiel` and
`rlcard` rounds as trees, and `oracle` the exact value of every action. All of it needs the extra
``rl``; a part is loaded when it is asked for.
"""

from importlib import import_module
from typing import Any, Final

from upcard.text.extras import needs_extras

_HOMES: Final = {
    "BasicPolicy": "basic",
    "Regret": "regret",
    "RoundState": "states",
    "RoundTree": "tree",
    "oracle": "action_values",
    "write_dataset": "dataset",
}
"""The module of each public name; `open_spiel`, `rlcard` and `table_v0` are modules."""

_MODULES: Final = ("open_spiel", "rlcard", "table_v0")

__all__ = sorted([*_HOMES, *_MODULES])  # noqa: PLE0605 - the names are those of the table

with needs_extras("upcard.envs"):
    import gymnasium

gymnasium.register(
    id="upcard/Blackjack-v0",
    entry_point="upcard.envs.blackjack:BlackjackEnv",
    vector_entry_point="upcard.envs.vector:BlackjackVectorEnv",
)


def __getattr__(name: str) -> Any:
    """Load a public name, or a module, when it is asked for."""
    if name in _MODULES:
        with needs_extras(f"upcard.envs.{name}"):
            return import_module(f"upcard.envs.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'upcard.envs' has no attribute {name!r}")
    value = getattr(import_module(f"upcard.envs.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_MODULES})

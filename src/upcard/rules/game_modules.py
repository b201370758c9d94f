"""Finds the module of a game in a layer, by the name in its data (`GameData.variation`)."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final, Literal, TypeAlias

from upcard.rules.external_variations import external_variations
from upcard.rules.loader import game_rules

Layer: TypeAlias = Literal[
    "submission.games",
    "engine.variations",
    "exact.strategy.variations",
    "simulation.variations",
    "simulation.games",
]
"""The packages that hold a module for each game that differs from Blackjack there."""

EXTERNAL_NAMES: Final[Mapping[Layer, str]] = {
    "submission.games": "submission",
    "engine.variations": "engine",
    "exact.strategy.variations": "strategy",
    "simulation.variations": "simulation",
}
"""The name of a module of a variation from outside, by layer."""


@cache
def module_of(layer: Layer, game: str, jurisdiction: str = "") -> ModuleType | None:
    """The module of a game in a layer; None where the game has none there.

    A game by a house's own rules is a variation of its own: see `game_rules`.
    """
    name = game_rules(game, jurisdiction).variation
    variation = external_variations().get(name)
    if variation is None:
        path = f"upcard.{layer}.{name}"
    elif layer in EXTERNAL_NAMES:
        path = f"{variation.package}.{EXTERNAL_NAMES[layer]}"
    else:
        return None
    return import_module(path) if name and find_spec(path) is not None else None

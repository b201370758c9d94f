"""Finds what a game has of its own in a layer, by the name of its module (`GameData.variation`)."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final, Literal, TypeAlias

from upcard.rules.loader import game_rules
from upcard.rules.outside import outside_variations

Layer: TypeAlias = Literal[
    "submission.games",
    "engine.variations",
    "exact.strategy.variations",
    "simulation.variations",
    "simulation.games",
]
"""The packages with a module for each game that differs there."""

OUTSIDE: Final[Mapping[Layer, str]] = {
    "submission.games": "submission",
    "engine.variations": "engine",
    "exact.strategy.variations": "strategy",
    "simulation.variations": "simulation",
}
"""The modules of a variation from outside by the layer."""


@cache
def module_of(layer: Layer, game: str) -> ModuleType | None:
    """The module of a game in a layer; None where it differs in nothing there."""
    name = game_rules(game).variation
    variation = outside_variations().get(name)
    if variation is None:
        path = f"upcard.{layer}.{name}"
    elif layer in OUTSIDE:
        path = f"{variation.package}.{OUTSIDE[layer]}"
    else:
        return None
    return import_module(path) if name and find_spec(path) is not None else None

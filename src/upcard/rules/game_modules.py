"""Finds the module of a game in a layer, by the name in its data (`GameData.variation`).

A module exports one object, whose type says which hooks there are. A name that looks like a hook
and is none would never be called: it is refused here.
"""

import traceback
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Final, Literal, TypeAlias, TypeVar

from upcard.rules.external import ExternalVariation, external_variations, file_of
from upcard.rules.loader import game_rules
from upcard.rules.violation import BadInput, RulebookError, near_names

Exported = TypeVar("Exported")

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

    A game by a house's own rules is a variation of its own: see `game_rules`. Raises `BadInput`
    for a module from outside that cannot be loaded.
    """
    name = game_rules(game, jurisdiction).variation
    variation = external_variations().get(name)
    if variation is not None:
        return _outside_module(variation, layer) if layer in EXTERNAL_NAMES else None
    path = f"upcard.{layer}.{name}"
    try:
        return import_module(path) if name else None
    except ModuleNotFoundError as error:
        if error.name != path:
            raise
        return None


def place_of_module(layer: Layer, game: str, jurisdiction: str = "") -> str:
    """The file that a game's module in a layer has or would have, as its author knows it."""
    name = game_rules(game, jurisdiction).variation
    variation = external_variations().get(name)
    if variation is not None:
        return file_of(f"{variation.package}.{EXTERNAL_NAMES[layer]}")
    return f"{layer.replace('.', '/')}/{name or 'NAME'}.py"


def exported_part(module: ModuleType, name: str, base: type[Exported]) -> Exported:
    """What a game's module exports under `name`, an instance of `base`; raises `BadInput`."""
    part = getattr(module, name, None)
    if not isinstance(part, base):
        raise BadInput(f"{file_of(module.__name__)} has no {name}: it exports one {base.__name__}.")
    refuse_unknown_hooks(type(part), base)
    return part


def refuse_unknown_hooks(own: type, base: type) -> None:
    """Raise `BadInput` for a public name of a class that is not a hook of `base`, its base class.

    A hook takes the parameters of the hook that it overrides. The fields of a struct are choices
    of the certificate holder; a name that begins with an underscore is the class's own.
    """
    hook_names = sorted(name for name in dir(base) if not name.startswith("_"))
    place = file_of(own.__module__)
    allowed = {*hook_names, *getattr(own, "__struct_fields__", ())}
    for name in _own_names(own, base):
        if name not in allowed:
            near = near_names(name, hook_names)
            hint = f"the nearest is {near[0]}" if near else f"there are {', '.join(hook_names)}"
            raise BadInput(f"{place}: {own.__name__}.{name} is no hook of {base.__name__}; {hint}.")
        expected, actual = _parameters(base, name), _parameters(own, name)
        if expected != actual:
            raise BadInput(
                f"{place}: {own.__name__}.{name} takes {_list_names(actual)}, but the hook "
                f"of {base.__name__} takes {_list_names(expected)}."
            )


def _own_names(own: type, base: type) -> list[str]:
    """The public names of a class that are not just those of its base class, sorted."""
    classes = [each for each in own.__mro__ if each not in base.__mro__]
    names = {name for each in classes for name in vars(each) if not name.startswith("_")}
    return sorted(names)


def _parameters(owner: type, name: str) -> tuple[str, ...]:
    """The names of a method's parameters; empty for anything else."""
    method = getattr(owner, name, None)
    if not isinstance(method, FunctionType):
        return ()
    code = method.__code__
    return code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]


def _list_names(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"


def _outside_module(variation: ExternalVariation, layer: Layer) -> ModuleType | None:
    path = f"{variation.package}.{EXTERNAL_NAMES[layer]}"
    if find_spec(path) is None:
        if layer == "submission.games" and find_spec(f"{variation.package}.game") is not None:
            raise BadInput(
                f"{variation.name}/game.py is not used: {variation.name}/submission.py has to make "
                "a table's rules of it."
            )
        return None
    try:
        return import_module(path)
    except (BadInput, RulebookError):
        raise
    except Exception as error:
        place = f"{variation.name}/{EXTERNAL_NAMES[layer]}.py"
        for frame in traceback.extract_tb(error.__traceback__):
            if Path(frame.filename).parent.name == variation.name:
                place = f"{variation.name}/{Path(frame.filename).name}, line {frame.lineno}"
        raise BadInput(f"{place} cannot be loaded: {str(error).removesuffix('.')}.") from error

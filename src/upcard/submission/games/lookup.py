"""Finds the parts that games add to a Rules Submission, and makes its tables of them."""

from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from upcard.games.variation import Variation
from upcard.rules.game_modules import exported_part, module_of, refuse_unknown_hooks
from upcard.rules.game_schema import GameData
from upcard.rules.house import HOUSE_RULES
from upcard.rules.loader import all_games, house_games
from upcard.submission.fields import SubmissionTable
from upcard.submission.games.kit import BASE, GamePart

Model: TypeAlias = type[SubmissionTable]

SHARED: Final = ("table", "blackjack", "layout", "equipment")
"""The tables of the file that games share."""


@cache
def games() -> tuple[GameData, ...]:
    """Every game, in the order of its rule data's ``order``."""
    return tuple(sorted(all_games(), key=lambda game: (game.order, game.slug)))


def slugs(*jurisdictions: str) -> tuple[str, ...]:
    """The games, or those that are played in one of these jurisdictions."""
    return tuple(
        game.slug
        for game in games()
        if not jurisdictions or {game.jurisdiction, *game.also_in} & set(jurisdictions)
    )


@cache
def part_of(game: str, jurisdiction: str = "") -> GamePart:
    """What a game adds to a submission, by its own rules or by a house's."""
    module = module_of("submission.games", game, jurisdiction)
    if module is None:
        return BASE
    part = exported_part(module, "PART", GamePart)
    refuse_unknown_hooks(part.rules, Variation)
    return part


def parts() -> Iterator[GamePart]:
    """Every game's part once, in the order of the games; then those of house rules."""
    yield from dict.fromkeys(map(part_of, slugs()))
    yield from (part_of(game.slug, HOUSE_RULES) for game in house_games())


def own_tables() -> dict[str, Model]:
    """The models of the tables that only some games have, by their names in the file."""
    names = dict.fromkeys(name for part in parts() for name in part.keys if name not in SHARED)
    return {name: _join_models(_keys(name)) for name in names}


def with_keys(name: str, first: Model, *last: Model) -> Model:
    """The model of a shared table: the games' keys between those of `first` and `last`."""
    return _join_models([first, *_keys(name), *last], f"{name.capitalize()}Section")


def _keys(name: str) -> list[Model]:
    return [part.keys[name] for part in parts() if name in part.keys]


def _join_models(bases: list[Model], name: str = "") -> Model:
    """One model with the keys of several, in their order."""
    if len(bases) == 1 and not name:
        return bases[0]
    described = {"__doc__": bases[0].__doc__}
    return type(name or bases[0].__name__, tuple(reversed(bases)), described)

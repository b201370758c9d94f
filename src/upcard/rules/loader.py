"""Finds the rules of wagers and games, of the rulebook and from outside, and checks them."""

from datetime import date
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.money.amount import AmountError
from upcard.rules.citations_of_data import mystery_sections, reading_sections, wager_sections
from upcard.rules.external import DATA, ExternalWager, external_variations, external_wagers
from upcard.rules.game_schema import GameData
from upcard.rules.house import HOUSE_RULES, SOURCES, for_any_decks, with_house_terms
from upcard.rules.meter_schema import MeterData, MysteryData
from upcard.rules.meter_text import RateError, parse_rate, parse_seed
from upcard.rules.odds_text import OddsTextError, parse_award
from upcard.rules.rule_files import (
    check_citation,
    convert,
    read_folder,
    read_rule_file,
    rule_files,
)
from upcard.rules.schema import Paytable, PaytableData, WagerData, WagerRules
from upcard.rules.violation import RulebookError, UnknownName, nearest
from upcard.text.words import quoted

RULEBOOK_DATE: Final = date(2024, 6, 29)
"""The date up to which the text was transcribed; the default where no date is given."""

USUAL_DECKS: Final = (1, 2, 4, 5, 6, 8)
"""The numbers of decks that lists show where the text does not fix the number."""


def is_wager(slug: str) -> bool:
    """Whether a wager of Pennsylvania's rulebook, or one from outside, has that slug."""
    return _name_of(slug, "pa") in rule_files() or slug in external_wagers()


def wager_rules(slug: str, jurisdiction: str = "pa") -> WagerRules:
    """The rules of a wager, of the rulebook or from outside, checked.

    Those of ``house`` are under house terms (`rules/house.py`). Raises `UnknownName` for a wager
    that the rulebook does not know and `RulebookError` for a file that cannot be used.
    """
    external = external_wagers().get(slug)
    if external is not None and _rules_from_outside(external).data.jurisdiction == jurisdiction:
        return _rules_from_outside(external)
    if jurisdiction == HOUSE_RULES:
        return _house_wager(slug, external)
    return _printed_rules(slug, jurisdiction)


def find_wager(slug: str, jurisdiction: str) -> WagerRules | None:
    """The rules of the wager that has this very slug, or None; no other wager's file is read.

    Raises `RulebookError` for any wager from outside that cannot be used.
    """
    for external in external_wagers().values():
        _rules_from_outside(external)
    if _name_of(slug, "pa").startswith("game_"):
        return None
    try:
        rules = wager_rules(slug, jurisdiction)
    except UnknownName:
        return None
    return rules if (rules.data.slug, rules.data.jurisdiction) == (slug, jurisdiction) else None


@cache
def _rules_from_outside(own: ExternalWager) -> WagerRules:
    """The rules of a wager from outside, whose sections are any text; see `own_wager`."""
    from upcard.rules.own_wager import wager_data  # noqa: PLC0415 - few have such wagers

    data = wager_data(own)
    file = f"{own.name}.toml"
    used = {rules.data.slug for rules in _printed_wagers()} | {
        mystery.slug for mystery in all_mysteries()
    }
    if data.slug in used | {game.slug for game in all_games()}:
        raise RulebookError(f"{file}: the rulebook has the name {quoted(data.slug)} already.")
    return check_wager_data(file, data, cited=False)


@cache
def _printed_rules(slug: str, jurisdiction: str) -> WagerRules:
    name = _name_of(slug, jurisdiction)
    if name not in rule_files():
        raise UnknownName(f"The rulebook of {quoted(jurisdiction)} has no wager {quoted(slug)}.")
    return check_wager_data(name, read_rule_file(name, WagerData))


def source_of(slug: str) -> str:
    """The jurisdiction whose wager a house table offers under a slug; raises `UnknownName`."""
    external = external_wagers().get(slug)
    if external is not None:
        return _rules_from_outside(external).data.jurisdiction
    for place in SOURCES:
        if _name_of(slug, place) in rule_files():
            return place
    raise UnknownName(f"The rulebook has no wager {quoted(slug)}.")


@cache
def _house_wager(slug: str, own: ExternalWager | None) -> WagerRules:
    """A wager of a jurisdiction under house terms; `own` is the one from outside of that slug."""
    data = wager_rules(slug, source_of(slug)).data
    games = tuple(game.slug for game in house_games() if slug in game.side_wagers)
    rules = check_wager_data(f"{slug} of a house", with_house_terms(data, games), cited=own is None)
    return WagerRules(rules.data, tuple(map(for_any_decks, rules.paytables)))


@cache
def game_rules(slug: str, jurisdiction: str = "") -> GameData:
    """The rules of a game, of the rulebook or from outside; raises `UnknownName`.

    With the jurisdiction ``house`` they are the house's own, where the game has such rules.
    """
    games = [game for game in house_games() if (slug, jurisdiction) == (game.slug, HOUSE_RULES)]
    if games:
        return games[0]
    name = f"game_{slug.replace('-', '_')}.toml"
    if name not in rule_files():
        outside = [data for data in games_from_outside() if data.slug == slug]
        if not outside:
            raise UnknownName(f"The rulebook has no game {quoted(slug)}.")
        return outside[0]
    return _checked_game(name, read_rule_file(name, GameData))


@cache
def house_games() -> tuple[GameData, ...]:
    """The games that may be played by a house's own rules."""
    return tuple(
        _checked_game(name, data) for name, data in read_folder("house", GameData, _no_sections)
    )


def _no_sections(_data: GameData) -> tuple[str, ...]:
    return ()


def places_of(game: GameData) -> tuple[str, ...]:
    """The jurisdictions in which a game is played, its own first; ``house`` for own rules."""
    is_of_house = any(variant.slug == game.slug for variant in house_games())
    return (game.jurisdiction, *game.also_in, *((HOUSE_RULES,) if is_of_house else ()))


@cache
def games_from_outside() -> tuple[GameData, ...]:
    """The rules of the games of `external_variations`, in the order of their names."""
    games = []
    for name, variation in sorted(external_variations().items()):
        file = f"{name}/{DATA}"
        data = replace(convert(file, variation.data, GameData), variation=name)
        if f"game_{data.slug.replace('-', '_')}.toml" in rule_files():
            raise RulebookError(f"{file}: the rulebook has a game {quoted(data.slug)} already.")
        text = data.jurisdiction != HOUSE_RULES
        games.append(_checked_game(file, data, cites_a_text=text))
    return tuple(games)


def is_from_outside(game: str) -> bool:
    """Whether a variation from outside upcard has this slug."""
    return any(data.slug == game for data in games_from_outside())


def _checked_game(name: str, data: GameData, *, cites_a_text: bool = True) -> GameData:
    """The data of a game; citations are looked up where they have to be of the text."""
    sections = [data.section, data.decks_section, data.positions_section]
    sections += [limit.section for limit in data.wager_limits]
    sections += [*data.dealing.values(), *data.pays_sections.values(), *data.also_in.values()]
    sections += reading_sections(name, data.readings)
    for section in sections if cites_a_text else ():
        check_citation(name, section)
    return data


def all_wagers() -> tuple[WagerRules, ...]:
    """Every wager of the rulebook in the order of its sections, and the wagers from outside."""
    wagers = external_wagers().values()
    return (*_printed_wagers(), *map(_rules_from_outside, wagers)) if wagers else _printed_wagers()


@cache
def _printed_wagers() -> tuple[WagerRules, ...]:
    names = [name for name in rule_files() if not name.startswith("game_")]
    wagers = [check_wager_data(name, read_rule_file(name, WagerData)) for name in names]
    return tuple(sorted(wagers, key=lambda rules: (rules.data.jurisdiction, rules.data.order)))


def wagers_of(jurisdiction: str) -> tuple[WagerRules, ...]:
    """The wagers of a jurisdiction, in the order of their sections; those from outside come last.

    For ``house`` they are Pennsylvania's, then those that only Washington has.
    """
    if jurisdiction == HOUSE_RULES:
        slugs = dict.fromkeys(rules.data.slug for rules in all_wagers())
        return tuple(wager_rules(slug, HOUSE_RULES) for slug in slugs)
    return tuple(rules for rules in all_wagers() if rules.data.jurisdiction == jurisdiction)


@cache
def all_games() -> tuple[GameData, ...]:
    """Every game of the rulebook, and the games from outside."""
    return (*map(game_rules, _printed_games()), *games_from_outside())


@cache
def _printed_games() -> tuple[str, ...]:
    """The slugs of the rulebook's games, by the names of their files; no file is read."""
    names = [name.removesuffix(".toml") for name in rule_files() if name.startswith("game_")]
    return tuple(name.removeprefix("game_").replace("_", "-") for name in names)


@cache
def all_mysteries() -> tuple[MysteryData, ...]:
    """Every mystery meter of the rulebook."""
    return tuple(data for _, data in read_folder("mystery", MysteryData, mystery_sections))


def _name_of(slug: str, jurisdiction: str) -> str:
    """The name of a wager's rule file."""
    suffix = "" if jurisdiction == "pa" else f"_{jurisdiction}"
    return f"{slug.replace('-', '_')}{suffix}.toml"


def check_wager_data(name: str, data: WagerData, *, cited: bool = True) -> WagerRules:
    """The rules of the data of the rule file `name`; raises `RulebookError` naming the file.

    Citations are looked up where they have to be of the text (`cited`).
    """
    for section in wager_sections(name, data) if cited else ():
        check_citation(name, section)
    outside = games_from_outside()
    known_games = (*_printed_games(), *(game.slug for game in outside))
    for slug in data.games:
        if slug not in known_games:
            hint = nearest(slug, known_games, "upcard rules")
            raise RulebookError(f"{name}: there is no game {quoted(slug)}; {hint}")
    games = [game.slug for game in outside if data.slug in game.side_wagers]
    data = replace(data, games=(*data.games, *games)) if games else data
    return WagerRules(data, tuple(_paytable(name, table) for table in data.paytable))


def _paytable(name: str, table: PaytableData) -> Paytable:
    if table.decks and table.least_decks:
        raise RulebookError(f"{name}, paytable {table.id}: write decks or least_decks, not both.")
    if not table.decks:
        least = table.least_decks or 1
        usual = tuple(count for count in USUAL_DECKS if count >= least)
        table = msgspec.structs.replace(table, decks=usual, least_decks=least)
    try:
        awards = {row: parse_award(text) for row, text in table.pays.items()}
        for meter in table.meters.values():
            _readable(meter)
    except (OddsTextError, RateError, AmountError) as error:
        raise RulebookError(f"{name}, paytable {table.id}: {error}") from error
    return Paytable(table, awards)


def _readable(meter: MeterData) -> None:
    """Raise `AmountError` or `RateError` for a printed seed or rate that cannot be read."""
    for seed in (meter.seed, meter.reseed):
        parse_seed(seed, 0)
    for rate in (meter.increment, meter.secondary_increment, meter.total_increment):
        if rate:
            parse_rate(rate)

"""``upcard rules``: the rulebook."""

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from upcard.cli.submissions import AsJson
from upcard.rules.violation import UnknownName, nearest
from upcard.text import schemas
from upcard.text.words import quoted

if TYPE_CHECKING:
    from datetime import date

    from rich.console import Console

    from upcard.rules.game_schema import GameData
    from upcard.rules.schema import Paytable, PaytableData, ReadingData, WagerRules


WHEEL: Final = "wheel"
"""Shown in place of a number of decks for a game at the wheel."""


def rules(
    name: Annotated[str | None, typer.Argument(help="A wager or game.", show_default=False)] = None,
    as_of: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="The rules in force on a date such as 2024-06-29."),
    ] = None,
    reading: Annotated[
        str, typer.Option(metavar="text|industry|KEY=VALUE", help="A reading to name.")
    ] = "text",
    as_json: AsJson = False,
) -> None:
    """List the rulebook: wagers, games, paytables, decks, limits, sections."""
    from upcard.cli.output import parse_date, print_document
    from upcard.library.rulebook import RulebookWager
    from upcard.rules.loader import RULEBOOK_DATE, all_games, all_wagers
    from upcard.rules.readings import parse_reading
    from upcard.rules.schema import is_in_force

    parse_reading(reading)
    day = parse_date(as_of) if as_of is not None else RULEBOOK_DATE
    games = [game for game in all_games() if is_in_force(game.effective, game.until, day)]
    wagers = [wager for wager in all_wagers() if wager.in_force(day)]
    if name is not None:
        slugs = [game.slug for game in games] + [wager.data.slug for wager in wagers]
        if name not in slugs:
            near = nearest(name, slugs, "upcard rules")
            raise UnknownName(f"The rulebook of {day} has no {quoted(name)}; {near}")
        games = [game for game in games if game.slug == name]
        wagers = [wager for wager in wagers if wager.data.slug == name]
    if as_json:
        form = {
            "as_of": day,
            "reading": reading,
            "games": [_game(game) for game in games],
            "wagers": [RulebookWager(wager, day).to_dict() for wager in wagers],
        }
        print_document(schemas.RULEBOOK, form)
        return
    _print(games, wagers, day, detailed=name is not None)


def _game(game: "GameData") -> dict[str, Any]:
    from upcard.library.rulebook import readings_form

    return {
        "game": game.slug,
        "title": game.title,
        "jurisdiction": game.jurisdiction,
        "section": game.section,
        "effective": game.effective,
        "decks": {
            "minimum": game.minimum_decks,
            "only": game.decks,
            "section": game.decks_section,
        },
        "positions": {"maximum": game.positions, "section": game.positions_section},
        "dealing": game.dealing,
        "wagers": game.wagers,
        "readings": readings_form(game.readings),
        "pays": game.pays,
    }


def _print_readings(out: "Console", readings: "dict[str, ReadingData]") -> None:
    """Print each doubtful passage with its readings, the default first."""
    from upcard.rules.readings import show

    for key, reading in readings.items():
        values = ", ".join(show(value) for value in reading.values[1:])
        out.print(f"{reading.about} {_short(reading.section)}", highlight=False)
        out.print(f"  {key} = {show(reading.default)}, or {values}", highlight=False)


def _decks(game: "GameData") -> str:
    """The number of decks of a game, in words."""
    if game.decks:
        return " or ".join(map(str, game.decks))
    return f"{game.minimum_decks} or more" if game.minimum_decks else WHEEL


def _short(section: str) -> str:
    return section.removeprefix("58 Pa. Code ")


def _counts(paytable: "PaytableData", between: str) -> str:
    """The numbers of decks of a paytable, separated by `between`; `WHEEL` for one without cards."""
    if paytable.decks == (0,):
        return WHEEL
    return paytable.deck_counts.replace(", ", between)


def _wagers_of(game: "GameData", when: "date") -> dict[str, list[str]]:
    """The wagers of a game and those that may be offered with them, each list by its heading.

    A wager that a separate section permits at this game has that section after its name.
    """
    from upcard.rules.loader import all_wagers

    entries = [
        wager.data
        for wager in all_wagers()
        if wager.data.jurisdiction == game.jurisdiction
        and game.slug in wager.data.games
        and wager.in_force(when)
    ]
    game_sections = {data.slug: data.game_sections.get(game.slug) for data in entries}
    return {
        "Wagers of the game": list(game.wagers),
        "Wagers that may be offered": [
            f"{slug} ({_short(section)})" if section else slug
            for slug, section in game_sections.items()
            if slug not in game.wagers
        ],
    }


def _print_paytable(out: "Console", paytable: "Paytable") -> None:
    """Print a paytable with its decks, smallest wager, meters and section."""
    from rich.table import Table

    from upcard.cli.output import print_table

    decks = _counts(paytable.data, ", ")
    if decks != WHEEL:
        decks = f"{decks} decks" if paytable.data.least_decks else f"decks {decks}"
    kind = "Bonus" if paytable.beside else "Paytable"
    out.print(f"{kind} {paytable.id}, {decks}", highlight=False)
    table = Table("Outcome", "Pays")
    for row, text in paytable.data.pays.items():
        table.add_row(row, text)
    if paytable.beside and paytable.data.wagers:
        table.add_row("for a wager of at least", " or ".join(paytable.data.wagers))
    for name, meter in paytable.data.meters.items():
        rate = meter.increment or meter.total_increment or "as submitted"
        table.add_row(f"{name} meter".strip(), f"seed {meter.seed}, increment {rate}")
    print_table(out, table)
    out.print(f"[dim]{paytable.data.section}[/dim]")


def _print_game(out: "Console", game: "GameData", when: "date") -> None:
    """Print how a game is dealt, its wagers and its readings."""
    from upcard.games import roulette

    out.print(f"Dealt from: {', '.join(game.dealing)}.")
    for kind, slugs in _wagers_of(game, when).items():
        if slugs:
            out.print(f"{kind}: {', '.join(slugs)}.")
    if game.slug == roulette.GAME:
        out.print(f"Wagers are placed on spots such as {', '.join(roulette.EXAMPLE_SPOTS)}.")
    _print_readings(out, game.readings)


def _print(
    games: "list[GameData]", wagers: "list[WagerRules]", when: "date", *, detailed: bool
) -> None:
    from rich.table import Column, Table

    from upcard.cli.output import console, print_table

    out = console()
    out.print(f"The rulebook as of {when}.")
    if games:
        table = Table(Column("Game", no_wrap=True), "Title", "Decks", "Section")
        for game in games:
            table.add_row(game.slug, game.title, _decks(game), _short(game.section))
        print_table(out, table)
    for game in games if detailed else ():
        _print_game(out, game, when)
    if wagers and not detailed:
        table = Table(Column("Wager", no_wrap=True), "Paytable", "Decks", "Section")
        for wager in wagers:
            for paytable in wager.in_force(when):
                decks, section = _counts(paytable.data, " "), _short(paytable.data.section)
                table.add_row(wager.data.slug, paytable.id, decks, section)
        print_table(out, table)
    for wager in wagers if detailed else ():
        out.print(f"[bold]{wager.data.title}[/bold]  {wager.data.section}")
        for slug, section in wager.data.game_sections.items():
            out.print(f"At {slug}: {section}.")
        for paytable in (*wager.in_force(when), *wager.bonuses(when)):
            _print_paytable(out, paytable)
        _print_readings(out, wager.data.readings)

"""Writes a commented Rules Submission with defaults that comply."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from upcard.games.blackjack import INSURANCE_WAGER
from upcard.games.roulette import MAX_LUCKY, PAYOUTS
from upcard.money.amount import short_dollars
from upcard.rules.game_schema import GameData
from upcard.rules.loader import (
    RULEBOOK_DATE,
    all_games,
    all_wagers,
    game_rules,
    places_of,
    wagers_of,
)
from upcard.rules.schema import WagerData
from upcard.rules.violation import BadInput, UnknownName
from upcard.submission.check import check
from upcard.submission.checks.aggregate import largest_win
from upcard.submission.describing.explain import explain, toml_value
from upcard.submission.describing.in_force import choices_in_force
from upcard.submission.game_choices import cite
from upcard.submission.games.lookup import part_of
from upcard.submission.read import parse
from upcard.submission.schema import Submission
from upcard.submission.validate import valid_submission
from upcard.submission.writing.wagers import SIGNS, wager_block
from upcard.text.words import quoted
from upcard.wagers.limits import has_limited_row

WEIGHTS: Final = ("numbers", "payouts")
"""Keys without a default that have to be given."""

OF_WAGERS: Final = (
    "# Amounts, and values that the text leaves open, are examples; others are the defaults.",
    "# Behind a second sign is an example of a choice that the wager does without.",
)
"""What is said of the values of wagers."""

NAMES: Final = {"baccarat": "BAC-01", "lightning-roulette": "LR-01"}
"""A table's name by its game, else `BJ-01`."""


def new_submission(game: str, jurisdiction: str | None = None) -> str:
    """The text of a new submission for a game, for its first jurisdiction where none is given.

    Raises `UnknownName` for a game that is not in the rulebook and `BadInput` for a jurisdiction
    that it is not played in.
    """
    games = {data.slug: data for data in all_games()}
    if game not in games:
        raise UnknownName(f"The rulebook has no game {quoted(game)}; there is {', '.join(games)}.")
    data = game_rules(game, jurisdiction or "")
    played = places_of(games[game])
    whose = jurisdiction or data.jurisdiction
    if whose not in played:
        raise BadInput(f"{data.title} is a game of {' and '.join(played)}, not of {whose}.")
    text = "\n".join([*_choices(data, whose), *_wagers(data, whose)]) + "\n"
    _, findings = check(parse(text))
    missing = [finding.field for finding in findings if finding.severity == "error"]
    head = [f"# Rules Submission for {data.title}, by the rulebook of {RULEBOOK_DATE}."]
    if missing:
        head += [
            "# This file does not comply until you fill in what the text leaves to the certificate",
            f"# holder without a value: {', '.join(missing)}.",
        ]
    return "\n".join([*head, text])


def _choices(game: GameData, jurisdiction: str) -> Iterator[str]:
    """Every key of the game's tables with its default, or with an example of a value."""
    yield "# Every value of these tables is the default; a key left out keeps it. What stands"
    yield "# behind two signs is an example of a choice that the table does without."
    submission = _default(game, jurisdiction)
    table = ""
    for present in choices_in_force(submission):
        if present.table != table:
            table = present.table
            yield from ("", f"[{table}]")
        choice = explain(present.field)
        note = f"# {choice.summary} {choice.choices}; {present.section}"
        if getattr(getattr(submission, table), present.key) is not None:
            yield from (note, f"{present.key} = {toml_value(present.info, present.value)}")
        elif present.value is not None:
            yield from (note, f"# {present.key} = {toml_value(present.info, present.value)}")
        elif (example := _example(game, present.key)) is not None:
            signs = "#" if present.key in WEIGHTS else SIGNS
            yield from (f"{note}{_needs(game, present.key)}", f"{signs} {present.key} = {example}")


def _default(game: GameData, jurisdiction: str) -> Submission:
    """A submission that gives only the game and the jurisdiction."""
    name = NAMES.get(game.slug, "BJ-01")
    table = {"name": name, "game": game.slug, "jurisdiction": jurisdiction}
    return valid_submission({"table": table})


# Keys without a default


def _example(game: GameData, key: str) -> str | None:
    """An example of a value for a key without a default; None where the game has no use for it."""
    examples = {
        "aggregate_limit": _aggregate_limit(game),
        "state_limit": "500",
        "state_limit_citation": '"WAC ..."',
        "numbers": "{ " + ", ".join(f"{count} = ?" for count in range(1, MAX_LUCKY + 1)) + " }",
        "payouts": "{ " + ", ".join(f"{payout} = ?" for payout in PAYOUTS) + " }",
    }
    return examples[key]


def _aggregate_limit(game: GameData) -> str | None:
    """The least limit that complies with any of the wagers up to the table's maximum."""
    submissions = ({"table": {"name": "?"}, "wagers": {slug: {}}} for slug in _limited_wagers(game))
    wins = [largest_win(valid_submission(submission)) for submission in submissions]
    return short_dollars(max(wins)) if wins else None


def _needs(game: GameData, key: str) -> str:
    """A note on the keys or wagers that a key without a default needs."""
    together = {"state_limit": "state_limit_citation", "state_limit_citation": "state_limit"}
    if key in together:
        return f"; needs {together[key]}"
    return f"; needs {' or '.join(_limited_wagers(game))}" if key == "aggregate_limit" else ""


def _limited_wagers(game: GameData) -> list[str]:
    """The wagers of a game with a top row that may be limited."""
    return [
        rules.data.slug
        for rules in all_wagers()
        if game.slug in rules.data.games and has_limited_row(rules.data)
    ]


# Wagers


def _wagers(game: GameData, jurisdiction: str) -> Iterator[str]:
    """The wagers that may be offered, each behind comment signs with values that comply."""
    offer = "# Wagers that may be offered: remove the signs before the ones you want."
    if game.wagers:
        offer = "# Wagers: those of the game are offered as they are, others without the signs."
    yield from ("", offer, *OF_WAGERS)
    hidden = (INSURANCE_WAGER, *part_of(game.slug, jurisdiction).wagers)
    for rules in wagers_of(jurisdiction):
        data = rules.data
        if game.slug in data.games and data.slug not in hidden:
            cited = replace(rules, data=_as_cited(game, jurisdiction, data))
            yield from wager_block(cited, _default(game, jurisdiction).table)


def _as_cited(game: GameData, jurisdiction: str, data: WagerData) -> WagerData:
    """A wager's rule data with the sections under which this game has it."""
    submission = _default(game, jurisdiction)

    def here(section: str) -> str:
        return cite(submission, section)

    meter = None if data.meter is None else replace(data.meter, section=here(data.meter.section))
    options = {key: here(section) for key, section in data.options.items()}
    readings = {
        key: replace(reading, section=here(reading.section))
        for key, reading in data.readings.items()
    }
    section = data.game_sections.get(game.slug, here(data.section))
    return replace(data, section=section, meter=meter, options=options, readings=readings)

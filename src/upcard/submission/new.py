"""Writes a commented Rules Submission with defaults that comply."""

from typing import Final

from upcard.rules.loader import RULEBOOK_DATE, all_games, all_wagers
from upcard.submission.explain import all_choices
from upcard.submission.schema import TableSection

REQUIRED: Final = {"name": '"BJ-01"'}


def new_submission(game: str) -> str:
    """The text of a submission for a game; ``KeyError`` for a game that is not in the rulebook."""
    games = {data.slug: data for data in all_games()}
    if game not in games:
        raise KeyError(f"The rulebook has no game {game!r}; there is {', '.join(games)}.")
    lines = [
        f"# Rules Submission for {games[game].title}, by the rulebook of {RULEBOOK_DATE}.",
        "# Every value below is the default; a key left out keeps it.",
    ]
    table = ""
    for choice in all_choices():
        name, _, key = choice.field.partition(".")
        if name == "wagers":
            continue
        if name != table:
            lines += ["", f"[{name}]"]
            table = name
        value = REQUIRED.get(key, choice.default) if name == "table" else choice.default
        comment = f"# {choice.summary} {choice.choices}; {choice.section}"
        lines += [comment, f"{'# ' if value == 'none' else ''}{key} = {_example(key, value)}"]
    lines += ["", "# Wagers that may be offered: remove the signs before the ones you want."]
    for rules in all_wagers():
        data = rules.data
        if data.slug != "insurance" and game in data.games:
            ids = tuple(
                dict.fromkeys(table.id for table in rules.in_force(RULEBOOK_DATE, _default_decks()))
            )
            note = f"paytables {', '.join(ids)}" if ids else "no paytable for these decks"
            lines += ["", f"# {data.title}, {data.section}: {note}", f"# [wagers.{data.slug}]"]
            lines += [f'# paytable = "{ids[0]}"'] if ids else []
            lines += ["# minimum = 5", "# maximum = 100"]
    return "\n".join(lines) + "\n"


def _default_decks() -> int:
    return int(TableSection.model_fields["decks"].default)


def _example(key: str, value: str) -> str:
    return "25000" if value == "none" and key == "aggregate_limit" else value

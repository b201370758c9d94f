"""Writes a commented Rules Submission with defaults that comply."""

from typing import Final

from upcard.money.amount import format_dollars
from upcard.rules.loader import RULEBOOK_DATE, all_games, all_wagers
from upcard.rules.meter_text import parse_seed
from upcard.rules.schema import GameData, Paytable, WagerData, WagerRules
from upcard.rules.violation import UnknownName
from upcard.submission.check_games import is_asked
from upcard.submission.explain import all_choices
from upcard.submission.meters import printed_meters
from upcard.submission.schema import TableSection
from upcard.wagers.kit import permitted_amounts

REQUIRED: Final = {"name": '"BJ-01"'}


def new_submission(game: str) -> str:
    """The text of a submission for a game; ``KeyError`` for a game that is not in the rulebook."""
    games = {data.slug: data for data in all_games()}
    if game not in games:
        raise UnknownName(f"The rulebook has no game {game!r}; there is {', '.join(games)}.")
    lines = [
        f"# Rules Submission for {games[game].title}, by the rulebook of {RULEBOOK_DATE}.",
        "# Every value below is the default; a key left out keeps it.",
    ]
    table = ""
    for choice in all_choices():
        name, _, key = choice.field.partition(".")
        if name == "wagers" or not is_asked(game, name, key):
            continue
        if name != table:
            lines += ["", f"[{name}]"]
            table = name
        value = _own_default(games[game], key) if name == "table" else None
        value = value or choice.default
        comment = f"# {choice.summary} {choice.choices}; {choice.section}"
        lines += [comment, f"{'# ' if value == 'none' else ''}{key} = {_example(key, value)}"]
    lines += ["", "# Wagers that may be offered: remove the signs before the ones you want."]
    for rules in all_wagers():
        data = rules.data
        here = data.jurisdiction == games[game].jurisdiction and game in data.games
        if here and data.slug != "insurance":
            lines += _wager(rules)
    return "\n".join(lines) + "\n"


def _own_default(game: GameData, key: str) -> str | None:
    """What a key of ``[table]`` is for this game, where it is not the general default."""
    own = {**game.defaults, "game": game.slug}
    if key not in own:
        return REQUIRED.get(key)
    value = own[key]
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _wager(rules: WagerRules) -> list[str]:
    """A wager that may be offered, behind comment signs, with values that comply."""
    data = rules.data
    tables = rules.in_force(RULEBOOK_DATE, _default_decks())
    ids = list(dict.fromkeys(table.id for table in tables))
    note = f"paytables {', '.join(ids)}" if ids else "no paytable for these decks"
    needs = [*data.needs, *(f"table.{key} = true" for key in data.table_needs)]
    note += f"; needs {' and '.join(needs)}" if needs else ""
    lines = ["", f"# {data.title}, {data.section}: {note}", f"# [wagers.{data.slug}]"]
    lines += [f'# paytable = "{ids[0]}"'] if ids else []
    amounts = permitted_amounts(data, tables[0]) if tables else ()
    if amounts:
        lines.append(f"# wager = {_dollars(amounts[0])}")
    elif data.limits is not None and data.limits.house_selects:
        lines.append("# wager = 5")
    else:
        lines += ["# minimum = 5", "# maximum = 100"]
    return [*lines, *(_meter(data, tables[0], amounts) if tables else ())]


def _meter(data: WagerData, paytable: Paytable, amounts: tuple[int, ...]) -> list[str]:
    """The choices of a meter that the text leaves to the submission, at their defaults."""
    if data.meter is None or not data.meter.submitted:
        return []
    (meter,) = printed_meters(data, paytable).values()
    seed = parse_seed(meter.seed, min(amounts, default=0))
    least = [f"# seed = {_dollars(seed)} # the least; {data.meter.section}"] if seed else []
    return [
        *least,
        '# increment = "0%" # the meter does not grow until a rate is given',
    ]


def _dollars(units: int) -> str:
    return format_dollars(units).removesuffix(".00")


def _default_decks() -> int:
    return int(TableSection.model_fields["decks"].default)


def _example(key: str, value: str) -> str:
    return "25000" if value == "none" and key == "aggregate_limit" else value

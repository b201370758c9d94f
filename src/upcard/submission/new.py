"""Writes a commented Rules Submission with defaults that comply."""

from typing import Final

from upcard.games.roulette import MOST_LUCKY, PAYOUTS
from upcard.games.switch_hands import ANTE
from upcard.money.amount import format_dollars
from upcard.rules.citation import full
from upcard.rules.loader import RULEBOOK_DATE, all_games, all_wagers
from upcard.rules.meter_text import parse_seed
from upcard.rules.schema import GameData, Paytable, WagerData, WagerRules
from upcard.rules.violation import UnknownName
from upcard.submission.check import check
from upcard.submission.check_games import is_asked, is_blackjack
from upcard.submission.explain import all_choices
from upcard.submission.meters import printed_meters
from upcard.submission.read import parse
from upcard.submission.schema import TableSection
from upcard.wagers.kit import permitted_amounts

NAMES: Final = {"baccarat": "BAC-01", "lightning-roulette": "LR-01"}
"""A table's name by its game, else `BJ-01`."""

EXAMPLES: Final = {
    "aggregate_limit": "25000",
    "numbers": "{ " + ", ".join(f"{count} = ?" for count in range(1, MOST_LUCKY + 1)) + " }",
    "payouts": "{ " + ", ".join(f"{payout} = ?" for payout in PAYOUTS) + " }",
}
"""How a key may be written that has no default."""


def new_submission(game: str) -> str:
    """The text of a submission for a game; ``KeyError`` for a game that is not in the rulebook."""
    games = {data.slug: data for data in all_games()}
    if game not in games:
        raise UnknownName(f"The rulebook has no game {game!r}; there is {', '.join(games)}.")
    lines = _choices(games[game])
    for rules in all_wagers():
        data = rules.data
        here = data.jurisdiction == games[game].jurisdiction and game in data.games
        if here and data.slug not in ("insurance", ANTE):
            lines += _wager(rules, games[game])
    text = "\n".join(lines) + "\n"
    _, findings = check(parse(text))
    missing = [finding.field for finding in findings if finding.severity == "error"]
    head = [f"# Rules Submission for {games[game].title}, by the rulebook of {RULEBOOK_DATE}."]
    if missing:
        head += [
            "# This file does not comply before the certificate holder has filled in what the text",
            f"# leaves to him and gives no value for: {', '.join(missing)}.",
        ]
    return "\n".join([*head, text])


def _choices(game: GameData) -> list[str]:
    """Every key of the game's tables with its default, and the heading of the wagers."""
    lines = ["# Every value below is the default; a key left out keeps it."]
    table = ""
    for choice in all_choices():
        name, _, key = choice.field.partition(".")
        if name == "wagers" or not is_asked(game.slug, name, key):
            continue
        if name != table:
            lines += ["", f"[{name}]"]
            table = name
        own = name == "table"
        value = (_own_default(game, key) if own else None) or choice.default
        section = _own_section(game, key, choice.section) if own else choice.section
        lines.append(f"# {choice.summary} {choice.choices}; {section}")
        lines.append(f"# {key} = {EXAMPLES[key]}" if value == "none" else f"{key} = {value}")
    offer = "# Wagers that may be offered: remove the signs before the ones you want."
    if game.wagers:
        offer = "# Wagers: those of the game are offered as they are, others without the signs."
    return [*lines, "", offer]


def _own_default(game: GameData, key: str) -> str | None:
    """What a key of ``[table]`` is for this game, where it is not the general default."""
    own = {"name": NAMES.get(game.slug, "BJ-01"), **game.defaults, "game": game.slug}
    if key not in own:
        return None
    value = own[key]
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _own_section(game: GameData, key: str, section: str) -> str:
    """Where this game's rules say what a key of ``[table]`` is about."""
    own = {
        "game": game.section,
        "decks": game.decks_section,
        "positions": game.positions_section,
        "dealing": next(iter(game.dealing.values())),
    }
    if not is_blackjack(game.slug):
        own["smallest_chip"] = full("601a.2")
    return own.get(key, section)


def _wager(rules: WagerRules, game: GameData) -> list[str]:
    """A wager that may be offered, behind comment signs, with values that comply."""
    data = rules.data
    tables = rules.in_force(RULEBOOK_DATE, _default_decks(game))
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


def _default_decks(game: GameData) -> int:
    return int(game.defaults.get("decks", TableSection.model_fields["decks"].default))

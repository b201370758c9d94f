"""Reads a custom strategy, from a mapping or a file, for `upcard.simulate`.

A mapping has hands as its keys, ``{"16": {"10": "stand"}, ("A,7", "9"): "hit"}``, or the form of
`upcard strategy --json`: tables ``hard``, ``soft`` and ``pairs``. A file is such JSON, the CSV of
`upcard strategy --csv`, or TOML with the same keys.

A hand is a hard total (``16``), two cards with an ace for a soft total (``A,7``), a pair (``8,8``),
or the cards of one hand alone (``10,4,2``). ``deviations`` are a list of hand, upcard, count and
action; the hand ``insurance`` has neither upcard nor action.
"""

import csv
import json
import tomllib
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any, Final, TypeAlias

from upcard.analysis.counters.bets_by_count import FARTHEST_BET
from upcard.analysis.own_play import CODES, Cell, Choice, Deviation, HandName, OwnPlay
from upcard.cards.totals import best_total
from upcard.exact.play.hands import ACE
from upcard.library.arguments.hands import hand_of, upcard_of, value_of_name
from upcard.rules.user_files import Bounds, check_toml, read_user_file
from upcard.rules.violation import BadInput
from upcard.text.words import is_number, quoted, shortened

STRATEGY: Final = Bounds("strategy", 5_000_000, 1_000)

LINES: Final = ("hard", "soft", "pairs")
INSURANCE: Final = "insurance"
DEVIATIONS: Final = "deviations"

Given: TypeAlias = Mapping[Any, Any]
"""Hands, upcards and actions, as the module says."""

CellChoices: TypeAlias = Iterator[tuple[Cell, Choice]]


def own_play(strategy: Given | str | Path) -> OwnPlay:
    """A strategy from a mapping or a file; `BadInput` for an unknown hand, card or action."""
    if isinstance(strategy, Mapping):
        return _play_of_mapping(strategy, "own strategy")
    path = Path(strategy)
    text = read_user_file(path, STRATEGY)
    try:
        if path.suffix == ".csv":
            return OwnPlay(path.name, dict(_cells_of_csv(text)))
        if path.suffix == ".json":
            return _play_of_mapping(json.loads(text), path.name)
        check_toml(text, STRATEGY)
        return _play_of_mapping(tomllib.loads(text), path.name)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None
    except (ValueError, csv.Error, RecursionError) as error:  # what the readers raise
        raise BadInput(f"{path} cannot be read: {shortened(str(error))}.") from None


def _play_of_mapping(value: object, name: str) -> OwnPlay:
    table = _mapping(value, "A strategy")
    charted = any(line in table for line in LINES)
    choices = dict(_cells_of_chart(table) if charted else _cells_of_hands(table))
    deviations = table.get(DEVIATIONS, ())
    if not isinstance(deviations, list | tuple):
        raise BadInput("The deviations of a strategy are a list.")
    player = OwnPlay(name, choices, tuple(map(_deviation, deviations)))
    if not player.choices and not player.deviations:
        raise BadInput("A strategy names a hand, an upcard and an action: {'16': {'10': 'stand'}}.")
    return player


def _cells_of_hands(mapping: Given) -> CellChoices:
    """Cells from hands: a mapping of upcards, or an action for a pair of hand and upcard."""
    for key, value in mapping.items():
        if key == DEVIATIONS:
            continue
        if isinstance(key, tuple) and len(key) == 2:
            yield (_hand(key[0]), upcard_of(str(key[1]))), _choice(value)
        else:
            hand = _hand(key)
            for upcard, action in _mapping(value, f"The hand {quoted(key)}").items():
                yield (hand, upcard_of(str(upcard))), _choice(action)


def _cells_of_chart(mapping: Given) -> CellChoices:
    """Cells from the form of ``upcard strategy --json``."""
    second_choices = _mapping(mapping.get("otherwise", {}), "otherwise")
    for kind in LINES:
        for label, cells in _mapping(mapping.get(kind, {}), kind).items():
            line, others = _line(kind, label), _mapping(second_choices.get(kind, {}), kind)
            for upcard, action in _mapping(cells, f"{kind} {label}").items():
                other = _mapping(others.get(label, {}), f"otherwise {label}").get(upcard)
                more = () if other is None else _choice(other)
                yield (line, upcard_of(str(upcard))), _choice(action) + more
    for entry in mapping.get("exceptions", ()):
        exception = _mapping(entry, "An exception")
        cards = exception.get("cards", ())
        hand = hand_of(",".join(map(str, cards)) if isinstance(cards, list | tuple) else "")
        yield (
            (_hand_of_cards(hand), upcard_of(str(exception.get("upcard")))),
            _choice(exception.get("action")),
        )


def _cells_of_csv(text: str) -> CellChoices:
    """Cells from the rows of ``upcard strategy --csv``."""
    rows = csv.DictReader(StringIO(text))
    missing = {"kind", "hand", "upcard", "action"} - set(rows.fieldnames or ())
    if missing or "light" in (rows.fieldnames or ()):
        raise BadInput("The columns are kind, hand, upcard and action, of one strategy alone.")
    for row in rows:
        kind = row["kind"]
        hand = row["hand"]
        upcard = upcard_of(row["upcard"])
        if kind == "exception":
            yield (_hand_of_cards(hand_of(hand)), upcard), _choice(row["action"])
        else:
            other = row.get("otherwise") or ""
            yield (_line(kind, hand), upcard), _choice(row["action"]) + CODES.get(other, ())


def _deviation(value: object) -> Deviation:
    entry = _mapping(value, "A deviation")
    count = entry.get("count")
    if not isinstance(count, int) or abs(count) > FARTHEST_BET:
        raise BadInput(f"A deviation has a count from -{FARTHEST_BET} to {FARTHEST_BET}.")
    if entry.get("hand") == INSURANCE:
        return Deviation(None, count, ())
    cell = (_hand(entry.get("hand")), upcard_of(str(entry.get("upcard"))))
    return Deviation(cell, count, _choice(entry.get("action")))


def _hand(name: object) -> HandName:
    """A hand by its total or its cards."""
    text = str(name).strip()
    if is_number(text):
        return _line("hard", text)
    values = hand_of(text)
    if len(values) > 2:
        return _hand_of_cards(values)
    if values[0] == values[1]:
        return "pairs", values[:1]
    if ACE in values:
        return "soft", (best_total(sum(values) + 2, 1),)
    return _hand_of_cards(values)


def _hand_of_cards(values: tuple[int, ...]) -> HandName:
    return "cards", tuple(sorted(values))


def _line(kind: str, label: object) -> HandName:
    """A line of the chart by its label."""
    text = str(label).strip()
    if kind == "pairs":
        value = value_of_name(text)
        if value is not None:
            return "pairs", (value,)
    elif kind in LINES and is_number(text) and int(text) in _totals(kind):
        return kind, (int(text),)
    raise BadInput(f"{quoted(f'{kind} {text}')} is no line of a chart, such as hard 16 or pairs 8.")


def _totals(kind: str) -> range:
    return range(12, 22) if kind == "soft" else range(4, 22)


def _choice(action: object) -> Choice:
    """The actions to try for a word or a code."""
    actions = CODES.get(str(action))
    if actions is None:
        raise BadInput(f"{quoted(action)} is no action such as hit, stand, double or Ds.")
    return actions


def _mapping(value: object, name: str) -> Given:
    if not isinstance(value, Mapping):
        raise BadInput(f"{name} is a table of names, not {quoted(value)}.")
    return value

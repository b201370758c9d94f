"""Breaks one figure or citation of a rule file at a time: see `mutants`.

cell     a row of a printed table pays another amount; a meter or a mystery begins elsewhere
decks    a table is for other decks than printed
limits   a wager's amounts are others than the provision permits
needs    a wager needs no other wager beside it
moment   a wager settles at another moment of the round
cite     what settles, collects or pays a wager, its area or its decks rest on another provision
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from mutants import WRONG, Mutant, entry

DATA: Final = "src/upcard/rules/data"
CITES: Final = (
    *("settlement", "collects", "collects_first", "collected", "lock_out", "pays_section"),
    *("extra_card", "verify", "light", "validate", "pay", "press"),
    *("area", "decks_section"),
)
"""Keys whose provision a settlement, a jackpot's step, a refusal or the layout states."""

Change = tuple[str, str, Callable[[str], str]]
"""A section, what is changed, and how its line is written instead."""

_HEADER: Final = re.compile(r"\[+([\w.]+)\]+\s*(?:#.*)?$")
_KEY: Final = re.compile(r'("[^"]*"|[\w-]+)\s*=')


def rule_data_mutants(root: Path) -> Iterator[Mutant]:
    """Every mutant of the rule files of a checkout."""
    for path in sorted((root / DATA).rglob("*.toml")):
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
        if "section" not in data:
            continue
        file = path.relative_to(root).as_posix()
        lines = text.splitlines(keepends=True)
        for number, (section, name, change) in _changes(lines, data):
            cited_entry = entry(section)
            if cited_entry is not None:
                yield Mutant(cited_entry, file, name, _written(lines, number, change))


def _written(lines: list[str], number: int, change: Callable[[str], str]) -> Callable[[], str]:
    return lambda: "".join([*lines[:number], change(lines[number]), *lines[number + 1 :]])


def _changes(lines: list[str], data: dict[str, Any]) -> Iterator[tuple[int, Change]]:
    """The changes of a file, each with the index of its line."""
    table, counts, places = "", dict[str, int](), set[tuple[str, int]]()
    for number, line in enumerate(lines):
        if header := _HEADER.match(line):
            table = header[1]
            if line.startswith("[["):
                counts[table] = counts.get(table, -1) + 1
        elif key := _KEY.match(line):
            within = table.partition(".")[0]
            index = counts.get(within, -1)
            row = data[within][index] if index >= 0 else data
            place = (table, index)
            for change in _of_line(table, key[1].strip('"'), line, row, data):
                first = change[1].startswith("cell") and table != ""
                if first and place in places:
                    continue  # one cell of each table
                places |= {place} if first else set()
                yield number, change


def _of_line(
    table: str, key: str, line: str, row: dict[str, Any], data: dict[str, Any]
) -> Iterator[Change]:
    place = f"{table or 'file'} {row.get('id', '')}".strip()
    label = f"{place} {key}"
    if _of_cell(table, key, line):
        section = _printed_by(table, key, row, data)
        yield section, f"cell {label}: {line.strip()[:60]}", _one_more
    if key == "decks" and re.search(r"= \[[\d, ]+\]", line):
        section = row.get("decks_section") or row["section"]
        yield section, f"decks {label}", _other_decks
    if table == "limits" and key in ("amounts", "times_blackjack", "part_of_blackjack"):
        yield data["limits"]["section"], f"limits {key}", _hundredfold
    if key == "settles":
        yield data["settlement"], "moment", _other_moment
    if key == "needs":
        yield data["needs_section"], "needs", lambda _line: "needs = []\n"
    for name in CITES:
        if match := re.search(rf'\b{name} = "([^"]*§[^"]*)"', line):
            yield match[1], f"cite {place} {name}", partial(_cites_wrong, match[1])


def _cites_wrong(cite: str, line: str) -> str:
    return line.replace(cite, WRONG)


def _of_cell(table: str, key: str, line: str) -> bool:
    """Whether a line is a printed figure: odds, dollars, the seed of a meter."""
    if table in ("paytable.pays", "pays"):
        return re.search(r'"\$?[\d,.]+( (to|for) \d+)?"', line) is not None
    if table == "paytable.meters":
        return '"$' in line
    if table == "configuration":
        return key == "minimum"
    return table == "violation.offense" and key == "amount"


def _printed_by(table: str, key: str, row: dict[str, Any], data: dict[str, Any]) -> str:
    """The provision that prints a figure."""
    if table == "pays":
        return str(data["pays_sections"].get(key, data["section"]))
    if table == "paytable.meters" and "meter" in data:
        return str(data["meter"]["section"])
    return str(row["section"])


def _one_more(line: str) -> str:
    """The line with its last figure before "to", "for" or the quote one higher; "000" is "001"."""
    head, _, rest = line.partition("= ")
    changed = re.sub(
        r"\d+(?=( to| for|\"))",
        lambda figure: f"{int(figure[0]) + 1:0{len(figure[0])}}",
        rest,
        count=1,
    )
    return f"{head}= {changed}"


def _other_decks(line: str) -> str:
    numbers = [int(number) for number in re.findall(r"\d+", line)]
    return f"decks = {numbers[:-1] or [numbers[0] + 1]}\n"


def _other_moment(line: str) -> str:
    early = '"initial-deal"'
    late = '"last-dealer-card"'
    return f"settles = {late if early in line else early}\n"


def _hundredfold(line: str) -> str:
    return re.sub(r"\d+", lambda number: f"{number[0]}00", line, count=1)

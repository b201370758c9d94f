"""Plans which process serves which table: a table stays in the file where its records are."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from upcard.host.meters.bridge import meters_of
from upcard.host.tables.recorded_table import RulesOf
from upcard.rules.violation import BadInput


class Share(msgspec.Struct, frozen=True):
    """What one process serves: its file, and its tables with their submissions."""

    file: str
    submissions: dict[str, str]


def floor_files(database: str, workers: int) -> list[str]:
    """The files of a floor; the first one, its home, has the accounts.

    Raises `BadInput` if there are more files than processes.
    """
    path = database.removeprefix("sqlite:///")
    more = Path(f"{path}.{workers + 1}")
    if more.exists():
        raise BadInput(
            f"{more} is a part of this floor: serve it with --workers {workers + 1} or more."
        )
    return [path, *(f"{path}.{number}" for number in range(2, workers + 1))]


class _TableGroup(msgspec.Struct, frozen=True):
    """Tables that one process serves, because they feed the same meters, with their submissions."""

    tables: dict[str, str]
    meters: frozenset[str]
    bring_money: bool
    """Players bring money from their accounts to one of them, which are in the first file."""

    def merged_with(self, other: "_TableGroup") -> "_TableGroup":
        """Both groups as one."""
        return _TableGroup(
            self.tables | other.tables,
            self.meters | other.meters,
            self.bring_money or other.bring_money,
        )


def assign_tables(
    files: Sequence[str],
    file_of: Mapping[str, int],
    submissions: Iterable[str],
    rules_of: RulesOf,
) -> list[Share]:
    """The shares of processes, one for each file.

    `file_of` has the number of the file in which a table (by its name) or a meter (by its
    stream) already is. Tables that feed the same meter stay together, because a meter is in one
    file; a table to which players bring money goes to the first file, where their accounts are; the
    others are spread evenly. Raises `BadInput` for tables that feed one meter but are in several
    files.
    """
    shares: list[dict[str, str]] = [{} for _ in files]
    new: list[dict[str, str]] = []
    for group in _groups(submissions, rules_of):
        tables = group.tables
        files_of_group = {file_of[name] for name in (*tables, *group.meters) if name in file_of}
        if len(files_of_group) > 1:
            raise BadInput(
                f"{', '.join(tables)} feed one meter but are in different files: a meter is kept "
                "by one worker."
            )
        if files_of_group:
            shares[files_of_group.pop()].update(tables)
        elif group.bring_money:
            shares[0].update(tables)
        else:
            new.append(tables)
    for tables in sorted(new, key=len, reverse=True):
        min(shares, key=len).update(tables)
    return [Share(file, tables) for file, tables in zip(files, shares, strict=True)]


def _groups(submissions: Iterable[str], rules_of: RulesOf) -> list[_TableGroup]:
    """Tables that feed the same meters."""
    groups: list[_TableGroup] = []
    for text in submissions:
        rules = rules_of(text)
        meters = frozenset(meter.stream for meter in meters_of(rules))
        merged = _TableGroup({rules.name: text}, meters, rules.bring_money)
        apart = []
        for group in groups:
            if group.meters & meters or rules.name in group.tables:
                merged = group.merged_with(merged)
            else:
                apart.append(group)
        groups = [*apart, merged]
    return groups

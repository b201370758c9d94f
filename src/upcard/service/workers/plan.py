"""Which table is served by which process: a table stays in the file where its records are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from upcard.host.meters.bridge import meters_of
from upcard.host.tables.fold import RulesOf
from upcard.rules.violation import BadInput


class Share(msgspec.Struct, frozen=True):
    """What one process serves: its file, and its tables with their submissions."""

    file: str
    submissions: dict[str, str]


def files(place: str, workers: int) -> list[str]:
    """The files of a floor; the first one, its home, has the accounts.

    Raises `BadInput` if there are more files than processes.
    """
    path = place.removeprefix("sqlite:///")
    more = Path(f"{path}.{workers + 1}")
    if more.exists():
        raise BadInput(
            f"{more} is a part of this floor: serve it with --workers {workers + 1} or more."
        )
    return [path, *(f"{path}.{number}" for number in range(2, workers + 1))]


def spread(
    places: Sequence[str], there: Mapping[str, int], submissions: Iterable[str], rules_of: RulesOf
) -> list[Share]:
    """The shares of processes, one for each file.

    `there` has the number of the file in which a table (by its name) or a meter (by its stream)
    already is. Tables that feed the same meter stay together, because a meter is in one file; the
    others are spread evenly. Raises `BadInput` for tables that feed one meter but are in several
    files.
    """
    shares: list[dict[str, str]] = [{} for _ in places]
    new: list[dict[str, str]] = []
    for tables, meters in _groups(submissions, rules_of):
        known = {there[name] for name in (*tables, *meters) if name in there}
        if len(known) > 1:
            raise BadInput(
                f"{', '.join(tables)} feed one meter but are in different files: a meter is kept "
                "by one worker."
            )
        if known:
            shares[known.pop()].update(tables)
        else:
            new.append(tables)
    for tables in sorted(new, key=len, reverse=True):
        min(shares, key=len).update(tables)
    return [Share(file, tables) for file, tables in zip(places, shares, strict=True)]


def _groups(
    submissions: Iterable[str], rules_of: RulesOf
) -> Iterator[tuple[dict[str, str], set[str]]]:
    """Tables that feed the same meters, with their submissions; and these meters."""
    groups: list[tuple[dict[str, str], set[str]]] = []
    for text in submissions:
        rules = rules_of(text)
        tables, meters = {rules.name: text}, {meter.stream for meter in meters_of(rules)}
        apart = []
        for group in groups:
            if group[1] & meters or rules.name in group[0]:
                tables, meters = group[0] | tables, group[1] | meters
            else:
                apart.append(group)
        groups = [*apart, (tables, meters)]
    yield from groups

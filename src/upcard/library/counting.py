"""`upcard.count`: a card-counting system, published or custom."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any, Final

from upcard.library.arguments.hands import value_of_name
from upcard.library.tabular.display import html_table
from upcard.rules.counts import MAX_TAG, VALUES, CountSystem, count_of_file, count_system
from upcard.rules.violation import BadInput
from upcard.text import schemas
from upcard.text.words import quoted

MAX_PARTS: Final = 16
"""The most parts of a point that a tag may give: a half has two."""


@dataclass(frozen=True, slots=True, repr=False)
class Count:
    """A counting system: a tag for each value, whose sum over the cards seen is the running count.

    A balanced count sums to 0 over a deck; a simulation then divides the running count by the decks
    left (the true count). An unbalanced one begins at `start` and is used as it runs. Properties
    here are those of decks of 52 cards; at a table whose decks have no tens a count is balanced
    where it sums to 0 over their 48 cards.
    """

    system: CountSystem
    decks: int | None = None

    @property
    def name(self) -> str:
        """The system's identifier, such as ``hi-lo``."""
        return self.system.slug

    @property
    def title(self) -> str:
        """The system's name."""
        return self.system.title

    @property
    def source(self) -> str:
        """Who published it."""
        return self.system.source

    @property
    def tags(self) -> dict[str, Fraction]:
        """The points of a card, by the name of its value (``A``, ``2`` … ``10``)."""
        return {value: Fraction(tag, self.system.unit) for value, tag in self.system.tags.items()}

    @property
    def balanced(self) -> bool:
        """Whether the tags of a deck sum to 0."""
        return self.system.tags_of_a_deck == 0

    @property
    def start(self) -> Fraction | None:
        """The running count before the first card of `decks` decks; None without `decks`.

        A balanced count starts at 0. An unbalanced one starts so that, after the last card, it is
        the sum of one deck's tags.
        """
        if self.decks is None:
            return None
        return Fraction(self.system.tags_of_a_deck * (1 - self.decks), self.system.unit)

    def to_dict(self) -> dict[str, Any]:
        """The system as in the rulebook's data: tags are points times `unit`."""
        return {
            "schema": schemas.COUNT,
            "slug": self.name,
            "title": self.title,
            "source": self.source,
            "tags": dict(self.system.tags),
            "unit": self.system.unit,
            "balanced": self.balanced,
        }

    def __repr__(self) -> str:
        return f"{self._title()}: {' '.join(map(' '.join, self._points()))}"

    def _repr_html_(self) -> str:
        values, points = zip(*self._points(), strict=True)
        return html_table(values, [points], self._title())

    def _title(self) -> str:
        kind = "balanced" if self.balanced else "unbalanced"
        return f"{self.title} ({self.name}), {kind}"

    def _points(self) -> list[tuple[str, str]]:
        return [(value, f"{float(tag):+g}") for value, tag in self.tags.items()]


def count(
    name: str | Path | None = None,
    *,
    tags: Mapping[Any, int | float | Fraction] | None = None,
    decks: int | None = None,
) -> Count:
    """A counting system: of the rulebook by its name, of a TOML file, or from `tags`.

    `tags` are points by value (``A``, ``2`` … ``10``, or ``T``); values left out count 0. `name`
    then names the system. A file has the keys of the rulebook's own: `slug`, `title`, `source`,
    `tags`, `unit`. `decks` is the shoe of which `Count.start` tells; a simulation has its table's.

    Raises `UnknownName` for an unknown system, and `BadInput` for tags that make none.
    """
    if decks is not None and decks < 1:
        raise BadInput(f"A shoe has 1 deck or more, not {decks}.")
    if tags is not None:
        return Count(_system_of_tags(str(name or "own"), tags), decks)
    if name is None:
        raise BadInput("Name a count, such as hi-lo, or give its tags.")
    is_file = isinstance(name, Path) or name.endswith(".toml")
    return Count(count_of_file(Path(name)) if is_file else count_system(str(name)), decks)


def count_of(count_or_name: Count | str | Path) -> Count:
    """A count, or the one of a name."""
    return count_or_name if isinstance(count_or_name, Count) else count(count_or_name)


def _system_of_tags(name: str, tags: Mapping[Any, int | float | Fraction]) -> CountSystem:
    points = dict.fromkeys(VALUES, Fraction(0))
    for key, tag in tags.items():
        value = value_of_name(str(key))
        if value is None:
            raise BadInput(f"{quoted(key)} is not a card such as A, 9 or 10.")
        try:
            points[VALUES[value]] = Fraction(tag)
        except (TypeError, ValueError):
            raise BadInput(f"{quoted(tag)} is no number of points.") from None
    unit = lcm(*(point.denominator for point in points.values()))
    if unit > MAX_PARTS:
        raise BadInput(f"A tag is in whole points, or in parts of a point down to 1/{MAX_PARTS}.")
    system = CountSystem(
        name, name, "own tags", {value: int(point * unit) for value, point in points.items()}, unit
    )
    if not 1 <= system.level <= MAX_TAG:
        raise BadInput(f"The largest tag of a count is 1 to {MAX_TAG:,} units, not {system.level}.")
    return system

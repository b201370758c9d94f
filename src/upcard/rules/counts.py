"""Card-counting systems, as their authors published them."""

import tomllib
from fractions import Fraction
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

import msgspec

from upcard.cards.card import DECK_SIZE, CardNameError, new_decks, parse_card, value_of
from upcard.rules.user_files import BeyondBounds, Bounds, check_toml, read_user_file
from upcard.rules.violation import BadInput, RulebookError, UnknownName, nearest
from upcard.text.form_errors import form_error_in_words
from upcard.text.words import quoted

VALUES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""The names of the values 0 to 9 in a system's `tags`."""

COUNT: Final = Bounds("count", 10_000, 1_000)

MAX_TAG: Final = 1_000
"""The largest tag, in units."""


class CountSystem(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counting system. The running count is the sum of the tags of the cards seen.

    `tags` are the author's points times `unit`, which is 2 where the author gives half points.
    `cards` are the tags of single cards that differ from those of their value, such as red sevens.
    """

    slug: str
    title: str
    source: str
    tags: dict[str, int]
    unit: int = 1
    cards: dict[str, int] = {}

    @property
    def by_card(self) -> tuple[int, ...]:
        """The tags of the 52 cards."""
        tags = {parse_card(name): tag for name, tag in self.cards.items()}
        values = self.by_value
        return tuple(tags.get(card, values[value_of(card) - 1]) for card in range(DECK_SIZE))

    @property
    def by_value(self) -> tuple[int, ...]:
        """The tags of the values 0 to 9, without those of single cards."""
        return tuple(self.tags[value] for value in VALUES)

    @property
    def tags_of_a_deck(self) -> int:
        """The sum of the tags of a deck of 52 cards: 0 for a balanced count."""
        return self.tags_of_deck()

    def tags_of_deck(self, *, tens: bool = True) -> int:
        """The sum of the tags of a deck; one without `tens` has 48 cards."""
        tags = self.by_card
        return sum(tags[card] for card in new_decks(1, tens=tens))

    def means(self, *, tens: bool = True) -> tuple[Fraction, ...]:
        """The mean tag of the cards of each value in a deck."""
        tags = self.by_card
        sums, numbers = [0] * len(VALUES), [0] * len(VALUES)
        for card in new_decks(1, tens=tens):
            sums[value_of(card) - 1] += tags[card]
            numbers[value_of(card) - 1] += 1
        return tuple(map(Fraction, sums, numbers))

    @property
    def level(self) -> int:
        """The largest tag, in units."""
        return max(map(abs, self.by_card))


@cache
def count_systems() -> tuple[CountSystem, ...]:
    """All systems, sorted by slug; raises `RulebookError` for a file that cannot be used."""
    folder = resources.files("upcard.rules") / "data" / "counts"
    files = (file for file in folder.iterdir() if file.name.endswith(".toml"))
    systems = [_read_system(file.name, file.read_text(encoding="utf-8")) for file in files]
    return tuple(sorted(systems, key=lambda system: system.slug))


def count_system(slug: str) -> CountSystem:
    """The system of a slug; raises `UnknownName` where there is none."""
    for system in count_systems():
        if system.slug == slug:
            return system
    slugs = [system.slug for system in count_systems()]
    raise UnknownName(
        f"There is no count {quoted(slug)}; {nearest(slug, slugs, 'docs/commands.md')}"
    )


def count_of_file(path: Path) -> CountSystem:
    """The system of a file in the form of the rulebook's; raises `BadInput` for any other."""
    text = read_user_file(path, COUNT)
    try:
        check_toml(text, COUNT)
        return _read_system(str(path), text)
    except (RulebookError, BeyondBounds) as error:
        raise BadInput(str(error)) from None


def _read_system(name: str, text: str) -> CountSystem:
    try:
        system = msgspec.convert(tomllib.loads(text), CountSystem)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise RulebookError(f"{name}: {form_error_in_words(error)}") from None
    if tuple(system.tags) != VALUES or system.unit < 1 or not system.source:
        raise RulebookError(f"{name}: a count has a source and tags of the values {VALUES}.")
    try:
        cards = [parse_card(card) for card in system.cards]
    except CardNameError as error:
        raise RulebookError(f"{name}: {error}") from None
    if len(set(cards)) < len(cards):
        raise RulebookError(f"{name}: a card has two tags.")
    if system.level > MAX_TAG or system.level == 0:
        raise RulebookError(f"{name}: the largest tag of a count is from 1 to {MAX_TAG}.")
    return system

"""The words of papers as data, by language: the rows of paytables, conditions, phrases of signs."""

import tomllib
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from upcard.reports.rendering.figures import plain
from upcard.rules.violation import UnknownName

ENGLISH: Final = "en"

Rows = dict[str, str]
"""Words by the slug of a row or of a wager."""


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The words of one language; `rows_of` has the rows whose words differ by wager.

    `notes` says what all rows of a wager have in common, `each` what is paid where several rows
    are met, `bonus` the condition of an additional payout. All three are by the wager's slug.
    `choices` says what a value of a submission means, by its field and its value.
    """

    language: str
    phrases: Rows
    notes: Rows
    each: Rows
    bonus: Rows
    game: Rows
    rows: Rows
    rows_of: dict[str, Rows]
    titles: Rows = {}
    choices: dict[str, Rows] = {}

    def row(self, slug: str, outcome: str) -> str:
        """A row of a wager in words; the slug as words for a wager from outside."""
        own = self.rows_of.get(slug, {})
        return own.get(outcome) or self.rows.get(outcome) or plain(outcome)

    def title(self, slug: str, english: str) -> str:
        """The title of a wager or a game."""
        return self.titles.get(slug, english)

    def say(self, phrase: str, **values: str) -> str:
        """A phrase with its values."""
        return self.phrases[phrase].format(**values)


@cache
def language(code: str = ENGLISH) -> Language:
    """The words of a language by its code, such as ``en``; raises `UnknownName` for another."""
    if code not in languages():
        known = ", ".join(languages())
        raise UnknownName(f"There are no words for signs in {code!r}: there are {known}.")
    text = (_folder() / f"{code}.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Language)


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that signs can be printed in."""
    files = (file.name for file in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


def _folder() -> resources.abc.Traversable:
    return resources.files("upcard.reports") / "languages"


def row_name(slug: str, outcome: str) -> str:
    """A row in English without its explanation: ``Two suited matches, aces of spades``."""
    return language().row(slug, outcome).partition(":")[0]

"""The words of papers as data, by language: the rows of paytables, conditions, phrases of signs."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import msgspec

from upcard.cards.card import RANKS, SUIT_NAMES, SUITS, rank_of, suit_of
from upcard.reports.rendering.figures import plain
from upcard.rules.loader import find_wager
from upcard.rules.user_files import Bounds, read_user_file
from upcard.rules.violation import BadInput, UnknownName
from upcard.text.form_errors import form_error_in_words
from upcard.text.words import listed

ENGLISH: Final = "en"

WORDS: Final = Bounds("file of words", 200_000, 1_000)

Rows = dict[str, str]
"""Words by the slug of a row or of a wager."""


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The words of one language.

    | field | words for | by |
    |---|---|---|
    | `rows`, `rows_of` | rows of paytables, and those of one wager | row; slug and row |
    | | those that differ in a reading of a wager | slug and reading, and row |
    | `layouts_of` | rows that have a shorter name on a layout | slug and row |
    | `outcomes_of` | single outcomes of a row that is paid for each card | slug and outcome |
    | `notes` | what all rows of a wager have in common | slug |
    | `each` | what is paid where a hand meets several rows | slug |
    | `bonus` | the condition of an additional payout | slug |
    | `held` | the hands that wait for the hole card; empty where all do | slug, or slug and form |
    | `labels` | choices on a form | field |
    | `choices` | values of a submission | field and value |
    | `paytables` | paytables whose identifier is no printed letter or number | identifier |
    """

    language: str
    phrases: Rows
    notes: Rows
    each: Rows
    bonus: Rows
    game: Rows
    rows: Rows
    rows_of: dict[str, Rows]
    layouts_of: dict[str, Rows] = {}
    outcomes_of: dict[str, Rows] = {}
    held: Rows = {}
    titles: Rows = {}
    labels: Rows = {}
    choices: dict[str, Rows] = {}
    paytables: Rows = {}

    def row(self, slug: str, outcome: str, reading: str = "") -> str:
        """A row of a wager in words; the slug as words for a wager from outside.

        `reading` is how the table reads what the rows require, where that is doubtful.
        """
        read_rows, wager_rows = (
            self.rows_of.get(f"{slug}-{reading}", {}),
            self.rows_of.get(slug, {}),
        )
        words = read_rows.get(outcome) or wager_rows.get(outcome) or self.rows.get(outcome)
        return words or plain(outcome)

    def row_on_layout(self, slug: str, outcome: str, reading: str = "") -> str:
        """A row as a layout has it, where rows of one name stand in one line."""
        return self.layouts_of.get(slug, {}).get(outcome) or self.row(slug, outcome, reading)

    def title(self, slug: str, english: str) -> str:
        """The title of a wager or a game, or the name of a jurisdiction."""
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


def language_file(path: Path, *, marked: bool = False) -> Language:
    """The words of a user's file, such as ``es.toml``; the file is named after the language's code.

    Rows that it leaves out are in English; if `marked`, their keys stand for them. Raises
    `BadInput` with one sentence for a file that cannot be read, or that lacks a phrase.
    """
    english = tomllib.loads((_folder() / f"{ENGLISH}.toml").read_text(encoding="utf-8"))
    try:
        tables = tomllib.loads(read_user_file(path, WORDS))
        defaults = _keys(english) if marked else english
        merged = {**_merge(defaults, tables), "phrases": tables["phrases"]}
        words = msgspec.convert(merged, Language)
    except KeyError:
        raise BadInput(f"{path} has no words for signs: it has no [phrases].") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"{path} has no words for signs: {form_error_in_words(error)}.") from None
    missing = sorted(english["phrases"].keys() - words.phrases.keys())
    if missing:
        raise BadInput(f"{path} lacks the phrases {', '.join(missing)}.")
    return words


def words_of(name: Path) -> Language:
    """The words of a language by its code, such as ``es``, or those of a user's file."""
    return language(str(name)) if str(name) in languages() else language_file(name)


def _keys(words: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """The same tables with the key of each text in place of it: ``⟦rows.win⟧``."""
    return {
        key: _keys(text, f"{prefix}{key}.") if isinstance(text, dict) else f"⟦{prefix}{key}⟧"
        for key, text in words.items()
    }


def _merge(english: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """The own words, the English ones where there are none."""
    both = dict(english)
    for key, value in own.items():
        english_value = both.get(key)
        if isinstance(value, dict) and isinstance(english_value, dict):
            both[key] = _merge(english_value, value)
        else:
            both[key] = value
    return both


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that signs can be printed in."""
    files = (file.name for file in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml")))


def _folder() -> resources.abc.Traversable:
    return resources.files("upcard.reports") / "languages"


def row_name(slug: str, outcome: str, reading: str = "") -> str:
    """A row in English without its explanation: ``Two suited matches, aces of spades``."""
    return language().row(slug, outcome, reading).partition(":")[0]


def outcome_name(slug: str, outcome: str, reading: str = "") -> str:
    """An outcome in English, as PAR sheets name it: ``One match of the same suit``."""
    return language().outcomes_of.get(slug, {}).get(outcome) or row_name(slug, outcome, reading)


def short_title(title: str, game: str) -> str:
    """A wager's title without that of its game before it: ``Two numbers`` at a wheel."""
    game_title, colon, short = title.partition(": ")
    return short[:1].upper() + short[1:] if colon and game.endswith(game_title) else title


def paytable_name(identifier: str) -> str:
    """A paytable as papers name it: ``P20-B``, ``Multiple deck``."""
    return language().paytables.get(identifier, identifier)


def paytable_in_words(slug: str, jurisdiction: str, identifier: str) -> str:
    """A wager's paytable by its printed name, or that its section prints no other."""
    if has_one_paytable(slug, jurisdiction):
        return "the only one printed"
    return paytable_name(identifier)


@cache
def has_one_paytable(slug: str, jurisdiction: str) -> bool:
    """Whether the rulebook prints one paytable of a wager, if also for several numbers of decks."""
    rules = find_wager(slug, jurisdiction)  # None for a mystery meter
    return rules is not None and len({table.data.id for table in rules.paytables}) == 1


def reading_in_words(reading: str) -> str:
    """How a doubtful passage is read: ``as the section is worded``."""
    return language().choices["wagers.reading"].get(reading, plain(reading).lower())


RANK_NAMES: Final = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
RUN: Final = 3
"""Ranks in a row from which they are named by the first and the last."""


def cards_in_words(cards: Iterable[int]) -> str:
    """Cards in words: ``any 2 through 8, ace of spades``; a rank with all its suits once."""
    suits: dict[int, list[str]] = {}
    for card in cards:
        suits.setdefault(rank_of(card), []).append(SUIT_NAMES[SUITS[suit_of(card)]])
    whole = [rank for rank in range(len(RANKS)) if len(suits.get(rank, ())) == len(SUITS)]
    words = list(_runs(whole))
    words = ["any " + listed(words).replace(" and ", " or ")] if words else []
    for rank, suit_names in suits.items():
        if rank not in whole:
            words += [f"{RANK_NAMES[rank]} of {suit}" for suit in suit_names]
    return ", ".join(words)


def card_in_words(card: int) -> str:
    """A card by its rank and suit: ``king of diamonds``."""
    return f"{RANK_NAMES[rank_of(card)]} of {SUIT_NAMES[SUITS[suit_of(card)]]}"


def _runs(ranks: Sequence[int]) -> Iterator[str]:
    """Ranks in words, three or more in a row by the first and the last: ``2 through 8``."""
    start = 0
    while start < len(ranks):
        end = start
        while end + 1 < len(ranks) and ranks[end + 1] == ranks[end] + 1:
            end += 1
        if end - start + 1 >= RUN:
            yield f"{RANK_NAMES[ranks[start]]} through {RANK_NAMES[ranks[end]]}"
        else:
            yield from (RANK_NAMES[rank] for rank in ranks[start : end + 1])
        start = end + 1

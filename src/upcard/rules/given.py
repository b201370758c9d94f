"""Reads files that somebody gives: bounded before anything is made of them, one sentence if not.

Every text that upcard parses comes through here first: Rules Submissions, scripts, and whatever the
server is sent in their place.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

from upcard.rules.violation import BadInput
from upcard.text.words import quoted

MOST_DIGITS: Final = 64
"""Digits in a row; a hash has 64, and every number far fewer."""

MOST_PARTS: Final = 8
"""Parts of a dotted key: a submission's have three."""

MOST_NESTED: Final = 16
"""Brackets within brackets."""

MOST_KEYS: Final = 2_000
"""Keys of a file: a submission with every key and wager has some 700."""


class Bounds(NamedTuple):
    """How much a kind of file holds at most: bytes in all, and characters of one word or text."""

    what: str
    size: int
    word: int


SUBMISSION: Final = Bounds("submission", 200_000, 1_000)
"""A submission with every key and wager has some 20,000 bytes."""

SCRIPT: Final = Bounds("script", 10_000_000, 200)


class BeyondBounds(BadInput):
    """A text that is longer, deeper or larger than any of its kind, with line and column."""


def read_given(path: Path, bounds: Bounds) -> str:
    """The text of a file, without a byte-order mark; `BadInput` where it cannot be read.

    No more is read than a file of its kind may hold.
    """
    try:
        with path.open("rb") as file:
            found = file.read(bounds.size + 1)
        check_size(found, bounds, str(path))
        return found.decode("utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"There is no file {path}.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is no text in UTF-8.") from None


def check_size(given: bytes | str, bounds: Bounds, name: str) -> None:
    """Raise `BeyondBounds` for a text of more bytes, or characters, than its kind may have."""
    if len(given) > bounds.size:
        most = f"{bounds.size:,} bytes at most"
        raise BeyondBounds(f"{name} is larger than any {bounds.what}: {most}.")


# Words

_DIGITS: Final = re.compile(
    rf"0[xob][0-9A-Fa-f_]{{{MOST_DIGITS},}}|[0-9][0-9_,.]{{{MOST_DIGITS},}}"
)
_WORD: Final = re.compile(r"\S+")


def check_line(line: str, number: int, bounds: Bounds) -> None:
    """Raise `BeyondBounds` for a word that is too long, in a line of words."""
    if len(line) > MOST_DIGITS:
        for found in _WORD.finditer(line):
            _check_word(found[0], f"Line {number}, column {found.start() + 1}", bounds)


def _check_word(word: str, place: str, bounds: Bounds) -> None:
    digits = _DIGITS.search(word) if len(word) > MOST_DIGITS else None
    if digits is not None:
        raise BeyondBounds(
            f"{place}: {quoted(digits[0])} has {len(digits[0]):,} digits; "
            f"upcard reads no number with more than {MOST_DIGITS}."
        )
    if len(word) > bounds.word:
        raise BeyondBounds(
            f"{place}: {quoted(word)} has {len(word):,} characters; "
            f"no word of a {bounds.what} has more than {bounds.word:,}."
        )


# TOML

_TOKEN: Final = re.compile(
    r'''"""(?:[^\\"]|\\.|"(?!""))*+(?:"""|\Z)|"(?:[^"\\\n]|\\.)*+"?'''
    r"""|'''(?:[^']|'(?!''))*+(?:'''|\Z)|'[^'\n]*+'?"""
    r"""|\#[^\n]*+|[^\s."'#=,\[\]{}]++|[.\n=,\[\]{}]""",
    re.DOTALL,
)
"""Strings, comments, bare words, and the signs between them."""


def check_toml(text: str, bounds: Bounds) -> None:
    """Raise `BeyondBounds`, before it is parsed, for TOML that no file of its kind holds.

    That is a text or number that is too long, a key of too many parts, brackets too deep, too many
    keys. What is not TOML at all is left to the parser.
    """
    check_size(text, bounds, "It")
    parts = nested = keys = 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == ".":
            parts += 1
        elif token in "[]{}=,\n":
            parts = 0
            nested += (token in "[{") - (token in "]}")
            keys += token == "="
        elif token[0] != "#" and len(token) > MOST_DIGITS:
            _check_word(token, _place(text, found.start()), bounds)
        if parts >= MOST_PARTS or nested > MOST_NESTED:
            told = f"This is nested more deeply than any {bounds.what}'s keys or values."
            raise BeyondBounds(f"{_place(text, found.start())}: {told}")
        if keys > MOST_KEYS:
            told = f"A {bounds.what} has no more than {MOST_KEYS:,} keys."
            raise BeyondBounds(f"{_place(text, found.start())}: {told}")


def _place(text: str, at: int) -> str:
    """Line and column of a place in a text, from 1."""
    return f"Line {text.count(chr(10), 0, at) + 1}, column {at - text.rfind(chr(10), 0, at)}"

"""Reads a user's files, and checks the bounds of their text before it is parsed.

Every text that upcard parses is checked here first: Rules Submissions, scripts, and the texts that
are sent to the server in place of files. Each refusal is one sentence.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

from upcard.rules.violation import BadInput
from upcard.text.words import quoted

MAX_DIGITS: Final = 64
"""The most digits in a row: a hash has 64, a number far fewer."""

MAX_PARTS: Final = 8
"""The most parts of a dotted key: a submission's keys have three."""

MAX_NESTED: Final = 16
"""The deepest nesting of brackets."""

MAX_KEYS: Final = 2_000
"""The most keys of a file: a submission with every key and wager has about 700."""


class Bounds(NamedTuple):
    """The bounds of a kind of file: bytes in all (`size`), characters of one word or text."""

    what: str
    size: int
    word: int


SUBMISSION: Final = Bounds("submission", 200_000, 1_000)
"""A submission with every key and wager has about 20,000 bytes."""

SCRIPT: Final = Bounds("script", 10_000_000, 200)


class BeyondBounds(BadInput):
    """A text that exceeds the bounds of its kind; the message gives line and column."""


def read_user_file(path: Path, bounds: Bounds) -> str:
    """The text of a file, without a byte-order mark; raises `BadInput` where it cannot be read.

    At most one byte more than the bound is read.
    """
    try:
        with path.open("rb") as file:
            content = file.read(bounds.size + 1)
        check_size(content, bounds, str(path))
        return content.decode("utf-8-sig")
    except FileNotFoundError:
        raise BadInput(f"There is no file {path}.") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not UTF-8 text.") from None


def check_size(text: bytes | str, bounds: Bounds, name: str) -> None:
    """Raise `BeyondBounds` for a text with more bytes, or characters, than its bounds allow."""
    if len(text) > bounds.size:
        most = f"{bounds.size:,} bytes at most"
        raise BeyondBounds(f"{name} is larger than any {bounds.what}: {most}.")


# Words

_DIGITS: Final = re.compile(rf"0[xob][0-9A-Fa-f_]{{{MAX_DIGITS},}}|[0-9][0-9_,.]{{{MAX_DIGITS},}}")
_WORD: Final = re.compile(r"\S+")


def check_line(line: str, number: int, bounds: Bounds) -> None:
    """Raise `BeyondBounds` where a word of a line is too long; `number` is the line's."""
    if len(line) > MAX_DIGITS:
        for match in _WORD.finditer(line):
            _check_word(match[0], f"Line {number}, column {match.start() + 1}", bounds)


def _check_word(word: str, place: str, bounds: Bounds) -> None:
    digits = _DIGITS.search(word) if len(word) > MAX_DIGITS else None
    if digits is not None:
        raise BeyondBounds(
            f"{place}: {quoted(digits[0])} has {len(digits[0]):,} digits; "
            f"upcard reads no number with more than {MAX_DIGITS}."
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
"""Tokens of TOML: strings, comments, bare words and punctuation."""


def check_toml(text: str, bounds: Bounds) -> None:
    """Raise `BeyondBounds` for TOML text that exceeds its bounds, before it is parsed.

    The bounds are those of texts and numbers, of the parts of a key, of nested brackets and of the
    number of keys. Text that is not TOML is left to the parser.
    """
    check_size(text, bounds, "It")
    parts = nested = keys = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == ".":
            parts += 1
        elif token in "[]{}=,\n":
            parts = 0
            nested += (token in "[{") - (token in "]}")
            keys += token == "="
        elif token[0] != "#" and len(token) > MAX_DIGITS:
            _check_word(token, _place(text, match.start()), bounds)
        if parts >= MAX_PARTS or nested > MAX_NESTED:
            problem = f"This is nested more deeply than any {bounds.what}'s keys or values."
            raise BeyondBounds(f"{_place(text, match.start())}: {problem}")
        if keys > MAX_KEYS:
            problem = f"A {bounds.what} has no more than {MAX_KEYS:,} keys."
            raise BeyondBounds(f"{_place(text, match.start())}: {problem}")


def _place(text: str, index: int) -> str:
    """The line and column, from 1, of an index in a text."""
    return (
        f"Line {text.count(chr(10), 0, index) + 1}, column {index - text.rfind(chr(10), 0, index)}"
    )

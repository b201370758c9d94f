"""Reads a Rules Submission, and finds the line and column of each key."""

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from upcard.rules.user_files import SUBMISSION, BeyondBounds, check_toml, read_user_file
from upcard.rules.violation import BadInput
from upcard.text.words import shortened

if TYPE_CHECKING:
    from tree_sitter import Node

LARGEST: Final = SUBMISSION.size
"""The size of the largest file, in bytes."""

FilePlace = tuple[int, int]
"""Line and column, from 1."""


class SubmissionSyntaxError(BadInput):
    """Text that cannot be read as the TOML of a submission; the message names the line."""


class SubmissionDocument(msgspec.Struct, frozen=True):
    """A file as data, and its text; empty for data that has none."""

    data: dict[str, Any]
    text: str = ""

    @property
    def digest(self) -> str:
        """The digest of the text, by which papers name it; empty without one."""
        return text_digest(self.text) if self.text else ""

    def place(self, path: tuple[str, ...]) -> FilePlace | None:
        """The place of a key, or of the nearest table above it that the file has."""
        places = _places(self.text)
        while path:
            if path in places:
                return places[path]
            path = path[:-1]
        return None


def text_digest(text: str) -> str:
    """The SHA-256 of a submission's text in UTF-8, as 64 hexadecimal digits.

    It is what ``sha256sum`` says of its file, but for a byte-order mark, which is no text.
    """
    from hashlib import sha256  # noqa: PLC0415 - start-up

    return sha256(text.encode()).hexdigest()


def read(path: Path) -> SubmissionDocument:
    """The data of a file; ``ValueError`` with one sentence when it cannot be read."""
    text = read_user_file(path, SUBMISSION)
    try:
        return parse(text)
    except SubmissionSyntaxError as error:
        raise SubmissionSyntaxError(f"{path}: {error}") from None


def parse(text: str) -> SubmissionDocument:
    """The data of a submission's text.

    Raises `SubmissionSyntaxError` for text that is not TOML and, before parsing, for text that is
    longer or more deeply nested than any submission.
    """
    try:
        check_toml(text, SUBMISSION)
        return SubmissionDocument(tomllib.loads(text), text)
    except tomllib.TOMLDecodeError as error:
        raise SubmissionSyntaxError(f"This is not TOML: {shortened(str(error))}.") from None
    except BeyondBounds as error:
        raise SubmissionSyntaxError(str(error)) from None


@lru_cache(maxsize=16)
def _places(text: str) -> dict[tuple[str, ...], FilePlace]:
    """The place of each key of a TOML text."""
    # Imported late: a file without findings has no need of places.
    import tree_sitter_toml  # noqa: PLC0415 - start-up
    from tree_sitter import Language, Parser  # noqa: PLC0415 - start-up

    tree = Parser(Language(tree_sitter_toml.language())).parse(text.encode())
    places: dict[tuple[str, ...], FilePlace] = {}
    for child in tree.root_node.children:
        if child.type == "pair":
            _pair(child, (), places)
        elif child.type in ("table", "table_array_element"):
            header = child.children[1]
            path = _key(header)
            places.setdefault(path, _place(header))
            for pair in child.children:
                if pair.type == "pair":
                    _pair(pair, path, places)
    lines = text.encode().split(b"\n")
    return {path: _in_characters(lines, place) for path, place in places.items()}


def _in_characters(lines: list[bytes], place: FilePlace) -> FilePlace:
    """A place whose column counts characters: the parser counts bytes."""
    line, column = place
    return line, len(lines[line - 1][: column - 1].decode()) + 1


def _place(node: "Node") -> FilePlace:
    return node.start_point.row + 1, node.start_point.column + 1


def _key(node: "Node") -> tuple[str, ...]:
    if node.type == "dotted_key":
        return tuple(part for child in node.children if child.type != "." for part in _key(child))
    text = (node.text or b"").decode()
    return (text[1:-1] if node.type == "quoted_key" else text,)


def _pair(node: "Node", above: tuple[str, ...], places: dict[tuple[str, ...], FilePlace]) -> None:
    key, value = node.children[0], node.children[2]
    path = above + _key(key)
    for length in range(len(above) + 1, len(path) + 1):
        places.setdefault(path[:length], _place(key))
    if value.type == "inline_table":
        for child in value.children:
            if child.type == "pair":
                _pair(child, path, places)

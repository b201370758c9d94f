"""Parses citations such as ``58 Pa. Code § 633a.7(g)(1)``."""

import re
from functools import lru_cache
from typing import Final

import msgspec

WASHINGTON: Final = "WSGC Match the Dealer Blackjack"
HOUSE: Final = "submission"
"""The source of a limit that the house set itself: ``submission: table.minimum``."""

THIS_TABLE: Final = "this table's rules"
"""What is told at a table in place of a submission's key."""

_TITLES: Final = {"43b": 49}
"""The title of the Pennsylvania Code that holds a chapter; 58 for every other chapter."""

_FORMS: Final = (
    re.compile(
        r"(?P<place>(?P<source>\d+ Pa\. Code) (?:§ \d+[a-z]?\.\d+|ch\. \d+[a-z]))"
        r"(?P<parts>(?:\([0-9A-Za-z]+\))*(?:, [^,()]+)?)"
    ),
    re.compile(rf"(?P<place>(?P<source>{WASHINGTON}), [^,]+)(?P<parts>(?:, [^,]+)*)"),
    re.compile(r"(?P<place>(?P<source>WAC) \d+(?:-\d+)+)(?P<parts>(?:\([0-9A-Za-z]+\))*)"),
    re.compile(rf"(?P<place>(?P<source>{HOUSE}): \S+)(?P<parts>)"),
)
_PART: Final = re.compile(r"\([^)]*\)|, [^,(]+")
_SHORT: Final = re.compile(r"(?P<chapter>\d+[a-z])(?P<section>\.\d+)?(?P<parts>[(,].*)?")
_SECTION: Final = re.compile(r"(\d+ Pa\. Code) § (\d+[a-z])\.\d+")


KEPT: Final = 4_096
"""The most citations that are kept in memory as they were parsed; the rulebook has fewer."""


class Citation(msgspec.Struct, frozen=True):
    """A parsed citation, each piece as written.

    `place` is the source with its first division (``58 Pa. Code § 633a.7``, ``WSGC Match the Dealer
    Blackjack, Table 4b``); `parts` are the divisions below that (``(g)``, ``(1)``;
    ``, violation 4``).
    """

    source: str
    place: str
    parts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.place + "".join(self.parts)


@lru_cache(maxsize=KEPT)
def parse(cite: str) -> Citation:
    """Parse a full citation; raises ``ValueError`` for other text."""
    for form in _FORMS:
        if match := form.fullmatch(cite):
            return Citation(match["source"], match["place"], tuple(_PART.findall(match["parts"])))
    raise ValueError(f"{cite!r} is not a citation.")


def told_at_table(section: str) -> str:
    """A section as it is told at a table: a submission's key says nothing to those who play."""
    return THIS_TABLE if section.startswith(f"{HOUSE}: ") else section


@lru_cache(maxsize=KEPT)
def full_citation(short: str) -> str:
    """The full citation of a short one: ``633a.7(g)``, ``43b.28``, ``685a`` for a chapter.

    A full citation is returned unchanged; raises ``ValueError`` for other text.
    """
    match = _SHORT.fullmatch(short)
    if match is None:
        return str(parse(short))
    sign = "§ " if match["section"] else "ch. "
    return str(parse(f"{_TITLES.get(match['chapter'], 58)} Pa. Code {sign}{short}"))


def is_citation(text: str) -> bool:
    """Whether a text is a citation, full or short; a wager of a house's own names any text."""
    try:
        full_citation(text)
    except ValueError:
        return False
    return True


def parent(cite: str) -> str | None:
    """The citation one level up: from ``(g)(1)`` to ``(g)``, the section, its chapter, None."""
    citation = parse(cite)
    if citation.parts:
        return str(msgspec.structs.replace(citation, parts=citation.parts[:-1]))
    section = _SECTION.fullmatch(citation.place)
    return f"{section[1]} ch. {section[2]}" if section else None

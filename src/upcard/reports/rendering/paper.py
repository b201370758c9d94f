"""The structure of a paper, which the renderers print: every figure in it is already text.

No renderer reads markup in a text. A drawing is an SVG made by `svg` or `plots`.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

Align: TypeAlias = Literal["left", "right"]


class PaperFact(msgspec.Struct, frozen=True):
    """One line of a list: a name, its value, and the section that it rests on."""

    name: str
    value: str
    section: str = ""


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """A list of facts."""

    facts: tuple[PaperFact, ...]


class PaperColumn(msgspec.Struct, frozen=True):
    """A column of a table; a `wide` column takes the remaining room and wraps its lines."""

    heading: str
    align: Align = "right"
    wide: bool = False


class PaperTable(msgspec.Struct, frozen=True, tag="table"):
    """Rows with one cell for each column; `total` is the last line, or empty."""

    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] = ()


class Drawing(msgspec.Struct, frozen=True, tag="drawing"):
    """A complete SVG document, what it shows in words, and its caption."""

    svg: str
    alt: str
    caption: str = ""


class Words(msgspec.Struct, frozen=True, tag="words"):
    """A paragraph."""

    text: str


PaperBlock: TypeAlias = Facts | PaperTable | Drawing | Words


class PaperPart(msgspec.Struct, frozen=True):
    """A part of a paper: a heading, its section (may be empty), and the blocks below it.

    One that `floats` may stand behind parts that follow it, where these fill a page.
    """

    heading: str
    blocks: tuple[PaperBlock, ...]
    section: str = ""
    floats: bool = False


class PaperHead(msgspec.Struct, frozen=True):
    """What every page names: table, game, whose rules of which date, and program, in words.

    `page` numbers it, with ``{page}`` and ``{pages}``. `filed` says which submission the paper is
    filed with; empty where it is of none. `author` is who prepared it, where that is known.
    """

    table: str
    game: str
    rules: str
    page: str
    made_by: str
    filed: str = ""
    author: str = ""


class Paper(msgspec.Struct, frozen=True):
    """One paper. `name` is that of its files; a `sign` is read from afar, a `card` in the hand.

    `language` is the code of its words, for readers of the screen and of PDFs. `kind` says which
    paper it is, in its language, where the title does not.
    """

    name: str
    title: str
    subtitle: str
    head: PaperHead
    parts: tuple[PaperPart, ...]
    form: Literal["sheet", "sign", "card"] = "sheet"
    language: str = "en"
    kind: str = ""

    @property
    def full_title(self) -> str:
        """The title with the kind, such as ``Rack card: Blackjack``."""
        return f"{self.kind}: {self.title}" if self.kind else self.title

    @property
    def label(self) -> str:
        """The paper's name in an index."""
        code = "" if self.language == "en" else f" ({self.language})"
        return f"{self.full_title}{code}"


def cited_once(
    heading: str,
    columns: tuple[PaperColumn, ...],
    rows: Sequence[tuple[str, ...]],
    section: str = "",
) -> PaperPart:
    """A part with a table whose last column is a section: rows leave out that of the heading.

    Without a `section` the heading has what most rows cite. Where no row has another section the
    table has no such column.
    """
    if not section:
        most, times = Counter(row[-1] for row in rows).most_common(1)[0]
        section = most if 2 * times > len(rows) > 2 else ""
    cells = tuple((*row[:-1], "" if row[-1] == section else row[-1]) for row in rows)
    if not any(row[-1] for row in cells):
        columns, cells = columns[:-1], tuple(row[:-1] for row in cells)
    return PaperPart(heading, (PaperTable(columns, cells),), section)


def with_words(part: PaperPart, words: str) -> PaperPart:
    """A part with words below all else; as it is where they are empty."""
    return replace(part, blocks=(*part.blocks, Words(words))) if words else part


def facts_cited_once(heading: str, facts: tuple[PaperFact, ...]) -> PaperPart:
    """A part with facts; the section that most of those with one rest on is in its heading."""
    sections = [fact.section for fact in facts if fact.section]
    most = max(sections, key=sections.count, default="")
    section = most if 2 * sections.count(most) > len(sections) > 1 else ""
    uncited = (
        PaperFact(fact.name, fact.value, "") if fact.section == section else fact for fact in facts
    )
    return PaperPart(heading, (Facts(tuple(uncited)),), section)


def left(heading: str, *, wide: bool = False) -> PaperColumn:
    """A column of words."""
    return PaperColumn(heading, "left", wide)


def right(*headings: str) -> tuple[PaperColumn, ...]:
    """Columns of figures."""
    return tuple(PaperColumn(heading) for heading in headings)

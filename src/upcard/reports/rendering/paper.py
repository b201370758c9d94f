"""A paper as one plain value: what the renderers print, with every figure already in words.

Text is text: no renderer reads markup in it. A drawing is an SVG of ours (`svg`, `plots`).
"""

from typing import Literal, TypeAlias

import msgspec

Align: TypeAlias = Literal["left", "right"]


class PaperFact(msgspec.Struct, frozen=True):
    """One line of a list: what is said, how it stands, and the section that it rests on."""

    name: str
    value: str
    section: str = ""


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """A list of facts."""

    facts: tuple[PaperFact, ...]


class PaperColumn(msgspec.Struct, frozen=True):
    """A column of a table; a `wide` one takes what room is left and breaks its lines."""

    heading: str
    align: Align = "right"
    wide: bool = False


class PaperTable(msgspec.Struct, frozen=True, tag="table"):
    """Rows of cells, as many as there are columns; `total` is the last line, or empty."""

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


class Part(msgspec.Struct, frozen=True):
    """A heading, the section that it rests on or nothing, and what stands below it."""

    heading: str
    blocks: tuple[PaperBlock, ...]
    section: str = ""


class PaperHead(msgspec.Struct, frozen=True):
    """What stands on every page: the table, whose rules of which day, what made the paper."""

    table: str
    game: str
    jurisdiction: str
    as_of: str
    made_by: str


class Paper(msgspec.Struct, frozen=True):
    """One paper. `name` is that of its files; a `sign` is read from afar, a `card` in the hand."""

    name: str
    title: str
    subtitle: str
    head: PaperHead
    parts: tuple[Part, ...]
    form: Literal["sheet", "sign", "card"] = "sheet"

    @property
    def label(self) -> str:
        """What an index calls the paper: a sign's title says what is played, not what it is."""
        kind = {"sheet": "", "sign": "Payout sign: ", "card": "Rack card: "}[self.form]
        return kind + self.title


def left(heading: str, *, wide: bool = False) -> PaperColumn:
    """A column of words."""
    return PaperColumn(heading, "left", wide)


def right(*headings: str) -> tuple[PaperColumn, ...]:
    """Columns of figures."""
    return tuple(PaperColumn(heading) for heading in headings)

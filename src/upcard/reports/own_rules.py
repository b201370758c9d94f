"""The sections of papers: those of the game's own chapter, and none where a house rules."""

import re
from collections.abc import Callable
from typing import Final, assert_never

from msgspec.structs import replace

from upcard.reports.rendering.paper import (
    Drawing,
    Facts,
    Paper,
    PaperBlock,
    PaperPart,
    PaperTable,
    Words,
)
from upcard.rules.citation import HOUSE

SECTION: Final = "Section"
"""The heading of a column of sections."""

KEY: Final = re.compile(rf",? ?{HOUSE}: \S+")
"""A citation of a key of the submission, as it stands in a title."""


def as_cited(paper: Paper, cite: Callable[[str], str]) -> Paper:
    """The paper with the provision of its game in place of each section."""
    parts = (
        replace(
            part,
            blocks=tuple(_with_citations(block, cite) for block in part.blocks),
            section=cite(part.section),
        )
        for part in paper.parts
    )
    return replace(paper, parts=tuple(parts))


def _with_citations(block: PaperBlock, cite: Callable[[str], str]) -> PaperBlock:
    match block:
        case Facts():
            facts = (replace(fact, section=cite(fact.section)) for fact in block.facts)
            return Facts(tuple(facts))
        case PaperTable():
            cites = [column.heading == SECTION for column in block.columns]
            rows = (
                tuple(
                    cite(cell) if is_cited else cell
                    for is_cited, cell in zip(cites, row, strict=True)
                )
                for row in block.rows
            )
            return replace(block, rows=tuple(rows))
        case Drawing() | Words():
            return block
        case _:
            assert_never(block)


def without_keys(paper: Paper) -> Paper:
    """The paper without the keys that a house table's citations name."""
    parts = tuple(_part(part) for part in paper.parts)
    return replace(paper, subtitle=KEY.sub("", paper.subtitle), parts=parts)


def _part(part: PaperPart) -> PaperPart:
    blocks = tuple(_block(block) for block in part.blocks)
    return replace(part, section=KEY.sub("", part.section), blocks=blocks)


def _block(block: PaperBlock) -> PaperBlock:
    match block:
        case Facts():
            facts = (replace(fact, section=KEY.sub("", fact.section)) for fact in block.facts)
            return Facts(tuple(facts))
        case PaperTable():
            return _table(block)
        case Drawing() | Words():
            return block
        case _:
            assert_never(block)


def _table(table: PaperTable) -> PaperTable:
    """A table without the column of sections that stays empty."""
    rows = tuple(tuple(KEY.sub("", cell) for cell in row) for row in table.rows)
    section_columns = [
        place for place, column in enumerate(table.columns) if column.heading == SECTION
    ]
    for place in section_columns:
        if not any(row[place] for row in rows):
            rows = tuple((*row[:place], *row[place + 1 :]) for row in rows)
            columns = (*table.columns[:place], *table.columns[place + 1 :])
            return replace(table, columns=columns, rows=rows)
    return replace(table, rows=rows)

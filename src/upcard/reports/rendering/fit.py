"""How a paper fits its pages: a page in a browser is printed as its PDF is."""

from typing import Final, Literal, TypeAlias

import msgspec

from upcard.reports.rendering.paper import PaperTable

Size: TypeAlias = Literal["a4", "letter"]
"""The size of the paper, also by its name in style sheets."""

WHOLE: Final = "1"
"""The scale at which nothing is set smaller."""

DRAWN: Final = "0.82"
"""The width of a chart, as a part of the page's, where no other fills the pages better."""


MAX_UNBROKEN_FACTS: Final = 18
MAX_UNBROKEN_ROWS: Final = 16
MAX_UNBROKEN_FIGURES: Final = 24
"""What no page breaks: facts of a list, rows of a table, and rows of one of figures alone."""


class Fit(msgspec.Struct, frozen=True):
    """The scale of a sheet and the width of its charts; of a sign or card, its type and columns.

    `size` is that of the type in points, and `columns` has the numbers of the parts of each column
    of a sign, or of each panel of a rack card; both are 0 and empty where they are not known.
    `share` is what the first of two columns of a sign has of their width.
    `loose` is how far apart the rows of each panel of a rack card are, 1 where they are closest.
    `begins` has the blocks of a sheet that begin a page after the first: the number of the part,
    and that of the block in it, 0 where the part's heading begins the page.
    `order` has the numbers of the parts of a sheet in the order in which they are set; empty where
    none is moved.
    """

    scale: str = WHOLE
    size: float = 0
    columns: tuple[tuple[int, ...], ...] = ()
    drawn: str = DRAWN
    loose: tuple[float, ...] = ()
    share: float = 0.5
    begins: tuple[tuple[int, int], ...] = ()
    order: tuple[int, ...] = ()


def max_unbroken_rows(table: PaperTable) -> int:
    """The rows of a table up to which no page breaks it: more where it has figures alone."""
    has_words = any(column.wide for column in table.columns)
    return MAX_UNBROKEN_ROWS if has_words else MAX_UNBROKEN_FIGURES


NOT_FITTED: Final = Fit()
"""A sheet at its whole scale, a sign or card whose type and columns are not known."""

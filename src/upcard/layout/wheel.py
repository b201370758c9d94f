"""The single-zero wheel and its layout. § 617b.3(a), (d)."""

from typing import Final

ORDER: Final = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
"""The compartments of a single-zero wheel, clockwise."""

COLORS: Final = {"red": "#a8201a", "black": "#1c1c1c", "green": "#127a4a"}
OUTSIDE: Final = ("1 to 18", "even", "red", "black", "odd", "19 to 36")
"""The even chances, from the left."""


def cell_of(pocket: int) -> tuple[int, int]:
    """Column from the zero and row from the top of a number from 1 to 36 on the layout."""
    column, rank = divmod(pocket - 1, 3)
    return column, 2 - rank

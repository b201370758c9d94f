"""What papers say where the house edge is below zero: the house loses, and on which readings."""

from typing import Final

from upcard.games.table_rules import TableRules

BELOW_ZERO: Final = (
    "A house edge below zero: by its odds, as the text is read here, the wager wins from the house "
    "in the long run."
)
"""What a sheet says of a wager that favors the player."""


def best_play_wins(table: TableRules, paper: str) -> str:
    """That the best play of the Blackjack wager wins, and what it rests on, for a `paper`'s name.

    The readings are named where the submission may choose those of the industry.
    """
    words = "A house edge below zero: the best play wins from the house in the long run."
    passages = " and ".join(table.variation.open_readings())
    if not passages:
        return words
    return (
        f"{words} It rests on {passages}, read as the section is worded; the industry reads the "
        f"same words otherwise, which the submission may choose, and this {paper} then has that "
        "edge."
    )

"""The events of money that players bring to a table and cash out."""

from upcard.engine.core.events import Event


class MoneyBrought(Event, frozen=True, tag="MoneyBrought"):
    """A player brought money from their game account to the table."""

    player: str
    amount: int


class MoneyCashedOut(Event, frozen=True, tag="MoneyCashedOut"):
    """All that a player had at the table went back to their game account."""

    player: str
    amount: int

"""What a comparison of two Rules Submissions found, and its words: `upcard.analysis.diff` makes it.

Nothing here is compiled, so that pages and commands import it at their start.
"""

import msgspec

from upcard.text.words import in_dollars, with_minus


class Change(msgspec.Struct, frozen=True):
    """A choice in force that differs; None if a submission does not have it."""

    field: str
    summary: str
    before: str | None
    after: str | None
    section: str


class Value(msgspec.Struct, frozen=True):
    """A wager's value to the house at one table: dollars per hour at one position.

    `house_edge` is long-run, with meters up to their limits and additional payouts; None if it is
    not known exactly. `envy` is what envy bonuses take of it with a player with the wager at every
    position.
    """

    paytable: str | None
    decks: int | None
    wager: str
    house_edge: float | None
    hold: float | None
    envy: float = 0.0

    @property
    def favors_players(self) -> bool:
        """Whether the house edge is known and below zero."""
        return self.house_edge is not None and self.house_edge < 0


def edge_text(value: Value | None) -> str:
    """The house edge in percent, or why there is none."""
    if value is None:
        return "not offered"
    if value.house_edge is None:
        return "not known"
    return with_minus(f"{100 * value.house_edge:.4f} %")


class Effect(msgspec.Struct, frozen=True):
    """A wager before and after; None if a submission does not offer it."""

    wager: str
    title: str
    before: Value | None
    after: Value | None

    @property
    def favors_players(self) -> bool:
        """Whether the wager favors players, before or after."""
        sides = (self.before, self.after)
        return any(value is not None and value.favors_players for value in sides)


class Diff(msgspec.Struct, frozen=True):
    """All changes from one submission to another, and their effects on each wager.

    Holds assume the smallest wager in each of `rounds_per_hour` rounds, before and after. `hold`
    sums over all wagers with a known edge. `envy` says that one of these has envy bonuses, before
    or after. `positions` are those of the table, before and after. `favored` are the wagers that
    favor players, changed or not: their house edge is below zero, before or after.
    """

    before: str
    after: str
    changes: list[Change]
    effects: list[Effect]
    rounds_per_hour: tuple[float, float]
    hold: tuple[float, float]
    envy: bool = False
    positions: tuple[int, int] = (1, 1)
    favored: list[Effect] = []

    @property
    def counted(self) -> str:
        """What edges and holds count beyond a position's own wagers, in words; else empty."""
        return "Envy bonuses count, with such a player at every position." if self.envy else ""


def favored_words(diff: Diff) -> list[str]:
    """A sentence for each wager that favors players, with its edge and hold: why a hold is low."""
    return [f"{effect.title} favors players: {_both_sides(effect)}." for effect in diff.favored]


def _both_sides(effect: Effect) -> str:
    sides = {" before": effect.before, " after": effect.after}
    if effect.before == effect.after:
        sides = {"": effect.after}
    return "; ".join(
        f"house edge {edge_text(value)}{time}, {in_dollars(value.hold or 0.0)} an hour"
        for time, value in sides.items()
        if value is not None and value.favors_players
    )

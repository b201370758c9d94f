"""Writes `docs/cut-card.md`'s table and picture: what a cover card takes from the players.

With a cover card, rounds of many small cards leave room for fewer rounds, so that players have
fewer of the rounds that follow a shoe's small cards. Run ``python tools/cut_card_effect.py`` (some
minutes); the page's text is its own.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

import upcard

PAGE: Final = Path(__file__).parent.parent / "docs" / "cut-card.md"
PICTURE: Final = PAGE.with_name("cut-card.svg")
BEGIN: Final = "<!-- written by tools/cut_card_effect.py -->"
DECKS: Final = (1, 2, 6, 8)
SEATS: Final = (1, 3, 6)
PENETRATIONS: Final = (0.5, 0.65, 0.75, 0.85)
HANDS: Final = 16_000_000
SEED: Final = 1
PERCENT: Final = 100


class Effect(NamedTuple):
    """The mean with a cover card less that of a new shoe for each round, in percent of a wager."""

    decks: int
    seats: int
    penetration: float
    effect: float
    error: float


def effects() -> Iterator[Effect]:
    """The effects, by decks, seats and penetration."""
    for decks in DECKS:
        rules = upcard.blackjack(decks=decks, soft_17="hit", surrender="none")
        best = upcard.strategy(rules, play="total")
        for seats, penetration in product(SEATS, PENETRATIONS):
            found = upcard.simulate(
                rules,
                strategy=best,
                rounds=HANDS // seats,
                seats=seats,
                seed=SEED,
                penetration=penetration,
            ).wagers["blackjack"]
            assert found.standard_error is not None
            effect = found.mean - best.expected_value
            yield Effect(
                decks, seats, penetration, PERCENT * effect, PERCENT * found.standard_error
            )


def table(found: list[Effect]) -> str:
    """The effects as a table: a row for each number of decks and seats."""
    heads = " | ".join(f"{PERCENT * penetration:g} %" for penetration in PENETRATIONS)
    lines = [f"| decks | seats | {heads} |", "|--:|--:|" + "--:|" * len(PENETRATIONS)]
    for decks, seats in product(DECKS, SEATS):
        row = [one for one in found if (one.decks, one.seats) == (decks, seats)]
        cells = " | ".join(f"{one.effect:+.3f} ± {one.error:.3f}" for one in row)
        lines.append(f"| {decks} | {seats} | {cells} |")
    return "\n".join(lines)


def draw(found: list[Effect]) -> None:
    """The picture: a line for each number of decks, heads-up."""
    from matplotlib import pyplot  # noqa: PLC0415 - only the picture needs it

    pyplot.rcParams["svg.hashsalt"] = "upcard"
    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    for decks in DECKS:
        row = [one for one in found if (one.decks, one.seats) == (decks, 1)]
        axes.errorbar(
            [PERCENT * one.penetration for one in row],
            [one.effect for one in row],
            yerr=[one.error for one in row],
            marker="o",
            label=f"{decks} deck{'s' if decks > 1 else ''}",
        )
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set_xlabel("part of the shoe in front of the cover card, %")
    axes.set_ylabel("effect on the mean, % of a wager")
    figure.legend(loc="outside right center")
    figure.savefig(PICTURE, metadata={"Date": None})


def main() -> None:
    """Writes the table into the page, and the picture."""
    found = list(effects())
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}\n\n{table(found)}\n\n{BEGIN}{tail}", encoding="utf-8")
    draw(found)


if __name__ == "__main__":
    main()

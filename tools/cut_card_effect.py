"""Writes `docs/cut-card.md`'s table and picture: what a cover card takes from the players.

With a cover card, rounds of many small cards leave room for fewer rounds, so that players have
fewer of the rounds that follow a shoe's small cards. Run ``python tools/cut_card_effect.py`` (some
minutes), or with ``--draw`` to draw the page's table anew; the page's text is its own.
"""

import sys
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
MARKERS: Final = ("o", "s", "^", "D")


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
            simulated = upcard.simulate(
                rules,
                strategy=best,
                rounds=HANDS // seats,
                seats=seats,
                seed=SEED,
                penetration=penetration,
            ).wagers["blackjack"]
            assert simulated.standard_error is not None
            effect = simulated.mean - best.expected_value
            yield Effect(
                decks, seats, penetration, PERCENT * effect, PERCENT * simulated.standard_error
            )


def table(rows: list[Effect]) -> str:
    """The effects as a table: a row for each number of decks and seats."""
    heads = " | ".join(f"{PERCENT * penetration:g} %" for penetration in PENETRATIONS)
    lines = [f"| decks | seats | {heads} |", "|--:|--:|" + "--:|" * len(PENETRATIONS)]
    for decks, seats in product(DECKS, SEATS):
        row = [effect for effect in rows if (effect.decks, effect.seats) == (decks, seats)]
        cells = " | ".join(f"{effect.effect:+.3f} ± {effect.error:.3f}" for effect in row)
        lines.append(f"| {decks} | {seats} | {cells} |")
    return "\n".join(lines)


def shown() -> list[Effect]:
    """The effects as the page's table has them."""
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    lines = [line.strip("| ") for line in rest.partition(BEGIN)[0].splitlines() if " ± " in line]
    rows = []
    for line in lines:
        decks, seats, *cells = line.split(" | ")
        for penetration, cell in zip(PENETRATIONS, cells, strict=True):
            effect, _, error = cell.partition(" ± ")
            rows.append(Effect(int(decks), int(seats), penetration, float(effect), float(error)))
    return rows


def draw(rows: list[Effect]) -> None:
    """The picture: a panel for each number of seats, a line for each number of decks."""
    from matplotlib import pyplot  # noqa: PLC0415 - only the picture needs it

    pyplot.rcParams["svg.hashsalt"] = "upcard"
    figure, panels = pyplot.subplots(
        1, len(SEATS), figsize=(8.4, 3.8), layout="constrained", sharey=True
    )
    for axes, seats in zip(panels, SEATS, strict=True):
        for decks, marker in zip(DECKS, MARKERS, strict=True):
            row = [effect for effect in rows if (effect.decks, effect.seats) == (decks, seats)]
            axes.errorbar(
                [PERCENT * effect.penetration for effect in row],
                [effect.effect for effect in row],
                yerr=[effect.error for effect in row],
                marker=marker,
                capsize=3,
                label=f"{decks} deck{'s' if decks > 1 else ''}",
            )
        axes.axhline(0, color="grey", linewidth=0.8)
        axes.set_title(f"{seats} seat{'s' if seats > 1 else ''}", fontsize="medium")
        axes.set_xticks([PERCENT * penetration for penetration in PENETRATIONS])
        axes.grid(axis="y", linewidth=0.4)
    panels[0].set_ylabel("effect on the mean, % of a wager")
    figure.supxlabel("part of the shoe in front of the cover card, %", fontsize="medium")
    handles, labels = panels[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper center", ncols=len(DECKS), frameon=False)
    figure.savefig(PICTURE, metadata={"Date": None})


def main() -> None:
    """Write the table into the page, and the picture."""
    if sys.argv[1:] == ["--draw"]:
        draw(shown())
        return
    measured = list(effects())
    text = PAGE.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}\n\n{table(measured)}\n\n{BEGIN}{tail}", encoding="utf-8")
    draw(measured)


if __name__ == "__main__":
    main()

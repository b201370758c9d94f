"""The layout of Lightning Roulette: every spot is a button, mainly twelve rows of three numbers.

Rows and columns are those of the layout, with zero before the first row; the style sheet turns
them sideways on a wide screen.
"""

from collections import Counter
from typing import Final

from nicegui import ui

from upcard.engine.roulette.view import RouletteView
from upcard.games.roulette import SPOTS, Spot, colour_of
from upcard.games.table_rules import TableRules
from upcard.money.amount import parse_dollars
from upcard.web.felt.chips import chip
from upcard.web.felt.now import Bet, Now
from upcard.web.felt.region import Region
from upcard.web.felt.wheel import WheelShown
from upcard.web.filtered_select import FilteredSelect

SpotNow = tuple[tuple[tuple[int, int], ...], int, int | None, bool]
"""A spot: units by position, pending units, the payout of a Lucky Number, whether it won."""

NOTHING: Final[SpotNow] = ((), 0, None, False)

OUTSIDE: Final[dict[str, tuple[float, float, float, float, str]]] = {
    **{f"dozen-{n}": (1 + 4 * (n - 1), 3, 4, 1, f"dozen {n}") for n in (1, 2, 3)},
    **{f"column-{n}": (13, n - 1, 1, 1, "2 to 1") for n in (1, 2, 3)},
    **{
        name: (1 + 2 * place, 4, 2, 1, words)
        for place, (name, words) in enumerate(
            {
                "low": "1–18",
                "even": "even",
                "red": "red",
                "black": "black",
                "odd": "odd",
                "high": "19–36",
            }.items()
        )
    },
}
"""The spots outside the numbers: row, column, extent in rows and in columns, and the label."""


class RouletteFelt:
    """Draws the wheel and the layout; a player wagers under the position that they choose."""

    def __init__(self, rules: TableRules, bet: Bet) -> None:
        self._bet, self._position = bet, 1
        positions = {number: f"Position {number}" for number in range(1, rules.positions + 1)}
        with (
            ui.element("div")
            .classes("tf-felt tf-roulette")
            .props('role="region" aria-label="Table"')
        ):
            with ui.element("div").classes("tf-side"):
                self._wheel = WheelShown()
                self._lucky = Region[tuple[tuple[int, int], ...]](_draw_lucky, "tf-lucky-list")
                self._chosen = ui.select(positions, value=1, label="Your chips lie as those of")
                self._chosen.classes("tf-chosen").props("dense dark")
                self._chosen.on_value_change(lambda event: self._choose(event.value))
                self._spot_by_name()
            with ui.element("div").classes("tf-layout"):
                self._spots = {name: self._spot(name, spot) for name, spot in SPOTS.items()}

    def _choose(self, position: int) -> None:
        self._position = position

    def _avoid_others_position(self, own: str, players: dict[int, str]) -> None:
        """Changes the chosen position if another player has it: to an own one, or to a free one."""
        if players.get(self._position, own) == own:
            return
        mine = [position for position, player in players.items() if player == own]
        free = (position for position in self._chosen.options if position not in players)
        self._chosen.set_value(next(iter(mine), next(free, self._position)))

    def _spot_by_name(self) -> None:
        """Adds a select of all spots by name, for players who cannot point at lines."""
        named = FilteredSelect(list(SPOTS), label="A spot by name").props("dense dark")

        def lay() -> None:
            if named.value:
                self._bet((self._position, named.value))

        named.classes("tf-chosen")
        ui.button("Lay a chip there", on_click=lay).props("flat dense color=white no-caps")

    def _spot(self, name: str, spot: Spot) -> Region[SpotNow]:
        row, column, rows, columns = place_of(name, spot)
        button = ui.element("button").classes("tf-spot")
        button.style(f"--r: {row}; --c: {column}; --h: {rows}; --w: {columns}")
        button.on("click", lambda: self._bet((self._position, name)))
        words = " ".join(map(str, spot.numbers)) if len(spot.numbers) <= 6 else ""
        button.props(
            f'type=button aria-label="{name} {words}" title="{name}" data-focus="spot-{name}"'
        )
        inside = len(spot.numbers) == 1
        if inside:
            button.classes(f"tf-number-cell tf-{colour_of(spot.numbers[0])}")
        elif name in OUTSIDE:
            button.classes(f"tf-outside tf-on-{name}")
        else:
            button.classes("tf-line-spot").props("tabindex=-1")
        with button:
            if inside:
                ui.label(str(spot.numbers[0]))
            elif name in OUTSIDE:
                ui.label(OUTSIDE[name][4])
            return Region[SpotNow](_draw_spot, "tf-pile")

    def show(self, now: Now) -> None:
        """Updates the felt to the table's current state."""
        table = now.seen.table
        assert isinstance(table, RouletteView)
        self._avoid_others_position(now.who.name, {box.position: box.player for box in table.boxes})
        self._wheel.show(table.pocket)
        self._lucky.show(tuple(table.lucky.items()))
        placed: dict[str, list[tuple[int, int]]] = {}
        for box in table.boxes:
            for name, dollars in box.wagers.items():
                placed.setdefault(name, []).append((box.position, parse_dollars(dollars)))
        pending: Counter[str] = Counter()
        for (_, name), units in now.slip.chips.items():
            pending[name] += units
        for name, region in self._spots.items():
            numbers = SPOTS[name].numbers
            lucky = table.lucky.get(numbers[0]) if len(numbers) == 1 else None
            won = len(numbers) == 1 and table.pocket == numbers[0]
            region.show((tuple(placed.get(name, ())), pending[name], lucky, won))


def place_of(name: str, spot: Spot) -> tuple[float, float, float, float]:
    """The place of a spot on the layout: row and column of its corner, extent in rows and columns.

    A number covers one cell, zero covers three. A spot on a line or crossing has no extent.
    """
    if name in OUTSIDE:
        return OUTSIDE[name][:4]
    if spot.numbers == (0,):
        return 0, 0, 1, 3
    if len(spot.numbers) == 1:
        row, column = divmod(spot.numbers[0] - 1, 3)
        return row + 1, column, 1, 1
    return (*_point(spot.numbers), 0, 0)


def _point(numbers: tuple[int, ...]) -> tuple[float, float]:
    """The row and column of the line or crossing for chips on several numbers."""
    cells = [divmod(number - 1, 3) for number in numbers if number]
    across = [column + 0.5 for _, column in cells]
    column = sum(across) / len(across)
    if 0 in numbers:
        return 1.0, 3.0 if len(numbers) == 4 else column
    rows = [row + 1.5 for row, _ in cells]
    whole_rows = len(numbers) in (3, 6) and len(set(across)) == 3
    return sum(rows) / len(rows), 3.0 if whole_rows else column


def _draw_spot(now: SpotNow) -> None:
    placed, pending, lucky, won = now
    if lucky is not None:
        ui.label(f"{lucky} to 1").classes("tf-lucky")
    if won:
        ui.element("span").classes("tf-marker").props('title="the ball rests here"')
    for position, units in placed:
        chip(units).classes(f"tf-of-{position}").props(f'title="position {position}"')
    if pending:
        chip(pending, pending=True)


def _draw_lucky(lucky: tuple[tuple[int, int], ...]) -> None:
    for number, payout in lucky:
        ui.label(f"{number} pays {payout} to 1").classes("tf-lucky-one")

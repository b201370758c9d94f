"""The tables of the floor as rows that can be sorted; what has not changed keeps its focus."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec
from nicegui import ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement

from upcard.engine.core.condition import Shuffler
from upcard.engine.core.table_state import AnyTable
from upcard.host.records.register import RegisterEntry
from upcard.rules.loader import game_rules
from upcard.service.history.takings import Takings
from upcard.text.words import with_minus
from upcard.web.floor.drawings import band, win_line
from upcard.web.money import dollars, estimate

ALARM: Final = 3.0
"""Standard errors from its expectation beyond which a table's win is an alarm."""

SHUFFLERS: Final = {
    Shuffler.OUT_OF_ORDER: "The shuffler is out of order, and has to be covered or bear a sign",
    Shuffler.COVERED: "The shuffler is out of order, and is covered or bears a sign",
}
"""What the floor reads of a shuffler that does not work."""


class FloorTable(msgspec.Struct, frozen=True):
    """A table as the floor page shows it.

    `waits` is the version of its submission that takes force when the round ends, `approved` a
    newer one that may be put in force.
    """

    state: AnyTable
    takings: Takings | None
    waits: RegisterEntry | None
    approved: RegisterEntry | None
    attended: bool

    @property
    def name(self) -> str:
        """The table's name."""
        return self.state.rules.name

    @property
    def alarm(self) -> str:
        """A sentence if the win is far from its expectation, else ""."""
        errors = None if self.takings is None else self.takings.standard_errors
        if errors is None or abs(errors) <= ALARM:
            return ""
        return (
            f"Alarm: the win is {abs(errors):.1f} standard errors "
            f"{'above' if errors > 0 else 'below'} its expectation."
        )

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences on faults."""
        return tuple(_troubles(self.state))


Key = Callable[[FloorTable], float | str | None]


class FloorColumn(NamedTuple):
    """A column: its heading, and what it is sorted by; None for a column that is not."""

    title: str
    key: Key | None


def _key_of_takings(number: Callable[[Takings], float | None]) -> Key:
    return lambda table: None if table.takings is None else number(table.takings)


COLUMNS: Final = (
    FloorColumn("Table", lambda table: table.name),
    FloorColumn("Rounds", _key_of_takings(lambda takings: takings.rounds)),
    FloorColumn("Drop", _key_of_takings(lambda takings: float(takings.drop))),
    FloorColumn("Win", _key_of_takings(lambda takings: float(takings.win))),
    FloorColumn("Hold", _key_of_takings(lambda takings: takings.hold)),
    FloorColumn(
        "Expected win, and its band", _key_of_takings(lambda takings: takings.standard_errors)
    ),
    FloorColumn("Win over time", None),
    FloorColumn(
        "To do",
        lambda table: (
            100 * bool(table.alarm) + 10 * bool(table.approved or table.waits) + len(table.troubles)
        ),
    ),
)


class TableRows:
    """The rows; `act` shows what a visitor may do with a table's submission."""

    def __init__(self, act: Callable[[FloorTable], None]) -> None:
        self._act = act
        self._sort_column = 0
        self._down = False
        self._heads: list[Element] = []
        self._rows: dict[str, _Row] = {}
        self._last: Sequence[FloorTable] = ()
        with ui.element("table").classes("uc-floor").props('aria-label="Tables"'):
            with ui.element("thead"), ui.element("tr"):
                for column_index, column in enumerate(COLUMNS):
                    self._head(column_index, column)
            self._body = ui.element("tbody")

    def _head(self, column_index: int, column: FloorColumn) -> None:
        head = ui.element("th").props("scope=col")
        self._heads.append(head)
        with head:
            if column.key is None:
                ui.label(column.title)
                return
            button = TextElement(tag="button", text=column.title).classes("uc-sort")
            button.props("type=button").on("click", partial(self._sort, column_index))

    def _sort(self, column_index: int) -> None:
        """Sort by a column: names from A, figures from the highest; again, the other way round."""
        self._down = not self._down if column_index == self._sort_column else column_index > 0
        self._sort_column = column_index
        self.show(self._last)

    def show(self, tables: Sequence[FloorTable]) -> None:
        """Show the tables, in the order that is chosen; unknown figures come last."""
        self._last = tables
        key = COLUMNS[self._sort_column].key
        assert key is not None, "its head is a button"
        known = [table for table in tables if key(table) is not None]
        known.sort(key=lambda table: (key(table), table.name), reverse=self._down)
        order = [*known, *(table for table in tables if key(table) is None)]
        for column_index, head in enumerate(self._heads):
            if COLUMNS[column_index].key is not None:
                way = "descending" if self._down else "ascending"
                head.props["aria-sort"] = way if column_index == self._sort_column else "none"
                head.update()
        for row_index, table in enumerate(order):
            if table.name not in self._rows:
                with self._body:
                    self._rows[table.name] = _Row(self._act)
            row = self._rows[table.name]
            if self._body.default_slot.children[row_index] is not row.element:
                row.element.move(target_index=row_index)
            row.show(table)


class _Row:
    """The row of a table: each cell is built again when what it shows has changed."""

    def __init__(self, act: Callable[[FloorTable], None]) -> None:
        self._act = act
        self._last_values: dict[int, object] = {}
        self.element = ui.element("tr")
        with self.element:
            tags = ["th", *["td"] * (len(COLUMNS) - 1)]
            self._cells = [ui.element(tag) for tag in tags]
        self._cells[0].props("scope=row")
        for column, cell in zip(COLUMNS, self._cells, strict=True):
            cell.props["data-name"] = column.title
        with self._cells[0]:
            self._link = ui.link().classes("uc-card-title")
            self._state = ui.element("div")

    def show(self, table: FloorTable) -> None:
        state, takings = table.state, table.takings
        title = f"{table.name}, {game_rules(state.rules.game).title}"
        if self._link.text != title:
            self._link.set_text(title)
            self._link.props["href"] = f"/tables/{table.name}"
            self.element.props["aria-label"] = f"Table {table.name}"
        words = (f"{_round_of(state)}: {_players(state)}", _cards(state, attended=table.attended))
        self._fill(0, words, partial(_lines, words), self._state)
        if takings is None:
            return
        hold = "–" if takings.hold is None else with_minus(f"{100 * takings.hold:.2f} %")
        figures = (f"{takings.rounds:,}", dollars(takings.drop), dollars(takings.win), hold)
        for column_index, figure in enumerate(figures, 1):
            self._fill(column_index, figure, partial(ui.label, figure))
        self._fill(5, takings, partial(_expected_win, takings))
        self._fill(6, takings.wins, partial(win_line, takings.wins))
        self._fill(
            7,
            (table.alarm, table.troubles, table.waits, table.approved),
            partial(self._to_do, table),
        )

    def _fill(
        self,
        column_index: int,
        shows: object,
        build: Callable[[], object],
        into: Element | None = None,
    ) -> None:
        last = self._last_values
        if column_index not in last or last[column_index] != shows:
            last[column_index] = shows
            cell = into or self._cells[column_index]
            cell.clear()
            with cell:
                build()

    def _to_do(self, table: FloorTable) -> None:
        if table.alarm:
            ui.label(table.alarm).classes("uc-alarm").props('role="status"')
        for line in table.troubles:
            ui.label(line).classes("uc-trouble").props('role="status"')
        self._act(table)
        if not (table.alarm or table.troubles or table.waits or table.approved):
            ui.label("–").classes("uc-quiet uc-small uc-none")


def _lines(words: Sequence[str]) -> None:
    for line in words:
        ui.label(line).classes("uc-small uc-quiet")


def _round_of(state: AnyTable) -> str:
    return f"Round {state.round}, {state.phase.replace('-', ' ')}"


def _players(state: AnyTable) -> str:
    return ", ".join(dict.fromkeys(str(box.player) for _, box in state.in_play())) or "nobody"


def _cards(state: AnyTable, *, attended: bool) -> str:
    """The numbers of cards in the shoe and in the rack, in words."""
    dealt = "; dealt by a person" if attended else ""
    if not state.stacks:
        return f"a wheel{dealt}"
    sides = (
        f"{stack.remaining} in shoe {state.shoes}, {len(stack.discards)} in the rack"
        for stack in state.stacks
    )
    return f"{'; '.join(sides)}{dealt}"


def in_place_of_expected(rounds: int, *, learning: bool) -> str:
    """What stands for the expected win of a table where that is not computed, or not known."""
    if not rounds:
        return "–"
    return "This table's odds are being computed." if learning else "Its odds are not known."


def in_place_of_band(*, learning: bool) -> str:
    """What stands for the band of a win where that is not computed, or not known."""
    return "Its band is being computed." if learning else "no band: a deviation is not known"


def _expected_win(takings: Takings) -> None:
    if takings.expected is None:
        words = in_place_of_expected(takings.rounds, learning=takings.learning)
        ui.label(words).classes(f"uc-small uc-quiet {'' if takings.rounds else 'uc-none'}")
        return
    ui.label(estimate(takings.expected))
    if takings.low is None or takings.high is None:
        ui.label(in_place_of_band(learning=takings.learning)).classes("uc-small uc-quiet")
        return
    low, high = estimate(takings.low), estimate(takings.high)
    band(takings)
    ui.label(f"{low} to {high}").classes("uc-small uc-quiet")
    if takings.simulated is not None:
        words = (
            f"A deviation is simulated, with a standard error of {100 * takings.simulated:.2f} %."
        )
        ui.label(words).classes("uc-small uc-quiet")
    if float(takings.jackpots):
        words = f"Jackpots of {dollars(takings.jackpots)} are spread over all wagers here."
        ui.label(words).classes("uc-small uc-quiet")


def _troubles(state: AnyTable) -> list[str]:
    faults = state.faults
    sentences = []
    if faults.reader_failed:
        sentences.append(
            "The card reader is out of order: nothing is dealt (58 Pa. Code §\u00a0633a.14(k))."
        )
    if faults.shuffler is not Shuffler.WORKING:
        sentences.append(f"{SHUFFLERS[faults.shuffler]} (58 Pa. Code §\u00a0633a.14(m)).")
    if faults.missed:
        sentences.append("A missed hand waits for its player (58 Pa. Code §\u00a0633a.14(g), (i)).")
    return sentences

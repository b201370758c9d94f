"""The start page: the floor's tables and meters, updated every second."""

from decimal import Decimal

from nicegui import ui

from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable
from upcard.games.table_rules import TableRules
from upcard.service.access.authority import Action
from upcard.service.access.principal import Principal, Role
from upcard.service.api.tables import TableOut, summary
from upcard.service.stage.scene import scene_of, seen_by
from upcard.service.table_server import TableServer
from upcard.web.money import distinct_titles, dollars, largest_first
from upcard.web.pages.previews import preview
from upcard.web.shell import page, watch
from upcard.web.visitor import Visitor

UPDATE_SECONDS = 1.0
"""Seconds between two updates of the page."""

MAX_NAMED = 3
"""The most side wagers that are named on a table's card."""


@page("/", "Tables", Action.SEE_TABLE)
async def tables(visitor: Visitor) -> None:
    """The page with the meters, and every table of this floor: game, limits, players."""
    server = visitor.server

    amounts: dict[str, ui.label] = {}
    with ui.link(target="/signs").classes("uc-meters") as meters:
        titles = distinct_titles(server.floor.board.last_read)
        for meter in largest_first(server.floor.board.last_read):
            with ui.element("span").classes("uc-meter"):
                ui.label(titles[meter.stream]).classes("uc-small")
                amounts[meter.stream] = ui.label(dollars(meter.amount)).classes("uc-number")
    meters.set_visibility(bool(amounts))
    glances: dict[str, _TableGlance] = {}
    jackpots: dict[str, ui.label] = {}
    with ui.element("div").classes("uc-cards uc-tables"):
        for name in server.floor.shown_tables:
            table = summary(server, name)
            with ui.link(target=f"/tables/{name}").classes("uc-card"):
                ui.label(table.title).classes("uc-card-title")
                ui.label(f"Table {name} · wagers of {_stakes(table)}").classes("uc-quiet")
                glances[name] = _TableGlance(visitor, name)
                side = _side_wagers(server.floor.state(name).rules)
                if side:
                    ui.label(f"Also: {side}").classes("uc-small uc-quiet")
                if jackpot := _jackpot(server, name):
                    jackpots[name] = ui.label(jackpot).classes("uc-jackpot")
                ui.label(_what_to_do(visitor.who, name)).classes("uc-go").props(
                    'aria-hidden="true"'
                )

    async def look() -> None:
        if set(glances) != set(server.floor.shown_tables):
            ui.navigate.reload()  # a table was lost to another server, or taken up
            return
        for name, part in glances.items():
            part.show()
            if name in jackpots:
                jackpots[name].set_text(_jackpot(server, name))
        for meter in server.floor.board.last_read:
            if meter.stream in amounts:
                amounts[meter.stream].set_text(dollars(meter.amount))

    watch(visitor, Action.SEE_TABLE, UPDATE_SECONDS, look)


class _TableGlance:
    """A table at a glance: a drawing of it, and words."""

    def __init__(self, visitor: Visitor, name: str) -> None:
        self._visitor, self._name = visitor, name
        self._drawing = ui.html(sanitize=False)
        self._words = ui.label()
        self._last_state: AnyTable | None = None
        self.show()

    def show(self) -> None:
        """Show the table as it stands now."""
        server = self._visitor.server
        state = server.floor.state(self._name)
        if state is not self._last_state:
            self._last_state = state
            who = self._visitor.who
            scene = scene_of(seen_by(who, state), who.name, (0, 0), ())
            self._drawing.set_content(preview(scene, state.rules.positions))
        self._words.set_text(
            _table_line(summary(server, self._name), _positions_in_play(server, self._name))
        )


def _what_to_do(who: Principal, table: str) -> str:
    """What a person does at a table, in a word."""
    if who.role is Role.PLAYER:
        return "Play"
    return "Deal" if who.role is Role.DEALER and who.works_at(table) else "Watch"


def _positions_in_play(server: TableServer, name: str) -> int:
    """The number of positions in play at a table."""
    return len({position for position, _ in server.floor.state(name).in_play()})


def _stakes(table: TableOut) -> str:
    return f"{_short(table.minimum)} to {_short(table.maximum)}"


def _short(amount: str) -> str:
    """An amount without cents where it has none."""
    return dollars(amount.removesuffix(".00"))


def _side_wagers(rules: TableRules) -> str:
    """The titles of the first side wagers of a table, and how many more there are."""
    titles = [wager.data.title for wager in rules.wagers if not wager.mandatory]
    if not rules.has_blackjack_wager:
        return ""  # the wagers of a wheel or of Baccarat are the game
    more = f" and {len(titles) - MAX_NAMED} more" if len(titles) > MAX_NAMED else ""
    return ", ".join(titles[:MAX_NAMED]) + more


def _jackpot(server: TableServer, name: str) -> str:
    """The largest meter that a table feeds, in words; "" if it feeds none."""
    fed = [meter.amount for meter in server.floor.board.last_read if name in meter.tables]
    largest = max(fed, key=lambda amount: Decimal(amount.replace(",", "")), default="")
    return f"Jackpot {dollars(largest)}" if largest else ""


def _table_line(table: TableOut, positions: int) -> str:
    """The state of a table in a line: whether one may wager, seats, players."""
    free = table.positions - positions
    seats = "no seat is free" if not free else f"{free} of {table.positions} seats free"
    players = f": {', '.join(table.players)}" if table.players else ""
    opened = "Wagers are open" if table.phase == Phase.WAGERING else "A round is played"
    return f"{opened}; {seats}{players}"

"""The table page: the felt, the player's bar, the results, and the dealer's panel."""

from typing import Final

from nicegui import background_tasks, context, ui

from upcard.games.table_rules import TableRules
from upcard.service.access.authority import Action
from upcard.service.access.principal import Role
from upcard.web.felt.baccarat import BaccaratFelt
from upcard.web.felt.blackjack import BlackjackFelt
from upcard.web.felt.hybrid import HybridFelt
from upcard.web.felt.now import Bet, Felt
from upcard.web.felt.roulette import RouletteFelt
from upcard.web.felt.slip import Place
from upcard.web.shell import NOTICE, explain, page
from upcard.web.table.dealer import DealerPanel
from upcard.web.table.desk import TableDesk
from upcard.web.table.play import PlayBar
from upcard.web.table.results import ResultsPanel
from upcard.web.table.wagers import game_rules_icon, wager_strip
from upcard.web.visitor import Visitor

HEAD: Final = (
    '<link rel="stylesheet" href="/static/table.css"><script src="/static/table.js" defer></script>'
)


@page("/former/{name}", "Table", Action.SEE_TABLE)
async def table(visitor: Visitor, name: str) -> None:
    """The page of a live table."""
    floor = visitor.server.floor
    if name not in floor.tenure.assigned:
        explain("There is no such table on this floor.")
        return
    served = floor.tenure.serving(name) is not None

    def look() -> None:
        if served != (floor.tenure.serving(name) is not None):
            ui.navigate.reload()  # the table was lost to another server, or taken up

    ui.timer(NOTICE, look)
    if not served:
        explain(str(floor.tenure.elsewhere(name)))
        return
    ui.add_head_html(HEAD)
    client = context.client
    shown = TablePage(TableDesk(visitor, name, client))
    shown.refresh()

    async def follow() -> None:
        await client.connected()  # a page that no browser loads is not updated
        await shown.follow()

    following = background_tasks.create(follow(), name=f"table page {name}")
    client.on_delete(following.cancel)


def felt_of(rules: TableRules, bet: Bet) -> Felt:
    """The felt for a table's family of games."""
    if rules.variation.has_wheel:
        return RouletteFelt(rules, bet)
    if rules.variation.has_terminals:
        return HybridFelt(rules, bet)
    return BlackjackFelt(rules, bet) if rules.has_blackjack_wager else BaccaratFelt(rules, bet)


class TablePage:
    """One visitor's page of one table, updated with every new state."""

    def __init__(self, desk: TableDesk) -> None:
        self._desk = desk
        desk.changed = self.refresh
        rules = self._rules = desk.rules
        with ui.element("div").classes("tf-head"):
            ui.label(desk.name).classes("tf-table-name").props('role="heading" aria-level="2"')
            ui.label(desk.title).classes("uc-quiet")
            game_rules_icon(rules)
        self._felt = felt_of(rules, self._bet)
        self._play = PlayBar(desk, plays=desk.visitor.who.role is Role.PLAYER)
        with ui.element("div").classes("tf-panels"):
            self._results = ResultsPanel(desk)
            wager_strip(rules)
            self._dealer = DealerPanel(desk)

    async def follow(self) -> None:
        """Updates the page on each frame of the feed, until it reloads or the session has ended."""
        with self._desk.server.feed.listening(self._desk.stream) as listener:
            async for _ in listener.frames():
                if not self.refresh():
                    return

    def refresh(self) -> bool:
        """Updates the page; returns False where it reloads or the session has ended."""
        with self._desk.showing_refusals():  # shows that the session has ended
            now = self._desk.look()
            if now.state.rules != self._rules:
                ui.navigate.reload()  # another submission is in force: other areas, other wagers
                return False
            self._felt.show(now)
            self._play.show(now)
            self._results.show(now)
            self._dealer.show(now)
            return True
        return False

    def _bet(self, place: Place) -> None:
        """Lays the chosen chip on a place, if the visitor is a player and wagers are taken."""
        with self._desk.showing_refusals():
            if self._desk.visitor.who.role is Role.PLAYER:
                self._desk.lay(place)
        self.refresh()

"""The results panel: what each wager won, its section, and a player's earlier rounds."""

from collections.abc import Mapping
from typing import Any, Final

from nicegui import ui

from upcard.games.spots import wager_of
from upcard.service.access.authority import Action
from upcard.service.history.rounds import own_rounds
from upcard.service.tables.offers import titles_of
from upcard.service.tables.results import ResultView
from upcard.web.felt.now import Now
from upcard.web.felt.region import Region
from upcard.web.money import change
from upcard.web.table.desk import TableDesk, heading
from upcard.web.work import run_in_background

MOST_ROUNDS: Final = 20
"""The most rounds that the history shows, newest first."""

MANY: Final = 1_000_000


class ResultsPanel:
    """The wagers that were decided; they stay until the next round decides some."""

    def __init__(self, desk: TableDesk) -> None:
        self._desk = desk
        self._titles = titles_of(desk.rules)
        with ui.element("section").classes("uc-card tf-panel tf-results"):
            with ui.row().classes("items-center w-full"):
                heading("What each wager won")
                ui.space()
                if desk.visitor.may(Action.SEE_OWN_ROUNDS):
                    ui.button("History", on_click=self._history, color=None).props(
                        "flat dense no-caps"
                    )
            self._results = Region[tuple[ResultView, ...]](self._draw)
            with self._results.element:
                ui.label("Nothing is decided yet.").classes("uc-quiet")

    def show(self, now: Now) -> None:
        """Shows the results of this round, if there are any yet."""
        if now.results:
            self._results.show(now.results)

    def _draw(self, results: tuple[ResultView, ...]) -> None:
        with ui.element("ul").classes("tf-list"):
            for result in results:
                self._one(result)

    def _one(self, result: ResultView) -> None:
        title = self._titles.get(wager_of(result.wager), result.wager)
        hand = f", hand {result.hand}" if result.hand > 1 else ""
        with ui.element("li").classes("tf-result"):
            with ui.element("div"):
                ui.label(f"{title}{hand}").classes("tf-result-title")
                place = f"position {result.position}"
                if wager_of(result.wager) != result.wager:
                    place = f"{_spoken(result.wager)}, {place}"
                if self._desk.visitor.who.name != result.player:
                    place += f", {result.player}"
                ui.label(f"{_spoken(result.outcome)} · {place}").classes("uc-quiet")
                ui.label(result.section).classes("uc-section")
            with ui.element("div").classes("tf-paid"):
                if result.waits:
                    ui.label("waits for the floor").classes("tf-tag tf-won")
                else:
                    ui.label(change(result.net)).classes("tf-money " + _colour(result.net))
                    ui.label(f"${result.wagered} → ${result.paid}").classes("uc-quiet")

    async def _history(self) -> None:
        desk = self._desk
        with desk.showing_refusals():
            who, floor = desk.visitor.who, desk.server.floor
            rounds = await run_in_background(own_rounds, floor, who, desk.name, 0, MANY)
            with ui.dialog(value=True) as dialog, ui.card().classes("tf-dialog"):
                ui.label("Your rounds at this table").classes("uc-card-title")
                if not rounds:
                    ui.label("You have played none yet.").classes("uc-quiet")
                for record in rounds[: -MOST_ROUNDS - 1 : -1]:
                    self._round(record)
                ui.button("Close", on_click=dialog.close, color=None).props("flat no-caps")

    def _round(self, record: Mapping[str, Any]) -> None:
        ui.label(f"Round {record['round']}").classes("tf-result-title")
        for one in record["settlements"]:
            with ui.element("div").classes("tf-result"):
                title = self._titles.get(wager_of(one["wager"]), one["wager"])
                with ui.element("div"):
                    ui.label(f"{title}: {_spoken(one['outcome'])}")
                    ui.label(one["section"]).classes("uc-section")
                ui.label(change(one["net"])).classes("tf-money " + _colour(one["net"]))


def _spoken(name: str) -> str:
    """An outcome's or a spot's name in words."""
    return name.replace("-", " ")


def _colour(net: str) -> str:
    return "tf-lost-text" if net.startswith("-") else "tf-won-text"

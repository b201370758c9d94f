"""The frames of a stage: what happened since the frame before, and what the viewer may do now."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from typing import Final

import msgspec

from upcard.engine.core.events import Event
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable, player_account
from upcard.engine.jackpots.steps import floor_step
from upcard.engine.roulette.state import WheelPhase
from upcard.engine.views import money_view
from upcard.games.table_rules import TableRules
from upcard.host.meters.bridge import meters_of
from upcard.host.tables.committing import stream_of
from upcard.host.tables.table import TableHost
from upcard.money.amount import format_dollars
from upcard.service.access.principal import Principal, Role
from upcard.service.feed import Listener
from upcard.service.frames import ClockBody
from upcard.service.history.last_wagers import last_wagers
from upcard.service.new_accounts import how_to_get_money, way_to_desk
from upcard.service.stage.beats import BeatView, ViewedTable, gathered, reasons_of
from upcard.service.stage.dealing import DealingView, dealing_for
from upcard.service.stage.decided_wagers import units_at_stake, with_reasons
from upcard.service.stage.explanations import (
    ToldRound,
    explain_round,
    explain_round_so_far,
    explain_round_to_watchers,
)
from upcard.service.stage.latest_results import LatestResults, RoundResult, read_back
from upcard.service.stage.legal import LegalView, legal_for
from upcard.service.stage.results_in_words import outcome_of_game
from upcard.service.stage.scene_views import SceneView
from upcard.service.stage.setting import SettingView, once_each, setting_of
from upcard.service.stage.status import status_of
from upcard.service.table_server import TableServer

MAX_RECORDS: Final = 60
"""The most records that are played one by one; a page that missed more shows the end at once."""


OVER: Final = (Phase.SETTLED, WheelPhase.RESTED)
"""The phases in which all wagers are decided."""


class ReadyView(msgspec.Struct, frozen=True):
    """Whether the viewer may ask for the deal or the next round, and has; how many have not.

    `joining` are the players who watch the table without a seat: they may want to wager too. Where
    a person deals nobody is asked and nobody waited for: who has wagered counts as having asked.
    """

    may: bool
    asked: bool
    waiting: int
    joining: int = 0


class WagerMeterView(msgspec.Struct, frozen=True):
    """A wager's meter: what it shows, and by when it must hit, in dollars."""

    wager: str
    name: str
    amount: str
    must_hit_by: str | None


class MoneyShown(msgspec.Struct, frozen=True):
    """What a player has, in dollars, at a table to which players bring money.

    `brought` is what the player brought to tables, less what was cashed out, since they first had
    money at one. `may_wager` is as in the player's own view. Where the game account is empty,
    `advice` says what to do, and in a demonstration `desk` is where it is done.
    """

    at_table: str
    in_account: str
    brought: str
    may_wager: dict[str, tuple[str, str]]
    advice: str = ""
    desk: str = ""


class StageFrame(msgspec.Struct, frozen=True, kw_only=True):
    """A table as its viewer's page plays it.

    `beats` lead from the frame before to `scene`; without them the page shows the scene at once.
    `setting` comes with the first frame, and when other rules are in force. `told` is the
    round as far as its wagers are decided, with its sentence for the player once it is over.
    `past` are the latest results of the wheel or of baccarat, None where they are those of the
    frame before; `commitment` is the hash of the newest shuffle in use. `repeats` are the wagers
    that a player placed last here, each its position, spot and dollars; they come with the first
    frame only.
    """

    seq: int
    who: str
    role: str
    setting: SettingView | None
    scene: SceneView
    beats: tuple[BeatView, ...]
    legal: LegalView
    status: str
    clock: ClockBody | None
    ready: ReadyView
    balance: str | None
    told: ToldRound | None
    meters: tuple[WagerMeterView, ...]
    past: list[RoundResult] | None
    dealing: DealingView | None
    money: MoneyShown | None = None
    commitment: str = ""
    repeats: tuple[tuple[int, str, str], ...] = ()


class Stage:
    """One viewer's stage of one table: each call of `frame` says what has happened since."""

    def __init__(self, server: TableServer, table: str, who: Principal) -> None:
        self._server, self._table, self._who = server, table, who
        host = server.floor.host(table)
        self._seq, state, events = _read_at_one_moment(host)
        self._viewed = ViewedTable(who, state, events)
        self._setting: SettingView | None = None
        self._rules: TableRules | None = None
        self._past = LatestResults()
        self._past_told: list[RoundResult] | None = None
        journal = server.floor.journal
        stream = stream_of(table)
        if not state.rules.has_blackjack_wager:
            read_back(self._past, journal, stream, self._seq)
        self._repeats: tuple[tuple[int, str, str], ...] = ()
        if who.role is Role.PLAYER:
            wagers = last_wagers(journal, stream, self._seq, who.name)
            self._repeats = tuple(
                (wager.position, wager.spot, format_dollars(wager.units)) for wager in wagers
            )

    def frame(self) -> StageFrame:
        """The frame up to now."""
        host = self._server.floor.host(self._table)
        beats = self._beats()
        rules = host.state.rules
        setting = None
        if rules is not self._rules:
            self._rules, self._setting = rules, setting_of(rules)
            setting, self._past_told = once_each(self._setting), None  # the page is built anew
            if rules is not self._viewed.state.rules:  # another submission is in force
                self._jump()
        assert self._setting is not None, "it was made for these rules"
        state = self._viewed.state  # the table may be ahead of the beats: nothing is told early
        croupier = self._server.croupiers[self._table]
        clock = croupier.clock
        repeats, self._repeats = self._repeats, ()
        past = None if self._past.results is self._past_told else self._past.results
        self._past_told = self._past.results
        return StageFrame(
            seq=self._seq,
            who=self._who.name,
            role=self._who.role,
            setting=setting,
            scene=self._viewed.scene,
            beats=beats,
            legal=legal_for(state, self._who, self._setting.spots),
            status=self._status(state),
            clock=None if clock is None else ClockBody(clock.what, clock.until),
            ready=self._ready(state),
            balance=self._balance(state),
            told=self._explain(state),
            meters=self._meters(rules),
            past=past,
            dealing=dealing_for(self._server, self._table, self._who),
            money=self._money(state),
            commitment=next((shuffle.commitment for shuffle in reversed(host.shuffles)), ""),
            repeats=repeats,
        )

    def _beats(self) -> tuple[BeatView, ...]:
        """The beats of the records since the frame before; none if there are too many."""
        stream = stream_of(self._table)
        records = self._server.recent_events.decided(stream, self._seq)
        if records is None or len(records) > MAX_RECORDS:
            self._jump()
            return ()
        beats: list[BeatView] = []
        for record in records:
            beats += self._viewed.follow(record.events)
            self._past.follow(record.events)
            self._seq = record.seq
        return tuple(gathered(beats))

    def _jump(self) -> None:
        """Go on from the table as it is now."""
        self._seq, state, events = _read_at_one_moment(self._server.floor.host(self._table))
        self._viewed = ViewedTable(self._who, state, events)

    def _status(self, state: AnyTable) -> str:
        if state.phase not in OVER or floor_step(state):
            return status_of(state, self._who)
        viewed = self._viewed
        words = viewed.ended
        if self._who.role is Role.PLAYER and viewed.decided:  # told in a sentence of its own
            words = outcome_of_game(viewed.scene)
        return words or status_of(state, self._who)

    def _ready(self, state: AnyTable) -> ReadyView:
        waits = (Phase.WAGERING, Phase.SETTLED)
        if self._who.role is not Role.PLAYER or state.phase not in waits or floor_step(state):
            return ReadyView(False, False, 0)
        croupier = self._server.croupiers[self._table]
        plays = any(box.player == self._who.name for _, box in state.in_play())
        if croupier.attended:  # the dealer waits for nobody
            return ReadyView(False, plays, 0)
        is_ready = plays and self._who.name in croupier.ready
        joining = len(croupier.may_join(state) - {self._who.name})
        waiting = len(croupier.waited_for(state))
        return ReadyView(plays and not is_ready, is_ready, waiting, joining)

    def _balance(self, state: AnyTable) -> str | None:
        """What a player has won here; wagers that are not decided are neither won nor lost."""
        if self._who.role is not Role.PLAYER or state.rules.bring_money:
            return None  # where money is brought, what is left of it is shown
        name, viewed = self._who.name, self._viewed
        won = viewed.state.accounts.get(player_account(name), 0)
        return format_dollars(won + units_at_stake(viewed.round_events, name))

    def _money(self, state: AnyTable) -> MoneyShown | None:
        if self._who.role is not Role.PLAYER:
            return None
        money = money_view(state, self._who.name)
        if money is None:
            return None
        account = self._server.money_desk.cashier.account(self._who.name)
        started = account.session
        brought = sum(units for time, units in account.moves if started and time >= started)
        name, shows = self._who.name, self._server.settings.demonstration
        return MoneyShown(
            money.at_table,
            format_dollars(account.balance),
            format_dollars(brought),
            money.may_wager,
            "" if account.balance else how_to_get_money(name, demonstration=shows),
            "" if account.balance or not shows else way_to_desk(name),
        )

    def _explain(self, state: AnyTable) -> ToldRound | None:
        """The round so far, and once it is over in a sentence."""
        decided_wagers = self._viewed.decided
        if not decided_wagers:
            return None
        if state.phase not in OVER:
            return explain_round_so_far(state.round, decided_wagers)
        reasons = reasons_of(self._viewed)
        if self._who.role is not Role.PLAYER:
            return explain_round_to_watchers(state.round, with_reasons(decided_wagers, reasons))
        return explain_round(state.round, decided_wagers, reasons)

    def _meters(self, rules: TableRules) -> tuple[WagerMeterView, ...]:
        streams = {meter.stream for meter in meters_of(rules)}
        return tuple(
            WagerMeterView(meter.wager, meter.name, meter.amount, meter.must_hit_by)
            for meter in self._server.floor.board.last_read
            if meter.stream in streams
        )


def _read_at_one_moment(host: TableHost) -> tuple[int, AnyTable, tuple[Event, ...]]:
    """The position, state and events of a round that belong together."""
    while True:
        seq, state, events = host.position, host.state, host.round_events
        if host.position == seq and host.state is state:
            return seq, state, events


async def stage_frames(
    server: TableServer, listener: Listener, table: str, who: Principal
) -> AsyncIterator[StageFrame]:
    """A table's frames as `who` sees them; the iterator never ends."""
    stage = await asyncio.to_thread(Stage, server, table, who)
    plays = who.role is Role.PLAYER
    with server.croupiers[table].looked_at_by(who.name) if plays else nullcontext():
        async for _ in listener.frames():
            yield stage.frame()

"""Deals a table round after round: the betting window, robots' wagers and answers, the clocks.

At an attended table, where a person deals, only robots and the countdown clock are left to the
croupier (§ 633c.5(p)(2), (z)).
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from typing import Final

from upcard.cards.random_source import RandomSourceFailed
from upcard.cards.shuffle import Bits
from upcard.engine.core.commands import ClearTable, CloseBets, Command, CutCards
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import Countdown, PlayerQuestion
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.commands import ValidateJackpot
from upcard.engine.jackpots.steps import floor_step
from upcard.engine.play import countdown, question, refusal
from upcard.engine.shoe.upkeep_commands import TellTime
from upcard.host.tables.table import TableHost
from upcard.journal.port import JournalError
from upcard.rules.violation import BadInput, RuleViolation
from upcard.service.feed import Feed, Listener
from upcard.service.pace import Clock, Pace, clock_of
from upcard.service.tables.readiness import may_close_early, may_go_on, players_of, waited_for
from upcard.service.tables.seated_robots import SeatedRobots

CROUPIER: Final = "croupier"
CLOCK: Final = "clock"
FLOORPERSON: Final = "robot floorperson"
"""Senders' names in the journal, for the croupier, the clock and the robot floorperson."""

TIME_EVERY: Final = 600  # seconds between two `TellTime` commands


class Croupier:
    """Deals the table of a stream; `robots` maps positions to the names of robots that play there.

    While another process has the table it waits.
    At an `attended` table a person deals: the croupier neither closes wagers nor clears cards.
    `before_wagers` is called between two rounds, before robots wager again.
    """

    def __init__(
        self,
        stream: str,
        host: Callable[[], TableHost],
        feed: Feed,
        pace: Pace,
        bits: Bits,
        robots: dict[int, str] | None = None,
    ) -> None:
        self._stream, self._host, self._feed, self._pace = stream, host, feed, pace
        self._robots = SeatedRobots(robots or {}, bits)
        self.attended = False
        self.before_wagers: Callable[[], None] = lambda: None
        self.ready: set[str] = set()
        self._onlookers: Counter[str] = Counter()
        self._clock: Clock | None = None
        self._listener: Listener | None = None
        self._is_parking = False
        self._time_told = 0

    @property
    def clock(self) -> Clock | None:
        """The clock that runs now, if any."""
        return self._clock

    @clock.setter
    def clock(self, clock: Clock | None) -> None:
        if clock != self._clock:
            self._clock = clock
            self._feed.touch(self._stream)

    def ask_for_deal(self, player: str) -> None:
        """A player has wagered, or seen the end of a round: what waits for them all ends early.

        Any thread may call it.
        """
        self.ready.add(player)
        self._feed.touch_from_thread(self._stream)

    def waited_for(self, state: AnyTable) -> set[str]:
        """The players for whom the deal waits."""
        return waited_for(state, self.ready, self._robots.names)

    def may_join(self, state: AnyTable) -> set[str]:
        """The players who have the page of this table open, and do not sit at it."""
        looking = {player for player, pages in list(self._onlookers.items()) if pages}
        return looking - players_of(state, self._robots.names)

    @contextmanager
    def looked_at_by(self, player: str) -> Iterator[None]:
        """Note that a player has the page of this table open, in the event loop."""
        self._onlookers[player] += 1
        self._feed.touch_from_thread(self._stream)  # others are told who may join
        try:
            yield
        finally:
            self._onlookers[player] -= 1

    def _closes_early(self, state: AnyTable) -> bool:
        """Whether wagers close before the window ends."""
        looking, robots = self._onlookers.total(), self._robots.names
        return not self.attended and may_close_early(state, self.ready, robots, looking)

    async def run(self) -> None:
        """Deal until cancelled or parked; commands that fail are tried again after a pause."""
        with self._feed.listening(self._stream) as self._listener:
            while not self._is_done():
                await self._step_or_pause()

    async def _step_or_pause(self) -> None:
        try:
            await self._step()
        except JournalError:
            # The journal is down, or another process has the table.
            await self._wait_for_change(self._pace.pause)
        except (RuleViolation, BadInput, RandomSourceFailed):
            # Another command came first, or the table waits for a person or for a restart.
            await asyncio.sleep(self._pace.pause)

    def _is_done(self) -> bool:
        """Whether the table is parking, and its round is over or waits for a person."""
        if not self._is_parking:
            return False
        try:
            state = self._host().state
        except JournalError:
            return True
        return not state.has_wagers or self._waits_for_people(state)

    def _waits_for_people(self, state: AnyTable) -> bool:
        """Whether the round waits for a person."""
        pending = question(state)
        if countdown(state) is not None:
            return next(self._robots.answers(state), None) is None
        if pending is not None:
            return not self._robots.is_asked(state, pending)
        has_jackpot = floor_step(state) is not None
        return self.attended or (has_jackpot and not self._pace.jackpot)

    def park(self) -> None:
        """Begin no new round; the round under way continues until it waits for a person."""
        self._is_parking = True
        self._feed.touch(self._stream)

    async def _step(self) -> None:
        state = self._host().state
        self.clock = None
        running = countdown(state)
        if running is None and self._leaves_all_to_people:
            await self._wait_for_change(self._pace.pause)
            return
        pending = question(state)
        if running is not None:
            await self._countdown(running)
        elif pending is not None:
            await self._answer(state, pending)
        elif self.attended:
            if state.phase == Phase.WAGERING and not self._is_parking:
                await self._robots_wager()
            await self._wait_for_change(self._pace.pause)
        elif state.phase == Phase.CUTTING and state.cut_offers:
            await self._cut_for_players(state)
        elif state.phase == Phase.WAGERING:
            await self._take_wagers()
        elif state.phase == Phase.SETTLED:
            await self._after_settlement(state)
        else:
            await self._wait_for_change(self._pace.pause)

    @property
    def _leaves_all_to_people(self) -> bool:
        """Whether nothing happens here but what people do, unless a countdown runs."""
        return self.attended and not self._robots.names and not self._pace.answer

    # The round

    async def _tell_time(self) -> None:
        """Tell the table the time between rounds; changes of decks and inspections depend on it."""
        now = int(time.time())
        if now < self._time_told + TIME_EVERY:
            return
        self._time_told = now
        command = TellTime(now, datetime.now().date().isoformat())
        if refusal(self._host().state, command) is None:
            await self._send(command, actor=CLOCK)

    async def _take_wagers(self) -> None:
        """Take wagers until the betting window closes; the first wager opens the window."""
        if not self._host().state.has_wagers:
            await asyncio.to_thread(self.before_wagers)
        await self._tell_time()
        if not self._is_parking:
            await self._robots_wager()
        if not self._host().state.has_wagers:
            self.ready.clear()
            await self._wait_for_change(self._pace.pause)
            return
        await self._wait_until("betting", self._pace.betting, ends_early=self._closes_early)
        self.ready.clear()
        state = self._host().state
        if state.phase == Phase.WAGERING and state.has_wagers and not self.attended:
            await self._send(CloseBets())

    async def _robots_wager(self) -> None:
        for name, wagers in self._robots.wagers(self._host().state):
            with suppress(RuleViolation):
                await asyncio.to_thread(self._host().send_all, wagers, actor=name)
            await asyncio.sleep(self._pace.robot / 2)

    async def _answer(self, state: AnyTable, open_question: PlayerQuestion) -> None:
        """Answer for a robot after a while, and for a person after `Pace.answer` if it is set."""
        if self._robots.is_asked(state, open_question):
            await asyncio.sleep(self._pace.robot)
            answer, name = self._robots.answer(state, open_question)
            await self._send(answer, actor=name)
            return
        if not self._pace.answer:
            await self._wait_for_change(self._pace.pause)
            return
        await self._wait_until("answer", self._pace.answer, open_question)
        if question(self._host().state) == open_question and not self._is_parking:
            await self._send(open_question.unanswered)

    async def _cut_for_players(self, state: AnyTable) -> None:
        """Cut for the players who are offered the cut, unless one of them does it in time."""
        people = {name for _, name in state.seats} - self._robots.names
        await self._wait_until("cut", self._pace.cut if people else 0)
        now = self._host().state
        if now.phase == Phase.CUTTING and not self._is_parking:
            await asyncio.to_thread(self._host().take_step, CutCards, actor=CROUPIER)

    async def _countdown(self, running: Countdown) -> None:
        """Let robots answer while the countdown clock runs (§ 633c.5(p)(2), (z))."""
        deadline = time.monotonic() + running.seconds
        self.clock = clock_of("countdown", running.seconds)
        while (seconds_left := deadline - time.monotonic()) > 0:
            now = self._host().state
            if countdown(now) != running:
                return
            robot = next(self._robots.answers(now), None)
            if robot is None and self._is_parking:
                return
            if robot is None:
                await self._wait_for_change(min(seconds_left, self._pace.pause))
                continue
            await asyncio.sleep(self._pace.robot)
            with suppress(RuleViolation):
                await self._send(robot[0], actor=robot[1])
        await self._send(running.ends)

    async def _after_settlement(self, state: AnyTable) -> None:
        """Clear the settled round after a while, or take the next step of its jackpots."""
        step = floor_step(state)
        if step is None:
            self.ready.clear()
            pause = self._pace.playing if self._onlookers.total() else 0.0
            over = partial(may_go_on, ready=self.ready, robots=self._robots.names)
            await self._wait_until("next round", self._pace.pause + pause, ends_early=over)
            self.ready.clear()
            if not self.attended and self._host().state.phase == Phase.SETTLED:
                await self._send(ClearTable())
            return
        if not self._pace.jackpot:
            await self._wait_for_change(self._pace.pause)
            return
        await self._wait_until("jackpot", self._pace.jackpot)
        if floor_step(self._host().state) == step:
            actor = FLOORPERSON if isinstance(step, ValidateJackpot) else CROUPIER
            await self._send(step, actor=actor)

    # Waiting and sending

    async def _send(self, command: Command, actor: str = CROUPIER) -> None:
        await asyncio.to_thread(self._host().send, command, actor=actor)

    async def _wait_for_change(self, seconds: float) -> None:
        """Wait until something happens at the table, for some seconds at most."""
        assert self._listener is not None, "it runs"
        await self._listener.wait_for_change(seconds)

    async def _wait_until(
        self,
        reason: str,
        seconds: float,
        open_question: PlayerQuestion | None = None,
        ends_early: Callable[[AnyTable], bool] = lambda _: False,
    ) -> None:
        """Show a clock and wait for some seconds, unless `open_question` is answered before.

        The wait also ends once `ends_early` is true of the table, or a person has ended the phase
        that the clock limits. A table that is parking does not wait.
        """
        self.clock = clock_of(reason, seconds)
        phase = self._host().state.phase
        deadline = time.monotonic() + seconds
        while (seconds_left := deadline - time.monotonic()) > 0 and not self._is_parking:
            state = self._host().state
            if state.phase != phase or ends_early(state):
                break
            await self._wait_for_change(seconds_left)
            if open_question is not None and question(self._host().state) != open_question:
                break
        self.clock = None

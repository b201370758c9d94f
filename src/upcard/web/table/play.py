"""The bar below the felt: what the player may do now, each with a key, and the clock."""

import time
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from msgspec.structs import replace
from nicegui import ui

from upcard.engine.core import commands as c
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import WITH_AMOUNT, PlayerQuestion
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import refusal
from upcard.host.keys import KEYS
from upcard.money.amount import AmountError, parse_dollars
from upcard.rules.violation import BadInput
from upcard.service.stage.legal import QUESTIONS
from upcard.service.stage.status import PHASES
from upcard.service.tables.pace import Clock
from upcard.web.felt.now import Now, asked_at
from upcard.web.felt.region import Region
from upcard.web.money import change
from upcard.web.table.betting import BettingTray
from upcard.web.table.desk import TableDesk, action

CLOCKS: Final = {
    "betting": "wagers close in",
    "answer": "answer within",
    "countdown": "decide within",
    "next round": "next round in",
    "jackpot": "the floor comes in",
}


class BarNow(NamedTuple):
    """What the bar offers beside the slip: answers to a question, the cut, or leaving a seat.

    `cut` is the position to which the cut is offered (0 for none), `seats` those to be left.
    """

    asked: PlayerQuestion | None = None
    cut: int = 0
    seats: tuple[int, ...] = ()


class PlayBar:
    """The bar below the felt; visitors who do not play see only the status and the clock."""

    def __init__(self, desk: TableDesk, *, plays: bool) -> None:
        self._desk, self._plays = desk, plays
        self._amount: ui.input | None = None
        with ui.element("section").classes("tf-bar").props('aria-label="What may be done now"'):
            with ui.element("div").classes("tf-saying"):
                self._status = Region[str](_draw_status, "tf-said")
                self._status.element.props('role="status" aria-live="polite"')
                self._clock = Region[Clock | None](_draw_clock, "tf-clock")
                if plays:
                    self._balance = Region[str](_draw_balance, "tf-balance")
            if plays:
                self._tray = BettingTray(desk)
            self._bar = Region[BarNow](self._draw, "tf-actions")

    def show(self, now: Now) -> None:
        """Updates the bar to what may be done now."""
        self._status.show(_status(now))
        self._clock.show(now.clock)
        if not self._plays or now.seen.own is None:
            return
        self._balance.show(now.seen.own.balance)
        if now.asked is not None:
            self._bar.show(BarNow(now.asked))
        elif now.state.phase == Phase.WAGERING:
            self._bar.show(BarNow(seats=_idle_seats(now)))
        else:
            self._bar.show(BarNow(cut=_offered_cut(now)))
        late = bool(now.slip.total)  # progressive wagers may be placed until the first card
        self._tray.show(open_=now.asked is None and (late or now.state.phase == Phase.WAGERING))

    def _draw(self, now: BarNow) -> None:
        if now.asked is not None:
            self._answers(now.asked)
        elif now.cut:
            action("Cut the cards", "x", self._answer(self._cut(now.cut), in_part=False))
            action("Decline", "n", self._answer(c.DeclineCut(now.cut), in_part=False), quiet=True)
        for position in now.seats:
            leave = self._answer(c.LeaveSeat(position), in_part=False)
            action(f"Leave position {position}", "", leave, quiet=True)

    def _cut(self, position: int) -> c.CutCards:
        """A cut in the middle (§ 633a.5(d))."""
        return c.CutCards(position, self._desk.rules.shoe_size // 2)

    # Answers

    def _answers(self, asked: PlayerQuestion) -> None:
        for answer, command in asked.answers.items():
            words = answer.replace("-", " ").capitalize()
            action(
                words, KEYS.get(answer, ""), self._answer(command, in_part=answer in WITH_AMOUNT)
            )
        if not WITH_AMOUNT.isdisjoint(asked.answers):
            self._amount = ui.input("Another amount").props("dense outlined prefix=$")
            self._amount.classes("tf-amount").tooltip("For less, or a part: §§ 633a.8(b), 633a.10")
        else:
            self._amount = None

    def _answer(self, command: c.Command, *, in_part: bool) -> Callable[[], Awaitable[None]]:
        async def answer() -> None:
            with self._desk.showing_refusals():
                await self._desk.send(self._with_amount(command) if in_part else command)

        return answer

    def _with_amount(self, command: c.Command) -> c.Command:
        """The command, with the amount that the player wrote if there is one."""
        if self._amount is None or not self._amount.value:
            return command
        try:
            return replace(command, amount=parse_dollars(self._amount.value))
        except AmountError as error:
            raise BadInput(str(error)) from None


def _idle_seats(now: Now) -> tuple[int, ...]:
    """The positions where the player sits without a wager."""
    own = now.seen.own
    playing = own.positions if own is not None else ()
    return tuple(
        position
        for position, name in now.state.seats
        if name == now.who.name and position not in playing
    )


def _offered_cut(now: Now) -> int:
    """The player's own position, if the cut is offered there now (§ 633a.5(c))."""
    state = now.state
    if state.phase != "cutting" or not state.cut_offers:
        return 0
    position = state.cut_offers[0]
    return position if (position, now.who.name) in state.seats else 0


def _status(now: Now) -> str:
    """The state of the table in one sentence."""
    if now.asked is not None:
        hand = f" Hand {now.asked.hand}." if now.asked.hand > 1 else ""
        return QUESTIONS[now.asked.kind] + hand
    turn = None if now.seen.service is None else now.seen.service.turn
    if turn is not None:
        hand = f", hand {turn.hand}" if turn.hand else ""
        return f"{turn.player} is asked: position {turn.position}{hand}."
    position, _ = asked_at(now.state)
    if position and not now.state.rules.variation.has_terminals:
        return f"Position {position} is asked."
    return _missing(now.state) or PHASES[now.state.phase]


def _missing(state: AnyTable) -> str:
    """Why wagers cannot be closed while a mandatory one is missing; else empty."""
    mandatory = any(offered.mandatory for offered in state.rules.wagers)
    if not mandatory or state.phase != Phase.WAGERING or not state.has_wagers:
        return ""
    refused = refusal(state, c.CloseBets())
    return f"{refused.message} ({refused.section})" if refused is not None else ""


def _draw_status(words: str) -> None:
    ui.label(words)


def _draw_clock(clock: Clock | None) -> None:
    if clock is None:
        return
    left = max(0.0, clock.until / 1000 - time.time())
    ui.label(CLOCKS.get(clock.what, clock.what)).classes("tf-quiet")
    shown = ui.label(f"{left:.0f} s").classes("tf-left")
    shown.props(f'role="timer" data-until="{clock.until}" data-left="{left:.2f}"')


def _draw_balance(balance: str) -> None:
    ui.label("At this table").classes("tf-quiet")
    ui.label(change(balance)).classes("tf-money")

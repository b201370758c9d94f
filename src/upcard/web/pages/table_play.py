"""What may be done now, with a key for each: chips and wagers, answers, the clock."""

import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from msgspec.structs import replace
from nicegui import ui

from upcard.engine import commands as c
from upcard.engine.questions import Question
from upcard.money.amount import AmountError, parse_dollars
from upcard.rules.violation import BadInput
from upcard.service.croupier import Clock
from upcard.web.felt.chips import colour_of, short
from upcard.web.felt.now import Now, asked_at
from upcard.web.felt.region import Region
from upcard.web.pages.table_desk import Desk

KEYS: Final = {
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "r",
    "refuse-card": "f",
    "insurance": "i",
    "even-money": "e",
    "no-insurance": "n",
    "switch": "w",
    "keep": "k",
    "press": "x",
    "take": "t",
    "take-card": "t",
    "dead-hand": "z",
}
"""The key of each answer."""

PARTS: Final = frozenset({"double", "insurance", "press"})
"""The answers that may be given for less than the whole amount."""

QUESTIONS: Final = {
    "insurance": "The dealer shows an ace: Insurance?",
    "switch": "Do you switch?",
    "press": "Do you press what you won?",
    "missed-card": "Your hand was missed: a card now, or is it dead?",
    "decision": "Your turn.",
}

PHASES: Final = {
    "inspecting": "The dealer inspects the cards.",
    "verifying": "The floorperson verifies the inspection.",
    "spreading": "The cards are spread.",
    "washing": "The cards are washed.",
    "shuffling": "The cards are shuffled.",
    "cutting": "The cards are cut.",
    "covering": "The cover card goes in.",
    "loading": "The cards go into the shoe.",
    "burning": "The first card is burned.",
    "wagering": "Place your wagers.",
    "collecting": "No more bets: progressive wagers are collected.",
    "removing": "No more bets: a card is removed.",
    "determining": "No more bets: a card decides the side of the shoe.",
    "dealing": "No more bets: cards are dealt.",
    "switching": "Players may switch.",
    "pressing": "Winnings may be pressed.",
    "insuring": "Insurance is open.",
    "peeking": "The dealer uses the card reader.",
    "peeked": "The dealer has no Blackjack.",
    "pressing-after-peek": "Winnings may be pressed.",
    "playing": "Players decide.",
    "drawing": "The dealer draws.",
    "settled": "The round is settled.",
    "selecting": "No more bets: Lucky Numbers are selected.",
    "spinning": "The wheel spins.",
    "rested": "The ball has come to rest.",
}
"""What everybody is told of each phase."""

CLOCKS: Final = {
    "betting": "wagers close in",
    "answer": "answer within",
    "countdown": "decide within",
    "next round": "next round in",
    "jackpot": "the floor comes in",
}


class Betting(NamedTuple):
    """The slip as the bar shows it; amounts in units."""

    chip: int
    total: int
    repeats: bool


class BarNow(NamedTuple):
    """What the bar offers: answers to a question, or the slip, or nothing."""

    asked: Question | None
    betting: Betting | None


class PlayBar:
    """The bar below the felt; who does not play sees what goes on."""

    def __init__(self, desk: Desk, *, plays: bool) -> None:
        self._desk, self._plays = desk, plays
        self._amount: ui.input | None = None
        with ui.element("section").classes("tf-bar").props('aria-label="What may be done now"'):
            with ui.element("div").classes("tf-saying"):
                self._said = Region[str](_draw_said, "tf-said")
                self._said.element.props('role="status" aria-live="polite"')
                self._clock = Region[Clock | None](_draw_clock, "tf-clock")
                if plays:
                    self._balance = Region[str](_draw_balance, "tf-balance")
            self._bar = Region[BarNow](self._draw, "tf-actions")

    def show(self, now: Now) -> None:
        """Show what may be done now."""
        self._said.show(_said(now))
        self._clock.show(now.clock)
        if not self._plays or now.seen.own is None:
            return
        self._balance.show(now.seen.own.balance)
        betting = None
        if now.asked is None and now.state.phase == "wagering":
            betting = Betting(self._desk.chip, now.slip.total, now.slip.can_repeat)
        self._bar.show(BarNow(now.asked, betting))

    def _draw(self, now: BarNow) -> None:
        if now.asked is not None:
            self._answers(now.asked)
        elif now.betting is not None:
            self._wagers(now.betting)

    # Answers

    def _answers(self, asked: Question) -> None:
        for answer, command in asked.answers.items():
            words = answer.replace("-", " ").capitalize()
            action(words, KEYS.get(answer, ""), self._answer(command, answer in PARTS))
        if not PARTS.isdisjoint(asked.answers):
            self._amount = ui.input("Another amount").props("dense outlined prefix=$")
            self._amount.classes("tf-amount").tooltip("For less, or a part: §§ 633a.8(b), 633a.10")
        else:
            self._amount = None

    def _answer(self, command: c.Command, in_part: bool) -> Callable[[], Awaitable[None]]:
        async def answer() -> None:
            with self._desk.saying():
                await self._desk.send(self._with_amount(command) if in_part else command)

        return answer

    def _with_amount(self, command: c.Command) -> c.Command:
        """The command for the amount that was written, if one was."""
        if self._amount is None or not self._amount.value:
            return command
        try:
            return replace(command, amount=parse_dollars(self._amount.value))
        except AmountError as error:
            raise BadInput(str(error)) from None

    # Wagers

    def _wagers(self, betting: Betting) -> None:
        desk, slip = self._desk, self._desk.slip
        with ui.element("div").classes("tf-tray").props('role="group" aria-label="Chips"'):
            for number, value in enumerate(desk.chips, 1):
                self._chip(number, value, chosen=value == betting.chip)
        changes = {"Clear": ("c", slip.clear), "Double": ("d", slip.double)}
        for words, (key, change) in changes.items():
            action(words, key, self._change(change), enabled=bool(betting.total), quiet=True)
        repeats = betting.repeats and not betting.total
        action("Rebet", "b", self._change(slip.again), enabled=repeats, quiet=True)
        words = f"Place ${short(betting.total)}" if betting.total else "Place wagers"
        action(words, "Enter", desk.confirm, enabled=bool(betting.total))

    def _chip(self, number: int, value: int, *, chosen: bool) -> None:
        button = ui.element("button").classes(f"tf-chip {colour_of(value)} tf-choice")
        button.props(
            f'type=button aria-label="chip of ${short(value)}" data-key="{number}" '
            f'data-focus="chip-{number}" aria-pressed={"true" if chosen else "false"}'
        )
        with button:
            ui.label(short(value))
        button.on("click", lambda: self._choose(value))

    def _choose(self, value: int) -> None:
        self._desk.chip = value
        self._desk.changed()

    def _change(self, change: Callable[[], None]) -> Callable[[], None]:
        def changed() -> None:
            change()
            self._desk.changed()

        return changed


def action(
    words: str,
    key: str,
    click: Callable[[], Any],
    *,
    enabled: bool = True,
    quiet: bool = False,
) -> ui.button:
    """A button that shows its key."""
    button = ui.button(on_click=click, color=None).classes("tf-action")
    if quiet:
        button.classes("tf-quiet-action")
    focus = words.split(maxsplit=1)[0]
    button.props(f'no-caps unelevated data-key="{key}" data-focus="act-{focus}"')
    button.set_enabled(enabled)
    with button:
        ui.label(words)
        if key:
            ui.label(key.upper() if len(key) == 1 else key).classes("tf-key")
    return button


def _said(now: Now) -> str:
    """What goes on, in one sentence."""
    if now.asked is not None:
        hand = f" Hand {now.asked.hand}." if now.asked.hand > 1 else ""
        return QUESTIONS[now.asked.kind] + hand
    position, _ = asked_at(now.state)
    if position and now.state.rules.hybrid is None:
        return f"Position {position} is asked."
    return PHASES[now.state.phase]


def _draw_said(words: str) -> None:
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
    lost = balance.startswith("-")
    ui.label(f"{'−' if lost else '+'}${balance.removeprefix('-')}").classes("tf-money")

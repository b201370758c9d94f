"""The dealer's side of a stage: the step that is due with its section, payouts, irregularities."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

import msgspec

from upcard.engine.blackjack.closing import to_collect
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core import commands as c
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots import commands as cj
from upcard.engine.play import due, game_of, question, refusal
from upcard.engine.views import FloorView
from upcard.host.keys import keys_of
from upcard.service.access.authority import Action, authorize
from upcard.service.access.principal import Forbidden, Principal, Role
from upcard.service.stage.legal import AnswerView, command_as_json
from upcard.service.stage.procedure import (
    StepExplanation,
    explain_step,
    irregularities,
    may_send,
    sendable,
    upkeep,
)
from upcard.service.stage.rules_in_words import in_dollars
from upcard.service.table_server import TableServer
from upcard.service.tables.automations import AUTOMATIC
from upcard.service.tables.jackpots import WaitingJackpot, waiting_at
from upcard.service.tables.views import view_of

GROUPS: Final = {
    Automation.SHOE: "Shuffle, cut, load, burn",
    Automation.CUT: "Cut without waiting for players",
    Automation.COLLECT: "Collect progressive wagers",
    Automation.DEAL: "Deal cards",
    Automation.SETTLE: "Settle wagers",
    Automation.READER: "Card reader and hole card",
    Automation.SELECT: "Lucky Numbers",
    Automation.SPIN: "Spin the wheel",
    Automation.CLEAR: "Clear the table",
}
"""The groups of steps that a table may take by itself; steps of jackpots always need people."""


class DueView(msgspec.Struct, frozen=True):
    """What the dealer does next: its words, the provision, and how it is sent.

    `step` is taken as due, unless there are `answers` to enter or a `command` to send. With `count`
    the dealer counts the value chips first, which have to be as many as the wagers that the
    progressive table shows as `accepted` (§ 633c.2(f)).
    """

    name: str
    words: str
    section: str
    step: str = ""
    command: dict[str, Any] | None = None
    answers: tuple[AnswerView, ...] = ()
    count: bool = False
    accepted: int = 0


class OfferedStep(msgspec.Struct, frozen=True):
    """A command that may be sent, in words; `refused` says why not now."""

    name: str
    words: str
    section: str
    command: dict[str, Any]
    refused: str = ""
    step: str = ""


class PayoutView(msgspec.Struct, frozen=True):
    """A payout that waits: whose it is, its next step, and who takes it."""

    title: str
    where: str
    words: str
    section: str
    note: str
    name: str
    command: dict[str, Any] | None


class DealingView(msgspec.Struct, frozen=True, kw_only=True):
    """The dealer's side; `training` are steps to choose from, of which one is due.

    `floor` are lines on the cards and on what is due by the clock, for the floor.
    """

    deals: bool
    due: DueView | None
    payouts: tuple[PayoutView, ...]
    irregular: tuple[OfferedStep, ...]
    upkeep: tuple[OfferedStep, ...]
    training: tuple[OfferedStep, ...]
    attended: bool
    groups: dict[str, tuple[str, bool]]
    floor: tuple[str, ...] = ()


def dealing_for(server: TableServer, table: str, who: Principal) -> DealingView | None:
    """The dealer's side for `who`; None for those who neither deal nor validate."""
    try:
        authorize(who, Action.SET_AUTOMATION, table)
        deals = True
    except Forbidden:
        deals = False
    if not deals and who.role is not Role.MANAGER:
        return None
    host = server.floor.host(table)
    state = host.state
    step = due(state)
    if step is not None and issubclass(step[1], cj.JackpotStep):
        step = due(state, ~Automation.FLOOR)  # the round goes on while a jackpot waits
    waiting = waiting_at(state, server.floor.two_persons_above)
    possible = AUTOMATIC & _groups_of(state)
    automations = host.automations
    return DealingView(
        deals=deals,
        due=_due(state, None if step is None else step[1]) if deals else None,
        payouts=tuple(_payout(who, state, jackpot) for jackpot in waiting),
        irregular=_offered_steps(who, state, irregularities(state)) if deals else (),
        upkeep=_offered_steps(who, state, upkeep(state)),
        training=_steps_for_learner(state) if deals else (),
        attended=server.attended(table),
        groups={
            str(group.name).lower(): (words, group in automations)
            for group, words in GROUPS.items()
            if group in possible
        }
        if deals
        else {},
        floor=tuple(_floor_lines(view_of(who, state).floor)),
    )


def _due(state: AnyTable, step: type[c.Command] | None) -> DueView | None:
    asked = question(state)
    if step is not None:
        explanation = explain_step(state, step)
        count = step is cj.CollectProgressiveWagers
        return DueView(
            explanation.name,
            explanation.sentence,
            explanation.section,
            c.tag_of(step),
            count=count,
            accepted=_progressive_wagers(state) if count else 0,
        )
    if asked is not None and not state.rules.variation.has_terminals:
        box = dict(state.in_play()).get(asked.position)
        player = "" if box is None else box.player
        hand = f", hand {asked.hand}" if asked.hand else ""
        keys = keys_of(asked.every())
        answers = tuple(
            AnswerView(
                name,
                name.replace("-", " ").capitalize(),
                keys[name],
                command_as_json(command),
            )
            for name, command in asked.answers.items()
        )
        words = f"{asked.asks.for_dealer} Enter what {player} says."
        title = f"{player}'s turn: position {asked.position}{hand}"
        section = explain_step(state, type(next(iter(asked.answers.values())))).section
        return DueView(title, words, section, answers=answers)
    if state.phase == Phase.WAGERING and state.has_wagers:
        closing = explain_step(state, c.CloseBets)
        return DueView(
            "No more bets", closing.sentence, closing.section, command={"type": "CloseBets"}
        )
    return None


def _progressive_wagers(state: AnyTable) -> int:
    """How many progressive wagers the table has accepted and the dealer collects now."""
    assert isinstance(state, BlackjackState), "progressive wagers are placed at Blackjack"
    return len(to_collect(state))


def _payout(who: Principal, state: AnyTable, jackpot: WaitingJackpot) -> PayoutView:
    kind: type[cj.JackpotStep] = getattr(cj, jackpot.step)
    step = explain_step(state, kind)
    command = kind(jackpot.position, jackpot.wager)
    note = ""
    if jackpot.two_persons and kind is cj.PayJackpot:
        note = "Someone other than the person who validated it."
    allowed = may_send(who, state, command)
    if not allowed:
        note = _who_takes(kind)
    amount = in_dollars(jackpot.amount) if jackpot.amount is not None else "an amount to come"
    return PayoutView(
        f"{jackpot.player} wins {amount}",
        f"{jackpot.outcome.replace('-', ' ')}, position {jackpot.position}",
        jackpot.blocked or step.sentence,
        jackpot.section,
        note,
        step.name,
        command_as_json(command) if allowed and not jackpot.blocked else None,
    )


def _who_takes(kind: type[cj.JackpotStep]) -> str:
    """The sentence on who takes a step of a payout that the viewer may not take."""
    if kind is cj.ValidateJackpot:
        return "It takes a floorperson or above."
    return "The dealer takes this step."


def _offered_steps(
    who: Principal, state: AnyTable, commands: Iterable[c.Command]
) -> tuple[OfferedStep, ...]:
    offered = (
        OfferedStep(
            sent.step.name,
            sent.step.sentence,
            sent.step.section,
            command_as_json(sent.command),
            sent.refused,
        )
        for sent in sendable(who, state, commands)
    )
    return tuple(sorted(offered, key=lambda offer: bool(offer.refused)))


def _groups_of(state: AnyTable) -> Automation:
    """The groups of steps that the table's game has."""
    wheel = Automation.SELECT | Automation.SPIN
    return wheel | Automation.SETTLE if state.rules.variation.has_wheel else ~wheel


def _floor_lines(floor: FloorView | None) -> Iterator[str]:
    if floor is None:
        return
    for stack in floor.stacks:
        yield f"{stack.in_shoe} cards in the shoe, {stack.in_rack} in the rack"
    yield from (f"due: {reminder.replace('-', ' ')}" for reminder in floor.reminders)


_STEPS: Final[tuple[tuple[Automation, type[c.Command]], ...]] = (
    (Automation.COLLECT, cj.CollectProgressiveWagers),
    (Automation.DEAL, c.DealCard),
    (Automation.SETTLE, c.SettleOptionalWagers),
    (Automation.READER, c.UseCardReader),
    (Automation.SETTLE, c.SettleHeldWagers),
    (Automation.SETTLE, c.PayBlackjack),
    (Automation.READER, c.TurnHoleCard),
    (Automation.SETTLE, c.SettleRound),
    (Automation.CLEAR, c.ClearTable),
)
"""The steps of a round, in their order, from which a learner chooses."""


NEAR: Final = (-2, -1, 1, 2)
"""How far from the step that is due those stand for which a learner may take it."""


def _steps_for_learner(state: AnyTable) -> tuple[OfferedStep, ...]:
    """Steps for a learner, each with why it is wrong now; that due has no reason.

    Those that come shortly before and after the one that is due, and any that the rules permit,
    in an order that each moment of a round has for itself.
    """
    step = due(state, ~Automation.FLOOR)
    if step is None or not state.has_wagers:
        return ()
    known = game_of(state.rules).sections
    kinds = [kind for _, kind in _STEPS if kind in known]
    choices = [_choice(state, kind, step[1]) for kind in plausible(state, kinds, step[1])]
    moment = f"{state.rules.name}/{state.round}/{state.phase}"
    return tuple(
        sorted(choices, key=lambda offer: sha256(f"{moment}/{offer.step}".encode()).digest())
    )


def plausible(
    state: AnyTable, kinds: list[type[c.Command]], now: type[c.Command]
) -> list[type[c.Command]]:
    """The steps among `kinds`, the round's in their order, that stand near `now` or are legal."""
    if now not in kinds:
        legal = [kind for kind in kinds if _is_legal(state, kind)]
        return list(dict.fromkeys([now, *legal, *kinds[:2]]))
    at = kinds.index(now)
    near = {at + by for by in NEAR}
    return [
        kind
        for place, kind in enumerate(kinds)
        if kind is now or place in near or _is_legal(state, kind)
    ]


def _is_legal(state: AnyTable, kind: type[c.Command]) -> bool:
    """Whether the rules permit a step now; one that names a card is permitted when it is due."""
    needs_more = any(field.required for field in msgspec.structs.fields(kind))
    return not needs_more and refusal(state, kind()) is None


def _choice(state: AnyTable, kind: type[c.Command], now: type[c.Command]) -> OfferedStep:
    explanation = explain_step(state, kind)
    refused = "" if kind is now else _why_not(state, kind, explain_step(state, now))
    return OfferedStep(
        explanation.name, explanation.sentence, explanation.section, {}, refused, c.tag_of(kind)
    )


def _why_not(state: AnyTable, kind: type[c.Command], now: StepExplanation) -> str:
    """Why a step is not the next one: the rule that refuses it, and what is due."""
    first = f"{now.sentence} That comes first ({now.section})."
    if any(field.required for field in msgspec.structs.fields(kind)):
        return first
    refused = refusal(state, kind())
    return first if refused is None else f"{refused.message} {first}"

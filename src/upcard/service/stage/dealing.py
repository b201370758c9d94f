"""The dealer's side of a stage: the step that is due with its section, payouts, irregularities."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from upcard.engine.blackjack.closing import to_collect
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import CloseBets, Command, tag_of
from upcard.engine.core.condition import Shuffler
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import AnyTable
from upcard.engine.irregular.commands import CoverShuffler
from upcard.engine.jackpots.commands import (
    CollectProgressiveWagers,
    JackpotStep,
    PayJackpot,
    ValidateJackpot,
)
from upcard.engine.jackpots.provisions import STEPS
from upcard.engine.play import due, question
from upcard.engine.views import FloorView
from upcard.games.table_rules import TableRules
from upcard.host.keys import keys_of
from upcard.service.access.authority import Action, authorize
from upcard.service.access.principal import Forbidden, Principal, Role
from upcard.service.stage.irregular_steps import irregularities_of, what_follows
from upcard.service.stage.learning import steps_for_learner
from upcard.service.stage.legal import AnswerView, command_as_json
from upcard.service.stage.procedure import (
    OfferedStep,
    explain_step,
    may_send,
    sendable,
    upkeep,
)
from upcard.service.table_server import TableServer
from upcard.service.tables.automations import AUTOMATIC
from upcard.service.tables.jackpots import WaitingJackpot, waiting_at
from upcard.service.tables.rules_in_words import in_dollars
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

    `groups` are the steps that the table may take by itself, by name: their words, "" where its
    game has none of them, and whether it does. `floor` are lines on the cards and on what is due by
    the clock, for the floor.
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
    if step is not None and issubclass(step[1], JackpotStep):
        step = due(state, ~Automation.FLOOR)  # the round goes on while a jackpot waits
    waiting = waiting_at(state, server.floor.two_persons_above)
    possible = groups_of(state.rules)
    automations = host.automations
    return DealingView(
        deals=deals,
        due=due_for_dealer(state, None if step is None else step[1]) if deals else None,
        payouts=tuple(_payout(who, state, jackpot) for jackpot in waiting),
        irregular=_offered_steps(who, state, irregularities_of(state.rules)) if deals else (),
        upkeep=_offered_steps(who, state, upkeep(state)),
        training=steps_for_learner(state) if deals else (),
        attended=server.attended(table),
        groups={
            str(group.name).lower(): (words if group in possible else "", group in automations)
            for group, words in GROUPS.items()
            if group in AUTOMATIC
        }
        if deals
        else {},
        floor=tuple(_floor_lines(view_of(who, state).floor)),
    )


def due_for_dealer(state: AnyTable, step: type[Command] | None) -> DueView | None:
    """What the dealer does next: the step that is due, if there is one, or what else is open."""
    open_question = question(state)
    if step is not None:
        explanation = explain_step(state, step)
        count = step is CollectProgressiveWagers
        return DueView(
            explanation.name,
            explanation.sentence,
            explanation.section,
            tag_of(step),
            count=count,
            accepted=_progressive_wagers(state) if count else 0,
        )
    if open_question is not None and not state.rules.variation.has_terminals:
        box = dict(state.in_play()).get(open_question.position)
        player = "" if box is None else box.player
        hand = f", hand {open_question.hand}" if open_question.hand else ""
        keys = keys_of(open_question.every())
        answers = tuple(
            AnswerView(
                name,
                name.replace("-", " ").capitalize(),
                keys[name],
                command_as_json(command),
            )
            for name, command in open_question.answers.items()
        )
        words = f"{open_question.asks.for_dealer} Enter what {player} says."
        title = f"{player}'s turn: position {open_question.position}{hand}"
        section = explain_step(state, type(next(iter(open_question.answers.values())))).section
        return DueView(title, words, section, answers=answers)
    if state.phase == Phase.SHUFFLING and state.faults.shuffler is Shuffler.OUT_OF_ORDER:
        covering = explain_step(state, CoverShuffler)
        return DueView(
            covering.name,
            "Cover the device, or place a sign on it, before another way of shuffling is used.",
            covering.section,
            command={"type": tag_of(CoverShuffler)},
        )
    if state.phase == Phase.WAGERING and state.has_wagers:
        closing = explain_step(state, CloseBets)
        return DueView(
            "No more bets", closing.sentence, closing.section, command={"type": "CloseBets"}
        )
    return None


def _progressive_wagers(state: AnyTable) -> int:
    """How many progressive wagers the table has accepted and the dealer collects now."""
    assert isinstance(state, BlackjackState), "progressive wagers are placed at Blackjack"
    return len(to_collect(state))


def _payout(who: Principal, state: AnyTable, jackpot: WaitingJackpot) -> PayoutView:
    kind = next(step for step in STEPS if tag_of(step) == jackpot.step)
    step = explain_step(state, kind)
    command = kind(jackpot.position, jackpot.wager)
    note = ""
    if jackpot.two_persons and kind is PayJackpot:
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


def _who_takes(kind: type[JackpotStep]) -> str:
    """The sentence on who takes a step of a payout that the viewer may not take."""
    if kind is ValidateJackpot:
        return "It takes a floorperson or above."
    return "The dealer takes this step."


def _offered_steps(
    who: Principal, state: AnyTable, commands: Iterable[Command]
) -> tuple[OfferedStep, ...]:
    offered = (
        OfferedStep(
            sent.step.name,
            f"{sent.step.sentence} {what_follows(state.rules, sent.step.kind)}".strip(),
            sent.step.section,
            command_as_json(sent.command),
            sent.refused,
        )
        for sent in sendable(who, state, commands)
    )
    return tuple(sorted(offered, key=lambda offer: bool(offer.refused)))


def groups_of(rules: TableRules) -> Automation:
    """The groups of steps that a table with these rules has."""
    wheel = Automation.SELECT | Automation.SPIN
    if rules.variation.has_wheel:
        return wheel | Automation.SETTLE
    groups = ~wheel
    if not rules.has_blackjack_wager:  # no dealer's hand, so no hole card
        groups &= ~Automation.READER
    if not any(offered.meters for offered in rules.wagers):
        groups &= ~Automation.COLLECT
    return groups


def _floor_lines(floor: FloorView | None) -> Iterator[str]:
    if floor is None:
        return
    for number, stack in enumerate(floor.stacks, 1):
        side = f"side {number}: " if len(floor.stacks) > 1 else ""
        yield f"{side}{stack.in_shoe} cards in the shoe, {stack.in_rack} in the rack"
    yield from (f"due: {reminder.replace('-', ' ')}" for reminder in floor.reminders)

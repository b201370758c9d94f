"""Money at a table: brought from game accounts, wagered, and cashed out. 58 Pa. Code § 605a.3.

The section is no source text: §§ 633a.2(c) and 633a.7(o)(1)(ii)(C) of the temporary text cite it
for wagers that are paid from a game account and back to it. What a player has at the table is the
player's account in the table's ledger; at such a table it is never negative.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, TypeVar

from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event, PlayerLeft
from upcard.engine.core.ledger import postings
from upcard.engine.core.money_commands import BringMoney, CashOut
from upcard.engine.core.money_events import MoneyBrought, MoneyCashedOut
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import WITH_AMOUNT
from upcard.engine.core.table_state import AnyTable, player_account
from upcard.money.amount import UNITS_PER_CENT, printed_dollars
from upcard.rules.violation import RuleViolation

BRING_MONEY: Final = "submission: table.bring_money"
SECTION: Final = "605a.3"

AnswerCommand = TypeVar("AnswerCommand", bound=Command)


# Refusals


def _refusal(message: str) -> RuleViolation:
    return RuleViolation(BRING_MONEY, message)


def _refuse_bring_money(state: AnyTable, command: BringMoney) -> RuleViolation | None:
    if not state.rules.bring_money:
        return _refusal(f"Table {state.rules.name} takes chips, not money from game accounts.")
    if not command.player:
        return _refusal("The command has to name the player.")
    if command.amount <= 0 or command.amount % UNITS_PER_CENT:
        return _refusal("A player brings a positive amount in whole cents.")
    return None


def _refuse_cash_out(state: AnyTable, command: CashOut) -> RuleViolation | None:
    player = command.player
    if not state.rules.bring_money:
        return _refusal(f"Table {state.rules.name} takes chips, not money from game accounts.")
    if any(box.player == player for _, box in state.in_play()):
        return _refusal(f"{player} has wagers in this round: cash out when the table is cleared.")
    if state.money_of(player) <= 0:
        return _refusal(f"{player or 'Nobody'} has no money at table {state.rules.name}.")
    return None


def refuse_uncovered(state: AnyTable, follows: Callable[[], list[Event]]) -> RuleViolation | None:
    """Why a command that takes more from a player than they have at the table is refused, or None.

    This holds for wagers of any kind: doubling, splitting, Insurance and pressing too.
    """
    if not state.rules.bring_money:
        return None
    has: dict[str, int] = {}
    for event in follows():
        player = getattr(event, "player", "")
        account = player_account(player)
        for name, units in postings(event):
            if name != account:
                continue
            balance = has[player] = has.get(player, state.money_of(player)) + units
            if balance < 0 and units < 0:
                at_table = state.money_of(player)
                return _refusal(
                    f"{player} has {printed_dollars(at_table, short=True)} at this table; this "
                    f"takes {printed_dollars(at_table - balance, short=True)}."
                )
    return None


def affordable_answers(
    state: AnyTable,
    player: str,
    asked: Callable[[int | None], Mapping[str, AnswerCommand]],
    refusal: Callable[[AnswerCommand], RuleViolation | None],
) -> dict[str, AnswerCommand]:
    """The answers that are not refused.

    `asked` gives all answers, with an amount in units or without one. What the player's money
    covers only in part, such as a double for less, is offered for what they have in whole chips.
    """
    chip = state.rules.smallest_chip
    for_less = asked(state.money_of(player) // chip * chip) if state.rules.bring_money else {}
    allowed = {}
    for name, answer in asked(None).items():
        refused = refusal(answer)
        if refused is None:
            allowed[name] = answer
        elif refused.section == BRING_MONEY and name in WITH_AMOUNT:
            less = for_less[name]
            if refusal(less) is None:
                allowed[name] = less
    return allowed


# Decisions


def _bring_money(_state: AnyTable, command: BringMoney) -> list[Event]:
    return [MoneyBrought(command.player, command.amount)]


def _cash_out(state: AnyTable, command: CashOut) -> list[Event]:
    return [MoneyCashedOut(command.player, state.money_of(command.player))]


def _departures(state: AnyTable, events: list[Event]) -> list[Event]:
    """A player who leaves their last seat takes their money along."""
    if not state.rules.bring_money:
        return events
    vacated = [event.position for event in events if isinstance(event, PlayerLeft)]
    for position in vacated:
        player = dict(state.seats)[position]
        seats = [seat for seat, who in state.seats if who == player and seat not in vacated]
        plays = any(box.player == player for _, box in state.in_play())
        if not (seats or plays) and (has := state.money_of(player)) > 0:
            events = [*events, MoneyCashedOut(player, has)]
    return events


def money(phases: tuple[StrEnum, ...] = tuple(Phase)) -> Part:
    """The part for a game of these phases: money comes and goes in any of them."""
    return Part(
        name="money",
        allowed={
            BringMoney: Allowed(phases, SECTION, "No money is brought now."),
            CashOut: Allowed(phases, SECTION, "Nobody cashes out now."),
        },
        checks={BringMoney: _refuse_bring_money, CashOut: _refuse_cash_out},
        handlers={BringMoney: _bring_money, CashOut: _cash_out},
        revise_events=_departures,
        check_events=refuse_uncovered,
        applies_to=lambda rules: rules.bring_money,
    )

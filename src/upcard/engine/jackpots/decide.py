"""Decides the events of progressive payouts: awards of meters, and the steps of a payout."""

from collections.abc import Mapping
from typing import Final

from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event
from upcard.engine.core.jackpot_events import AwardsDetermined, JackpotPaid, MysteryAwarded
from upcard.engine.core.parts import Handler
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.commands import JackpotStep, PayJackpot, RecordAwards, RecordMystery
from upcard.engine.jackpots.provisions import EVENTS, STEPS, payout_source
from upcard.engine.jackpots.steps import ReadyPayout, ready_payout


def _require_ready(state: AnyTable, command: JackpotStep) -> ReadyPayout:
    """The payout to which a step applies; raises `RuntimeError` if the step was never checked."""
    ready = ready_payout(state, command)
    if ready is None:
        raise RuntimeError(f"No payout of position {command.position} waits for this step.")
    return ready


def _take_step(state: AnyTable, command: JackpotStep) -> list[Event]:
    event = EVENTS[type(command)]
    return [event(command.position, command.wager, _require_ready(state, command).number)]


def _pay_jackpot(state: AnyTable, command: PayJackpot) -> list[Event]:
    number, jackpot, _ = _require_ready(state, command)
    assert jackpot.amount is not None
    return [
        JackpotPaid(
            position=command.position,
            wager=command.wager,
            jackpot=number,
            amount=jackpot.amount,
            source=payout_source(state.rules, jackpot),
            player=jackpot.player,
        )
    ]


def _record_awards(_state: AnyTable, command: RecordAwards) -> list[Event]:
    return [AwardsDetermined(command.wager, command.amounts, command.shown)]


def _record_mystery(state: AnyTable, command: RecordMystery) -> list[Event]:
    player = state.box(command.position).player
    return [MysteryAwarded(command.position, command.wager, command.amount, player)]


HANDLERS: Final[Mapping[type[Command], Handler]] = {
    **dict.fromkeys(STEPS, _take_step),
    PayJackpot: _pay_jackpot,
    RecordAwards: _record_awards,
    RecordMystery: _record_mystery,
}

"""Pending jackpots at the tables: which step each waits for, who validated it, who may pay."""

from collections.abc import Iterator

import msgspec

from upcard.engine.core.commands import Command, tag_of
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.commands import JackpotStep, PayJackpot, ValidateJackpot
from upcard.engine.jackpots.provisions import next_step
from upcard.engine.jackpots.steps import pending, ready_payout, waiting_reason
from upcard.host.bodies.record_body import body_of
from upcard.host.tables.table import TableHost
from upcard.journal.journal import Journal
from upcard.money.amount import format_dollars, printed_dollars
from upcard.service.access.principal import Forbidden, Principal


class WaitingJackpot(msgspec.Struct, frozen=True):
    """A pending payout; `step` is the name of the command that it waits for.

    `blocked` says what has to be done before that step, "" if nothing has to. `amount` is in
    dollars, None while the meter's part is not known. With `two_persons`, another person than the
    one who validates it has to pay it.
    """

    table: str
    round: int
    position: int
    player: str
    wager: str
    outcome: str
    amount: str | None
    step: str
    section: str
    blocked: str
    two_persons: bool


def waiting_at(state: AnyTable, two_persons_above: int | None) -> Iterator[WaitingJackpot]:
    """The pending payouts of a table; `two_persons_above` is in units."""
    for jackpot in pending(state):
        step = next_step(state.rules, jackpot)
        assert step is not None, "it is pending"
        amount = jackpot.amount
        yield WaitingJackpot(
            state.rules.name,
            state.round,
            jackpot.position,
            jackpot.player,
            jackpot.wager,
            jackpot.outcome,
            None if amount is None else format_dollars(amount),
            tag_of(step.command),
            step.section,
            waiting_reason(state, jackpot, step),
            takes_two_persons(jackpot, two_persons_above),
        )


def takes_two_persons(jackpot: Jackpot, limit: int | None) -> bool:
    """Whether one person validates a payout and another pays it: from `limit` units on.

    While the meter's part of the payout is not known, the limit counts as reached.
    """
    return limit is not None and (jackpot.amount is None or jackpot.amount >= limit)


def jackpot_for(state: AnyTable, command: JackpotStep) -> Jackpot | None:
    """The payout that a step is for; None if there is none."""
    ready = ready_payout(state, command)
    return None if ready is None else ready.jackpot


def validators(journal: Journal, host: TableHost, command: JackpotStep) -> set[str]:
    """The names of those who validated this position's payout of this wager in this round."""
    people = set()
    for position in host.records_of_round:
        record = next(journal.records(host.stream, position - 1))
        body = body_of(record)
        for step in body.steps:
            validated = ValidateJackpot(command.position, command.wager)
            if step.command == validated:
                people.add(body.by)
    return people


def require_two_persons(
    journal: Journal, limit: int | None, who: Principal, host: TableHost, command: Command | None
) -> None:
    """Raise `Forbidden` if `who` pays a payout of `limit` units or more that they validated."""
    if limit is None or not isinstance(command, PayJackpot):
        return
    jackpot = jackpot_for(host.state, command)
    if jackpot is None or not takes_two_persons(jackpot, limit):
        return
    if who.actor in validators(journal, host, command):
        raise Forbidden(
            f"A payout of {printed_dollars(limit)} or more is paid by someone other than "
            "the person who validated it."
        )

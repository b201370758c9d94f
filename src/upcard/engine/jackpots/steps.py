"""The steps of pending progressive payouts, and the events that follow from a step.

58 Pa. Code §§ 633a.7(o), 633c.2(h) and similar provisions, 633c.9(e), 633c.14(c)(5), (6).
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from upcard.engine.core.events import WagerSettled
from upcard.engine.core.jackpot import Jackpot
from upcard.engine.core.jackpot_events import MysteryAwarded
from upcard.engine.core.table_state import AnyTable
from upcard.engine.jackpots.commands import JackpotStep, PayJackpot
from upcard.engine.jackpots.provisions import PayoutStep, awaits_meter, next_step
from upcard.games.table_rules import TableRules
from upcard.money.odds import MeterShare

MYSTERY_OUTCOME: Final = "mystery-bonus"


def jackpot_of(event: WagerSettled) -> Jackpot:
    """The payout of a pending settlement."""
    return Jackpot(
        position=event.position,
        player=event.player,
        wager=event.wager,
        outcome=event.outcome,
        wagered=event.wagered,
        fixed=event.paid,
        shares=event.meters,
        envy_of=event.envy_of,
    )


def mystery_of(rules: TableRules, event: MysteryAwarded) -> Jackpot:
    """The payout of a mystery bonus: the whole meter (§ 633c.14(c)(7))."""
    meter = rules.wager(event.wager).mystery
    assert meter is not None
    return Jackpot(
        position=event.position,
        player=event.player,
        wager=event.wager,
        outcome=MYSTERY_OUTCOME,
        shares=(MeterShare(100, meter.name),),
        amounts=(event.amount,),
        claimed=True,
        mystery=True,
    )


def pending(state: AnyTable) -> list[Jackpot]:
    """The payouts of this round that are not completed."""
    return [jackpot for jackpot in state.jackpots if next_step(state.rules, jackpot) is not None]


def shares_of(jackpots: Iterable[Jackpot]) -> list[tuple[Jackpot, MeterShare]]:
    """Each share of a meter that was won, with its payout, from the dealer's left."""
    from_the_left = sorted(jackpots, key=lambda jackpot: jackpot.position)
    return [(jackpot, share) for jackpot in from_the_left for share in jackpot.shares]


def awaiting_awards(state: AnyTable) -> tuple[str, ...]:
    """The wagers whose claims wait for the meters' awards."""
    payouts = [
        payout for payout in state.jackpots if payout.claimed and awaits_meter(state.rules, payout)
    ]
    return tuple(dict.fromkeys(payout.wager for payout in payouts))


def waiting_reason(state: AnyTable, jackpot: Jackpot, step: PayoutStep) -> str:
    """Why a payout's next step has to wait; empty where it does not."""
    if step.command is not PayJackpot:
        return ""
    if awaits_meter(state.rules, jackpot):
        return "What the meter gives or shows is not determined yet."
    for other in state.jackpots if jackpot.envy_of else ():
        waits = other.by_own_hand and not other.paid
        if waits and (other.position, other.wager) == (jackpot.envy_of, jackpot.wager):
            return f"Position {other.position} is paid before the envy bonus for its hand."
    return ""


def keeps_cards(state: AnyTable, position: int) -> bool:
    """Whether the cards of a position stay on the table for a payout (§ 633c.2(h)(4))."""
    return any(payout.position == position and payout.by_own_hand for payout in pending(state))


class ReadyPayout(NamedTuple):
    """A payout whose next step is not blocked: its number, from 1, and the step's command."""

    number: int
    jackpot: Jackpot
    command: JackpotStep


def ready_payout(state: AnyTable, command: JackpotStep) -> ReadyPayout | None:
    """The payout to which a step applies; None where no payout waits for it."""
    return next((ready for ready in _ready_payouts(state) if ready.command == command), None)


def floor_step(state: AnyTable) -> JackpotStep | None:
    """The first step that a payout can take now, in the order in which the payouts were won."""
    return next((ready.command for ready in _ready_payouts(state)), None)


def _ready_payouts(state: AnyTable) -> Iterator[ReadyPayout]:
    for number, jackpot in enumerate(state.jackpots, 1):
        step = next_step(state.rules, jackpot)
        if step is not None and not waiting_reason(state, jackpot, step):
            yield ReadyPayout(number, jackpot, step.command(jackpot.position, jackpot.wager))

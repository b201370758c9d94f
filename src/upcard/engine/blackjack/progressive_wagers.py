"""Progressive wagers at a Blackjack table: locked, collected and counted before the deal.

58 Pa. Code §§ 633a.2(c), (d), 633c.2(d), (f) and similar provisions. `closing.py` locks the wagers;
the payouts are in `engine/jackpots`.
"""

from typing import Final

from msgspec.structs import replace

from upcard.engine.blackjack.closing import cards_dealt, deal_due, to_collect
from upcard.engine.blackjack.state import BlackjackState
from upcard.engine.core.commands import PlaceWager
from upcard.engine.core.events import (
    BetsClosed,
    DeterminantDue,
    Event,
    WagerCollected,
    WagerReturned,
)
from upcard.engine.core.jackpot_events import CollectionDue, ProgressivesLocked
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.jackpots.commands import CollectProgressiveWagers, ReturnProgressiveWager
from upcard.engine.jackpots.refusals import wager_refusal
from upcard.rules.violation import RuleViolation

_BEFORE_CARDS: Final = (Phase.COLLECTING, Phase.REMOVING, Phase.DETERMINING, Phase.DEALING)


# Refusals


def _refuse_late_wager(
    state: BlackjackState, command: PlaceWager, violation: RuleViolation
) -> RuleViolation | None:
    """The refusal of a wager once bets are closed; None where it may still be placed.

    A progressive wager is refused because the progressive system is locked.
    """
    if _may_come_late(state, command):
        return None
    offered = state.rules.offered(command.wager)
    if offered is None or not offered.data.lock_out:
        return violation
    until = "the first card" if offered.stays_open else '"no more bets"'
    return RuleViolation(
        offered.data.lock_out, f"The {offered.data.title} wager may be placed until {until}."
    )


def _may_come_late(state: BlackjackState, command: PlaceWager) -> bool:
    """Whether a wager may be placed between "no more bets" and the first card."""
    if state.phase not in _BEFORE_CARDS:
        return False
    offered = state.rules.offered(command.wager)
    return offered is not None and offered.stays_open and not cards_dealt(state)


def _refuse_collect_progressive_wagers(
    state: BlackjackState, command: CollectProgressiveWagers
) -> RuleViolation | None:
    accepted = to_collect(state)
    if command.chips in (None, len(accepted)):
        return None
    collected = [offered for _, offered, _ in accepted] or state.rules.collected_wagers
    return RuleViolation(
        collected[0].data.collected,
        f"{_chips(command.chips)} counted for {_accepted_wagers(len(accepted))}; "
        "the numbers have to be equal.",
    )


def _chips(number: int | None) -> str:
    return "1 value chip was" if number == 1 else f"{number} value chips were"


def _accepted_wagers(wagers: int) -> str:
    return f"{wagers} accepted progressive wager{'' if wagers == 1 else 's'}"


def _refuse_return_progressive_wager(
    state: BlackjackState, command: ReturnProgressiveWager
) -> RuleViolation | None:
    message = f"Position {command.position} has no such wager to be collected."
    offered = state.rules.offered(command.wager)
    if offered is None or not offered.data.collected:
        return wager_refusal(state, command.wager, message)
    box = state.boxes[command.position - 1]
    lies = box is not None and command.wager in box.wagers
    return None if lies else RuleViolation(offered.data.collected, message)


# Decisions


def _collect_progressive_wagers(
    state: BlackjackState, _command: CollectProgressiveWagers
) -> list[Event]:
    """Put the counted value chips into the table inventory container, from the dealer's right."""
    from_the_right = sorted(to_collect(state), key=lambda entry: -entry[0])
    collected = [
        WagerCollected(position, offered.slug, amount)
        for position, offered, amount in from_the_right
    ]
    return [*collected, *deal_due(state)]


def _return_progressive_wager(
    state: BlackjackState, command: ReturnProgressiveWager
) -> list[Event]:
    """Return a wager that the system accepted, but for which no value chip was counted."""
    box = state.box(command.position)
    amount = box.wagers[command.wager]
    offered = state.rules.wager(command.wager)
    section = offered.data.collected
    return [WagerReturned(command.position, 0, command.wager, amount, box.player, section=section)]


# State changes


def _progressives_locked(state: BlackjackState, event: ProgressivesLocked) -> BlackjackState:
    return replace(state, locked=(*state.locked, *event.wagers))


def _wager_collected(state: BlackjackState, event: WagerCollected) -> BlackjackState:
    box = state.box(event.position)
    box = replace(box, collected=box.collected | {event.wager})
    return replace(state, boxes=state.with_box(event.position, box))


PART: Final = Part(
    name="progressive wagers",
    phases={
        (Phase.WAGERING, CollectionDue): Phase.COLLECTING,
        (Phase.COLLECTING, BetsClosed): Phase.DEALING,
        (Phase.COLLECTING, DeterminantDue): Phase.DETERMINING,
    },
    allowed={
        CollectProgressiveWagers: Allowed(
            (Phase.COLLECTING,),
            "633c.2(f)",
            "No progressive wagers are to be collected now.",
        ),
        ReturnProgressiveWager: Allowed(
            (Phase.COLLECTING,),
            "633c.2(f)",
            "A progressive wager is returned only where it is counted.",
        ),
    },
    checks={
        CollectProgressiveWagers: _refuse_collect_progressive_wagers,
        ReturnProgressiveWager: _refuse_return_progressive_wager,
    },
    handlers={
        CollectProgressiveWagers: _collect_progressive_wagers,
        ReturnProgressiveWager: _return_progressive_wager,
    },
    folds={
        ProgressivesLocked: _progressives_locked,
        WagerCollected: _wager_collected,
    },
    steps={Phase.COLLECTING: (Automation.COLLECT, CollectProgressiveWagers)},
    untimely={PlaceWager: _refuse_late_wager},
)

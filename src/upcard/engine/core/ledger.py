"""The double-entry postings of a table's events, each checked to balance."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, Final

from upcard.engine.core.events import (
    DecisionMade,
    Event,
    InsurancePlaced,
    WagerCollected,
    WagerPlaced,
    WagerReturned,
    WagerSettled,
    WinningsPressed,
)
from upcard.engine.core.jackpot_events import JackpotPaid
from upcard.engine.core.money_events import MoneyBrought, MoneyCashedOut
from upcard.engine.core.table_state import GAME_ACCOUNTS, INVENTORY, LAYOUT, player_account
from upcard.money.balance import Posting, balanced
from upcard.progressives.ledger import HOUSE, PAYABLE


def postings(event: Event) -> tuple[Posting, ...]:
    """The balanced postings of an event, empty when no money moves.

    Money from a game account becomes the player's at the table, and goes back when the player
    cashes out. A wager moves from the player to the layout. A decided wager leaves the layout, the
    player receives the payout, and the table inventory pays or receives the difference. A pending
    payout is owed by the house until it is paid; the part that meters pay is posted by the meters.
    """
    rule = POSTINGS.get(type(event))
    if rule is None:
        return ()
    return balanced(rule(event), event)


def post(accounts: dict[str, int], events: Iterable[Event]) -> dict[str, int]:
    """The accounts after events; the same object when no money moved."""
    after = accounts
    for kind, row in groupby(events, type):
        rule = POSTINGS.get(kind)
        if rule is None:
            continue
        for event in row:
            entries = rule(event)
            if entries:
                if after is accounts:
                    after = accounts.copy()
                enter(after, entries, event)
    return after


def enter(accounts: dict[str, int], entries: tuple[Posting, ...], event: Event) -> None:
    """Enter the postings of an event, which have to balance, into accounts."""
    total = 0
    for account, amount in entries:
        accounts[account] = accounts.get(account, 0) + amount
        total += amount
    if total:
        balanced(entries, event)  # raises


def _buy_in_postings(event: MoneyBrought) -> tuple[Posting, ...]:
    return ((GAME_ACCOUNTS, -event.amount), (player_account(event.player), event.amount))


def _cashed_out(event: MoneyCashedOut) -> tuple[Posting, ...]:
    return ((player_account(event.player), -event.amount), (GAME_ACCOUNTS, event.amount))


def _wager_postings(
    event: WagerPlaced | InsurancePlaced | WinningsPressed,
) -> tuple[Posting, ...]:
    return ((player_account(event.player), -event.amount), (LAYOUT, event.amount))


def _decision_postings(event: DecisionMade) -> tuple[Posting, ...]:
    if event.amount == 0:
        return ()
    return ((player_account(event.player), -event.amount), (LAYOUT, event.amount))


def _collection_postings(event: WagerCollected) -> tuple[Posting, ...]:
    return ((LAYOUT, -event.amount), (INVENTORY, event.amount))


def _return_postings(event: WagerReturned) -> tuple[Posting, ...]:
    account = INVENTORY if event.collected else LAYOUT
    return ((account, -event.amount), (player_account(event.player), event.amount))


def _settlement_postings(event: WagerSettled) -> tuple[Posting, ...]:
    if event.pending:
        taken = 0 if event.collected else event.wagered
        owed = ((PAYABLE, event.paid), (HOUSE, -event.paid))
        return ((LAYOUT, -taken), (INVENTORY, taken), *owed)
    if event.collected:
        return ((player_account(event.player), event.paid), (INVENTORY, -event.paid))
    return (
        (LAYOUT, -event.wagered),
        (player_account(event.player), event.paid),
        (INVENTORY, event.wagered - event.paid),
    )


def _jackpot_paid(event: JackpotPaid) -> tuple[Posting, ...]:
    """Pay what the house owed; from the table inventory, the house reimburses it."""
    paid = ((PAYABLE, -event.amount), (player_account(event.player), event.amount))
    if event.source != "table-inventory":
        return paid
    return (*paid, (INVENTORY, -event.amount), (HOUSE, event.amount))


POSTINGS: Final[dict[type[Event], Callable[[Any], tuple[Posting, ...]]]] = {
    MoneyBrought: _buy_in_postings,
    MoneyCashedOut: _cashed_out,
    WagerPlaced: _wager_postings,
    InsurancePlaced: _wager_postings,
    WinningsPressed: _wager_postings,
    DecisionMade: _decision_postings,
    WagerCollected: _collection_postings,
    WagerReturned: _return_postings,
    WagerSettled: _settlement_postings,
    JackpotPaid: _jackpot_paid,
}
"""The entries of the kinds of events that may move money."""

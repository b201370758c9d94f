"""A table as its records make it: the state, where its cards are, what it was submitted with."""

from collections.abc import Callable, Iterable

import msgspec
from msgspec.structs import replace

from upcard.engine.core.table_state import AnyTable, ShoeState
from upcard.engine.play import evolve, new_table
from upcard.games.table_rules import TableRules
from upcard.host.seals.sealing import Sealed
from upcard.host.seals.shoe_positions import Packs, follow_command, with_new_orders
from upcard.host.tables.record_body import RecordBody, TableStep

RulesOf = Callable[[str], TableRules]
"""Compiles the text of a Rules Submission."""


class TableFold(msgspec.Struct, frozen=True):
    """A table after its records; `sealed` counts the orders of cards sealed so far.

    Where it is `fed`, devices bring its cards or numbers and nothing is sealed.
    """

    submission: str
    state: AnyTable
    packs: Packs
    sealed: int = 0
    fed: bool = False


def open_table(
    before: TableFold | None, submission: str, rules: TableRules, *, fed: bool
) -> TableFold:
    """A table that starts, or goes on between two rounds with a new submission or a new shoe.

    What has been won and lost stands, and the players stay where there still is a position; the
    cards are shuffled anew.
    """
    state = new_table(rules)
    if before is None:
        return TableFold(submission, state, (None,) * rules.sides, fed=fed)
    old = before.state
    seats = tuple(seat for seat in old.seats if seat[0] <= rules.positions)
    state = replace(state, round=old.round, accounts=old.accounts, seats=seats)
    if isinstance(state, ShoeState) and isinstance(old, ShoeState):
        state = replace(state, shoes=old.shoes)
    return TableFold(submission, state, (None,) * rules.sides, before.sealed, fed)


def fold(before: TableFold | None, body: RecordBody, rules_of: RulesOf) -> TableFold:
    """The table after one more record."""
    after = before
    if body.submission:
        after = open_table(before, body.submission, rules_of(body.submission), fed=body.fed)
    assert after is not None, "a table's first record opens it"
    orders = sealed_orders(body, after.state.rules.name)
    rest = iter(orders)
    state, packs = after.state, with_new_orders(after.packs, body.voided, rest)
    for step in (*body.steps, *body.awards):
        state, packs = apply_step(state, packs, step, rest)
    return replace(after, state=state, packs=packs, sealed=after.sealed + len(orders))


def apply_step(
    state: AnyTable, packs: Packs, step: TableStep, orders: Iterable[Sealed]
) -> tuple[AnyTable, Packs]:
    """State and packs after a step, whose sealed orders of cards come next in `orders`."""
    packs = follow_command(packs, state, step.command, step.events, iter(orders))
    for event in step.events:
        state = evolve(state, event)
    return state, packs


def shoe_item_prefix(table: str) -> str:
    """How the names of a table's sealed orders of cards begin."""
    return f"table/{table}/shoe"


def sealed_orders(body: RecordBody, table: str) -> list[Sealed]:
    """The orders of cards that a record sealed, as they came."""
    return [one for one in body.sealed if one.item.startswith(shoe_item_prefix(table))]
